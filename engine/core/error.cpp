#include "engine/core/error.h"

namespace undine {

static std::string sentence(const std::string& where, const std::string& what, const std::string& remedy) {
  std::string text = where.empty() ? what : where + ": " + what;
  if (!remedy.empty()) text += " (" + remedy + ")";
  return text;
}

std::string shortened(std::string_view text, std::size_t most) {
  if (text.size() <= most) return std::string(text);
  std::size_t end = most;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) --end;
  return std::string(text.substr(0, end)) + "...";
}

Error::Error(Exit code, std::string where, std::string what, std::string remedy)
    : std::runtime_error(sentence(shortened(where, most_of_a_part), shortened(what, most_of_a_part),
                                  shortened(remedy, most_of_a_part))),
      code_(code),
      where_(shortened(where, most_of_a_part)),
      problem_(shortened(what, most_of_a_part)),
      remedy_(shortened(remedy, most_of_a_part)) {}

}  // namespace undine
