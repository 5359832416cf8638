#include <gtest/gtest.h>

#include "engine/app/cli/cli.h"

namespace undine {
namespace {

session::CommandLine parse(std::vector<std::string> arguments) {
  return cli::parse_command_line(std::move(arguments)).value();
}

std::string rejected(std::vector<std::string> arguments) {
  try {
    cli::parse_command_line(std::move(arguments));
  } catch (const Error& e) {
    EXPECT_EQ(e.code(), Exit::bad_input);
    return e.what();
  }
  return "accepted";
}

TEST(CliArguments, SceneAloneMeansRun) {
  EXPECT_EQ(parse({"a/pool.json"}).verb, "run");
  EXPECT_EQ(parse({"--validation", "pool.json"}).verb, "run");
  EXPECT_EQ(parse({"--gpu", "0", "pool.json", "--seed", "3"}).seed, 3);
}

TEST(CliArguments, FlagsMayComeBeforeTheVerb) {
  session::CommandLine line = parse({"--validation", "--gpu", "run", "simulate", "s.json", "--steps", "7"});
  EXPECT_EQ(line.verb, "simulate");
  EXPECT_EQ(line.gpu, "run");
  EXPECT_EQ(line.steps, 7u);
  EXPECT_TRUE(line.validation);
}

TEST(CliArguments, SetAndDumpTakeOneValueEach) {
  session::CommandLine line =
      parse({"simulate", "--set", "a=1", "--dump", "p.h=x.npy", "s.json", "--set", "b.c=-2", "--steps=3"});
  ASSERT_EQ(line.scenes.size(), 1u);
  auto overrides = line.overrides();
  ASSERT_EQ(overrides.size(), 2u);
  EXPECT_EQ(overrides[1].path, "b.c");
  EXPECT_EQ(overrides[1].value, "-2");
  EXPECT_EQ(line.dumps, std::vector<std::string>{"p.h=x.npy"});
}

TEST(CliArguments, SeedIsAnOverrideOfTheClock) {
  auto overrides = parse({"check", "s.json", "t.json", "--seed", "-5"}).overrides();
  ASSERT_EQ(overrides.size(), 1u);
  EXPECT_EQ(overrides[0].path, "clock.seed");
  EXPECT_EQ(overrides[0].value, "-5");
}

TEST(CliArguments, SetWithoutEqualSignIsRejected) {
  session::CommandLine line = parse({"check", "s.json", "--set", "damping"});
  EXPECT_THROW(line.overrides(), Error);
}

TEST(CliArguments, RenderDefaults) {
  session::CommandLine line = parse({"render", "s.json", "--out", "x.png"});
  EXPECT_EQ(line.frames, 1u);
  EXPECT_EQ(line.size, glm::uvec2(960, 540));
  EXPECT_EQ(parse({"render", "s.json", "--out", "x.png", "--size", "64x48"}).size, glm::uvec2(64, 48));
}

TEST(CliArguments, BadValuesAreRejectedWithTheFlagsName) {
  using Case = std::pair<std::vector<std::string>, std::string>;
  for (const auto& [arguments, part] : std::vector<Case>{
           {{}, "nothing to do"},
           {{"rendr", "s.json"}, "'rendr' is neither a verb nor a scene"},
           {{"render"}, "required"},
           {{"render", "s.json"}, "--out"},
           {{"render", "s.json", "--out", "x.png", "--frames", "0"}, "--frames"},
           {{"render", "s.json", "--out", "x.png", "--frames", "-3"}, "--frames"},
           {{"render", "s.json", "--out", "x.png", "--frames", "1e3"}, "--frames"},
           {{"render", "s.json", "--out", "x.png", "--frames", "99999999999999999999"}, "--frames"},
           {{"render", "s.json", "--out", "x.png", "--size", "0x5"}, "--size"},
           {{"render", "s.json", "--out", "x.png", "--size", "64"}, "--size"},
           {{"render", "s.json", "--out", "x.png", "--size", "64x48x2"}, "--size"},
           {{"render", "s.json", "--out", "x.png", "--size", "-1x4"}, "--size"},
           {{"render", "s.json", "--out", "x.png", "--size", "20000x4"}, "--size"},
           {{"render", "s.json", "--out", "x.png", "--bogus"}, "--bogus"},
           {{"simulate", "s.json"}, "--steps"},
           {{"simulate", "s.json", "t.json", "--steps", "1"}, "t.json"},
           {{"simulate", "s.json", "--steps", "1", "--seed", "x"}, "--seed"},
           {{"graph", "s.json", "--format", "pdf"}, "--format"},
           {{"devices", "s.json"}, "s.json"},
           {{"check"}, "required"},
           {{"check", "s.json", "--log-level", "loud"}, "--log-level"},
       })
    EXPECT_NE(rejected(arguments).find(part), std::string::npos) << rejected(arguments) << " lacks " << part;
}

TEST(CliArguments, EveryVerbHasHelp) {
  for (const cli::Verb& verb : cli::verbs()) {
    testing::internal::CaptureStdout();
    EXPECT_FALSE(cli::parse_command_line({std::string(verb.name), "--help"}).has_value());
    std::string help = testing::internal::GetCapturedStdout();
    EXPECT_NE(help.find(verb.help), std::string::npos) << help;
    EXPECT_NE(help.find("Exit codes"), std::string::npos);
  }
}

}  // namespace
}  // namespace undine
