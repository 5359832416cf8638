// Largest depth, largest speed and arrival of water, against the fields after every step.
#include <cmath>

#include "tests/support/body_runner.h"

namespace undine {
namespace {

class ColumnsMaxima : public test::BodyTest, public testing::WithParamInterface<const char*> {};

// A dam break over rising ground: the front comes to one column after the other, runs up, and falls back.
TEST_P(ColumnsMaxima, AreThoseOfAllSteps) {
  load_text(fmt::format(R"({{"version": 1, "meshes": [], "clock": {{"step": 0.02}},
    "water": [{{"name": "flood", "solver": "{}", "cells": [81, 7], "size": [8.1, 0.7],
      "initial": [{{"shape": "box", "center": [-3, 0], "size": [2.1, 0.7], "depth": 0.4}}],
      "sources": [{{"region": {{"center": [3.8, 0], "size": [0.3, 0.3]}}, "rate": [[0, 0], [1, 0], [1.5, 0.02]]}}]}}],
    "bodies": []}})",
                        GetParam()));
  constexpr float wet = 0.01f;
  std::vector<float> depth = field("flood.max_depth"), speed(depth.size()),
                     arrival(depth.size(), -1);  // follows from now on
  const auto first = field("flood.depth");
  for (std::size_t i = 0; i < depth.size(); ++i)
    if (depth[i] = first[i]; first[i] > wet) arrival[i] = 0;
  for (int step = 1; step <= 60; ++step) {
    advance(1);
    const auto h = field("flood.depth"),
               q = field(GetParam() == std::string("shallow") ? "flood.discharge" : "flood.velocity");
    for (std::size_t i = 0; i < h.size(); ++i) {
      depth[i] = std::max(depth[i], h[i]);
      if (h[i] <= wet) continue;
      const float over = GetParam() == std::string("shallow") ? h[i] : 1;
      speed[i] = std::max(speed[i], std::hypot(q[2 * i], q[2 * i + 1]) / over);
      if (arrival[i] < 0) arrival[i] = 0.02f * static_cast<float>(step);
    }
  }
  const auto max_depth = field("flood.max_depth"), max_speed = field("flood.max_speed"), came = field("flood.arrival");
  std::size_t late = 0, never = 0;
  for (std::size_t i = 0; i < depth.size(); ++i) {
    EXPECT_EQ(max_depth[i], depth[i]) << i;
    EXPECT_NEAR(max_speed[i], speed[i], 1e-5f + 1e-5f * speed[i]) << i;
    EXPECT_NEAR(came[i], arrival[i], 1e-4f) << i;
    late += arrival[i] > 0.5f ? 1 : 0;
    never += arrival[i] < 0 ? 1 : 0;
  }
  EXPECT_GT(late, 50u);
  EXPECT_GT(never, 20u);
}

INSTANTIATE_TEST_SUITE_P(Waters, ColumnsMaxima, testing::Values("pipes", "shallow"),
                         [](const auto& info) { return std::string(info.param); });

}  // namespace
}  // namespace undine
