// Completion scripts and the manual page: complete for the command line, and valid in the shells.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <sstream>

#include "engine/app/cli/cli.h"
#include "engine/app/cli/completion.h"
#include "tests/support/process.h"
#include "tests/support/temp_folder.h"

namespace undine::test {
namespace {

bool installed(const std::string& program) {
  return run_process({"sh", "-c", "command -v " + program + " >/dev/null"}).code == 0;
}

std::string script(const std::string& shell) {
  Outcome run = undine({"completion", shell});
  EXPECT_EQ(run.code, 0) << run.text();
  return run.out;
}

// Flags as --help prints them.
std::vector<std::string> flags_in_help(std::string_view verb) {
  std::vector<std::string> out;
  std::istringstream lines(undine({std::string(verb), "--help"}).out);
  for (std::string line; std::getline(lines, line);) {
    if (!line.starts_with("  -")) continue;
    std::string words = line.substr(2, line.find_first_of(" {", 2) - 2);
    for (std::size_t at = 0; at < words.size();) {
      const auto end = std::min(words.find(',', at), words.size());
      out.push_back(words.substr(at, end - at));
      at = end + 1;
    }
  }
  std::ranges::sort(out);
  return out;
}

std::vector<std::string> bash_offers(const std::vector<std::string>& words, const std::string& folder = {}) {
  std::string command =
      "source <(\"$0\" completion bash); COMP_WORDS=(\"$@\"); COMP_CWORD=$(($# - 1)); _undine; "
      "printf '%s\\n' \"${COMPREPLY[@]}\"";
  std::vector<std::string> all{"bash", "-c", command, UNDINE_PROGRAM};
  all.insert(all.end(), words.begin(), words.end());
  Outcome run = run_process(all, {.folder = folder});
  EXPECT_EQ(run.code, 0) << run.text();
  EXPECT_EQ(run.err, "");
  std::vector<std::string> out;
  std::istringstream lines(run.out);
  for (std::string line; std::getline(lines, line);)
    if (!line.empty()) out.push_back(line);
  std::ranges::sort(out);
  return out;
}

using List = std::vector<std::string>;

TEST(Completion, OffersEveryFlagOfEveryVerb) {
  for (const cli::Verb& verb : cli::verbs()) {
    List flags;
    const std::string answer = cli::complete(cli::verbs(), List{std::string(verb.name), "-"});
    std::istringstream lines(answer);
    for (std::string line; std::getline(lines, line);)
      if (line.find('\t') != std::string::npos) flags.push_back(line.substr(0, line.find('\t')));
    std::ranges::sort(flags);
    EXPECT_EQ(flags, flags_in_help(verb.name)) << verb.name;
    EXPECT_GE(flags.size(), 3u);
  }
  EXPECT_EQ(bash_offers({UNDINE_PROGRAM, "schema", "-"}), flags_in_help("schema"));
}

TEST(Completion, BashKnowsVerbsValuesAndFiles) {
  TempFolder folder;
  folder.write("pool.json", "{}");
  folder.write("notes.txt", "");
  const std::string in = folder.path().string();
  EXPECT_EQ(bash_offers({UNDINE_PROGRAM, "re"}, in), List{"render"});
  EXPECT_EQ(bash_offers({UNDINE_PROGRAM, "p"}, in), List{"pool.json"});
  EXPECT_EQ(bash_offers({UNDINE_PROGRAM, "render", ""}, in), List{"pool.json"});
  EXPECT_EQ(bash_offers({UNDINE_PROGRAM, "render", "pool.json", "--out", "n"}, in), List{"notes.txt"});
  EXPECT_EQ(bash_offers({UNDINE_PROGRAM, "graph", "pool.json", "--format", ""}, in),
            (List{"dot", "json", "svg", "text"}));
  EXPECT_EQ(bash_offers({UNDINE_PROGRAM, "graph", "pool.json", "--format", "=", "s"}, in), List{"svg"});
  EXPECT_EQ(bash_offers({UNDINE_PROGRAM, "graph", "pool.json", "--format", "="}, in),
            (List{"dot", "json", "svg", "text"}));
  EXPECT_EQ(bash_offers({UNDINE_PROGRAM, "completion", ""}, in), (List{"bash", "fish", "zsh"}));
  EXPECT_EQ(bash_offers({UNDINE_PROGRAM, "pool.json", "--fra"}, in), List{"--frames"});
  EXPECT_EQ(bash_offers({UNDINE_PROGRAM, "--gpu", "0", "graph", "--forma"}, in), List{"--format"});
  EXPECT_EQ(bash_offers({UNDINE_PROGRAM, "simulate", "pool.json", "--steps", ""}, in), List{});
  EXPECT_EQ(bash_offers({UNDINE_PROGRAM, "simulate", "--dump", "pool.he"}, in), List{});
  EXPECT_EQ(bash_offers({UNDINE_PROGRAM, "simulate", "--dump", "pool.height", "=", "no"}, in), List{"notes.txt"});
  EXPECT_EQ(bash_offers({UNDINE_PROGRAM, "check", "--set", "clock.st"}, in),
            (List{"clock.step=", "clock.steps_per_frame="}));
  EXPECT_EQ(bash_offers({UNDINE_PROGRAM, "check", "--set", "water.0.dampin"}, in).front(), "water.0.damping=");
  EXPECT_EQ(bash_offers({UNDINE_PROGRAM, "check", "--set", "clock.step", "=", "0"}, in), List{});
}

// Views, fields of the given scene and devices, queried from the program itself.
TEST(Completion, BashOffersViewsFieldsAndDevices) {
  TempFolder folder;
  folder.write("pool.json", R"({"version": 1, "water": [{"name": "pond", "solver": "wave", "cells": [8, 8]}]})");
  const std::string in = folder.path().string();
  EXPECT_EQ(bash_offers({UNDINE_PROGRAM, "render", "--view", "ref"}, in), (List{"reflection", "refraction"}));
  EXPECT_EQ(bash_offers({UNDINE_PROGRAM, "render", "pool.json", "--view", "p"}, in).front(), "pond.height");
  EXPECT_EQ(bash_offers({UNDINE_PROGRAM, "pool.json", "--view", "f"}, in), (List{"final", "foam"}));
  EXPECT_EQ(bash_offers({UNDINE_PROGRAM, "simulate", "pool.json", "--dump", "pond.h"}, in), List{"pond.height="});
  EXPECT_EQ(bash_offers({UNDINE_PROGRAM, "simulate", "none.json", "--dump", ""}, in), List{});
  EXPECT_EQ(bash_offers({UNDINE_PROGRAM, "simulate", "pool.json", "--dump", "pond.height", "=", "p"}, in),
            List{"pool.json"});
  const List devices = bash_offers({UNDINE_PROGRAM, "render", "pool.json", "--gpu", ""}, in);
  if (undine({"devices"}).code == 0) {
    EXPECT_EQ(devices.front(), "0");
  }
  EXPECT_EQ(bash_offers({"undine-of-elsewhere", "render", "--gpu", ""}, in), List{}) << "a program that is not there";
}

TEST(Completion, OtherShellsReadTheirs) {
  TempFolder folder;
  const std::string zsh = folder.write("c.zsh", script("zsh")), fish = folder.write("c.fish", script("fish"));
  if (installed("zsh")) {
    Outcome run = run_process({"zsh", "-n", zsh});
    EXPECT_EQ(run.code, 0) << run.text();
    EXPECT_EQ(run.err, "");
  }
  if (installed("fish")) {
    Outcome run = run_process({"fish", "--no-config", "-c",
                               "set -x PATH (dirname " UNDINE_PROGRAM ") $PATH; source " + fish +
                                   "; complete -C 'undine graph s.json --format s'; "
                                   "complete -C 'undine s.json --fram'"});
    EXPECT_EQ(run.code, 0) << run.text();
    EXPECT_TRUE(run.out.starts_with("svg\t")) << run.text();
    EXPECT_NE(run.out.find("\n--frames\t"), std::string::npos) << run.text();
  }
  EXPECT_EQ(undine({"completion", "tcsh"}).code, 2);
  EXPECT_EQ(undine({"completion"}).code, 2);
}

// help2man generates the page from --help-all.
TEST(ManualPage, HasEveryVerbAndFlag) {
  const std::string help = undine({"--help-all"}).out;
  const std::filesystem::path page = std::filesystem::path(UNDINE_PROGRAM).parent_path() / "undine.1";
  std::string text;
  if (std::filesystem::exists(page) && installed("groff")) {
    Outcome run = run_process({"sh", "-c", "groff -man -Tascii -P-cbou -ww \"$0\"", page.string()});
    EXPECT_EQ(run.code, 0) << run.text();
    EXPECT_EQ(run.err, "");
    text = run.out;
    const std::string plain = std::regex_replace(text, std::regex(" +"), " ");  // lines are filled to one width
    for (auto part : {"NAME", "undine - real-time water", "EXAMPLES", "Exit codes"})
      EXPECT_NE(plain.find(part), std::string::npos) << part << "\n" << text;
  }
  for (const cli::Verb& verb : cli::verbs())
    for (const std::string& flag : flags_in_help(verb.name)) {
      EXPECT_NE(help.find(flag), std::string::npos) << verb.name << " " << flag;
      EXPECT_TRUE(text.empty() || text.find(flag) != std::string::npos) << verb.name << " " << flag << "\n" << text;
    }
}

}  // namespace
}  // namespace undine::test
