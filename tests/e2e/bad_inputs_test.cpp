// Rows of the list of bad inputs (assets A, values V, device D, output O) through the program: exit code and message.
#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>
#include <tuple>

#include "engine/files/npy.h"
#include "engine/gpu/requirements.h"
#include "tests/e2e/scenes.h"
#include "tests/support/process.h"
#include "tests/support/temp_folder.h"

namespace undine::test {
namespace {

class ProgramBadInputs : public testing::Test {
 protected:
  // Scene with a 16 x 8 water; `members` extend the scene, `more` the water.
  std::string write(const std::string& members, const std::string& more = "") const {
    return folder.write("s.json", R"({"version": 1, )" + members + (members.empty() ? "" : ", ") +
                                      R"("water": [{"name": "w", "solver": "wave", "cells": [16, 8], "size": [2, 1])" +
                                      more + "}]}");
  }
  // Message, on one line, of a run that exits with `code`.
  std::string refused(int code, const std::vector<std::string>& arguments, const RunOptions& options = {}) const {
    Outcome run = undine(arguments, options);
    EXPECT_EQ(run.code, code) << run.text();
    std::size_t at = run.err.find("undine: error: ");
    EXPECT_NE(at, std::string::npos) << run.text();
    return at == std::string::npos ? "" : run.err.substr(at, run.err.find('\n', at) - at);
  }
  std::vector<std::string> simulate(const std::string& file) const { return {"simulate", file, "--steps", "1"}; }
  TempFolder folder;
};

// PNG that ends after its header: 16-bit gray.
std::string png_header(unsigned width, unsigned height) {
  std::string out("\x89PNG\r\n\x1a\n\0\0\0\rIHDR", 16);
  for (unsigned n : {width, height})
    for (int shift : {24, 16, 8, 0}) out += static_cast<char>(n >> shift & 255);
  return out + std::string("\x10\0\0\0\0????\0\0\0\0IEND\xae\x42\x60\x82", 21);
}

void expect_parts(const std::string& text, const std::vector<std::string>& parts) {
  for (const std::string& part : parts) EXPECT_NE(text.find(part), std::string::npos) << part << " in " << text;
}

const std::vector<std::tuple<std::string, std::string, std::string, std::string>> assets{
    // file, members of the scene, members of the water, JSON pointer
    {"x.hdr", R"("sky": {"model": "image", "image": "x.hdr"})", "", "/sky/image"},
    {"x.glb", R"("meshes": [{"gltf": "x.glb"}])", "", "/meshes/0/gltf"},
    {"x.png", R"("terrain": {"heightmap": "x.png"})", "", "/terrain/heightmap"},
    {"x.png", "", R"(, "islands": "x.png")", "/water/0/islands"},
    {"x.png", "", R"(, "damping_map": "x.png")", "/water/0/damping_map"},
    {"x.npy", "", R"(, "initial": [{"shape": "npy", "file": "x.npy"}])", "/water/0/initial/0"}};

TEST_F(ProgramBadInputs, A01_MissingFilesNameSceneAndPointer) {
  for (const auto& [name, members, more, pointer] : assets)
    expect_parts(refused(2, {"check", write(members, more)}), {"s.json", pointer, name, "does not exist"});
}

TEST_F(ProgramBadInputs, A02_DamagedFilesNameSceneAndPointer) {
  const std::vector<std::uint32_t> wrong_size{8, 15};
  const std::string array = files::npy_bytes(wrong_size, std::vector<float>(120, -1e30f));
  std::string giant = array;
  giant.replace(giant.find("(8, 15)"), 15, "(65536, 65536) ");
  const std::vector<std::string> damage{"",
                                        "x",
                                        std::string(64, '\0'),
                                        png_header(65535, 65535),
                                        png_header(0, 0),
                                        png_header(5, 3),
                                        giant,
                                        array,
                                        array.substr(0, 200),
                                        "#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n-Y 65535 +X 65535\n",
                                        "#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n-Y 4 +X 8\n",
                                        std::string("glTF\2\0\0\0\xff\xff\xff\x7f\xff\xff\xff\x7fJSON", 20)};
  for (const auto& [name, members, more, pointer] : assets)
    for (const std::string& bytes : damage) {
      folder.write(name, bytes);
      std::string text = refused(2, {"check", write(members, more)});
      expect_parts(text, {name, "s.json", pointer});
    }
}

TEST_F(ProgramBadInputs, A03_ModelsThatPointOutsideThemselves) {
  for (const char* body : {R"("accessors": [{"bufferView": 7, "componentType": 5126, "count": 3, "type": "VEC3"}],
                              "meshes": [{"primitives": [{"attributes": {"POSITION": 0}}]}], "nodes": [{"mesh": 0}])",
                           R"("nodes": [{"children": [1]}, {"children": [0]}])", R"("nodes": [{"matrix": [1, 0, 0]}])",
                           R"("nodes": [{"mesh": 3}])"}) {
    folder.write("m.gltf",
                 std::string(R"({"asset": {"version": "2.0"}, "scene": 0, "scenes": [{"nodes": [0]}], )") + body + "}");
    expect_parts(refused(2, {"check", write(R"("meshes": [{"gltf": "m.gltf"}])")}), {"m.gltf", "/meshes/0/gltf"});
  }
}

TEST_F(ProgramBadInputs, WaterThatAsksForTerrainNamesItsSetting) {
  for (const char* more : {R"(, "speed": "depth")", R"(, "islands": "terrain")"})
    expect_parts(refused(2, {"check", write("", more)}), {"s.json: /water/0/", "terrain"});
}

// Invalid rivers: each message names the file, the setting, the error and the valid values.
TEST_F(ProgramBadInputs, ShallowWaterThatMakesNoSense) {
  auto array = [&](const std::string& name, std::uint32_t rows, std::uint32_t columns, std::size_t at, float value) {
    std::vector<float> values(std::size_t{rows} * columns, 0.5f);
    values[at] = value;
    folder.write(name, files::npy_bytes(std::vector<std::uint32_t>{rows, columns}, values));
  };
  array("nan.npy", 8, 16, 60, NAN);
  array("inf.npy", 8, 16, 60, HUGE_VALF);
  array("negative.npy", 8, 16, 60, -1);
  folder.write("slope.npy", files::npy_bytes(std::vector<std::uint32_t>{2, 2}, std::vector<float>{0, 3, 0, 3}));
  auto water = [](const std::string& name) { return R"("initial": [{"shape": "npy", "file": ")" + name + R"("}])"; };
  folder.write("back.csv", "t,eta\n0,0\n0,1\n");
  folder.write("mixed.csv", "0,0\n# a remark\n1,0,2\n");
  folder.write("words.csv", "t,eta\n");
  const std::string still = R"("initial": [{"shape": "level", "level": 1}])";
  const std::string held = R"("sources": [{"region": {"center": [-0.9, 0], "size": [0.2, 1]}, "level": 0.5}])";
  const std::string ramp = R"("terrain": {"heightmap": "slope.npy", "size": [2, 1]})";
  const std::vector<std::tuple<std::string, std::string, std::vector<std::string>>> rows{
      // members of the scene, of the water, parts of the message
      {R"("terrain": {"heightmap": "nan.npy"})",
       still,
       {"/terrain/heightmap", "nan at row 3, column 12", "meters from"}},
      {R"("terrain": {"heightmap": "inf.npy"})",
       still,
       {"/terrain/heightmap", "inf at row 3, column 12", "meters from"}},
      {"", water("nan.npy"), {"/water/0/initial/0", "nan at row 3, column 12", "finite"}},
      {"", water("inf.npy"), {"/water/0/initial/0", "inf at row 3, column 12", "finite"}},
      {"", water("negative.npy"), {"/water/0/initial/0", "-1 m at row 3, column 12", "not negative"}},
      {"", still + R"(, "edges": {"-x": {"discharge": 1, "level": 2}})", {"/water/0/edges/-x", "2 keys", "discharge"}},
      {"", still + R"(, "edges": {"-x": {"discharge": 0}})", {"/water/0/edges/-x/discharge", "above 0"}},
      {"", still + R"(, "edges": {"-x": "sluice"})", {"/water/0/edges/-x", "sluice", "transmissive"}},
      {"",
       still + R"(, "waves": {"kind": "regular", "height": 1})",
       {"/water/0/waves", "enter over an edge that is not a sea", "\"sea\" for that side"}},
      {"",
       still + R"(, "edges": {"-x": "sea"}, "waves": {"kind": "jonswap", "height": 1, "from": "+x"})",
       {"/water/0/waves", "enter over an edge that is not a sea"}},
      {"", R"("edges": {"+z": "sea"})", {"/water/0/edges/+z", "dry at the start", "initial water"}},
      {"",
       still + R"(, "edges": {"-x": "sea"}, "waves": {"kind": "series", "file": "back.csv"})",
       {"/water/0/waves/file", "back.csv, line 3: is not later", "times rising"}},
      {"",
       still + R"(, "edges": {"-x": "sea"}, "waves": {"kind": "series", "file": "mixed.csv"})",
       {"mixed.csv, line 3: has a different count of numbers than the first row"}},
      {"",
       still + R"(, "edges": {"-x": "sea"}, "waves": {"kind": "series", "file": "words.csv"})",
       {"words.csv, line 1: holds no row"}},
      {"",
       still + R"(, "edges": {"-x": "sea"}, "waves": {"kind": "jonswap", "period": 0})",
       {"/water/0/waves/period", "above 0"}},
      {"",
       still + ", " + held + R"(, "edges": {"-x": {"discharge": 1}})",
       {"/water/0/edges/-x", "conflicts with a source"}},
      {"", still + ", " + held + R"(, "edges": {"-x": "level"})", {"/water/0/edges/-x", "conflicts with a source"}},
      {"",
       still + R"(, "edges": {"-x": {"discharge": 1}, "-z": "level"})",
       {"/water/0/edges/-z", "contradicts the side", "a wall"}},
      {"",
       still + R"(, "cells": [1, 8], "edges": {"-x": {"discharge": 1}, "+x": "level"})",
       {"/water/0/edges/+x", "contradicts the side", "a wall"}},
      {ramp,
       still + R"(, "edges": {"+x": {"discharge": 1}})",
       {"/water/0/edges/+x", "dry at the start", "initial water"}},
      {ramp, still + R"(, "edges": {"+x": "level"})", {"/water/0/edges/+x", "dry at the start", "initial water"}},
      {R"("gravity": 0)", still, {"/water/0/gravity", "no pressure", "over 0"}},
      {R"("clock": {"step": 1})",
       R"("initial": [{"shape": "level", "level": 100}])",
       {"/water/0/", "up to 100 m", "sub-steps, at most 1000", "a shorter clock.step"}},
      {"", still + R"(, "eddies": {"model": "depth"})", {"/water/0/eddies", "without friction", "manning over 0"}},
      {"", still + R"(, "eddies": {"model": "eddy"})", {"/water/0/eddies/model", "smagorinsky"}},
      {"", still + R"(, "eddies": {"model": "depth", "viscosity": 1})", {"/water/0/eddies/viscosity", "unknown key"}},
      {"", still + R"(, "eddies": {"model": "constant", "viscosity": -1})", {"/eddies/viscosity", "from 0 to 1000"}}};
  for (const auto& [members, more, parts] : rows) {
    const std::string file = folder.write(
        "s.json", R"({"version": 1, )" + members + (members.empty() ? "" : ", ") +
                      R"("water": [{"name": "w", "solver": "shallow", "size": [2, 1], )" +
                      (more.find("cells") == std::string::npos ? R"("cells": [16, 8], )" : "") + more + "}]}");
    std::string text = refused(2, simulate(file));
    expect_parts(text, {"s.json"});
    expect_parts(text, parts);
  }
}

TEST_F(ProgramBadInputs, V03_SmallAndOddGridsRunUnderValidation) {
  for (const char* cells : {"[1,1]", "[1,7]", "[3,2]", "[17,129]", "[127,131]", "[2049,5]"}) {
    Outcome run = undine({"render", write(""), "--set", std::string("water.0.cells=") + cells, "--set",
                          "water.0.initial=[{\"shape\":\"gaussian\"}]", "--validation", "--size", "33x17", "--frames",
                          "3", "--out", folder.file("x.png")});
    EXPECT_EQ(run.code, 0) << cells << run.text();
  }
}

TEST_F(ProgramBadInputs, V04_LimitsAreNamedBeforeAnythingRuns) {
  std::string file = write("");
  expect_parts(refused(2, simulate(file), {.env = {{"UNDINE_LIMIT_BUFFER", "100"}}}),
               {file, "w/height", "maxStorageBufferRange", "100"});
  expect_parts(refused(2, {"render", file, "--size", "200x20", "--out", folder.file("x.png")},
                       {.env = {{"UNDINE_LIMIT_IMAGE", "64"}}}),
               {"maxImageDimension2D", "64"});
  EXPECT_FALSE(std::filesystem::exists(folder.file("x.png")));
  const std::string particles = UNDINE_SOURCE_DIR "/scenes/dam_break.json";
  expect_parts(refused(2, simulate(particles), {.env = {{"UNDINE_LIMIT_GROUPS", "4"}}}),
               {"/water/0/", "particles exceed the device", "256"});
}

TEST_F(ProgramBadInputs, V05_SizesThatOverflowAreRefused) {
  for (const char* cells : {"[65536,65536]", "[2147483648,1]", "[4294967297,4294967297]", "[18446744073709551616,1]"})
    expect_parts(refused(2, {"check", write(""), "--set", std::string("water.0.cells=") + cells}), {"/water/0/cells"});
  for (const char* size : {"65536x65536", "4294967297x1", "99999999999x2", "0x1", "-1x1"})
    expect_parts(refused(2, {"render", write(""), "--out", folder.file("x.png"), "--size", size}), {"--size"});
}

TEST_F(ProgramBadInputs, D01_NoLoaderOrDriver) {
  expect_parts(refused(3, simulate(write("")),
                       {.env = {{"VK_ICD_FILENAMES", "/nonexistent"}, {"VK_DRIVER_FILES", "/nonexistent"}}}),
               {"no Vulkan driver", "mesa-vulkan-drivers"});
}

TEST_F(ProgramBadInputs, D04_MissingFeaturesAreListed) {
  for (const gpu::Requirement& r : gpu::requirements()) {
    if (r.by != gpu::Requirement::By::everything) continue;
    const std::string name(r.name);
    const RunOptions lacks{.env = {{"UNDINE_LACKS", name}}};
    expect_parts(refused(3, simulate(write("")), lacks), {name});
    Outcome list = undine({"devices"}, lacks);
    EXPECT_NE(list.out.find("lacks " + name), std::string::npos) << list.text();
    EXPECT_NE(list.out.find("not met, by all"), std::string::npos) << list.text();
  }
  // A device capability that only images need rejects only images, and the message names what it limits.
  const RunOptions no_photons{.env = {{"UNDINE_LACKS", "r16_float"}}};
  expect_parts(refused(2, {"render", write(""), "--size", "64x36", "--out", folder.file("p.png")}, no_photons),
               {"caustics/photons", "r16_float", "sampled"});
  EXPECT_EQ(undine(simulate(write("")), no_photons).code, 0);
  Outcome whole = undine({"devices"});
  EXPECT_EQ(whole.out.find("not met"), std::string::npos) << whole.text();
}

TEST_F(ProgramBadInputs, D05_D06_LostDeviceAndNoMemoryAreFailuresWithoutFiles) {
  for (const auto& [as, part] : {std::pair{"lost", "the device was lost"}, {"memory", "out of device memory"}})
    for (const char* call : {"5", "20", "40", "60"}) {
      std::string text = refused(
          1,
          {"simulate", write(""), "--steps", "40", "--every", "1", "--dump", "w.height=" + folder.file("never/h.npy")},
          {.env = {{"UNDINE_FAIL_CALL", call}, {"UNDINE_FAIL_AS", as}}, .timeout = 60});
      expect_parts(text, {part});
    }
}

TEST_F(ProgramBadInputs, D07_BreadcrumbsNameFrameStepAndNode) {
  std::size_t named = 0;
  for (int call = 60; call < 140; call += 8) {
    std::string text = refused(1,
                               {"simulate", write(""), "--steps", "400", "--every", "1", "--breadcrumbs", "--dump",
                                "w.height=" + folder.file("lost/h.npy")},
                               {.env = {{"UNDINE_FAIL_CALL", std::to_string(call)}}, .timeout = 60});
    expect_parts(text, {"the device was lost"});
    named += text.find("in frame ") != text.npos && text.find(" (clock step ") != text.npos &&
             text.find("; frame/") != text.npos && text.find("was the last to end") != text.npos;
  }
  EXPECT_GT(named, 0u);
}

TEST_F(ProgramBadInputs, O01_FilesThatDoNotFitAreFailuresAndLeaveNoPart) {
  std::string file = write("");
  std::string limited = "ulimit -f 16; trap '' XFSZ; exec " + std::string(UNDINE_PROGRAM) + " ";  // 8 or 16 KiB a file
  for (const std::string& arguments :
       {"render " + file + " --size 300x300 --out " + folder.file("big.png"),
        "simulate " + file + " --steps 1 --set water.0.cells=[128,128] --dump w.height=" + folder.file("big.npy")}) {
    Outcome run = run_process({"/bin/sh", "-c", limited + arguments + " --no-cache"});
    EXPECT_EQ(run.code, 1) << run.text();
    expect_parts(run.err, {"big.", "cannot be written"});
  }
  for (const auto& entry : std::filesystem::directory_iterator(folder.path()))
    EXPECT_EQ(entry.path().filename(), "s.json");
}

}  // namespace
}  // namespace undine::test
