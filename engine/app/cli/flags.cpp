#include "engine/app/cli/flags.h"

#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <stdexcept>

namespace undine::cli {
namespace {

std::string& version() {
  static std::string text = "undine " UNDINE_VERSION;
  return text;
}

}  // namespace

const std::string& version_text() { return version(); }
void set_commit(std::string_view commit) {
  if (!commit.empty()) version() = fmt::format("undine {} ({})", UNDINE_VERSION, commit);
}

Flags::Flags(CLI::App& app) : app_(app) {
  app.set_version_flag("--version", version_text(), "print the version");
  for (const CLI::Option* own : {app.get_help_ptr(), app.get_version_ptr()})
    keep(own->get_name(false, true), own->get_description(), {});
}

void Flags::keep(const std::string& names, const std::string& help, std::optional<Takes> takes) {
  Flag flag{CLI::detail::split(names, ','), help, std::move(takes)};
  for (std::string& name : flag.names) name.erase(0, name.starts_with('!'));
  all_.push_back(std::move(flag));
}

void Flags::add(const std::string& names, bool& value, const std::string& help) {
  app_.add_flag(names, value, help);
  keep(names, help, {});
}

void Flags::add(const std::string& names, std::optional<bool>& value, const std::string& help) {
  app_.add_flag_function(
      names, [&value](std::int64_t count) { value = count > 0; }, help);
  keep(names, help, {});
}

void Flags::finish(CLI::Option& option, const std::string& name, const std::string& help, Takes takes) {
  if (!takes.words.empty()) {
    if (takes.as.empty()) takes.as = fmt::format("{}", fmt::join(takes.words, "|"));
    option.check(CLI::IsMember(std::vector<std::string>(takes.words.begin(), takes.words.end())).description(""));
  }
  option.required(takes.required)->type_name(takes.as);
  keep(name, help, std::move(takes));
}

template <class T>
requires(!std::is_invocable_v<T&, const std::string&>) void Flags::add(const std::string& name, T& value,
                                                                       const std::string& help, Takes takes) {
  CLI::Option* option = app_.add_option(name, value, help);
  if constexpr (std::is_same_v<T, std::vector<std::string>>) option->allow_extra_args(false);
  finish(*option, name, help, std::move(takes));
}
template void Flags::add(const std::string&, double&, const std::string&, Takes);
template void Flags::add(const std::string&, std::string&, const std::string&, Takes);
template void Flags::add(const std::string&, std::filesystem::path&, const std::string&, Takes);
template void Flags::add(const std::string&, std::uint32_t&, const std::string&, Takes);
template void Flags::add(const std::string&, std::optional<std::int64_t>&, const std::string&, Takes);
template void Flags::add(const std::string&, std::vector<std::string>&, const std::string&, Takes);
template void Flags::add(const std::string&, std::vector<std::filesystem::path>&, const std::string&, Takes);

void Flags::add(const std::string& name, const Read& read, const std::string& help, Takes takes) {
  const auto checked = [name, read](const std::string& text) {
    try {
      read(text);
    } catch (const std::invalid_argument& e) {
      throw CLI::ValidationError(name, e.what());
    }
  };
  CLI::Option* option = nullptr;
  if (takes.optional) {
    const auto first = [checked](const std::vector<std::string>& all) { checked(all.empty() ? "" : all.front()); };
    option = app_.add_option_function<std::vector<std::string>>(name, first, help)->expected(0, 1);
  } else {
    option = app_.add_option_function<std::string>(name, checked, help);
  }
  finish(*option, name, help, std::move(takes));
}

void Flags::count(const std::string& name, std::uint64_t& value, std::int64_t least, const std::string& help,
                  bool required) {
  // limit of frames and steps: beyond any use, without overflow
  static constexpr std::int64_t most = std::int64_t{1} << 40;
  const auto read = [&value, least](const std::string& text) {
    std::int64_t number = 0;
    if (!CLI::detail::lexical_cast(text, number) || number < least || number > most)
      throw std::invalid_argument(fmt::format("{} is not a whole number from {} to {}", text, least, most));
    value = static_cast<std::uint64_t>(number);
  };
  add(name, read, help, {.as = "N", .required = required});
}

}  // namespace undine::cli
