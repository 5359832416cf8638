// Messages that shaders print with debugPrintfEXT: each is given its place in the source.
#pragma once
#include <string>
#include <string_view>

namespace undine::shader {

// The GLSL text with "file:line: " put in front of the format of every debugPrintfEXT. Lines stay where they are.
std::string tag_messages(std::string_view text, std::string_view file);

}  // namespace undine::shader
