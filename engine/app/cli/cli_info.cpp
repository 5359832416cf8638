#include "engine/app/cli/cli_info.h"

#include <CLI/CLI.hpp>
#include <algorithm>

namespace undine::cli {
namespace {

FlagInfo describe(const CLI::Option& option) {
  FlagInfo out;
  out.positional = option.get_positional();
  if (out.positional) {
    out.names = {option.get_single_name()};
  } else {
    for (const std::string& name : option.get_snames()) out.names.push_back("-" + name);
    for (const std::string& name : option.get_lnames()) out.names.push_back("--" + name);
  }
  out.help = option.get_description();
  out.required = option.get_required();
  const bool takes_value = option.get_items_expected_max() > 0 && option.get_type_size() != 0;
  if (!takes_value) return out;
  out.repeatable = option.get_items_expected_max() > 1;
  // CLI11 writes what a value must be after a colon: "TEXT:{text,dot}", "N:NONNEGATIVE".
  const std::string type = option.get_type_name();
  const auto colon = type.find(':');
  out.value = type.substr(0, colon);
  if (colon == std::string::npos || colon + 1 >= type.size() || type[colon + 1] != '{') return out;
  const std::string list = type.substr(colon + 2, type.find('}', colon) - colon - 2);
  for (std::size_t at = 0; at <= list.size();) {
    const auto end = std::min(list.find(',', at), list.size());
    out.allowed.push_back(list.substr(at, end - at));
    at = end + 1;
  }
  return out;
}

VerbInfo describe_app(const CLI::App& app) {
  VerbInfo out{app.get_name(), app.get_description(), {}};
  for (const CLI::Option* option : app.get_options()) out.flags.push_back(describe(*option));
  return out;
}

}  // namespace

CliInfo describe_cli(const CLI::App& app) {
  CliInfo out{app.get_description(), app.get_footer(), describe_app(app), {}};
  for (const CLI::App* verb : app.get_subcommands({})) out.verbs.push_back(describe_app(*verb));
  return out;
}

std::vector<SharedFlag> shared_flags(const CliInfo& info) {
  std::vector<SharedFlag> out;
  for (const VerbInfo& verb : info.verbs)
    for (const FlagInfo& flag : verb.flags) {
      auto known = std::ranges::find(out, flag, &SharedFlag::flag);
      if (known == out.end()) known = out.insert(out.end(), {flag, {}});
      known->verbs.push_back(verb.name);
    }
  return out;
}

}  // namespace undine::cli
