#include "engine/settings/settings_override.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>

#include "engine/core/error.h"

namespace undine::settings {
namespace {

bool is_index(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

// Lists, objects and quoted texts must be JSON; a bare word that is not JSON is a text.
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

// Finds an element of a list by its index or its "name".
std::size_t element_of(const Json& list, const std::string& word, const std::string& read, auto&& refuse) {
  std::size_t index = list.size();
  if (is_index(word)) std::from_chars(word.data(), word.data() + word.size(), index);
  if (index < list.size()) return index;
  std::vector<std::string> names;
  std::vector<std::size_t> found;
  for (std::size_t i = 0; i < list.size(); ++i) {
    if (!list[i].is_object()) continue;
    const auto at = list[i].find("name");
    if (at == list[i].end() || !at->is_string()) continue;
    names.push_back(printable(at->get_ref<const std::string&>()));
    if (*at == word) found.push_back(i);
  }
  if (found.size() == 1) return found.front();
  const std::string known = names.empty() ? "" : ", or a name: " + joined(names);
  if (found.size() > 1)
    throw refuse(fmt::format("\"{}\" has {} elements that are named \"{}\"", read, found.size(), printable(word)),
                 fmt::format("allowed: their index, {}", fmt::join(found, " or ")));
  const std::string near = nearest(word, names);
  throw refuse(fmt::format("\"{}\" has no element \"{}\"", read, printable(word)),
               list.empty() ? "the list is empty"
                            : (near.empty() ? "" : fmt::format("did you mean \"{}\"? ", near)) +
                                  fmt::format("allowed: 0 to {}{}", list.size() - 1, known));
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
    throw Error(Exit::bad_input, "--set", "the argument is not valid UTF-8");
  }
  std::vector<std::string> names = split(change.path);
  if (names.size() > max_depth || std::find(names.begin(), names.end(), "") != names.end()) {
    throw refuse("the path has an empty name or too many",
                 "allowed: names with dots between them, such as clock.step=0.01");
  }
  Json value = value_of(change.value, where + ": value");
  Json* at = &root;
  std::string pointer, read, part;  // part: topmost value that this override adds
  for (std::size_t i = 0; i < names.size(); ++i) {
    const std::string& name = names[i];
    if (at->is_array()) {
      const std::size_t index = element_of(*at, name, read, refuse);
      pointer = pointer_of(pointer, std::to_string(index));
      at = &(*at)[index];
    } else if (at->is_object()) {
      pointer = pointer_of(pointer, name);
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
