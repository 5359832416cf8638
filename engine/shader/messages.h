// Adds source locations to messages that shaders print with debugPrintfEXT.
#pragma once
#include <string>
#include <string_view>

namespace undine::shader {

// Inserts "file:line: " before the format of every debugPrintfEXT in GLSL text. Preserves line numbers.
std::string tag_messages(std::string_view text, std::string_view file);

}  // namespace undine::shader
