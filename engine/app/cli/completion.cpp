#include "engine/app/cli/completion.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iostream>
#include <nlohmann/json.hpp>
#include <set>

#include "engine/app/cli/verbs.h"
#include "engine/app/export/dump.h"
#include "engine/app/session/world.h"
#include "engine/gpu/device.h"
#include "engine/scene/named_view.h"
#include "engine/scene/scene_schema.h"
#include "engine/settings/settings_json.h"

namespace undine::cli {
namespace {

// Fields of the readable scenes.
std::vector<std::string> fields_of(const std::vector<std::filesystem::path>& scenes, std::string_view ending) {
  std::vector<std::string> out;
  for (const std::filesystem::path& file : scenes) try {
      const Scene scene = load_scene(file);
      graph::State state;
      session::World world(state, scene);
      for (const session::DumpSource& source : session::dump_sources(world)) out.push_back(source.name + ending.data());
    } catch (const Error&) {
    }
  return out;
}

// Paths of all leaves; the first element of a list represents all.
void collect(const nlohmann::json& schema, const std::string& path, std::set<std::string>& out) {
  using Json = nlohmann::json;
  const std::string below = path.empty() ? path : path + ".";
  bool leaf = true;
  const auto enter = [&](const Json& part, const std::string& at) {
    leaf = false;
    collect(part, at, out);
  };
  for (const char* alternatives : {"oneOf", "anyOf"})
    for (const Json& one : schema.value(alternatives, Json::array()))
      if (one.contains("properties")) enter(one, path);
  const Json properties = schema.value("properties", Json::object());
  for (const auto& [name, value] : properties.items())
    if (!name.starts_with('$') && name != settings::help_key && name != "include") enter(value, below + name);
  if (const Json items = schema.value("items", Json()); items.contains("properties") || items.contains("oneOf"))
    enter(items, below + "0");
  if (leaf) out.insert(path + "=");
}

// The same with the names of a scene's water entries instead of their index.
void collect_named(const nlohmann::json& schema, const std::filesystem::path& file, std::set<std::string>& out) {
  for (const WaterEntry& water : load_scene(file).water)
    for (const auto& one : schema["properties"]["water"]["items"]["oneOf"])
      if (one["properties"]["solver"]["const"] == water.solver) collect(one, "water." + water.name, out);
}

bool assigned(const Typed& typed) { return typed.value.find('=') != std::string::npos; }

// Bash splits words at =: --out = x, --dump pool.height = x.
std::vector<std::string> joined_again(std::span<const std::string> words) {
  std::vector<std::string> out;
  bool open = false;
  for (const std::string& word : words) {
    if (!out.empty() && (open || word == "="))
      out.back() += word;
    else
      out.push_back(word);
    open = word == "=";
  }
  if (out.empty()) out.emplace_back();
  return out;
}

Offered offered(const Takes& takes, const Typed& typed) {
  if (!takes.words.empty()) return {Files::none, {takes.words.begin(), takes.words.end()}};
  if (takes.offer) return takes.offer(typed);
  if (takes.as.starts_with("SCENE")) return {Files::scenes, {}};
  if (takes.as == "DIR") return {Files::folders, {}};
  const bool file = takes.as == "PATH" || takes.as.find("FILE") != std::string::npos;
  return {file ? Files::any : Files::none, {}};
}

struct Answer {
  Files files = Files::none;
  std::string before, value;
  std::vector<std::pair<std::string, std::string>> proposals;  // with help
};

Answer answer_of(std::span<const Verb> all, std::vector<std::string> words) {
  const auto flags = flags_of(all);
  const std::string last = words.back();
  words.pop_back();
  const auto place = verb_place(flags, words);
  const auto verb = std::ranges::find(all, place ? words[*place] : "run", &Verb::name);
  const std::vector<Flag>& own = flags[verb == all.end() ? 0 : static_cast<std::size_t>(verb - all.begin())];
  const auto named = [&](const std::string& name) {
    return std::ranges::find_if(own, [&](const Flag& f) { return std::ranges::count(f.names, name) > 0; });
  };

  Answer out{.value = last};
  const auto equals = last.find('=');
  auto flag = own.end();
  if (last.starts_with("--") && equals != std::string::npos) {
    flag = named(last.substr(0, equals));
    out.before = last.substr(0, equals + 1);
    out.value = last.substr(equals + 1);
  } else if (!words.empty() && words.back().starts_with('-')) {
    flag = named(words.back());
  }
  if (flag == own.end() || !flag->takes) {
    if (last.starts_with('-')) {
      for (const Flag& f : own)
        if (!f.positional())
          for (const std::string& name : f.names) out.proposals.emplace_back(name, f.help);
      return out;
    }
    flag = std::ranges::find_if(own, &Flag::positional);
    if (!place)
      for (const Verb& v : all) out.proposals.emplace_back(v.name, v.help);
  }
  if (flag == own.end()) return out;
  Typed typed{out.value, {}};
  for (const std::string& word : words)
    if (word.ends_with(".json")) typed.scenes.emplace_back(word);
  const Offered more = offered(*flag->takes, typed);
  for (const std::string& word : more.words) out.proposals.emplace_back(word, "");
  out.files = more.files;
  if (const auto at = out.value.find('='); more.files != Files::none && at != std::string::npos) {
    out.before += out.value.substr(0, at + 1);
    out.value.erase(0, at + 1);
  }
  return out;
}

constexpr const char* bash = R"sh(# Completion of undine for bash. Made by: undine completion bash
_undine() {
  local files before value word reply=()
  {
    IFS= read -r files
    IFS= read -r before
    IFS= read -r value
    while IFS=$'\t' read -r word _; do reply+=("$word"); done
  } < <("${COMP_WORDS[0]}" __complete "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
  [[ $COMP_WORDBREAKS == *=* ]] && before='' # it has split the word there
  [[ ${reply[0]-} == *= ]] && compopt -o nospace 2>/dev/null
  case $files in
    any) mapfile -t -O "${#reply[@]}" reply < <(compgen -f -- "$value") ;;
    folders) mapfile -t -O "${#reply[@]}" reply < <(compgen -d -- "$value") ;;
    scenes) mapfile -t -O "${#reply[@]}" reply < <(compgen -d -- "$value"; compgen -f -X '!*.json' -- "$value") ;;
  esac
  [[ ${files:-none} == none ]] || compopt -o filenames 2>/dev/null
  COMPREPLY=("${reply[@]/#/$before}")
}
complete -F _undine undine
)sh";

constexpr const char* zsh = R"sh(#compdef undine
# Completion of undine for zsh. Made by: undine completion zsh
_undine() {
  local line word
  local -a lines going_on whole
  lines=("${(@f)$($words[1] __complete "${(@)words[2,CURRENT]}" 2>/dev/null)}")
  [[ -n $lines[2] ]] && compset -P "${(b)lines[2]}"
  for line in "${(@)lines[4,-1]}"; do
    word=${line%%$'\t'*}
    if [[ $word == *= ]]; then going_on+=("$word"); else whole+=("${word//:/\\:}:${line#*$'\t'}"); fi
  done
  (( $#going_on )) && compadd -S '' -- $going_on
  (( $#whole )) && _describe ${${(M)whole[1]#-}:+-o} undine whole
  case $lines[1] in
    any) _files ;;
    folders) _files -/ ;;
    scenes) _files -g '*.json' ;;
  esac
}
if [[ ${funcstack[1]} == _undine ]]; then _undine "$@"; else compdef _undine undine; fi
)sh";

constexpr const char* fish = R"sh(# Completion of undine for fish. Made by: undine completion fish
function __undine
  set -l words (commandline -opc)
  set -l last (commandline -ct | string collect --allow-empty)
  set -l lines ($words[1] __complete $words[2..-1] $last 2>/dev/null)
  printf '%s\n' $lines[2]$lines[4..-1]
  switch "$lines[1]"
    case any
      printf '%s\n' $lines[2](__fish_complete_path $lines[3])
    case folders
      printf '%s\n' $lines[2](__fish_complete_directories $lines[3])
    case scenes
      __fish_complete_suffix .json
  end
end
complete -c undine -f -a '(__undine)'
)sh";

struct CompletionLine : session::CommandLine {
  std::string shell;
};

Exit print_script(const CompletionLine& line) {
  std::cout << (line.shell == "bash" ? bash : line.shell == "zsh" ? zsh : fish);
  return Exit::done;
}

}  // namespace

std::string complete(std::span<const Verb> all, std::span<const std::string> words) {
  const Answer answer = answer_of(all, joined_again(words));
  constexpr std::array files{"none", "any", "folders", "scenes"};
  std::string out =
      fmt::format("{}\n{}\n{}\n", files.at(static_cast<std::size_t>(answer.files)), answer.before, answer.value);
  for (const auto& [word, help] : answer.proposals)
    if (word.starts_with(answer.value)) out += fmt::format("{}\t{}\n", word, help);
  return out;
}

Offered offer_views(const Typed& typed) {
  Offered out;
  for (const std::string_view name : view_names()) out.words.emplace_back(name);
  for (std::string& field : fields_of(typed.scenes, "")) out.words.push_back(std::move(field));
  return out;
}

Offered offer_dumps(const Typed& typed) {
  if (assigned(typed)) return {Files::any, {}};
  return {Files::none, fields_of(typed.scenes, "=")};
}

Offered offer_settings(const Typed& typed) {
  std::set<std::string> paths;
  if (assigned(typed)) return {};
  const nlohmann::json schema = scene_schema_tree();
  collect(schema, "", paths);
  for (const std::filesystem::path& file : typed.scenes) try {
      collect_named(schema, file, paths);
    } catch (const Error&) {
    }
  return {Files::none, {paths.begin(), paths.end()}};
}

Offered offer_devices(const Typed&) {
  Offered out;
  for (const gpu::DeviceInfo& device : gpu::Device::list()) out.words.push_back(std::to_string(device.index));
  return out;
}

Call verb_completion(Flags& flags) {
  auto line = std::make_shared<CompletionLine>();
  flags.add("shell", line->shell, "bash, zsh or fish", {.words = {"bash", "zsh", "fish"}, .required = true});
  return call(line, print_script);
}

}  // namespace undine::cli
