#include "engine/core/error.h"

namespace undine {

static std::string sentence(const std::string& where, const std::string& what, const std::string& remedy) {
  std::string text = where.empty() ? what : where + ": " + what;
  if (!remedy.empty()) text += " (" + remedy + ")";
  return text;
}

Error::Error(Exit code, std::string where, std::string what, std::string remedy)
    : std::runtime_error(sentence(where, what, remedy)),
      code_(code),
      where_(std::move(where)),
      problem_(std::move(what)),
      remedy_(std::move(remedy)) {}

}  // namespace undine
