#include <gtest/gtest.h>

#include <array>

#include "engine/app/cli/cli.h"
#include "engine/app/cli/completion.h"
#include "engine/scene/scene.h"
#include "passes/deferred/shadow.h"

namespace undine {
namespace {

cli::Call parsed(std::vector<std::string> arguments) { return cli::parse_command_line(std::move(arguments)).value(); }
session::CommandLine parse(std::vector<std::string> arguments) { return *parsed(std::move(arguments)).line; }

// Verb of an extended program, with the complete declaration of a flag.
struct Weigh : session::CommandLine {
  std::uint64_t steps = 1;
  std::vector<std::string> dumps;
  std::string scale = "kitchen";
} weighed;
cli::Call verb_weigh(cli::Flags& flags) {
  auto line = std::make_shared<Weigh>();
  flags.add("scenes", line->scenes, "what is weighed", {.as = "SCENE.json"});
  flags.add("--set", line->set, "a value", {.as = "PATH=VALUE"});
  flags.count("--steps", line->steps, 1, "how often");
  flags.add("--dump", line->dumps, "what is written", {.as = "FIELD=FILE.npy"});
  flags.add("--scale", line->scale, "by what means [kitchen]", {.words = {"kitchen", "truck"}});
  flags.add("--gpu", line->gpu, "where", {.as = "NAME"});
  flags.add("--validation", line->validation, "with the layer");
  return {{}, line, [line] {
            weighed = *line;
            return Exit::done;
          }};
}
constexpr std::array all_and_one{cli::Verb{"weigh", "weigh the water of a scene", verb_weigh}};

Weigh weigh(std::vector<std::string> arguments) {
  EXPECT_EQ(cli::parse_command_line(std::move(arguments), all_and_one).value().run(), Exit::done);
  return weighed;
}

std::string rejected(std::vector<std::string> arguments, std::span<const cli::Verb> all = cli::verbs()) {
  try {
    cli::parse_command_line(std::move(arguments), all);
  } catch (const Error& e) {
    EXPECT_EQ(e.code(), Exit::bad_input);
    return e.what();
  }
  return "accepted";
}

TEST(CliArguments, SceneAloneMeansRun) {
  EXPECT_EQ(parsed({"a/pool.json"}).verb, "run");
  EXPECT_EQ(parsed({"--validation", "pool.json"}).verb, "run");
  EXPECT_EQ(parse({"--gpu", "0", "pool.json", "--seed", "3"}).seed, 3);
}

TEST(CliArguments, FlagsMayComeBeforeTheVerb) {
  EXPECT_EQ(parsed({"--validation", "--gpu", "run", "simulate", "s.json", "--steps", "7"}).verb, "simulate");
  const Weigh line = weigh({"--validation", "--gpu", "run", "weigh", "s.json", "--steps", "7"});
  EXPECT_EQ(line.gpu, "run");
  EXPECT_EQ(line.steps, 7u);
  EXPECT_TRUE(line.validation);
}

TEST(CliArguments, SetAndDumpTakeOneValueEach) {
  const Weigh line = weigh({"weigh", "--set", "a=1", "--dump", "p.h=x.npy", "s.json", "--set", "b.c=-2", "--steps=3"});
  ASSERT_EQ(line.scenes.size(), 1u);
  auto overrides = line.overrides();
  ASSERT_EQ(overrides.size(), 2u);
  EXPECT_EQ(overrides[1].path, "b.c");
  EXPECT_EQ(overrides[1].value, "-2");
  EXPECT_EQ(line.dumps, std::vector<std::string>{"p.h=x.npy"});
}

// --set overrides the preset of --quality, in any order.
TEST(CliArguments, QualityIsASetOfOverrides) {
  EXPECT_TRUE(parse({"check", "s.json", "--quality", "full"}).overrides().empty());
  for (const char* quality : {"draft", "interactive"}) {
    const auto own = parse({"check", "s.json", "--quality", quality}).overrides();
    EXPECT_GT(own.size(), 1u) << quality;
    const auto both = parse({"check", "s.json", "--set", "render.scale=0.9", "--quality", quality}).overrides();
    ASSERT_EQ(both.size(), own.size() + 1) << quality;
    EXPECT_EQ(both.back().value, "0.9");
    const Scene usual = parse_scene("{\"version\": 1, \"water\": []}", "s.json", own);
    EXPECT_LT(usual.render.of<deferred::ShadowSettings>().detail, 1) << quality;
  }
  EXPECT_NE(rejected({"check", "s.json", "--quality", "fast"}).find("fast not in {draft,interactive,full}"),
            std::string::npos);
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
  EXPECT_EQ(weigh({"weigh", "s.json"}).steps, 1u);
  EXPECT_EQ(line.size, glm::uvec2(960, 540));
  EXPECT_EQ(parse({"render", "s.json", "--out", "x.png", "--size", "64x48"}).size, glm::uvec2(64, 48));
}

TEST(CliArguments, BadValuesAreRejectedWithTheFlagsName) {
  using Case = std::pair<std::vector<std::string>, std::string>;
  for (const auto& [arguments, part] : std::vector<Case>{
           {{}, "nothing to do"},
           {{"rendr", "s.json"}, "'rendr' is neither a verb nor a scene file (did you mean render? verbs: "},
           {{"render", "s.json", "--frmes", "3"},
            "--frmes: is not a flag of undine render (did you mean --frames? see"},
           {{"render", "s.json", "--qqqqqqqqq=1"},
            "--qqqqqqqqq: is not a flag of undine render (see undine render --help)"},
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

// One call declares a flag, for the help of its verb, the help of all verbs, shell completion and validation.
TEST(CliArguments, AFlagIsDeclaredInOnePlace) {
  EXPECT_EQ(weigh({"weigh", "--scale", "truck"}).scale, "truck");
  EXPECT_NE(rejected({"weigh", "--scale", "letter"}, all_and_one).find("--scale"), std::string::npos);
  for (const char* help : {"--help", "--help-all"}) {
    std::vector<std::string> arguments{"weigh", help};
    if (help == std::string("--help-all")) arguments.erase(arguments.begin());
    testing::internal::CaptureStdout();
    EXPECT_FALSE(cli::parse_command_line(arguments, all_and_one).has_value());
    const std::string text = testing::internal::GetCapturedStdout();
    EXPECT_NE(text.find("--scale kitchen|truck"), std::string::npos) << text;
    EXPECT_NE(text.find("by what means [kitchen]"), std::string::npos) << text;
  }
  EXPECT_EQ(cli::complete(all_and_one, std::vector<std::string>{"weigh", "--sc"}),
            "none\n\n--sc\n--scale\tby what means [kitchen]\n");
  EXPECT_EQ(cli::complete(all_and_one, std::vector<std::string>{"weigh", "--scale=t"}), "none\n--scale=\nt\ntruck\t\n");
}

}  // namespace
}  // namespace undine
