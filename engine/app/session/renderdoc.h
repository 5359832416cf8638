// RenderDoc captures, if the program was started under it.
#pragma once
#include <functional>
#include <string>

namespace undine::renderdoc {

bool loaded();
// Returns to the shell's folder unless -d named another one. renderdoccmd starts a program in the program's own folder,
// which breaks relative paths.
void keep_folder();
std::string absent();  // instructions for the case that it is not loaded
// Error(Exit::failure) at `where` if RenderDoc is not loaded.
void require(const std::string& where);
// Captures all GPU work that `frame` submits, with or without a window; returns the file. Error(Exit::failure) if
// RenderDoc is not loaded or did not write a file.
std::string capture(const std::function<void()>& frame);

}  // namespace undine::renderdoc
