#include "engine/shader/messages.h"

#include <fmt/format.h>

#include <algorithm>

namespace undine::shader {

std::string tag_messages(std::string_view text, std::string_view file) {
  constexpr std::string_view call = "debugPrintfEXT";
  constexpr std::string_view blank = " \t\r\n";
  std::string place;
  for (char c : file) place += c == '%' ? "%%" : c == '"' || c == '\\' ? "?" : std::string(1, c);
  std::string out;
  std::size_t done = 0;
  for (std::size_t at = text.find(call); at != text.npos; at = text.find(call, at + call.size())) {
    std::size_t open = text.find_first_not_of(blank, at + call.size());
    if (open == text.npos || text[open] != '(') continue;
    std::size_t quote = text.find_first_not_of(blank, open + 1);
    if (quote == text.npos || text[quote] != '"') continue;
    const auto line = 1 + std::ranges::count(text.substr(0, at), '\n');
    out += text.substr(done, quote + 1 - done);
    out += fmt::format("{}:{}: ", place, line);
    done = quote + 1;
  }
  out += text.substr(done);
  return out;
}

}  // namespace undine::shader
