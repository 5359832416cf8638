// Formulas of details advected by a flow: weights of the advected layers and the birth of foam.
#include "passes/water/flow_detail.h"

#include <gtest/gtest.h>

#include "passes/columns/flow_traces.h"

namespace undine {
namespace {

TEST(FlowDetail, LayersKeepTheVarianceAndStartUnseen) {
  for (int i = -300; i <= 300; ++i) {
    const float time = 0.0137f * static_cast<float>(i), shift = 0.21f;
    const vec2 a = water::flow_phase(time, shift), b = water::flow_phase(time, shift + 0.5f);
    EXPECT_GE(a.x, 0.0f);
    EXPECT_LT(a.x, 1.0f);
    const vec2 w = water::flow_weights(a.x);
    EXPECT_NEAR(dot(w, w), 1, 1e-5) << time;
    // A layer at its start or end has zero weight.
    EXPECT_LE(w.x, 2.9f * std::min(a.x, 1 - a.x) + 1e-5f) << time;
    EXPECT_LE(w.y, 2.9f * std::min(b.x, 1 - b.x) + 1e-5f) << time;
  }
  const vec2 before = water::flow_phase(water::flow_period * 2.999f, 0),
             after = water::flow_phase(water::flow_period * 3.001f, 0);
  EXPECT_EQ(before.y, 2.0f);
  EXPECT_EQ(after.y, 3.0f);
}

TEST(FlowDetail, PoolsAreSmoothAndRapidsRough) {
  EXPECT_LT(water::flow_roughness(0.05f, 0.5f), 0.02f);
  EXPECT_GT(water::flow_roughness(1.5f, 0.2f), 0.1f);
  EXPECT_GT(water::flow_roughness(1, 0.1f), water::flow_roughness(1, 1));
  EXPECT_EQ(water::flow_roughness(1, 0), 0);
}

TEST(FoamBirth, IsWhereWaterBreaks) {
  const columns::FlowState calm{
      .speed = 0.3f, .depth = 0.4f, .falling = 0.02f, .gathering = 0.2f, .curl = 0.5f, .landing = 0};
  EXPECT_EQ(columns::foam_birth(calm, 9.81f), 0);
  const auto with = [&](auto change) {
    columns::FlowState s = calm;
    change(s);
    return columns::foam_birth(s, 9.81f);
  };
  EXPECT_GT(with([](columns::FlowState& s) { s.falling = 2; }), 1);
  EXPECT_GT(with([](columns::FlowState& s) { s.falling = -2; }), 1);
  EXPECT_GT(with([](columns::FlowState& s) { s.speed = 2, s.depth = 0.15f; }), 0.1);
  EXPECT_GT(with([](columns::FlowState& s) { s.speed = 1, s.gathering = 9; }), 0.1);
  EXPECT_GT(with([](columns::FlowState& s) { s.curl = -16; }), 0.1);
  EXPECT_GT(with([](columns::FlowState& s) { s.landing = 1.2f; }), 0.1);
  EXPECT_EQ(with([](columns::FlowState& s) { s.falling = 2, s.depth = 0.001f; }), 0) << "a film has no bubbles";
}

}  // namespace
}  // namespace undine
