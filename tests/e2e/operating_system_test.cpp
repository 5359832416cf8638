// The program and the operating system: environment, standard streams, links, signals, terminals.
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <csignal>
#include <nlohmann/json.hpp>
#include <set>

#include "tests/e2e/scenes.h"
#include "tests/support/process.h"
#include "tests/support/temp_folder.h"

namespace undine::test {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

class System : public testing::Test {
 protected:
  std::set<std::string> files(const std::string& in) const {
    std::set<std::string> names;
    for (const auto& entry : fs::directory_iterator(folder.path() / in)) names.insert(entry.path().filename());
    return names;
  }
  // Runs a bash script, with the program as $UNDINE.
  Outcome shell(const std::string& script, RunOptions options = {}) const {
    options.env.emplace_back("UNDINE", UNDINE_PROGRAM);
    if (options.folder.empty()) options.folder = folder.path().string();
    return run_process({"bash", "-c", script}, options);
  }
  TempFolder folder;
  std::string scene = folder.write("small.json", small_scene);
};

TEST_F(System, WithoutAHomeNothingIsWrittenBesideTheOutput) {
  using Env = std::vector<std::pair<std::string, std::optional<std::string>>>;
  fs::create_directory(folder.path() / "work");
  for (const Env& env : {Env{{"HOME", {}}, {"XDG_CACHE_HOME", {}}}, Env{{"HOME", ""}, {"XDG_CACHE_HOME", ""}},
                         Env{{"HOME", "home"}, {"XDG_CACHE_HOME", "cache"}}}) {
    folder.write("work/pipelines.bin", "mine");
    RunOptions options{.env = env, .folder = folder.file("work")};
    options.env.emplace_back("MESA_SHADER_CACHE_DISABLE", "true");  // the driver's own
    const Outcome run = undine({"simulate", scene, "--steps", "1"}, options);
    EXPECT_EQ(run.code, 0) << run.text();
    EXPECT_EQ(files("work"), std::set<std::string>{"pipelines.bin"});
    EXPECT_EQ(folder.read("work/pipelines.bin"), "mine");
    const std::size_t told = run.err.find("no folder for caches");
    EXPECT_NE(told, std::string::npos) << run.text();
    EXPECT_EQ(run.err.find("no folder for caches", told + 1), std::string::npos) << run.text();
  }
}

TEST_F(System, OutputsGoToStandardStreams) {
  const std::string run = "$UNDINE simulate small.json --steps 2 --quiet ";
  for (const std::string& command :
       {run + "--stats /dev/stdout | cat", run + "--stats /dev/fd/1 | cat", run + "--stats /dev/stdout",
        run + "--stats /proc/self/fd/1 | cat", run + "--stats >(cat > part); sleep 0.3; cat part",
        run + "--stats /dev/stdout > part; cat part", "mkfifo pipe; " + run + "--stats pipe & cat pipe; wait"}) {
    const Outcome out = shell(command);
    EXPECT_EQ(out.code, 0) << command << out.text();
    const json stats = json::parse(out.out, nullptr, false);
    EXPECT_EQ(stats.value("steps", json()).size(), 2u) << command << out.text();
    fs::remove(folder.file("part"));
  }
  const Outcome trace = shell(run + "--trace /dev/stdout | cat");
  EXPECT_TRUE(json::parse(trace.out, nullptr, false).contains("traceEvents")) << trace.text();
  // Other output in a stream's file is preserved.
  shell("{ echo before; " + run + "--stats /dev/stdout; echo after; } > log");
  const std::string log = folder.read("log");
  EXPECT_TRUE(log.starts_with("before\n{")) << log;
  EXPECT_TRUE(log.ends_with("}\nafter\n")) << log;
  shell("echo first > log; " + run + "--dump pool.height=/dev/stdout >> log");
  EXPECT_TRUE(folder.read("log").starts_with("first\n\x93NUMPY"));
}

TEST_F(System, NoOutputReplacesAnInput) {
  const auto refused = [&](const std::vector<std::string>& arguments, const std::string& file) {
    const std::string before = folder.read(file);
    const Outcome run = undine(arguments);
    EXPECT_EQ(run.code, 2) << run.text();
    EXPECT_NE(run.err.find("is an input of this run"), std::string::npos) << run.text();
    EXPECT_NE(run.err.find(folder.path().string()), std::string::npos) << run.text();
    EXPECT_EQ(folder.read(file), before);
  };
  const std::vector<std::string> run{"simulate", scene, "--steps", "1"};
  const auto with = [&](std::vector<std::string> more) {
    more.insert(more.begin(), run.begin(), run.end());
    return more;
  };
  refused(with({"--stats", scene}), "small.json");
  refused(with({"--trace", folder.path().string() + "/./small.json"}), "small.json");
  refused(with({"--checkpoint", scene}), "small.json");
  fs::create_symlink("small.json", folder.file("link.json"));
  refused(with({"--stats", folder.file("link.json")}), "small.json");
  refused({"bench", scene, "--quick", "--json", scene}, "small.json");
  refused({"fields", scene, "--json", scene}, "small.json");
  // Initial heights and a reference image of a scene.
  ASSERT_EQ(undine(with({"--dump", "pool.height=" + folder.file("h.npy")})).code, 0);
  const std::string wavy = folder.write("wavy.json", R"({"version": 1, "water": [{"name": "pool", "solver": "wave",
      "cells": [37, 29], "size": [2, 2], "initial": [{"shape": "npy", "file": "h.npy"}]}]})");
  refused({"simulate", wavy, "--steps", "1", "--dump", "pool.height=" + folder.file("h.npy")}, "h.npy");
  const std::string including = folder.write("more.json", R"({"version": 1, "include": ["small.json"]})");
  refused({"simulate", including, "--steps", "1", "--stats", scene}, "small.json");
  ASSERT_EQ(undine({"render", scene, "--size", "32x20", "--out", folder.file("a.png"), "--frames", "1"}).code, 0);
  refused({"compare", folder.file("a.png"), folder.file("a.png"), "--out", folder.file("a.png")}, "a.png");
}

// A new checkpoint may replace the one that the run resumes from.
TEST_F(System, ACheckpointMayReplaceItself) {
  const std::string zip = folder.file("run.zip");
  ASSERT_EQ(undine({"simulate", scene, "--steps", "2", "--checkpoint", zip}).code, 0);
  const Outcome on = undine({"simulate", scene, "--steps", "4", "--resume", zip, "--checkpoint", zip});
  EXPECT_EQ(on.code, 0) << on.text();
  EXPECT_NE(undine({"simulate", scene, "--steps", "5", "--resume", zip}).err.find("from step 4"), std::string::npos);
}

TEST_F(System, SignalsSaveAndTellThemselves) {
  for (const int number : {SIGHUP, SIGINT, SIGTERM}) {
    const fs::path out = folder.path() / std::to_string(number);
    fs::create_directory(out);
    RunOptions options;
    options.signal = number;
    options.signal_when = [&] { return !fs::is_empty(out); };
    const Outcome run = undine({"simulate", scene, "--steps", "100000000", "--every", "200", "--dump",
                                "pool.height=" + (out / "h.npy").string(), "--checkpoint", (out / "run.zip").string(),
                                "--stats", (out / "s.json").string()},
                               options);
    EXPECT_EQ(run.code, 128 + number) << run.text();
    EXPECT_EQ(run.signal, 0);
    EXPECT_GE(json::parse(folder.read(std::to_string(number) + "/s.json")).at("steps").size(), 1u);
    const Outcome on = undine({"simulate", scene, "--steps", "100000001", "--resume", (out / "run.zip").string(),
                               "--checkpoint", folder.file("end.zip")},
                              {.signal_when = [begin = 0]() mutable { return ++begin > 25; }, .signal = SIGTERM});
    EXPECT_EQ(on.code, 143) << on.text();
    EXPECT_NE(on.err.find("goes on from step"), std::string::npos) << on.text();
  }
}

TEST_F(System, FurtherSignalsDoNotInterruptTheSave) {
  const Outcome run = shell(R"(
    "$UNDINE" simulate small.json --steps 100000000 --every 50 --dump pool.height=h.npy --checkpoint run.zip & run=$!
    until ls h_*.npy > /dev/null 2>&1; do sleep 0.02; done
    kill -TERM $run; sleep 0.005
    for i in $(seq 60); do kill -TERM $run 2> /dev/null; kill -INT $run 2> /dev/null; kill -HUP $run 2> /dev/null; done
    wait $run; echo "code $?"
    for file in h_*.npy; do [ $(stat -c %s $file) = $(stat -c %s h_000050.npy) ] || echo "cut $file"; done
    ls run_*.zip > /dev/null && echo saved)");
  EXPECT_EQ(run.out, "code 143\nsaved\n") << run.text();
}

// A closing shell ends its run, unless the run began with nohup.
TEST_F(System, HangupsThatAreIgnoredStayIgnored) {
  const Outcome run = shell(R"(
    trap '' HUP
    "$UNDINE" simulate small.json --steps 3000 --every 100 --dump pool.height=h.npy & run=$!
    until ls h_*.npy > /dev/null 2>&1; do sleep 0.02; done
    kill -HUP $run; wait $run; echo "code $?")");
  EXPECT_EQ(run.out, "code 0\n") << run.text();
}

// Terminal from util-linux's `script`.
class Terminal : public System {
 protected:
  void SetUp() override {
    if (run_process({"sh", "-c", "command -v script > /dev/null"}).code != 0) GTEST_SKIP() << "no script here";
  }
  std::string shown(const std::string& arguments, RunOptions options = {}) const {
    options.env.emplace_back("TERM", "xterm");
    return shell("script -qec \"$UNDINE " + arguments + "\" /dev/null < /dev/null", options).out;
  }
};

TEST_F(Terminal, ProgressIsShownAndSilencedOnRequest) {
  const std::string bar = "\r\x1b[K", run = "simulate small.json --steps 40 ";
  EXPECT_NE(shown(run).find(bar + "step "), std::string::npos);
  for (const char* flag : {"--quiet", "--log-level off", "--log-level error"}) {
    const std::string text = shown(run + flag);
    EXPECT_EQ(text, "") << flag;
  }
  EXPECT_NE(shown("check small.json small.json").find(bar + "scene 1/2"), std::string::npos);
  EXPECT_EQ(shown("check small.json --quiet"), "small.json: ok\r\n");
  EXPECT_NE(shown("bench small.json --quick --case none", {}).find("none"), std::string::npos);
  fs::copy_file(fs::path(UNDINE_TESTS_DIR) / "data/boat_hull.glb", folder.file("boat.glb"));
  EXPECT_NE(shown("import boat.glb").find(bar + "stage 0/2"), std::string::npos);
}

TEST_F(Terminal, ColorsFollowTheirEnvironment) {
  const std::string run = "simulate small.json --steps 1 --no-cache";
  EXPECT_NE(shown(run).find("\x1b[32m"), std::string::npos) << "the word info is green";
  const std::string plain = shown(run + " --quiet --log-level debug", {.env = {{"NO_COLOR", "1"}}});
  EXPECT_NE(plain.find("info: device"), std::string::npos) << plain;
  EXPECT_EQ(plain.find('\x1b'), std::string::npos) << plain;
  EXPECT_NE(shown(run, {.env = {{"NO_COLOR", ""}}}).find("\x1b[32m"), std::string::npos)
      << "empty: as if it were not there";
}

}  // namespace
}  // namespace undine::test
