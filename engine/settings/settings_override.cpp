#include "engine/settings/settings_override.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "engine/core/error.h"

namespace undine::settings {
namespace {

bool is_index(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

// Lists, objects and quoted texts must be JSON; a bare word that is no JSON is a text.
Json value_of(const std::string& text, const std::string& where) {
  auto first = text.find_first_not_of(" \t\r\n");
  if (first == std::string::npos) return text;
  if (std::string_view("{[\"").find(text[first]) != std::string_view::npos) return parse_json(text, where);
  try {
    return parse_json(text, where);
  } catch (const Error&) {
    return text;
  }
}

std::vector<std::string> split(const std::string& path) {
  std::vector<std::string> names(1);
  for (char c : path) {
    if (c == '.') {
      names.emplace_back();
    } else {
      names.back() += c;
    }
  }
  return names;
}

}  // namespace

void apply_override(Json& root, const Override& change, Source& source) {
  std::string where = fmt::format("--set {}={}", printable(change.path), printable(change.value));
  auto refuse = [&](const std::string& what, const std::string& remedy) {
    return Error(Exit::bad_input, where, what, remedy);
  };
  if (invalid_text(change.path) != std::string::npos || invalid_text(change.value) != std::string::npos) {
    throw Error(Exit::bad_input, "--set", "the argument is no valid UTF-8");
  }
  std::vector<std::string> names = split(change.path);
  if (names.size() > max_depth || std::find(names.begin(), names.end(), "") != names.end()) {
    throw refuse("the path has an empty name or too many",
                 "allowed: names with dots between them, such as clock.step=0.01");
  }
  Json value = value_of(change.value, where + ": value");
  Json* at = &root;
  std::string pointer, read, part;  // part: the topmost value that this override puts there
  for (std::size_t i = 0; i < names.size(); ++i) {
    const std::string& name = names[i];
    pointer = pointer_of(pointer, name);
    if (at->is_array()) {
      std::size_t index = at->size();
      if (is_index(name)) std::from_chars(name.data(), name.data() + name.size(), index);
      if (index >= at->size()) {
        throw refuse(fmt::format("\"{}\" has no element \"{}\"", read, printable(name)),
                     at->empty() ? "the list is empty" : fmt::format("allowed: 0 to {}", at->size() - 1));
      }
      at = &(*at)[index];
    } else if (at->is_object()) {
      bool last = i + 1 == names.size();
      if (!at->contains(name)) {
        if (!last && is_index(names[i + 1])) {
          throw refuse(fmt::format("the scene has no list \"{}{}{}\"", read, read.empty() ? "" : ".", printable(name)),
                       "set the whole list, as in camera.eye=[1,2,3]");
        }
        if (part.empty()) part = pointer;
        (*at)[name] = Json::object();
      }
      at = &(*at)[name];
    } else {
      throw refuse(fmt::format("\"{}\" is {}, which has no members", read, shown(*at)), "");
    }
    if (!read.empty()) read += '.';
    read += printable(name);
  }
  *at = std::move(value);
  source.parts.push_back({part.empty() ? pointer : part, where});
}

}  // namespace undine::settings
