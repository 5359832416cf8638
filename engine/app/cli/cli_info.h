// The command line as text: what completion and the man page are generated from.
#pragma once
#include <string>
#include <string_view>
#include <vector>

namespace CLI {
class App;
}

namespace undine::cli {

struct FlagInfo {
  std::vector<std::string> names;  // "--hud", "--no-hud"; of an argument without a flag: its name alone
  std::string value;               // "FILE.json"; empty: takes none
  std::string help;
  std::vector<std::string> allowed;  // values; empty: any
  bool required = false, positional = false, repeatable = false;

  bool operator==(const FlagInfo&) const = default;
};

struct VerbInfo {
  std::string name, help;
  std::vector<FlagInfo> flags;  // arguments without a flag included
};

struct CliInfo {
  std::string help, footer;
  VerbInfo program;  // its own flags
  std::vector<VerbInfo> verbs;
};

CliInfo describe_cli(const CLI::App& app);

struct SharedFlag {
  FlagInfo flag;
  std::vector<std::string> verbs;  // that have it
};
std::vector<SharedFlag> shared_flags(const CliInfo& info);  // every flag once, in the order of its first verb

// For `source <(undine completion bash)`, or a file in the shell's folder of completions. shell: bash, zsh or fish.
// paths: what --set may name, "water.0.damping".
std::string completion_script(const CliInfo& info, std::string_view shell, const std::vector<std::string>& paths);

std::string man_page(const CliInfo& info);  // troff, section 1

}  // namespace undine::cli
