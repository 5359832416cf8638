// Rows P01-P09, V01-V07, V10, A01 and A02 of the list of bad inputs, for scene files and terrain.
#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>

#include "engine/core/error.h"
#include "tests/cpu/scene_fixture.h"

namespace undine::test {
namespace {

using nlohmann::json;

class BadInputs : public SceneTest {
 protected:
  std::string load(const std::filesystem::path& file) const {
    try {
      load_scene(file);
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), Exit::bad_input);
      return std::string(error.what()).substr(folder.path().string().size() + 1);
    }
    return "";
  }
  std::string terrain(const std::string& name) const {
    return message(scene_with(fmt::format(R"("terrain": {{"heightmap": "{}"}})", name)));
  }
  std::string terrain(const std::string& name, const std::string& bytes) const {
    folder.write(name, bytes);
    return terrain(name);
  }
};

TEST_F(BadInputs, P01_empty_file) {
  for (const char* text : {"", " \n\t\r\n", "\xEF\xBB\xBF"})
    EXPECT_EQ(load(folder.write("e.json", text)), "e.json: the file is empty");
  EXPECT_EQ(load(folder.write("e.json", "// words\n")),
            "e.json:2:1: syntax error: unexpected end of input; expected '[', '{', or a literal");
}

TEST_F(BadInputs, P02_truncated_at_every_byte) {
  const std::string text =
      water_with(R"("cells": [32, 16], "speed": "depth", "initial": [{"height": -2.5e-1}], "normals": true)");
  for (std::size_t n = 0; n < text.size(); ++n) {
    EXPECT_TRUE(message(text.substr(0, n)).starts_with(n == 0 ? "s.json: the file is empty" : "s.json:1:")) << n;
  }
}

TEST_F(BadInputs, P03_encodings) {
  EXPECT_EQ(message("\xEF\xBB\xBF{\"version\": 1}"), "");
  EXPECT_EQ(message("{\r\n\"version\": 1\r\n}\r\n"), "");
  EXPECT_EQ(load(folder.write("W❤♻ \xC3\xBC.json", "{\"version\": 1}")), "");
  EXPECT_EQ(message(std::string("{\"version\": 1}\0", 15)), "s.json:1:15: a NUL byte (save the file as UTF-8 text)");
  EXPECT_EQ(message(std::string("{\"na\0me\": 1}", 12)), "s.json:1:5: a NUL byte (save the file as UTF-8 text)");
  for (const char* bad :
       {"\xFF", "\x80", "\xC0\xAF", "\xED\xA0\x80", "\xF4\x90\x80\x80", "\xF8\x88\x80\x80\x80", "\xE2\x82", "\xC3"}) {
    std::string found = message(fmt::format("{{\n\"name\": \"{}\"}}", bad));
    EXPECT_EQ(found, fmt::format("s.json:2:10: byte 0x{:02x} is not valid UTF-8 (save the file as UTF-8 text)",
                                 bad[0] & 0xFF));
    EXPECT_NE(message(fmt::format("{{\"version\": 1}} // {}", bad)), "") << "in comments too";
  }
  EXPECT_EQ(message("\xFF\xFE{\0\"\0"), "s.json:1:1: byte 0xff is not valid UTF-8 (save the file as UTF-8 text)")
      << "UTF-16";
  EXPECT_EQ(message(scene_with("\"name\": \"\\ud800\"")).substr(0, 9), "s.json:1:") << "half a surrogate pair";
}

TEST_F(BadInputs, P04_nesting) {
  const std::string deep = "s.json: lists and objects are nested too deeply (allowed: up to 64 levels)";
  EXPECT_EQ(message(std::string(100'000, '[')), deep);
  std::string objects;
  for (int i = 0; i < 100'000; ++i) objects += "{\"a\":";
  EXPECT_EQ(message(objects), deep);
  EXPECT_EQ(message(scene_with("\"a\": " + std::string(64, '[') + std::string(64, ']'))), deep);
  EXPECT_NE(message(scene_with("\"a\": " + std::string(63, '[') + std::string(63, ']'))), deep);
  EXPECT_NE(message(scene_with(""), {{"a", std::string(100'000, '[')}}).find("nested too deeply"), std::string::npos);
}

TEST_F(BadInputs, P05_keys_and_types) {
  EXPECT_EQ(message(R"({"version": 1, "gravity": 1, "gravity": 1})"),
            "s.json: /gravity: the key is there twice (keep one)");
  EXPECT_NE(message(scene_with(R"("Gravity": 1)")).find("/Gravity: unknown key (did you mean \"gravity\"?"),
            std::string::npos);
  for (const char* key : {"clock", "camera", "sun", "sky", "terrain", "meshes", "water", "render", "gravity", "name"}) {
    for (const char* value : {"null", "\"x\"", "true", "[[]]"}) {
      if (std::string(key) == "name" && value[0] == '"') continue;
      std::string found = message(scene_with(fmt::format("\"{}\": {}", key, value)));
      EXPECT_TRUE(found.starts_with(fmt::format("s.json: /{}", key))) << found;
    }
  }
}

TEST_F(BadInputs, P06_numbers) {
  for (const char* bad :
       {"1e999", "-1e999", "NaN", "nan", "Infinity", "-Infinity", "0.1e", "0x10", "01", "+1", ".5", "1.", "--1"}) {
    std::string found = message(scene_with(fmt::format("\"gravity\": {}", bad)));
    EXPECT_TRUE(found.starts_with("s.json:1:")) << bad << " " << found;
  }
  EXPECT_EQ(message(scene_with("\"gravity\": 1e999")),
            "s.json:1:27: 1e999 is too large for a number (allowed: numbers up to 1.797e308)");
  EXPECT_EQ(message(scene_with("\"gravity\": 1e-400")), "") << "is 0, which gravity may be";
  EXPECT_NE(message(scene_with("\"clock\": {\"step\": 1e-400}")), "") << "is 0, which a step may not be";
  for (const char* bad :
       {"18446744073709551616", "18446744073709551615", "9223372036854775808", "4294967296", "-1", "2.5", "1e30"}) {
    std::string found = message(scene_with(fmt::format("\"clock\": {{\"steps_per_frame\": {}}}", bad)));
    EXPECT_TRUE(found.starts_with("s.json: /clock/steps_per_frame: ")) << bad << " " << found;
  }
}

TEST_F(BadInputs, P07_size) {
  auto file = folder.path() / "big.json";
  std::ofstream(file) << "{";
  std::filesystem::resize_file(file, std::uintmax_t{1} << 30);  // a sparse file: it uses no disk space
  EXPECT_EQ(load(file), "big.json: has 1073741824 bytes; at most 16777216 are read");
  std::string many;
  for (int i = 0; i < 5'000'000; ++i) many += "0,";
  EXPECT_EQ(message(scene_with("\"a\": [" + many + "0]")),
            "s.json: the file holds too many values (allowed: up to 1000000)");
  EXPECT_EQ(message(std::string((16u << 20) + 1, ' ')),
            "s.json: the file holds 16777217 bytes (allowed: up to 16777216)");
}

TEST_F(BadInputs, P08_files_stay_in_the_scene_folder) {
  namespace fs = std::filesystem;
  TempFolder outside;
  outside.write("secret.png", png_bytes({}));
  fs::create_directories(folder.path() / "sub");
  folder.write("sub/in.png", png_bytes({}));
  fs::create_symlink(outside.path() / "secret.png", folder.path() / "out.png");
  fs::create_symlink(outside.path(), folder.path() / "away");
  fs::create_symlink("loop_b.png", folder.path() / "loop_a.png");
  fs::create_symlink("loop_a.png", folder.path() / "loop_b.png");
  fs::create_symlink("sub/in.png", folder.path() / "alias.png");
  fs::create_symlink("/dev/zero", folder.path() / "zero.png");
  ASSERT_EQ(mkfifo((folder.path() / "pipe.png").c_str(), 0600), 0);
  const std::string allowed = " (allowed: a file in the scene's folder or below it, by its relative path)";
  auto refused = [&](const std::string& name, const std::string& why) {
    EXPECT_EQ(terrain(name), fmt::format("s.json: /terrain/heightmap: \"{}\" {}{}", name, why, allowed));
  };
  refused("../../etc/passwd", "leaves the scene's folder");
  refused("sub/../sub/in.png", "leaves the scene's folder");
  refused("..", "leaves the scene's folder");
  refused("/etc/passwd", "is an absolute path");
  refused("/dev/zero", "is an absolute path");
  refused("out.png", "leaves the scene's folder through a symbolic link");
  refused("away/secret.png", "leaves the scene's folder through a symbolic link");
  refused("zero.png", "leaves the scene's folder through a symbolic link");
  refused("loop_a.png", "is a loop of symbolic links");
  refused("pipe.png", "is a pipe, not a regular file");
  refused("sub", "is a folder, not a regular file");
  refused(".", "is a folder, not a regular file");
  refused("", "is not a file name");
  refused("sub/in.png/x", "does not exist in FOLDER");
  refused("$(touch pwned).png", "does not exist in FOLDER");
  refused("`id`; rm *.png", "does not exist in FOLDER");
  refused("~/x.png", "does not exist in FOLDER");
  EXPECT_NE(terrain("in\\u0000.png").find("is not a file name"), std::string::npos);
  EXPECT_NE(terrain(std::string(5000, 'n')).find("cannot be reached"), std::string::npos);
  EXPECT_EQ(terrain("sub/in.png"), "");
  EXPECT_EQ(terrain("./sub//in.png"), "");
  EXPECT_EQ(terrain("alias.png"), "");
}

TEST_F(BadInputs, P09_version) {
  EXPECT_EQ(message("{}"), "s.json: \"version\" is missing (Undine " UNDINE_VERSION " reads version 1)");
  EXPECT_EQ(message("{\"version\": 2, \"new_key\": 1}"),
            "s.json: /version: 2 is newer than this program (Undine " UNDINE_VERSION " reads version 1)");
  EXPECT_EQ(message("{\"version\": 18446744073709551615}"),
            "s.json: /version: 18446744073709551615 is newer than this program (Undine " UNDINE_VERSION
            " reads version 1)");
  EXPECT_EQ(message("{\"version\": 0}"), "s.json: /version: 0 is too small (allowed: whole number from 1 to 1)");
  EXPECT_EQ(message("{\"version\": \"1\"}"),
            "s.json: /version: \"1\" is not a whole number (allowed: whole number from 1 to 1)");
}

TEST_F(BadInputs, V01_no_number_is_nan_or_infinite) {
  folder.write("h.png", png_bytes({}));
  folder.write("s.hdr", "x");
  folder.write("m.glb", "x");
  const std::string full = scene_with(
      R"("terrain": {"heightmap": "h.png"}, "sky": {"model": "SKY"}, "meshes": [{"gltf": "m.glb"}, {"shape": "box"},
         {"shape": "basin"}], "water": [{"name": "a", "solver": "ripple"}])");
  for (const char* sky : {"preetham", "image\", \"image\": \"s.hdr"}) {
    std::string text = full;
    text.replace(text.find("SKY"), 3, sky);
    Scene scene = parse(text);
    const json saved = json::parse(save_scene(scene));
    int numbers = 0;
    const json flat = saved.flatten();
    for (const auto& [pointer, value] : flat.items()) {
      if (!value.is_number()) continue;
      ++numbers;
      std::string path = pointer.substr(1);
      std::replace(path.begin(), path.end(), '/', '.');
      for (const char* bad : {"NaN", "Infinity", "-Infinity", "1e999", "null"}) {
        EXPECT_TRUE(
            message(saved.dump(), {{path, bad}}).starts_with(fmt::format("--set {}={}: {}: ", path, bad, pointer)))
            << message(saved.dump(), {{path, bad}});
        json marked = saved;
        marked[json::json_pointer(pointer)] = "MARK";
        std::string changed = marked.dump();
        changed.replace(changed.find("\"MARK\""), 6, bad);
        EXPECT_TRUE(message(changed).starts_with(bad == std::string("null") ? "s.json: " + pointer : "s.json:1:"))
            << changed;
      }
    }
    EXPECT_GT(numbers, 80);
  }
}

TEST_F(BadInputs, V02_zero_and_negative) {
  const std::vector<std::array<std::string, 3>> cases{
      {"clock.step", "0", "number above 0, up to 1, in s"},
      {"clock.step", "-0.01", "number above 0, up to 1, in s"},
      {"clock.steps_per_frame", "0", "whole number from 1 to 1000"},
      {"clock.seed", "-1", "whole number from 0 to 9007199254740991"},
      {"gravity", "-9.81", "number from 0 to 1000, in m/s²"},
      {"camera.fov", "0", "number from 1 to 170, in degrees"},
      {"camera.fov", "180", "number from 1 to 170, in degrees"},
      {"sun.intensity", "-1", "number from 0 to 1000"},
      {"sky.turbidity", "0", "number from 1.7 to 10"},
      {"terrain.size.0", "0", "number above 0, up to 1000000, in m"},
      {"terrain.size.1", "-1", "number above 0, up to 1000000, in m"},
      {"meshes.0.size.2", "0", "number above 0, up to 1000000, in m"},
      {"meshes.0.size.0", "-2", "number above 0, up to 1000000, in m"},
      {"meshes.0.scale", "0", "number above 0, up to 1000000"},
      {"meshes.0.wall", "0", "number above 0, up to 1000, in m"},
      {"meshes.0.material.scale", "0", "number above 0, up to 1000, in m"},
      {"meshes.0.material.roughness", "-0.1", "number from 0 to 1"},
      {"water.0.cells.0", "0", "whole number from 1 to 16384"},
      {"water.0.size.1", "0", "number above 0, up to 1000000, in m"},
      {"render.exposure", "0", "number above 0, up to 1000"},
      {"render.water.ior", "0", "number from 1 to 3"},
      {"render.water.absorption", "[-1, 0, 0]", "number from 0 to 1000, in 1/m"},
      {"render.ssao.radius", "0", "number above 0, up to 1000, in m"},
      {"render.ssao.samples", "0", "whole number from 1 to 64"},
  };
  folder.write("h.png", png_bytes({}));
  const std::string text = scene_with(
      R"("terrain": {"heightmap": "h.png", "size": [1, 1]}, "meshes": [{"shape": "basin", "size": [1, 1, 1]}],
         "water": [{"name": "a", "solver": "ripple", "cells": [4, 4], "size": [1, 1]}])");
  ASSERT_EQ(message(text), "");
  for (const auto& [path, value, range] : cases) {
    std::string found = message(text, {{path, value}});
    EXPECT_TRUE(found.ends_with(fmt::format("(allowed: {})", range))) << found;
    EXPECT_TRUE(found.starts_with(fmt::format("--set {}={}: /", path, value))) << found;
  }
}

TEST_F(BadInputs, V03_grid_sizes) {
  for (const char* bad : {"[0, 0]", "[0, 5]", "[5, 0]"})
    EXPECT_NE(message(water_with(fmt::format("\"cells\": {}", bad))), "") << bad;
  for (const char* good : {"[1, 1]", "[2, 3]", "[127, 131]", "[1, 16384]"}) {
    EXPECT_EQ(message(water_with(fmt::format("\"cells\": {}", good))), "") << good;
  }
}

TEST_F(BadInputs, V04_grid_above_limits) {
  EXPECT_EQ(message(water_with(R"("cells": [16, 16385])")),
            "s.json: /water/0/cells/1: 16385 is too large (allowed: whole number from 1 to 16384)");
}

TEST_F(BadInputs, V05_size_overflow) {
  for (const char* bad :
       {"65536, 65536", "2147483648, 1", "4294967295, 4294967295", "4294967296, 1", "9223372036854775807, 1"}) {
    EXPECT_TRUE(message(water_with(fmt::format("\"cells\": [{}]", bad))).starts_with("s.json: /water/0/cells/0: "))
        << bad;
  }
}

TEST_F(BadInputs, V06_steps_that_are_too_long_are_the_solvers_to_cut) {
  EXPECT_EQ(message(water_with(R"("cells": [512, 512], "size": [1, 1], "speed": 1000)"), {{"clock.step", "1"}}), "");
}

TEST_F(BadInputs, V07_extreme_but_legal) {
  Scene scene = parse(scene_with(R"("gravity": 0, "clock": {"step": 1e-12}, "camera": {"eye": [1e5, 1e5, 1e5]},
                                    "sun": {"intensity": 0, "direction": [1e-5, 0, 0]}, "sky": {"intensity": 0})"));
  EXPECT_EQ(scene.gravity, 0);
  EXPECT_NEAR(scene.sun.direction.x, 1, 1e-12);
}

TEST_F(BadInputs, V10_terrain) {
  const std::string at = "s.json: /terrain/heightmap: ";
  const std::vector<double> flat(12, 0.5);
  for (const char* dtype : {"<f4", "<f8"}) {
    EXPECT_EQ(terrain("t.npy", npy_bytes(dtype, "(3, 4)", flat)), "");
    for (double bad : {std::nan(""), HUGE_VAL, -HUGE_VAL}) {
      std::vector<double> hole = flat;
      hole[6] = bad;
      EXPECT_EQ(terrain("t.npy", npy_bytes(dtype, "(3, 4)", hole)),
                fmt::format("{}t.npy holds {} at row 1, column 2 (allowed: meters from -1000000 to 1000000; fill "
                            "holes, or name their value by \"no_data\")",
                            at, bad));
    }
  }
  auto heights = [&](const std::string& name, const std::string& bytes) {
    folder.write(name, bytes);
    return parse(scene_with(fmt::format(R"("terrain": {{"heightmap": "{}", "height": [-2, 2]}})", name)))
        .terrain.value();
  };
  Heightmap dry = heights("t.npy", npy_bytes("<f4", "(2, 3)", {9, 9, 9, 9, 9, 9}));
  EXPECT_EQ(dry.nx, 3u) << "not square: rows are along z";
  EXPECT_EQ(dry.nz, 2u);
  EXPECT_EQ(heights("t.npy", npy_bytes("<f8", "(2, 2)", {-9, -9, -9, 1e6})).height,
            std::vector<float>({-9, -9, -9, 1e6f}));
  EXPECT_EQ(heights("t.png", png_bytes({.samples = {0, 65535, 1, 256}})).height[3],
            static_cast<float>(-2 + 4 * 256 / 65535.0))
      << "PNG is big-endian";
  EXPECT_EQ(heights("t.png", png_bytes({})).height, std::vector<float>(4, -2.0f)) << "constant";
  EXPECT_NE(terrain("t.npy", npy_bytes(">f4", "(3, 4)", flat)).find("t.npy: holds values of type '>f4'"),
            std::string::npos)
      << "the other byte order is refused, not misread";
  const std::string sides = " samples (allowed: 2 to 16384 on each side, 67108864 together)";
  EXPECT_EQ(terrain("t.npy", npy_bytes("<f4", "(1, 1)", {1})), at + "t.npy has 1 x 1" + sides);
  EXPECT_EQ(terrain("t.npy", npy_bytes("<f4", "(1, 12)", flat)), at + "t.npy has 12 x 1" + sides);
  EXPECT_EQ(terrain("t.npy", npy_bytes("<f4", "(12,)", flat)),
            at + "t.npy has 1 dimensions (allowed: 2, rows along z and columns along x)");
}

TEST_F(BadInputs, A01_missing_files) {
  const std::string allowed = " (allowed: a file in the scene's folder or below it, by its relative path)";
  EXPECT_EQ(terrain("no.png"), "s.json: /terrain/heightmap: \"no.png\" does not exist in FOLDER" + allowed);
  EXPECT_EQ(message(scene_with(R"("meshes": [{"gltf": "no.glb"}])")),
            "s.json: /meshes/0/gltf: \"no.glb\" does not exist in FOLDER" + allowed);
  EXPECT_EQ(message(scene_with(R"("sky": {"model": "image", "image": "no.hdr"})")),
            "s.json: /sky/image: \"no.hdr\" does not exist in FOLDER" + allowed);
  EXPECT_EQ(message(water_with(R"("initial": [{"shape": "npy", "file": "no.npy"}])")),
            "s.json: /water/0/initial/0/file: \"no.npy\" does not exist in FOLDER" + allowed);
  EXPECT_EQ(message(water_with(R"("islands": "no.png")")),
            "s.json: /water/0/islands: \"no.png\" does not exist in FOLDER" + allowed);
}

TEST_F(BadInputs, A02_damaged_heightmaps) {
  const std::string at = "s.json: /terrain/heightmap: ";
  const std::string good = png_bytes({.width = 5, .height = 3, .samples = {1, 2, 3}});
  EXPECT_EQ(terrain("t.png", good), "");
  for (std::size_t n = 0; n < good.size(); ++n)
    EXPECT_TRUE(terrain("t.png", good.substr(0, n)).starts_with(at + "t.png is ")) << n;
  for (std::size_t n = 0; n < good.size(); ++n) {
    std::string bad = good;
    bad[n] = static_cast<char>(bad[n] ^ 0x10);
    EXPECT_TRUE(terrain("t.png", bad).starts_with(at + "t.png ")) << n;
  }
  EXPECT_EQ(terrain("t.png", "GIF89a..."), at + "t.png is not a PNG file (allowed: greyscale 16-bit PNG, or .npy)");
  EXPECT_EQ(terrain("t.png", ""), at + "t.png is not a PNG file (allowed: greyscale 16-bit PNG, or .npy)");
  const std::string sides = " samples (allowed: 2 to 16384 on each side, 67108864 together)";
  EXPECT_EQ(terrain("t.png", png_bytes({.width = 0, .height = 0})), at + "t.png has 0 x 0" + sides);
  EXPECT_EQ(terrain("t.png", png_bytes({.width = 1, .height = 1})), at + "t.png has 1 x 1" + sides);
  EXPECT_EQ(terrain("t.png", png_bytes({.width = 65535, .height = 65535, .honest = false})),
            at + "t.png has 65535 x 65535" + sides);
  EXPECT_EQ(terrain("t.png", png_bytes({.width = 16384, .height = 16384, .honest = false})),
            at + "t.png has 16384 x 16384" + sides);
  EXPECT_TRUE(terrain("t.png", png_bytes({.width = 8192, .height = 8192, .honest = false}))
                  .ends_with("bytes cannot hold its 8192x8192 texels"));
  EXPECT_EQ(terrain("t.png", png_bytes({.depth = 8})),
            at + "t.png has 8 bits per channel, greyscale (allowed: greyscale 16-bit PNG, or .npy)");
  EXPECT_EQ(terrain("t.png", png_bytes({.color = 2})),
            at + "t.png has 16 bits per channel, not greyscale (allowed: greyscale 16-bit PNG, or .npy)");
  const std::string array = npy_bytes("<f4", "(3, 4)", std::vector<double>(12, 0.0));
  for (std::size_t n = 0; n < array.size(); ++n)
    EXPECT_TRUE(terrain("t.npy", array.substr(0, n)).starts_with(at + "t.npy: ")) << n;
}

}  // namespace
}  // namespace undine::test
