// Both ends of every numeric range of the schema: two steps and an image are finite, or a message rejects the scene
// with a reason.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <glm/gtc/packing.hpp>
#include <memory>
#include <random>

#include "engine/app/session/session.h"
#include "engine/files/npy.h"
#include "engine/scene/field_values.h"
#include "engine/scene/scene_schema.h"
#include "tests/support/range_samples.h"
#include "tests/support/temp_folder.h"

namespace undine::test {
namespace {

using nlohmann::json;

const json pool = json::parse(R"({"version": 1, "clock": {"step": 0.01}, "water": [
  {"name": "pool", "solver": "wave", "cells": [12, 10], "size": [2, 1.6], "speed": 1.5,
   "initial": [{"shape": "gaussian", "height": 0.05, "radius": 0.3}]}]})");
const json crates = json::parse(R"({"camera": {"path": [{"time": 0, "eye": [2, 2, 2], "target": [0, 0, 0]},
  {"time": 1, "eye": [2, 2, 3], "target": [0, 0, 0]}]}, "bodies": [{"name": "crate", "shape": "box", "size": [0.3, 0.2, 0.25]}],
  "meshes": [{"shape": "box", "size": [0.3, 0.5, 0.3], "translate": [0.6, -0.1, 0], "solid": true}]})");
const json hill = json::parse(R"({"heightmap": "hill.npy", "size": [2, 1.6], "height": [-0.2, 0.2]})");

json with(json scene, const json& more) {
  scene.update(more);
  return scene;
}
json water(const std::string& text) { return with(pool, {{"water", json::array({json::parse(text)})}}); }

// One scene for each solver, and one for all other settings.
std::vector<RangeBase> bases() {
  std::vector<std::string> others;
  const json schema = json::parse(scene_schema());
  for (const auto& [key, value] : schema.at("properties").items())
    if (key != "water" && key != "exchanges" && key != "terrain" && key != "version") others.push_back(key);
  const std::string grid = R"("cells": [12, 10], "size": [2, 1.6])";
  const json river =
      water(R"({"name": "river", "solver": "pipes", )" + grid + R"(, "initial": [{"shape": "level", "level": 0.1}]})");
  const json flood = water(R"({"name": "flood", "solver": "shallow", )" + grid +
                           R"(, "initial": [{"shape": "level", "level": 0.1}]})");
  const json drop = water(R"({"name": "drop", "solver": "sph", "spacing": 0.05, "domain": {"min": [0, 0, 0],
      "max": [0.5, 0.5, 0.3]}, "fluid": [{"box": {"min": [0.05, 0.05, 0.05], "max": [0.25, 0.25, 0.25]}}]})");
  json loose = drop, pair = flood;
  loose["water"][0]["model"] = "compressible";
  pair["water"][0]["edges"] = {{"+x", "open"}};
  pair["water"].push_back(pool["water"][0]);
  pair["water"][1]["origin"] = {2.5, -0.5, 0};
  pair["exchanges"] = {{{"name", "fall"}, {"from", "flood"}, {"to", "pool"}}};
  std::erase(others, "camera");
  return {{with(pool, crates), others},
          {with(pool, {{"camera", crates["camera"]}}), {"camera"}},
          {pool, {"camera"}},
          {with(pool, {{"terrain", hill}}), {"water", "terrain"}},
          {with(river, {{"terrain", hill}}), {"water", "terrain"}},
          {with(flood, {{"terrain", hill}}), {"water"}},
          {water(R"({"name": "ink", "solver": "fluid", )" + grid + "}"), {"water"}},
          {drop, {"water"}},
          {loose, {"water"}},
          {pair, {"exchanges"}}};
}

class SceneRanges : public testing::Test {
 protected:
  SceneRanges() {
    const std::vector<float> slope = [] {
      std::vector<float> out;
      for (int i = 0; i < 120; ++i) out.push_back(-0.2f + 0.4f * static_cast<float>(i % 12) / 11);
      return out;
    }();
    files::write_npy(folder.file("hill.npy"), std::array{10u, 12u}, slope);
    for (const char* name : {"slab.gltf", "boat_hull.glb"})
      std::filesystem::copy_file(std::filesystem::path(UNDINE_TESTS_DIR) / "data" / name, folder.file(name));
  }

  static std::string file_of(const std::string& key) {
    return key == "gltf" || key == "look" ? "boat_hull.glb" : key == "heightmap" || key == "file" ? "hill.npy" : "";
  }

  std::vector<RangeSample> samples() const {
    const json schema = json::parse(scene_schema());
    std::vector<RangeSample> out;
    for (const RangeBase& base : bases())
      for (RangeSample& sample : range_samples(schema, base, file_of)) out.push_back(std::move(sample));
    return out;
  }

  // Returns "" for finite values or a rejected scene, else the name of the invalid value.
  std::string judge(const RangeSample& sample) {
    try {
      Scene scene = parse_scene(sample.scene.dump(), folder.path() / "s.json");
      if (!session) {
        session::CommandLine line;
        session = std::make_unique<session::Session>(std::move(scene), line,
                                                     session::SessionParts{.device = true, .picture = true});
        session->start();
      } else {
        session->change(std::move(scene));
        session->begin_anew();
      }
      return run();
    } catch (const Error& e) {
      session.reset();
      refused = e.what();
      if (e.code() != Exit::bad_input) return std::string("fails: ") + e.what();
      return e.problem().empty() ? "is refused without a reason" : "";
    } catch (const std::exception& e) {
      session.reset();
      return std::string("fails: ") + e.what();
    }
  }

  std::string run() {
    session->step(2);
    View view = session->film_view({32, 20});
    view.show = "radiance";
    std::string wrong;
    session->graph().readback("picture", session->draw(view), [&](std::span<const std::byte> texels) {
      for (std::size_t i = 0; i + 1 < texels.size(); i += 2) {
        std::uint16_t half = 0;
        std::memcpy(&half, texels.data() + i, sizeof half);
        if (wrong.empty() && i % 8 < 6 && !std::isfinite(glm::unpackHalf1x16(half)))
          wrong = "the picture is not finite";
      }
    });
    for (const Field& field : session->world().fields()) {
      const FieldView published = field.publish(session->graph());
      session->graph().readback("field", published.buffer, [&, field, published](std::span<const std::byte> bytes) {
        for (const float value : field_values(field, published, bytes))
          if (wrong.empty() && !std::isfinite(value)) wrong = field.name + " is not finite";
      });
    }
    session->run();
    session->executor().finish();
    if (!wrong.empty()) session.reset();
    return wrong;
  }

  void expect_sound(std::span<const RangeSample> all, bool tell) {
    std::size_t refusals = 0;
    for (const RangeSample& sample : all) {
      refused.clear();
      const auto begin = std::chrono::steady_clock::now();
      const std::string wrong = judge(sample);
      const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
      refusals += !refused.empty();
      if (tell)
        fmt::print("{} = {}: {} ({:.2f} s)\n", sample.pointer, sample.value,
                   !wrong.empty()    ? wrong
                   : refused.empty() ? "finite"
                                     : "refused: " + refused,
                   took.count());
      EXPECT_EQ(wrong, "") << sample.pointer << " = " << sample.value << "\n" << sample.scene.dump();
    }
    fmt::print("{} scenes, {} of them refused\n", all.size(), refusals);
  }

  TempFolder folder;
  std::unique_ptr<session::Session> session;
  std::string refused;
};

TEST_F(SceneRanges, SomeEndsAreFiniteOrRefused) {
  std::vector<RangeSample> all = samples();
  std::mt19937 random(20260801);
  std::ranges::shuffle(all, random);
  all.resize(std::min<std::size_t>(all.size(), 5));
  expect_sound(all, false);
}

TEST_F(SceneRanges, DischargesBeyondHalfPrecisionAreFinite) {
  std::vector<RangeSample> all = samples();
  std::erase_if(all, [](const RangeSample& sample) {
    return sample.pointer != "/water/0/sources/0/level" || sample.scene.at("water")[0]["solver"] != "pipes";
  });
  ASSERT_GE(all.size(), 2u);
  expect_sound(all, false);
}

// UNDINE_RANGES=PART selects those whose pointer contains PART, UNDINE_RANGES_FROM=N skips the first N of them.
TEST_F(SceneRanges, AllEndsAreFiniteOrRefused) {
  std::vector<RangeSample> all = samples();
  if (const char* part = std::getenv("UNDINE_RANGES"))
    std::erase_if(all, [&](const RangeSample& sample) { return sample.pointer.find(part) == std::string::npos; });
  if (const char* from = std::getenv("UNDINE_RANGES_FROM"))
    all.erase(all.begin(), all.begin() + std::min<std::ptrdiff_t>(std::atoll(from), std::ssize(all)));
  expect_sound(all, true);
}

}  // namespace
}  // namespace undine::test
