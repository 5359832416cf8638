// Ledger of the waters: it accounts for every inflow and outflow.
#include <cmath>

#include "tests/support/body_runner.h"

namespace undine {

struct Ledger : test::BodyTest {
  Ledger() { accounting = Accounting::audited; }
};

struct LedgerOf : Ledger, testing::WithParamInterface<std::pair<const char*, const char*>> {};

// Sources and drains of a rate or a level, rain, evaporation, and each boundary condition of the solver.
TEST_P(LedgerOf, RiversCountInflowAndOutflow) {
  const auto [solver, edges] = GetParam();
  load_text(fmt::format(R"({{"version": 1, "meshes": [], "clock": {{"step": 0.02}}, "water": [
    {{"name": "river", "solver": "{}", "cells": [37, 22], "size": [8, 4.8], "edges": {},
      "initial": [{{"shape": "level", "level": 0.3}}], "rain": 1e-4, "evaporation": 2e-5,
      "sources": [{{"region": {{"center": [-2, 0], "size": [0.5, 0.5]}}, "rate": 0.05}},
                  {{"region": {{"center": [0, 1], "size": [0.4, 0.4]}}, "rate": 0, "level": 0.4}}],
      "drains": [{{"region": {{"center": [2, 0], "size": [0.6, 0.6]}}, "rate": 0.04}},
                 {{"region": {{"center": [1, -1], "size": [0.4, 0.4]}}, "rate": 0, "level": 0.25}}]}}]}})",
                        solver, edges));
  const Stats first = water_stats();
  for (int k = 1; k <= 3; ++k) {
    advance(100);
    const Stats now = water_stats();
    ASSERT_TRUE(now.budget);
    EXPECT_NEAR(*now.volume - *first.volume, now.budget->net(), 1e-11 * *now.volume) << k;
    EXPECT_NEAR(now.budget->rain, 1e-4 * 8 * 4.8 * 2 * k, 1e-8);
    EXPECT_NEAR(now.budget->dried, 2e-5 * 8 * 4.8 * 2 * k, 1e-8);
    EXPECT_GE(now.budget->sources, 0.05 * 2 * k);
    EXPECT_GE(now.budget->drains, 0.04 * 2 * k * (1 - 1e-6));
    EXPECT_GT(now.budget->edges_in, 0);
    EXPECT_GT(now.budget->edges_out, 0);
  }
}

INSTANTIATE_TEST_SUITE_P(
    Columns, LedgerOf,
    testing::Values(std::pair{"shallow",
                              R"({"-x": {"discharge": 0.2}, "+x": "level", "-z": "open", "+z": "transmissive"})"},
                    std::pair{"pipes", R"({"-x": "level", "+x": "open", "-z": "open", "+z": "level"})"}));

// Waves between all boundary conditions, with drops and wave makers, also beside a corner; parameters are not tuned.
struct LedgerOfWaves : Ledger, testing::WithParamInterface<const char*> {
  static std::string scene() {
    return fmt::format(R"({{"version": 1, "meshes": [], "clock": {{"step": 0.021}}, "water": [
      {{"name": "pool", "solver": "wave", "cells": [53, 38], "size": [5.1, 3.7], {},
        "makers": [{{"center": [-2.4, -1.7], "radius": 0.3, "height": 0.03, "period": 0.7}}],
        "drops": {{"rate": 45, "depth": 0.02, "radius": 0.2}}}}]}})",
                       GetParam());
  }
};

TEST_P(LedgerOfWaves, WavesCountVolume) {
  load_text(scene());
  const Stats first = water_stats();
  for (int k = 1; k <= 4; ++k) {
    advance(150);
    const Stats now = water_stats();
    ASSERT_TRUE(now.budget);
    const double off = *now.volume - *first.volume - now.budget->net();
    fmt::print(
        "off by {:.3g} of {:.4f} m3 after {} steps; {:.3g} came, {:.3g} went over the edges, {:.3g} and {:.3g} "
        "by drops\n",
        off, now.rest, 150 * k, now.budget->edges_in, now.budget->edges_out, now.budget->sources, now.budget->drains);
    EXPECT_NEAR(off, 0, 1e-14 * now.rest) << k;
    EXPECT_GT(now.budget->drains, 0.01 * now.rest);
  }
  // The correction removes rounding errors only.
  const auto audited = height();
  accounting = Accounting::volumes;
  load_text(scene());
  advance(600);
  const Stats plain = water_stats();
  ASSERT_TRUE(plain.budget);
  EXPECT_NEAR(*plain.volume - plain.budget->net(), 0, 3e-5 * plain.rest);
  const auto height = this->height();
  double apart = 0, largest = 0;
  for (std::size_t i = 0; i < height.size(); ++i) {
    apart = std::max(apart, std::abs(static_cast<double>(height[i] - audited[i])));
    largest = std::max(largest, std::abs(static_cast<double>(height[i])));
  }
  fmt::print("heights apart by {:.3g} of {:.3g} m; volume off by {:.3g} m3 where rounding stays\n", apart, largest,
             *plain.volume - plain.budget->net());
  EXPECT_LT(apart, 1e-3 * largest);
  accounting = Accounting::none;
  load_text(scene());
  advance(600);
  EXPECT_EQ(this->height(), height);
}

INSTANTIATE_TEST_SUITE_P(
    Edges, LedgerOfWaves,
    testing::Values(
        R"("speed": 2.1, "edges": {"-x": "wall", "+x": "wall", "-z": "wall", "+z": "wall"})",
        R"("speed": 1.3, "damping": 0.4, "edges": {"-x": "periodic", "+x": "periodic", "-z": "wall", "+z": "wall"})",
        R"("speed": 2.1, "damping": 0.3, "edges": {"-x": "absorb", "+x": "fixed", "-z": "absorb", "+z": "wall"})",
        R"("speed": 1.7, "edges": {"-x": "absorb", "+x": "absorb", "-z": "absorb", "+z": "absorb"})",
        R"("speed": 1.9, "damping": 0.1, "sources": [{"region": {"center": [1.1, 0.3], "size": [0.7, 0.4]}, "rate": 0.0137},
           {"region": {"center": [-2, 1.7]}, "rate": [[0.4, 0], [3.7, 0.02], [5, 0.001]]}],
           "drains": [{"region": {"center": [1.4, 0.3], "size": [0.9, 1.1]}, "rate": 0.0061}])",
        R"("speed": 1.9, "edges": {"-x": "absorb", "+x": "fixed", "-z": "wall", "+z": "absorb"},
           "sources": [{"region": {"center": [-2.4, 1.7], "size": [0.7, 0.4]}, "rate": [[0, 0.07], [9, 0]]}])"));

// Integers overflow at 2^24 m of columns: this pool holds more than that, and more flows in.
TEST_F(Ledger, CountsMoreThanIntegersHold) {
  load_text(R"({"version": 1, "meshes": [], "clock": {"step": 0.05}, "water": [
    {"name": "pool", "solver": "wave", "cells": [64, 64], "size": [64, 64], "speed": 6,
     "initial": [{"shape": "gaussian", "height": 6000, "radius": 1e6}],
     "sources": [{"region": {"center": [0, 0], "size": [4, 4]}, "rate": 1e8}]}]})");
  const Stats first = water_stats();
  EXPECT_NEAR(*first.volume, 6000.0 * 64 * 64, 1);
  for (int k = 1; k <= 8; ++k) {
    advance(1);
    const Stats now = water_stats();
    ASSERT_TRUE(now.budget);
    EXPECT_NEAR(now.budget->sources, 5e6 * k, 1e-6 * 5e6 * k);
    EXPECT_NEAR(*now.volume - *first.volume, now.budget->net(), 1e-9 * *now.volume) << k;
  }
}

// Accounting does not change the results.
TEST_F(Ledger, CountingChangesNoByte) {
  const std::string text = R"({"version": 1, "meshes": [], "clock": {"step": 0.02}, "water": [
    {"name": "river", "solver": "shallow", "cells": [24, 12], "size": [4.8, 2.4], "edges": {"-x": "level", "+x": "open"},
     "initial": [{"shape": "level", "level": 0.3}], "rain": 1e-3,
     "drains": [{"region": {"center": [1, 0], "size": [0.6, 0.6]}, "rate": 0.01}]},
    {"name": "brook", "solver": "pipes", "cells": [24, 12], "size": [4.8, 2.4], "edges": {"+x": "open"},
     "initial": [{"shape": "level", "level": 0.3}], "rain": 1e-3,
     "sources": [{"region": {"center": [-1, 0], "size": [0.6, 0.6]}, "rate": 0.01}]}]})";
  std::vector<std::vector<float>> depths;
  for (const Accounting b : {Accounting::none, Accounting::volumes, Accounting::audited}) {
    accounting = b;
    load_text(text);
    advance(60);
    EXPECT_EQ(water_stats().budget.has_value(), b != Accounting::none);
    depths.push_back(field(".depth"));
  }
  EXPECT_EQ(depths[0], depths[1]);
  EXPECT_EQ(depths[0], depths[2]);
}

}  // namespace undine
