#include "engine/shader/variant.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "engine/core/error.h"

namespace undine::shader {
namespace {

constexpr std::string_view blank = " \t\r";

std::vector<std::string_view> split(std::string_view text, std::string_view separators) {
  std::vector<std::string_view> out;
  while (true) {
    text.remove_prefix(std::min(text.find_first_not_of(separators), text.size()));
    if (text.empty()) return out;
    const auto end = std::min(text.find_first_of(separators), text.size());
    out.push_back(text.substr(0, end));
    text.remove_prefix(end);
  }
}

bool identifier(std::string_view word) {
  return std::isdigit(static_cast<unsigned char>(word[0])) == 0 && std::all_of(word.begin(), word.end(), [](char c) {
           return c == '_' || std::isalnum(static_cast<unsigned char>(c)) != 0;
         });
}

// All names of a set whose optional flags end in '?': every combination, flags in alphabetical order.
std::vector<std::string> names_of_set(std::string_view file, std::string_view set) {
  auto words = split(set, blank);
  const auto bare = [](std::string_view word) { return word.substr(0, word.size() - (word.ends_with('?') ? 1 : 0)); };
  for (const auto word : words)
    if (bare(word).empty() || !identifier(bare(word)))
      throw Error(Exit::failure, std::string(file), fmt::format("'{}' is not the name of a define", word),
                  "#pragma variants A? B?, or a list of sets: #pragma variants A, A B?");
  std::ranges::sort(words, {}, bare);
  std::vector<std::string> out{std::string(file)};
  for (const auto word : words) {
    const std::size_t without = word.ends_with('?') ? out.size() : 0;
    for (std::size_t i = 0, count = out.size(); i < count; ++i) out.push_back(fmt::format("{}+{}", out[i], bare(word)));
    if (without == 0) out.erase(out.begin(), out.begin() + static_cast<std::ptrdiff_t>(out.size() / 2));
  }
  return out;
}

}  // namespace

Variant variant_of(std::string_view name) {
  auto words = split(name, "+");
  if (words.empty()) return {};
  const auto file = words.front();
  words.erase(words.begin());
  return {file, std::move(words)};
}

std::vector<std::string> variants_of(std::string_view file, std::string_view text) {
  std::vector<std::string> out{std::string(file)};
  for (const auto line : split(text, "\n")) {
    constexpr std::string_view mark = "#pragma variants ";
    if (!line.starts_with(mark)) continue;
    for (const auto set : split(line.substr(mark.size()), ","))
      for (std::string& name : names_of_set(file, set))
        if (std::ranges::find(out, name) == out.end()) out.push_back(std::move(name));
  }
  return out;
}

}  // namespace undine::shader
