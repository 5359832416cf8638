// Output of the program: errors of scenes, lists as JSON, output into closed pipes, argument errors.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <regex>

#include "tests/e2e/scenes.h"
#include "tests/support/process.h"
#include "tests/support/temp_folder.h"

namespace undine::test {
namespace {

using Json = nlohmann::json;

const std::string data = UNDINE_TESTS_DIR "/data/";

std::ptrdiff_t lines(const std::string& text) { return std::ranges::count(text, '\n'); }

class Listing : public testing::Test {
 protected:
  TempFolder folder;
  std::string scene = folder.write("small.json", small_scene);
};

TEST_F(Listing, CheckTellsAllErrorsOfAFile) {
  Outcome run = undine({"check", data + "many_errors.json", scene});
  EXPECT_EQ(run.code, 2) << run.text();
  EXPECT_EQ(run.out, scene + ": ok\n");
  for (const char* place : {"/gravity", "/clock/step", "/clock/sed", "/camera/eye/1", "/camera/fov", "/sun",
                            "/meshes/0/shape", "/meshes/1/size", "/water/0/cells/0", "/water/0/cells/1",
                            "/water/0/damping", "/water/1/solver", "/bodies/0/water", "/rendering"})
    EXPECT_NE(run.err.find(": " + std::string(place) + ": "), std::string::npos) << place;
  EXPECT_EQ(lines(run.err), 14) << run.text();
  EXPECT_EQ(undine({"fields", data + "many_errors.json"}).err, run.err) << "other verbs tell the same";
}

TEST_F(Listing, CheckLeavesOutASchema) {
  const std::string schema = UNDINE_SOURCE_DIR "/scenes/scene.schema.json";
  Outcome run = undine({"check", schema, scene});
  EXPECT_EQ(run.code, 0) << run.text();
  EXPECT_EQ(run.out, schema + ": a JSON schema, no scene: left out\n" + scene + ": ok\n");
  EXPECT_EQ(run.err, "");
  run = undine({"graph", schema});
  EXPECT_EQ(run.code, 2) << run.text();
  EXPECT_NE(run.err.find("is a JSON schema, not a scene"), std::string::npos) << run.text();
}

TEST_F(Listing, WatersMayHaveNamesOfTheProgramsParts) {
  for (const std::string name : {"water", "geometry"}) {
    const std::string file = data + "water_named_" + name + ".json";
    Outcome run = undine({"check", file});
    EXPECT_EQ(run.code, 0) << run.text();
    run = undine(
        {"render", file, "--frames", "2", "--size", "64x48", "--validation", "--out", folder.file(name + ".png")});
    EXPECT_EQ(run.code, 0) << run.text();
    EXPECT_NE(undine({"fields", file}).out.find(name + ".height"), std::string::npos);
  }
}

TEST_F(Listing, DevicesAndFieldsAsJson) {
  const Json devices = Json::parse(undine({"devices", "--json"}).out);
  ASSERT_FALSE(devices.empty());
  EXPECT_EQ(devices[0]["index"], 0);
  EXPECT_EQ(devices[0]["usable"], devices[0]["missing"].empty());
  for (const char* key : {"name", "driver", "type"}) EXPECT_TRUE(devices[0][key].is_string()) << key;

  const std::string file = folder.file("new/fields.json");
  const std::string printed = undine({"fields", scene, "--json"}).out;
  const Json fields = Json::parse(printed);
  EXPECT_EQ(fields[0]["name"], "pool.height");
  EXPECT_EQ(fields[0]["shape"], (Json{29, 37}));
  EXPECT_EQ(fields[0]["unit"], "m");
  for (const std::vector<std::string>& arguments :
       {std::vector<std::string>{"fields", "--json", scene},
        {"fields", scene, "--json"},
        {"fields", "--json", scene, "--log-level", "warn", "--set", "clock.step=0.01"}}) {
    Outcome run = undine(arguments);
    EXPECT_EQ(run.out, printed) << run.text();
  }
  for (const std::vector<std::string>& arguments : {std::vector<std::string>{"fields", scene, "--json", file},
                                                    {"fields", "--json", file, scene},
                                                    {"fields", "--json=" + file, scene}}) {
    std::filesystem::remove(file);
    Outcome run = undine(arguments);
    EXPECT_EQ(run.code, 0) << run.text();
    EXPECT_EQ(run.out, "");
    EXPECT_EQ(folder.read("new/fields.json"), printed);
  }
  EXPECT_EQ(folder.read("small.json"), small_scene) << "the scene is never what is written";
}

// The reader closes the pipe before the program writes; tools end by the signal without a message.
TEST_F(Listing, AClosedPipeEndsItQuietly) {
  const std::string wave = folder.file("wave.json");
  for (const std::string& verb :
       {std::string("schema"), std::string("--help"), std::string("--help-all"), std::string("completion bash"),
        "fields " + scene, "graph " + scene + " --format svg", "check " + scene + " " + scene, std::string("devices"),
        "bench --quick --case 'wave 128x128' --json " + wave}) {
    const std::string command =
        "{ sleep 0.3; '" UNDINE_PROGRAM "' " + verb + "; echo $? >" + folder.file("code") + "; } | true";
    Outcome run = run_process({"sh", "-c", command});
    EXPECT_EQ(folder.read("code"), "141\n") << verb;
    EXPECT_EQ(std::regex_replace(run.err, std::regex("undine: info: .*\n"), ""), "") << verb;
  }
}

TEST_F(Listing, AWholeListReachesAReaderThatWaits) {
  Outcome direct = undine({"schema"}), piped = run_process({"sh", "-c", "'" UNDINE_PROGRAM "' schema | cat"});
  EXPECT_EQ(piped.out, direct.out);
  EXPECT_GT(direct.out.size(), 100000u);
  Outcome full = run_process({"sh", "-c", "'" UNDINE_PROGRAM "' schema >/dev/full"});
  EXPECT_EQ(full.code, 1);
  EXPECT_EQ(full.err, "undine: error: standard output: could not be written: No space left on device\n");
}

TEST_F(Listing, BenchNamesItsCases) {
  Outcome run = undine({"bench", "--case", "nothing"});
  EXPECT_EQ(run.code, 2) << run.text();
  for (const char* name : {"--case nothing", "wave 1024x1024", "sph 65536", "poisson multigrid 1024x1024"})
    EXPECT_NE(run.err.find(name), std::string::npos) << name << run.text();
  EXPECT_EQ(undine({"bench", "--case", "nothing", scene}).err, run.err) << "with a scene too";
  run = undine({"bench", "--case", "wave 4096x4096", "--quick"});
  EXPECT_EQ(run.code, 2) << run.text();
  EXPECT_NE(run.err.find("too large for --quick"), std::string::npos) << run.text();
}

TEST_F(Listing, BenchSetsPeersBesideCases) {
  const std::string json = folder.file("b.json");
  const Outcome run =
      undine({"bench", "--case", "multigrid 128x128", "--peers", "--kernels", "--quick", "--json", json});
  ASSERT_EQ(run.code, 0) << run.text();
  for (const char* part : {"AMGCL", "of ours: native", "CPU ms", "kernel "})
    EXPECT_NE(run.out.find(part), std::string::npos) << part << run.text();
  const auto all = Json::parse(folder.read("b.json"));
  ASSERT_EQ(all["cases"].size(), 1u) << "those that nobody else was timed at are left out";
  const auto& c = all["cases"][0];
  EXPECT_GT(c["processor_ms_median"], 0);
  ASSERT_EQ(c["peers"].size(), 1u);
  EXPECT_EQ(c["peers"][0]["ms"], 1.8);
  ASSERT_FALSE(c["kernels"].empty());
  for (const auto& kernel : c["kernels"]) EXPECT_GT(kernel["ms"], 0) << kernel;
  const Outcome none = undine({"bench", "--peers", "--case", "sph 16384"});
  EXPECT_EQ(none.code, 2) << none.text();
  EXPECT_NE(none.err.find("no benchmark with peers"), std::string::npos) << none.text();
}

TEST_F(Listing, BenchSetsExchangesBesideTheirWaters) {
  const std::string json = folder.file("b.json");
  const Outcome run = undine({"bench", UNDINE_TESTS_DIR "/data/exchange_cascade.json", "--quick", "--after", "9",
                              "--frames", "1", "--size", "32x18", "--json", json});
  ASSERT_EQ(run.code, 0) << run.text();
  EXPECT_NE(run.out.find("exchange sill, upper -> fall: "), std::string::npos) << run.text();
  const auto all = Json::parse(folder.read("b.json"))["scenes"][0]["exchanges"];
  ASSERT_EQ(all.size(), 2u);
  EXPECT_EQ(all[1]["name"], "foot");
  for (const auto& e : all) EXPECT_GT(e["share"], 0) << e;
}

TEST_F(Listing, BenchTellsWhatKernelsMoveAndWouldTakeElsewhere) {
  const std::string json = folder.file("b.json");
  const auto asks = [&](const std::string& list) {
    return undine({"bench", scene, "--case", "wave 128x128", "--quick", "--frames", "2", "--size", "64x36",
                   "--roofline", list, "--json", json});
  };
  for (const char* list : {"", "60,", "60,-1", "60,nan", "fast"}) {
    const Outcome run = asks(list);
    EXPECT_EQ(run.code, 2) << list << run.text();
    EXPECT_NE(run.err.find("--roofline"), std::string::npos) << run.text();
  }
  const Outcome run = asks("60,450");
  ASSERT_EQ(run.code, 0) << run.text();
  for (const char* part : {"copying on this device moves", "ms at 60", "ms at 450", "frame/pool/step"})
    EXPECT_NE(run.out.find(part), std::string::npos) << part << run.text();
  const auto all = Json::parse(folder.read("b.json"));
  EXPECT_GT(all["copy_gb_per_s"], 0);
  bool timed = false;
  for (const auto& kernel : all["scenes"][0]["kernels"]) {
    EXPECT_GT(kernel["bytes"], 0) << kernel;
    timed = timed || (kernel["kernel"] == "frame/pool/step" && kernel["ms"] > 0);
  }
  EXPECT_TRUE(timed) << all["scenes"][0]["kernels"];
}

TEST_F(Listing, HelpSpeaksOfTheLetterThatStandsThere) {
  for (const char* verb : {"run", "render", "simulate"}) {
    std::string help = undine({verb, "--help"}).out;
    help = std::regex_replace(help, std::regex("--part K/N[^\\n]*"), "");  // the one that has two letters
    EXPECT_FALSE(std::regex_search(help, std::regex(R"(\bK\b|\bKth\b)"))) << help;
  }
  EXPECT_NE(undine({"render", "--help"}).out.find("--first N"), std::string::npos);
}

TEST_F(Listing, DumpsHaveTheEndingOfTheirFormat) {
  const std::string text = folder.file("h.txt");
  Outcome run = undine({"simulate", scene, "--steps", "1", "--dump", "pool.height=" + text});
  EXPECT_EQ(run.code, 2) << run.text();
  EXPECT_NE(run.err.find("pool.height is not written as .txt (give a .npy)"), std::string::npos) << run.text();
  EXPECT_FALSE(std::filesystem::exists(text));
}

TEST_F(Listing, FiguresNeedRoom) {
  const std::string picture = folder.file("x.png");
  Outcome run = undine({"render", scene, "--hud", "--size", "159x90", "--out", picture});
  EXPECT_EQ(run.code, 2) << run.text();
  EXPECT_NE(run.err.find("--size 160x90 or more"), std::string::npos) << run.text();
  const auto draw = [&](bool hud) {
    Outcome drawn =
        undine({"render", scene, hud ? "--hud" : "--no-hud", "--size", "160x90", "--frames", "2", "--out", picture});
    EXPECT_EQ(drawn.code, 0) << drawn.text();
    return folder.read("x.png");
  };
  EXPECT_NE(draw(true), draw(false)) << "a small picture shows a few figures";
}

}  // namespace
}  // namespace undine::test
