// Captures by RenderDoc, where the program was started under it.
#pragma once
#include <functional>
#include <string>

namespace undine::renderdoc {

bool loaded();
std::string absent();  // what to do when it is not loaded
// Error(Exit::failure) at `where` if RenderDoc is not loaded.
void require(const std::string& where);
// Captures all GPU work that `frame` submits, with or without a window; returns the file. Error(Exit::failure) if
// RenderDoc is not loaded or wrote nothing.
std::string capture(const std::function<void()>& frame);

}  // namespace undine::renderdoc
