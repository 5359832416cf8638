// Completion scripts. They hold all they offer but for the fields of the scene on the line and the devices: for those
// the shell asks the program, which needs no device for the one and opens none for the other.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>

#include "engine/app/cli/cli_info.h"
#include "engine/core/error.h"
#include "engine/scene/field_show.h"

namespace undine::cli {
namespace {

enum class Kind { flag, words, scene, file, folder, assigned_file, setting, view, device, other };

Kind kind_of(const FlagInfo& flag) {
  if (flag.value.empty()) return Kind::flag;
  if (!flag.allowed.empty()) return Kind::words;
  if (flag.value.starts_with("SCENE")) return Kind::scene;
  if (flag.value == "DIR") return Kind::folder;
  if (flag.value == "PATH=VALUE") return Kind::setting;
  if (flag.value == "VIEW") return Kind::view;
  if (flag.value == "INDEX|NAME") return Kind::device;
  if (flag.value.find("=FILE") != std::string::npos) return Kind::assigned_file;
  const bool file = flag.value == "PATH" || flag.value.find("FILE") != std::string::npos;
  return file ? Kind::file : Kind::other;
}

std::string replaced(std::string_view text, std::string_view of, std::string_view escape) {
  std::string out;
  for (const char c : text) {
    if (of.find(c) != std::string_view::npos) out += escape;
    out += c;
  }
  return out;
}

std::string names_of(const std::vector<VerbInfo>& verbs) {
  std::string out;
  for (const VerbInfo& verb : verbs) out += (out.empty() ? "" : " ") + verb.name;
  return out;
}

std::string bash(const CliInfo& info, const std::vector<std::string>& paths) {
  // What stands in a case label for a flag's value, by what to offer for it.
  std::map<std::string, std::vector<std::string>> offers;
  std::string flags, scenes;
  for (const VerbInfo& verb : info.verbs) {
    std::vector<std::string> own;
    for (const FlagInfo& flag : verb.flags) {
      const Kind kind = kind_of(flag);
      if (flag.positional) {
        scenes += fmt::format("    {}) {} ;;\n", verb.name,
                              kind == Kind::scene ? std::string("_undine_scenes")
                                                  : fmt::format("_undine_words '{}'", fmt::join(flag.allowed, " ")));
        continue;
      }
      own.insert(own.end(), flag.names.begin(), flag.names.end());
      if (kind == Kind::flag) continue;
      std::string offer = ":";
      if (kind == Kind::words) offer = fmt::format("_undine_words '{}'", fmt::join(flag.allowed, " "));
      if (kind == Kind::file) offer = "_undine_files";
      if (kind == Kind::folder) offer = "_undine_folders";
      if (kind == Kind::assigned_file) offer = "if [[ -n $assigned ]]; then _undine_files; else _undine_dumps; fi";
      if (kind == Kind::view) offer = "_undine_views";
      if (kind == Kind::device) offer = "_undine_devices";
      if (kind == Kind::setting) offer = "[[ -n $assigned ]] || _undine_settings";
      for (const std::string& name : flag.names) offers[offer].push_back(fmt::format("'{} {}'", verb.name, name));
    }
    flags += fmt::format("      {}) _undine_words '{}' ;;\n", verb.name, fmt::join(own, " "));
  }
  std::string values;
  for (const auto& [offer, labels] : offers)
    values += fmt::format("    {})\n      {}\n      return ;;\n", fmt::join(labels, " | "), offer);
  return fmt::format(R"sh(# Completion of undine for bash. Made by: undine completion bash
_undine_words() {{ mapfile -t COMPREPLY < <(compgen -W "$1" -- "$cur"); }}
_undine_files() {{
  compopt -o filenames 2>/dev/null
  mapfile -t COMPREPLY < <(compgen -f -- "$cur")
}}
_undine_folders() {{
  compopt -o filenames 2>/dev/null
  mapfile -t COMPREPLY < <(compgen -d -- "$cur")
}}
_undine_scenes() {{
  compopt -o filenames 2>/dev/null
  mapfile -t COMPREPLY < <(compgen -d -- "$cur"; compgen -f -X '!*.json' -- "$cur")
}}
_undine_settings() {{
  compopt -o nospace 2>/dev/null
  mapfile -t COMPREPLY < <(compgen -S = -W '{3}' -- "$cur")
}}
_undine_fields() {{
  local word
  for word in "${{COMP_WORDS[@]:1}}"; do
    if [[ $word == *.json && -f $word ]]; then "${{COMP_WORDS[0]}}" fields "$word" 2>/dev/null | sed -n '2,$s/ .*//p'; fi
  done
}}
_undine_views() {{ mapfile -t COMPREPLY < <(compgen -W '{6} '"$(_undine_fields)" -- "$cur"); }}
_undine_dumps() {{
  compopt -o nospace 2>/dev/null
  mapfile -t COMPREPLY < <(compgen -S = -W "$(_undine_fields)" -- "$cur")
}}
_undine_devices() {{
  mapfile -t COMPREPLY < <(compgen -W "$("${{COMP_WORDS[0]}}" devices 2>/dev/null | sed -n '2,$s/ .*//p')" -- "$cur")
}}
_undine() {{
  local cur=${{COMP_WORDS[COMP_CWORD]}} at=$((COMP_CWORD - 1)) verb='' assigned='' i
  COMPREPLY=()
  for ((i = 1; i < COMP_CWORD; ++i)); do
    case "${{COMP_WORDS[i]}}" in
      {0}) verb=${{COMP_WORDS[i]}}; break ;;
    esac
  done
  # bash takes = for the end of a word: --out = x, --dump pool.height = x
  if [[ $cur == = ]]; then
    cur='' assigned=1
  elif ((at > 1)) && [[ ${{COMP_WORDS[at]}} == = ]]; then
    ((--at))
    assigned=1
  fi
  if [[ -n $assigned && ${{COMP_WORDS[at]}} == -* ]]; then
    assigned=''
  elif [[ -n $assigned ]]; then
    ((--at))
    ((at > 1)) && [[ ${{COMP_WORDS[at]}} == = ]] && ((--at))
  elif ((at > 1)) && [[ ${{COMP_WORDS[at]}} == = ]]; then
    ((--at))
  fi
  case "${{verb:-run}} ${{COMP_WORDS[at]}}" in
{4}  esac
  if [[ $cur == -* ]]; then
    case "${{verb:-run}}" in
{1}    esac
    return
  fi
  case "$verb" in
{2}    '')
      _undine_scenes
      mapfile -t -O "${{#COMPREPLY[@]}}" COMPREPLY < <(compgen -W '{5}' -- "$cur") ;;
  esac
}}
complete -F _undine undine
)sh",
                     fmt::join(
                         [&] {
                           std::vector<std::string> all;
                           for (const VerbInfo& verb : info.verbs) all.push_back(verb.name);
                           return all;
                         }(),
                         " | "),
                     flags, scenes, fmt::join(paths, " "), values, names_of(info.verbs), fmt::join(view_names, " "));
}

std::string zsh(const CliInfo& info, const std::vector<std::string>& paths) {
  const auto quoted = [](const std::string& text) {
    std::string out;
    for (const char c : text) out += c == '\'' ? "'\\''" : std::string(1, c);
    return "'" + out + "'";
  };
  std::string cases, described;
  for (const VerbInfo& verb : info.verbs) {
    described += "    " + quoted(verb.name + ":" + replaced(verb.help, ":", "\\")) + "\n";
    cases += fmt::format("    {}) _arguments -S", verb.name);
    for (const FlagInfo& flag : verb.flags) {
      const Kind kind = kind_of(flag);
      std::string action;
      if (kind == Kind::words) action = fmt::format("({})", fmt::join(flag.allowed, " "));
      if (kind == Kind::scene) action = "_files -g \"*.json\"";
      if (kind == Kind::file) action = "_files";
      if (kind == Kind::folder) action = "_files -/";
      if (kind == Kind::assigned_file) action = " _undine_assigned";
      if (kind == Kind::view) action = " _undine_views";
      if (kind == Kind::device) action = " _undine_devices";
      if (kind == Kind::setting) action = " _undine_settings";
      const std::string value = ":" + replaced(flag.value, ":\\", "\\") + ":" + action;
      const std::string help = "[" + replaced(flag.help, "[]:\\", "\\") + "]";
      for (const std::string& name : flag.names) {
        std::string spec = flag.positional      ? (flag.repeatable ? "*" : "1") + value
                           : kind == Kind::flag ? name + help
                                                : name + (name.starts_with("--") ? "=" : "") + help + value;
        if (!flag.positional && flag.repeatable) spec = "*" + spec;
        if (!flag.positional && !flag.repeatable && flag.names.size() > 1)
          spec = fmt::format("({}){}", fmt::join(flag.names, " "), spec);
        cases += " \\\n      " + quoted(spec);
      }
    }
    cases += " ;;\n";
  }
  return fmt::format(R"sh(#compdef undine
# Completion of undine for zsh. Made by: undine completion zsh
_undine_fields() {{
  local word
  for word in $words[2,-1]; do
    if [[ $word == *.json && -f $word ]]; then $words[1] fields $word 2>/dev/null | sed -n '2,$s/ .*//p'; fi
  done
}}
_undine_assigned() {{
  if compset -P '*='; then _files; else compadd -S = -- ${{(f)"$(_undine_fields)"}}; fi
}}
_undine_views() {{ compadd -- {3} ${{(f)"$(_undine_fields)"}}; }}
_undine_devices() {{ compadd -- ${{(f)"$($words[1] devices 2>/dev/null | sed -n '2,$s/ .*//p')"}}; }}
_undine_settings() {{
  if compset -P '*='; then _message value; else compadd -S = -- {2}; fi
}}
_undine() {{
  local -a verbs=(
{0}  )
  local verb='' i
  for ((i = 2; i < CURRENT; ++i)); do
    if (( ${{verbs[(I)${{words[i]}}:*]}} )); then
      verb=${{words[i]}}
      words[i]=()
      (( --CURRENT ))
      break
    fi
  done
  if [[ -z $verb && ${{words[CURRENT]}} != -* && ${{words[CURRENT-1]}} != -* ]]; then
    _describe verb verbs
    _files -g '*.json'
    return
  fi
  case "${{verb:-run}}" in
{1}  esac
}}
if [[ ${{funcstack[1]}} == _undine ]]; then _undine "$@"; else compdef _undine undine; fi
)sh",
                     described, cases, fmt::join(paths, " "), fmt::join(view_names, " "));
}

std::string fish(const CliInfo& info, const std::vector<std::string>& paths) {
  const auto quoted = [](const std::string& text) { return "'" + replaced(text, "'\\", "\\") + "'"; };
  std::string out = fmt::format(R"sh(# Completion of undine for fish. Made by: undine completion fish
function __undine_verb
  for word in (commandline -opc)[2..-1]
    if contains -- $word {0}
      echo $word
      return
    end
  end
end
function __undine_in
  set -l verb (__undine_verb)
  test -n "$verb"; or set verb run
  contains -- $verb $argv
end
function __undine_settings
  printf '%s=\n' {1}
end
function __undine_fields
  set -l program (commandline -opc)[1]
  for word in (string match -- '*.json' (commandline -opc))
    test -f $word; and $program fields $word 2>/dev/null | sed -n '2,$s/ .*//p'
  end
end
function __undine_views
  printf '%s\n' {2}
  __undine_fields
end
function __undine_dumps
  printf '%s=\n' (__undine_fields)
end
function __undine_devices
  set -l program (commandline -opc)[1]
  $program devices 2>/dev/null | sed -n '2,$s/ .*//p'
end
complete -c undine -f
)sh",
                                names_of(info.verbs), fmt::join(paths, " "), fmt::join(view_names, " "));
  for (const VerbInfo& verb : info.verbs)
    out +=
        fmt::format("complete -c undine -n 'test -z \"$(__undine_verb)\"' -a {} -d {}\n", verb.name, quoted(verb.help));
  for (const auto& [flag, verbs] : shared_flags(info)) {
    const Kind kind = kind_of(flag);
    const auto& name = flag.names;
    const std::string start = fmt::format("complete -c undine -n '__undine_in {}'", fmt::join(verbs, " "));
    std::string offer;
    if (kind == Kind::words) offer = fmt::format(" -x -a '{}'", fmt::join(flag.allowed, " "));
    if (kind == Kind::scene) offer = " -k -a '(__fish_complete_suffix .json)'";
    if (kind == Kind::folder) offer = " -x -a '(__fish_complete_directories)'";
    if (kind == Kind::setting) offer = " -x -a '(__undine_settings)'";
    if (kind == Kind::file) offer = " -r -F";
    if (kind == Kind::assigned_file) offer = " -r -F -a '(__undine_dumps)'";
    if (kind == Kind::view) offer = " -x -a '(__undine_views)'";
    if (kind == Kind::device) offer = " -x -a '(__undine_devices)'";
    if (kind == Kind::other) offer = " -x";
    if (flag.positional) {
      out += start + (kind == Kind::words ? fmt::format(" -a '{}'", fmt::join(flag.allowed, " ")) : offer) + "\n";
      continue;
    }
    for (const std::string& n : name)
      out += fmt::format("{} {}{} -d {}\n", start, n.starts_with("--") ? "-l " + n.substr(2) : "-s " + n.substr(1),
                         offer, quoted(flag.help));
  }
  return out;
}

}  // namespace

std::string completion_script(const CliInfo& info, std::string_view shell, const std::vector<std::string>& paths) {
  if (shell == "bash") return bash(info, paths);
  if (shell == "zsh") return zsh(info, paths);
  if (shell == "fish") return fish(info, paths);
  throw Error(Exit::bad_input, std::string(shell), "no completion for this shell", "bash, zsh or fish");
}

}  // namespace undine::cli
