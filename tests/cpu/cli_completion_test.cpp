// Completion scripts and the manual page: nothing of the command line is missing, and the shells understand them.
#include <gtest/gtest.h>

#include <CLI/App.hpp>
#include <algorithm>
#include <sstream>

#include "engine/app/cli/cli.h"
#include "engine/app/cli/cli_info.h"
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

// Flags as --help prints them, which does not go through describe_cli().
std::vector<std::string> flags_in_help(const CLI::App& app) {
  std::vector<std::string> out;
  std::istringstream lines(app.help());
  for (std::string line; std::getline(lines, line);) {
    if (!line.starts_with("  -")) continue;
    std::string words = line.substr(2, line.find_first_of(" {", 2) - 2);
    for (std::size_t at = 0; at < words.size();) {
      const auto end = std::min(words.find(',', at), words.size());
      out.push_back(words.substr(at, end - at));
      at = end + 1;
    }
  }
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

class Completion : public testing::Test {
 protected:
  session::CommandLine line;
  std::unique_ptr<CLI::App> app = cli::make_cli(line);
  cli::CliInfo info = cli::describe_cli(*app);
};

TEST_F(Completion, EveryFlagOfEveryVerbIsDescribed) {
  ASSERT_EQ(info.verbs.size(), cli::verbs().size());
  for (std::size_t i = 0; i < cli::verbs().size(); ++i) {
    const cli::VerbInfo& verb = info.verbs[i];
    EXPECT_EQ(verb.name, cli::verbs()[i].name);
    List described;
    for (const cli::FlagInfo& flag : verb.flags)
      if (!flag.positional) described.insert(described.end(), flag.names.begin(), flag.names.end());
    EXPECT_EQ(described, flags_in_help(*app->get_subcommand(verb.name))) << verb.name;
    EXPECT_GE(described.size(), 3u);
  }
}

TEST_F(Completion, BashOffersEveryFlagOfEveryVerb) {
  for (const cli::VerbInfo& verb : info.verbs) {
    List flags = flags_in_help(*app->get_subcommand(verb.name));
    std::ranges::sort(flags);
    EXPECT_EQ(bash_offers({"undine", verb.name, "-"}), flags) << verb.name;
  }
}

TEST_F(Completion, EveryFlagOfEveryVerbIsInTheOthers) {
  const std::string zsh = script("zsh"), fish = script("fish");
  Outcome man = undine({"man"});
  for (const cli::VerbInfo& verb : info.verbs) {
    const auto begin = zsh.find("\n    " + verb.name + ") _arguments");
    ASSERT_NE(begin, std::string::npos) << verb.name;
    const std::string part = zsh.substr(begin, zsh.find(";;", begin) - begin);
    for (const std::string& flag : flags_in_help(*app->get_subcommand(verb.name))) {
      EXPECT_TRUE(part.find(flag + "[") != std::string::npos || part.find(flag + "=[") != std::string::npos)
          << verb.name << " " << flag;
      const bool is_long = flag.starts_with("--");
      bool found = false;
      std::istringstream lines(fish);
      for (std::string text; std::getline(lines, text);)
        found = found ||
                ((text.find(" " + verb.name + " ") != std::string::npos ||
                  text.find(" " + verb.name + "'") != std::string::npos) &&
                 text.find((is_long ? " -l " + flag.substr(2) : " -s " + flag.substr(1)) + " ") != std::string::npos);
      EXPECT_TRUE(found) << verb.name << " " << flag;
      std::string escaped;
      for (const char c : flag) escaped += c == '-' ? std::string("\\-") : std::string(1, c);
      EXPECT_NE(man.out.find("\\fB" + escaped + "\\fR"), std::string::npos) << flag;
    }
    EXPECT_NE(man.out.find("\n.SS " + verb.name + "\n" + verb.help.substr(0, 10)), std::string::npos) << verb.name;
  }
}

TEST_F(Completion, BashKnowsVerbsValuesAndFiles) {
  TempFolder folder;
  folder.write("pool.json", "{}");
  folder.write("notes.txt", "");
  const std::string in = folder.path().string();
  EXPECT_EQ(bash_offers({"undine", "re"}, in), List{"render"});
  EXPECT_EQ(bash_offers({"undine", "p"}, in), List{"pool.json"});
  EXPECT_EQ(bash_offers({"undine", "render", ""}, in), List{"pool.json"});
  EXPECT_EQ(bash_offers({"undine", "render", "pool.json", "--out", "n"}, in), List{"notes.txt"});
  EXPECT_EQ(bash_offers({"undine", "graph", "pool.json", "--format", ""}, in), (List{"dot", "json", "svg", "text"}));
  EXPECT_EQ(bash_offers({"undine", "graph", "pool.json", "--format", "=", "s"}, in), List{"svg"});
  EXPECT_EQ(bash_offers({"undine", "graph", "pool.json", "--format", "="}, in), (List{"dot", "json", "svg", "text"}));
  EXPECT_EQ(bash_offers({"undine", "completion", ""}, in), (List{"bash", "fish", "zsh"}));
  EXPECT_EQ(bash_offers({"undine", "pool.json", "--fra"}, in), List{"--frames"});
  EXPECT_EQ(bash_offers({"undine", "--gpu", "0", "graph", "--forma"}, in), List{"--format"});
  EXPECT_EQ(bash_offers({"undine", "simulate", "pool.json", "--steps", ""}, in), List{});
  EXPECT_EQ(bash_offers({"undine", "simulate", "--dump", "pool.he"}, in), List{});
  EXPECT_EQ(bash_offers({"undine", "simulate", "--dump", "pool.height", "=", "no"}, in), List{"notes.txt"});
  EXPECT_EQ(bash_offers({"undine", "check", "--set", "clock.st"}, in), (List{"clock.step=", "clock.steps_per_frame="}));
  EXPECT_EQ(bash_offers({"undine", "check", "--set", "water.0.dampin"}, in).front(), "water.0.damping=");
  EXPECT_EQ(bash_offers({"undine", "check", "--set", "clock.step", "=", "0"}, in), List{});
}

// Views, fields of the scene on the line and devices: what the program itself is asked for.
TEST_F(Completion, BashOffersViewsFieldsAndDevices) {
  TempFolder folder;
  folder.write("pool.json", R"({"version": 1, "water": [{"name": "pond", "solver": "wave", "cells": [8, 8]}]})");
  const std::string in = folder.path().string();
  EXPECT_EQ(bash_offers({"undine", "render", "--view", "ref"}, in), (List{"reflection", "refraction"}));
  EXPECT_EQ(bash_offers({UNDINE_PROGRAM, "render", "pool.json", "--view", "p"}, in).front(), "pond.height");
  EXPECT_EQ(bash_offers({UNDINE_PROGRAM, "pool.json", "--view", "f"}, in), List{"final"});
  EXPECT_EQ(bash_offers({UNDINE_PROGRAM, "simulate", "pool.json", "--dump", "pond.h"}, in), List{"pond.height="});
  EXPECT_EQ(bash_offers({UNDINE_PROGRAM, "simulate", "none.json", "--dump", ""}, in), List{});
  EXPECT_EQ(bash_offers({UNDINE_PROGRAM, "simulate", "pool.json", "--dump", "pond.height", "=", "p"}, in),
            List{"pool.json"});
  const List devices = bash_offers({UNDINE_PROGRAM, "render", "pool.json", "--gpu", ""}, in);
  if (undine({"devices"}).code == 0) {
    EXPECT_EQ(devices.front(), "0");
  }
  EXPECT_EQ(bash_offers({"undine", "render", "--gpu", ""}, in), List{}) << "a program that is not there";
}

TEST_F(Completion, OtherShellsReadTheirs) {
  TempFolder folder;
  const std::string zsh = folder.write("c.zsh", script("zsh")), fish = folder.write("c.fish", script("fish"));
  if (installed("zsh")) {
    Outcome run = run_process({"zsh", "-n", zsh});
    EXPECT_EQ(run.code, 0) << run.text();
    EXPECT_EQ(run.err, "");
  }
  if (installed("fish")) {
    Outcome run = run_process({"fish", "--no-config", "-c",
                               "source " + fish +
                                   "; complete -C 'undine graph s.json --format s'; "
                                   "complete -C 'undine s.json --fram'"});
    EXPECT_EQ(run.code, 0) << run.text();
    EXPECT_TRUE(run.out.starts_with("svg\t")) << run.text();
    EXPECT_NE(run.out.find("\n--frames\t"), std::string::npos) << run.text();
  }
  EXPECT_EQ(undine({"completion", "tcsh"}).code, 2);
  EXPECT_EQ(undine({"completion"}).code, 2);
}

TEST_F(Completion, TheManualPageRendersWithoutWarnings) {
  if (!installed("groff")) GTEST_SKIP() << "no groff here";
  Outcome run = run_process({"sh", "-c", "\"$0\" man | groff -man -Tascii -P-cbou -ww", UNDINE_PROGRAM});
  EXPECT_EQ(run.code, 0) << run.text();
  EXPECT_EQ(run.err, "");
  for (auto part : {"NAME", "undine - real-time water", "undine render SCENE.json --out PATH [flags]",
                    "--dump FIELD=FILE", "EXIT STATUS", "--no-alias", "text|dot|svg|json"})
    EXPECT_NE(run.out.find(part), std::string::npos) << part << "\n" << run.out;
}

}  // namespace
}  // namespace undine::test
