// Checkpoints: a resumed run gives the same bytes as one without interruption. Messages for damaged or mismatched
// files name the mismatch and its place. Parts of films equal the whole film.
#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "engine/files/archive.h"
#include "engine/files/files.h"
#include "tests/e2e/scenes.h"
#include "tests/support/process.h"
#include "tests/support/temp_folder.h"

namespace undine::test {
namespace {

namespace fs = std::filesystem;

// Archive members that differ, by name.
std::vector<std::string> differing(const fs::path& a, const fs::path& b) {
  const auto one = files::read_archive(a), other = files::read_archive(b);
  if (one.size() != other.size()) return {"the number of members"};
  std::map<std::string, std::string> names;
  const auto manifest = nlohmann::json::parse(one.front().bytes);
  for (const auto& part : manifest.at("state")) names[part["file"]] = part["name"];
  std::vector<std::string> out;
  for (std::size_t i = 0; i < one.size(); ++i) {
    const std::string name = names.contains(one[i].name) ? names[one[i].name] : one[i].name;
    if (one[i].name != other[i].name || one[i].bytes != other[i].bytes) out.push_back(name);
  }
  return out;
}

class Checkpoints : public testing::Test {
 protected:
  void run(std::vector<std::string> line) {
    line.emplace_back("--validation");
    const Outcome outcome = undine(std::move(line), {.timeout = 600});
    ASSERT_EQ(outcome.code, 0) << outcome.text();
  }
  void refuses(const std::vector<std::string>& line, const std::vector<std::string>& what) {
    const Outcome outcome = undine(line);
    EXPECT_EQ(outcome.code, 2) << outcome.text();
    for (const std::string& text : what) EXPECT_NE(outcome.err.find(text), std::string::npos) << text << outcome.text();
  }
  // Runs twelve steps in one piece, and resumed from some of the steps.
  void goes_on(const fs::path& file, const std::vector<const char*>& places,
               const std::vector<std::string>& more = {}) {
    const auto line = [&](std::vector<std::string> out) {
      out.insert(out.begin(), {"simulate", file.string(), "--steps", "12"});
      out.insert(out.end(), more.begin(), more.end());
      return out;
    };
    run(line({"--checkpoint", folder.file("whole.zip"), "--every", "3"}));
    for (const char* place : places) {
      run(line(
          {"--resume", folder.file(std::string("whole_") + place + ".zip"), "--checkpoint", folder.file("after.zip")}));
      EXPECT_EQ(differing(folder.file("whole_000012.zip"), folder.file("after.zip")), std::vector<std::string>{})
          << file << " from step " << place;
    }
  }
  std::vector<std::string> film(const std::string& frames, const std::string& name) const {
    return {"render", scene, "--size", "64x40", "--frames", frames, "--out", folder.file(name + "/%03d.png")};
  }
  TempFolder folder;
  std::string scene = folder.write("small.json", small_scene);
};

TEST_F(Checkpoints, ARunThatGoesOnGivesTheSameBytes) { goes_on(scene, {"000003", "000006", "000009"}); }

class SmallScenes : public Checkpoints, public testing::WithParamInterface<const char*> {};

TEST_P(SmallScenes, GoOnWithTheSameBytes) { goes_on(fs::path(UNDINE_TESTS_DIR) / "data" / GetParam(), {"000006"}); }

// Bodies, particles with moving obstacles, two coupled waters; all state of couplings and moving meshes.
INSTANTIATE_TEST_SUITE_P(Checkpoints, SmallScenes,
                         testing::Values("float_ball.json", "sph_tub.json", "exchange_cascade.json",
                                         "many_waters.json"),
                         [](const auto& i) {
                           const std::string name = i.param;
                           return name.substr(0, name.find('.'));
                         });

// After the ball has fallen into rough waves, which it only passes through: the kernel's first dispatch.
TEST_F(Checkpoints, ABodyThatCameAfloatGoesOn) {
  const std::string file = (fs::path(UNDINE_TESTS_DIR) / "data" / "many_waters.json").string();
  run({"simulate", file, "--steps", "45", "--checkpoint", folder.file("whole.zip"), "--every", "15"});
  run({"simulate", file, "--steps", "60", "--checkpoint", folder.file("end.zip")});
  run({"simulate", file, "--steps", "60", "--resume", folder.file("whole_000045.zip"), "--checkpoint",
       folder.file("after.zip")});
  EXPECT_EQ(differing(folder.file("end.zip"), folder.file("after.zip")), std::vector<std::string>{});
}

// Runs with and without accounting resume from each other: the water is the same, and the balance holds from there
// on.
TEST_F(Checkpoints, AuditedRunsResumeFromUnauditedOnes) {
  const std::string file =
      folder.write("counted.json", R"({"version": 1, "meshes": [], "clock": {"step": 0.01}, "water": [
    {"name": "pool", "solver": "wave", "cells": [24, 20], "size": [2.4, 2], "speed": 1.5, "edges": {"+x": "absorb", "-z": "fixed"},
     "drops": {"rate": 40, "depth": 0.02, "radius": 0.2}},
    {"name": "river", "solver": "shallow", "cells": [24, 12], "size": [2.4, 1.2], "origin": [4, 0, 0], "rain": 1e-3,
     "edges": {"-x": {"discharge": 0.03}, "+x": "open"}, "initial": [{"shape": "level", "level": 0.2}]},
    {"name": "brook", "solver": "pipes", "cells": [24, 12], "size": [2.4, 1.2], "origin": [8, 0, 0], "edges": {"+x": "level"},
     "sources": [{"region": {"center": [0, 0], "size": [0.4, 0.4]}, "rate": 0.01}],
     "initial": [{"shape": "level", "level": 0.2}]}]})");
  const auto simulate = [&](std::vector<std::string> more) {
    more.insert(more.begin(), {"simulate", file, "--steps", "24"});
    run(std::move(more));
  };
  simulate({"--checkpoint", folder.file("plain.zip"), "--every", "12"});
  simulate({"--checkpoint", folder.file("counted.zip"), "--every", "12", "--stats", folder.file("figures.json")});
  simulate({"--resume", folder.file("plain_000012.zip"), "--stats", folder.file("after.json"), "--audit"});
  simulate({"--resume", folder.file("plain_000012.zip"), "--stats", folder.file("again.json")});
  simulate({"--resume", folder.file("counted_000012.zip"), "--dump", "pool.height=" + folder.file("pool.npy")});
  simulate({"--dump", "pool.height=" + folder.file("whole.npy")});
  EXPECT_EQ(files::read_file(folder.file("pool.npy")), files::read_file(folder.file("whole.npy")));
  const auto last = [&](const char* name) {
    return nlohmann::json::parse(files::read_file(folder.file(name))).at("steps").back().at("water").dump();
  };
  EXPECT_EQ(last("again.json"), last("figures.json")) << "what has come and gone since the start";
}

class AllScenes : public Checkpoints, public testing::WithParamInterface<std::string> {};

TEST_P(AllScenes, GoOnWithTheSameBytesFromThreePlaces) {
  goes_on(GetParam(), {"000003", "000006", "000009"}, with_few_particles(GetParam()));
}

INSTANTIATE_TEST_SUITE_P(Checkpoints, AllScenes, testing::ValuesIn(project_scenes()),
                         [](const auto& i) { return fs::path(i.param).stem().string(); });

TEST_F(Checkpoints, AlteredAndTruncatedOnesAreRefused) {
  const std::string file = folder.file("run.zip");
  run({"simulate", scene, "--steps", "2", "--checkpoint", file});
  const std::string bytes = folder.read("run.zip");
  const std::vector<std::string> line{"simulate", scene, "--steps", "4", "--resume", file};
  for (const std::size_t kept : {std::size_t{0}, std::size_t{3}, bytes.size() / 2, bytes.size() - 1}) {
    folder.write("run.zip", bytes.substr(0, kept));
    refuses(line, {file, kept < 4 ? "" : "truncated"});
  }
  for (int i = 0; i < 12; ++i) {
    std::string altered = bytes;
    altered[bytes.size() * static_cast<std::size_t>(i) / 12 + 5] ^= 0x10;
    folder.write("run.zip", altered);
    refuses(line, {file, "damaged"});
  }
  std::string member = bytes;
  member[member.find("state/000.npy") + 40] ^= 1;
  folder.write("run.zip", member);
  refuses(line, {"member state/000.npy"});
  folder.write("run.zip", "PNG or so");
  refuses(line, {file, "not a checkpoint"});
}

TEST_F(Checkpoints, ChangedScenesAreRefusedWithTheDifference) {
  const std::string file = folder.file("run.zip");
  run({"simulate", scene, "--steps", "2", "--checkpoint", file});
  const auto resumed = [&](std::vector<std::string> more) {
    more.insert(more.begin(), {"simulate", scene, "--steps", "4", "--resume", file});
    return more;
  };
  refuses(resumed({"--set", "water.0.damping=0.3"}), {"/water/0/damping", "there, 0.3 here"});
  refuses(resumed({"--seed", "9"}), {"/clock/seed: 4 there, 9 here"});
  refuses(resumed({"--set", "water.0.cells=[30,20]"}), {"/water/0/cells/0: 37 there, 30 here"});
  refuses({"simulate", scene, "--steps", "1", "--resume", file}, {"saved at step 2", "step 1"});
  refuses({"simulate", scene, "--steps", "4", "--resume", folder.file("none.zip")}, {"there is no such checkpoint"});
  refuses({"render", scene, "--temporal", "--resume", file, "--out", folder.file("x.png")}, {"--temporal"});
  // Another camera affects only the image.
  run(resumed({"--set", "camera.fov=30"}));

  auto members = files::read_archive(file);
  const auto manifest = std::ranges::find(members, "checkpoint.json", &files::Member::name);
  const std::string text = manifest->bytes;
  auto json = nlohmann::json::parse(text);
  json["undine"] = "0.0.7";
  manifest->bytes = json.dump();
  folder.write("run.zip", files::archive_bytes(members));
  refuses(resumed({}), {"was written by Undine 0.0.7"});
  json = nlohmann::json::parse(text);
  for (auto& part : json["state"])
    if (part["name"] == "pool/height[0]") part["bytes"] = 64;
  manifest->bytes = json.dump();
  folder.write("run.zip", files::archive_bytes(members));
  refuses(resumed({}), {"water/0, pool/height[0]", "holds 64 bytes", "this scene makes"});
}

// Terrain, and a solid mesh with triangles in a file that its own file names.
TEST_F(Checkpoints, ChangedFilesAreNamed) {
  const fs::path data = fs::path(UNDINE_TESTS_DIR) / "data";
  fs::copy_file(data / "lake_and_hill.npy", folder.file("hill.npy"));
  folder.write("sun.png", "no picture");
  folder.write("a wedge.bin", std::string("\0\0\0\0\0\0\0\0\0\0\0\0\0\0\x80?\0\0\0\0\0\0\0\0"
                                          "\0\0\0\0\0\0\x80?\0\0\0\0",
                                          36));
  folder.write("wedge.gltf", R"({"asset":{"version":"2.0"},"buffers":[{"uri":"a%20wedge.bin","byteLength":36}],
    "bufferViews":[{"buffer":0,"byteLength":36}],"accessors":[{"bufferView":0,"componentType":5126,"count":3,
    "type":"VEC3","min":[0,0,0],"max":[1,1,0]}],"meshes":[{"primitives":[{"attributes":{"POSITION":0}}]}],
    "nodes":[{"mesh":0}],"scenes":[{"nodes":[0]}],"scene":0})");
  const std::string lake = folder.write("lake.json", R"({"version": 1, "terrain": {"heightmap": "hill.npy",
    "size": [8, 8]}, "meshes": [{"gltf": "wedge.gltf"}],
    "water": [{"name": "lake", "solver": "pipes", "cells": [16, 16], "size": [8, 8]}]})");
  const std::string file = folder.file("run.zip");
  run({"simulate", lake, "--steps", "2", "--checkpoint", file});
  const std::vector<std::string> on{"simulate", lake, "--steps", "4", "--resume", file};
  run(on);
  const auto changed = [&](const std::string& name, const std::string& where) {
    const std::string before = folder.read(name);
    std::string after = before;
    after[after.size() - 2] ^= 0x40;
    folder.write(name, after);
    refuses(on, {"with another file: " + where + "/crc32: ", "there", "here"});
    folder.write(name, before);
  };
  changed("hill.npy", "/terrain/heightmap");
  changed("a wedge.bin", "/meshes/0/gltf");
  run(on);
}

TEST_F(Checkpoints, OutliveAKill) {
  const Outcome killed =
      undine({"simulate", scene, "--steps", "100000000", "--checkpoint", folder.file("run.zip"), "--every", "64"},
             {.signal_when = [&] { return fs::exists(folder.file("run_000640.zip")); }, .signal = 9});
  ASSERT_EQ(killed.signal, 9) << killed.text();
  std::uint64_t last = 0;
  for (std::uint64_t step = 64; fs::exists(folder.file(fmt::format("run_{:06}.zip", step))); step += 64) last = step;
  ASSERT_GE(last, 640u);
  const std::string steps = std::to_string(last + 64);
  // Name without a step: the nearest one.
  run({"simulate", scene, "--steps", steps, "--resume", folder.file("run.zip"), "--checkpoint", folder.file("a.zip")});
  run({"simulate", scene, "--steps", steps, "--checkpoint", folder.file("b.zip")});
  EXPECT_TRUE(folder.read("a.zip") == folder.read("b.zip"));  // the waves' bytes are the same to the last
}

TEST_F(Checkpoints, PythonReadsThem) {
  run({"simulate", scene, "--steps", "2", "--checkpoint", folder.file("run.zip"), "--dump",
       "pool.height=" + folder.file("h.npy")});
  const std::string script = folder.write("read.py", R"(import json, struct, sys, zipfile
with zipfile.ZipFile(sys.argv[1]) as z:
    assert z.testzip() is None
    about = json.loads(z.read("checkpoint.json"))
    scene = json.loads(z.read("scene.json"))
    height = [p for p in about["state"] if p["name"].startswith("pool/height")]
    raw = z.read(height[0]["file"])
    begin = 10 + struct.unpack("<H", raw[8:10])[0]
    assert raw[:6] == b"\x93NUMPY" and len(raw) - begin == height[0]["bytes"]
    print(about["step"], about["seed"], scene["water"][0]["cells"], len(height))
)");
  const Outcome python = run_process({"python3", script, folder.file("run.zip")});
  EXPECT_EQ(python.out, "2 4 [37, 29] 3\n") << python.text();
}

TEST_F(Checkpoints, APartOfAFilmIsTheFilms) {
  run(film("6", "whole"));
  run({"simulate", scene, "--steps", "4", "--checkpoint", folder.file("run.zip"), "--every", "2"});
  std::vector<std::string> line = film("6", "part");
  line.insert(line.end(), {"--part", "2/2", "--resume", folder.file("run.zip")});
  run(line);
  for (int frame = 0; frame < 6; ++frame) {
    const std::string name = fmt::format("/{:03}.png", frame);
    EXPECT_EQ(fs::exists(folder.file("part" + name)), frame >= 3) << name;
    EXPECT_TRUE(frame < 3 || folder.read("part" + name) == folder.read("whole" + name)) << name;
  }
}

TEST_F(Checkpoints, AFilmInPartsIsTheFilm) {
  run(film("12", "whole"));
  run({"simulate", scene, "--steps", "12", "--checkpoint", folder.file("run.zip"), "--every", "3"});
  for (const char* part : {"1/3", "2/3", "3/3"}) {
    std::vector<std::string> line = film("12", "parts");
    line.insert(line.end(), {"--part", part});
    if (std::string(part) != "1/3") line.insert(line.end(), {"--resume", folder.file("run.zip")});
    run(line);
  }
  run(film("5..7", "chosen"));
  for (int frame = 0; frame < 12; ++frame) {
    const std::string name = fmt::format("/{:03}.png", frame);
    EXPECT_TRUE(folder.read("parts" + name) == folder.read("whole" + name)) << name;
    EXPECT_EQ(fs::exists(folder.file("chosen" + name)), frame >= 5 && frame <= 7) << name;
    if (frame >= 5 && frame <= 7) {
      EXPECT_TRUE(folder.read("chosen" + name) == folder.read("whole" + name)) << name;
    }
  }
  // Interrupted and resumed film.
  std::vector<std::string> begun = film("6", "again"), rest = film("12", "again");
  begun.insert(begun.end(), {"--checkpoint", folder.file("film.zip")});
  rest.insert(rest.end(), {"--resume", folder.file("film.zip")});
  run(begun);
  run(rest);
  for (int frame = 0; frame < 12; ++frame) {
    const std::string name = fmt::format("/{:03}.png", frame);
    EXPECT_TRUE(folder.read("again" + name) == folder.read("whole" + name)) << name;
  }
}

TEST_F(Checkpoints, AFilmOfSlurmJobsIsTheFilm) {
  for (const char* needed : {"/usr/bin/sbatch", "/usr/sbin/slurmctld", "/usr/sbin/slurmd", "/usr/sbin/munged"})
    if (!fs::exists(needed)) GTEST_SKIP() << needed << " is absent: Debian's slurm-wlm";
  const std::string tools = std::string(UNDINE_SOURCE_DIR) + "/tools/";
  // Scene file without comments.
  const std::string plain = folder.write("plain.json", nlohmann::json::parse(small_scene, nullptr, true, true).dump());
  const Outcome jobs = run_process({tools + "slurm_here", folder.file("slurm"), tools + "slurm_film", plain, "6", "2",
                                    folder.file("film"), "--size", "64x40"},
                                   {.env = {{"UNDINE", UNDINE_PROGRAM}, {"UNDINE_WAIT", "1"}}, .timeout = 300});
  ASSERT_EQ(jobs.code, 0) << jobs.text();
  EXPECT_TRUE(fs::exists(folder.file("film/film.mp4"))) << jobs.text();
  scene = plain;
  run(film("6", "whole"));
  for (int frame = 0; frame < 6; ++frame)
    EXPECT_TRUE(folder.read(fmt::format("film/frames/{:05}.png", frame)) ==
                folder.read(fmt::format("whole/{:03}.png", frame)))
        << frame;
}

TEST_F(Checkpoints, PartsThatAreNoneAreRefused) {
  const auto asks = [&](std::vector<std::string> more) {
    more.insert(more.begin(), {"render", scene, "--size", "64x40", "--out", folder.file("x%d.png")});
    return more;
  };
  refuses(asks({"--frames", "7..5"}), {"7..5"});
  refuses(asks({"--frames", "8", "--part", "3/2"}), {"3/2 is not K/N"});
  refuses(asks({"--frames", "2", "--part", "1/3"}), {"--part 1/3", "contains none of the 2 frames"});
  refuses({"render", scene, "--frames", "8", "--part", "1/2", "--out", folder.file("x.png")},
          {"every frame would overwrite"});
  run({"simulate", scene, "--steps", "8", "--checkpoint", folder.file("late.zip")});
  refuses(asks({"--frames", "2..9", "--resume", folder.file("late.zip")}), {"saved at step 8", "of step 3 or earlier"});
}

}  // namespace
}  // namespace undine::test
