// Captures by RenderDoc, where the program was started under it.
#pragma once
#include <functional>
#include <string>

namespace undine::renderdoc {

bool loaded();
// renderdoccmd starts a program in the program's own folder, where relative paths lead nowhere: back to the folder of
// the shell, unless -d named another one.
void keep_folder();
std::string absent();  // what to do when it is not loaded
// Error(Exit::failure) at `where` if RenderDoc is not loaded.
void require(const std::string& where);
// Captures all GPU work that `frame` submits, with or without a window; returns the file. Error(Exit::failure) if
// RenderDoc is not loaded or wrote nothing.
std::string capture(const std::function<void()>& frame);

}  // namespace undine::renderdoc
