// The manual page, in the man(7) macros.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "engine/app/cli/cli_info.h"

namespace undine::cli {
namespace {

// Text that troff shall print as it stands.
std::string plain(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '\\')
      out += "\\e";
    else if (c == '-')
      out += "\\-";
    else if (c == '`')
      out += "\\(ga";
    else if (c == '\'')
      out += "\\(aq";
    else
      out += c;
  }
  if (out.starts_with('.')) out.insert(0, "\\&");
  return out;
}

std::string bold(std::string_view text) { return "\\fB" + plain(text) + "\\fR"; }
std::string italic(std::string_view text) { return "\\fI" + plain(text) + "\\fR"; }

std::string entry(const FlagInfo& flag, const std::vector<std::string>& verbs) {
  std::string names;
  for (const std::string& name : flag.names) names += (names.empty() ? "" : ", ") + bold(name);
  if (!flag.value.empty()) {
    std::string allowed;
    for (const std::string& word : flag.allowed) allowed += (allowed.empty() ? "" : "|") + bold(word);
    names += " " + (allowed.empty() ? italic(flag.value) : allowed);
  }
  std::string help = flag.help;
  if (flag.required) help += "; required";
  std::string out = ".TP\n" + names + "\n" + plain(help) + ".\n";
  if (!verbs.empty()) out += fmt::format("({})\n", fmt::join(verbs, ", "));
  return out;
}

std::string synopsis(const VerbInfo& verb) {
  std::string out = ".B undine " + plain(verb.name) + "\n";
  for (const FlagInfo& flag : verb.flags) {
    if (flag.positional) {
      std::string value;
      for (const std::string& word : flag.allowed) value += (value.empty() ? "" : "|") + bold(word);
      if (value.empty()) value = italic(flag.value);
      out += (flag.required ? value : "[" + value + "]") + "\n";
    } else if (flag.required) {
      out += bold(flag.names.back()) + " " + italic(flag.value) + "\n";
    }
  }
  return out + "[" + italic("flags") + "]\n";
}

}  // namespace

std::string man_page(const CliInfo& info) {
  std::string out = ".TH UNDINE 1 \"\" \"undine " UNDINE_VERSION "\" \"User Commands\"\n";
  out += ".SH NAME\nundine \\- real\\-time water on Vulkan compute\n.SH SYNOPSIS\n";
  out += ".B undine\n" + italic("SCENE.json") + "\n[" + italic("flags") + "]\n";
  for (const VerbInfo& verb : info.verbs) out += ".br\n" + synopsis(verb);
  out +=
      ".SH DESCRIPTION\nSimulates water on the GPU and draws it, in a window or to files. A scene is a JSON file in SI "
      "units; bold words after\n.B undine\nare verbs, and a scene file without a verb is opened in a window. Flags may "
      "stand before or after the verb.\n.SH VERBS\n";
  const auto flags = shared_flags(info);
  for (const VerbInfo& verb : info.verbs) {
    out += ".SS " + plain(verb.name) + "\n" + plain(verb.help) + ".\n";
    for (const auto& [flag, verbs] : flags)
      if (!flag.positional && verbs.size() == 1 && verbs.front() == verb.name) out += entry(flag, {});
  }
  out += ".SH FLAGS OF SEVERAL VERBS\n";
  for (const auto& [flag, verbs] : flags)
    if (!flag.positional && verbs.size() > 1)
      out += entry(flag, verbs.size() == info.verbs.size() ? std::vector<std::string>{"all verbs"} : verbs);
  out += ".SH EXIT STATUS\n" + plain(info.footer) + "\n";
  out +=
      ".SH EXAMPLES\n.nf\nundine scenes/pool.json\nundine render scenes/pool.json \\-\\-frames 120 \\-\\-out "
      "out/%05d.png\nundine simulate scenes/pool.json \\-\\-steps 600 \\-\\-dump pool.height=h.npy\n.fi\n";
  return out;
}

}  // namespace undine::cli
