// A nappe stretches to several times its length and stays one sheet without gaps or ribs across.
#include <fmt/format.h>

#include <cmath>
#include <limits>

#include "engine/files/npy.h"
#include "passes/meshing/particle_surface.h"
#include "tests/support/ledger_runner.h"
#include "tests/support/mesh_check.h"

namespace undine {

struct Overflow {
  const char* name;
  double spacing, cell, drop;
  double deep;                     // spacings, at the overflow edge
  double low = 0.35, high = 0.75;  // observed range, shares of the drop
  int steps = 130;
  double rough = 0.04;  // spacings
};

struct CouplingNappe : test::LedgerTest, testing::WithParamInterface<Overflow> {
  // Channel of 14 columns with a source and critical flow at its end: the depth there is 1 / 1.5 of this depth.
  static std::string scene(const Overflow& o) {
    const double h = 1.5 * o.deep * o.spacing, q = std::sqrt(9.81 * h * h * h), side = 14 * o.cell / 2;
    const double far = 0.3 + 1.6 * std::sqrt(9.81 * h) * std::sqrt(2 * o.drop / 9.81);
    const std::string low = fmt::format("-0.05, -0.1, {}", -side - 0.1);
    return fmt::format(R"({{"version": 1, "meshes": [], "clock": {{"step": 0.008}},
      "water": [
        {{"name": "upper", "solver": "shallow", "cells": [10, 14], "size": [{length}, {width}], "origin": [{middle}, {drop}, 0],
          "edges": {{"+x": "open"}}, "initial": [{{"shape": "level", "level": {level}}}],
          "sources": [{{"region": {{"center": [{behind}, 0], "size": [{third}, {width}]}}, "rate": {rate}}}]}},
        {{"name": "fall", "solver": "sph", "model": "incompressible", "blocks": 4, "block_iterations": 10, "spacing": {spacing}, "capacity": 6000,
          "domain": {{"min": [{low}], "max": [{far}, {top}, {beside}]}},
          "sinks": [{{"box": {{"min": [{low}], "max": [{far}, 0.05, {beside}]}}}}]}}],
      "exchanges": [{{"name": "sill", "from": "upper", "to": "fall"}}]}})",
                       fmt::arg("length", 10 * o.cell), fmt::arg("width", 2 * side), fmt::arg("middle", -5 * o.cell),
                       fmt::arg("drop", o.drop), fmt::arg("level", o.drop + h), fmt::arg("behind", -3.4 * o.cell),
                       fmt::arg("third", 3 * o.cell), fmt::arg("rate", 2 * q * side), fmt::arg("spacing", o.spacing),
                       fmt::arg("low", low), fmt::arg("far", far), fmt::arg("top", o.drop + 3 * h + 0.1),
                       fmt::arg("beside", side + 0.1));
  }

  test::Mesh nappe() {
    std::vector<std::byte> vertices, indices, arguments;
    graph::Graph g(*live.back());
    const SurfaceMesh made = meshing::particle_mesh(g, *world->water()[1].solver->particles(g));
    const auto fetch = [&](std::string_view verb, graph::Buffer from, std::vector<std::byte>& to) {
      g.readback(verb, from, [&to](std::span<const std::byte> bytes) { to.assign(bytes.begin(), bytes.end()); });
    };
    fetch("read_vertices", made.vertices, vertices);
    fetch("read_indices", made.indices, indices);
    fetch("read_arguments", made.arguments, arguments);
    run(g);
    executor->finish();
    return test::mesh_of(vertices, indices, arguments);
  }
};

// Outer side of the nappe as heights over a vertical grid, x by z and y. NaN where no triangle covers a cell.
struct Side {
  int across, high;
  double step, low, corner;
  std::vector<double> x;
};

Side side_of(const test::Mesh& mesh, double step, double low, double high, double half) {
  Side s{.across = static_cast<int>(2 * half / step),
         .high = static_cast<int>((high - low) / step),
         .step = step,
         .low = low,
         .corner = -half,
         .x = {}};
  s.x.assign(static_cast<std::size_t>(s.across) * static_cast<std::size_t>(s.high),
             std::numeric_limits<double>::quiet_NaN());
  for (const glm::uvec3& t : mesh.triangles) {
    glm::dvec3 p[3];
    for (int k = 0; k < 3; ++k) {
      const glm::dvec3 q = mesh.positions[t[k]];
      p[k] = {(q.z - s.corner) / step - 0.5, (q.y - low) / step - 0.5, q.x};
    }
    const glm::dvec2 a(p[1] - p[0]), b(p[2] - p[0]);
    const double area = a.x * b.y - a.y * b.x;
    if (std::abs(area) < 1e-12) continue;
    const glm::dvec3 from = glm::min(p[0], glm::min(p[1], p[2])), to = glm::max(p[0], glm::max(p[1], p[2]));
    for (int y = std::max(0, static_cast<int>(std::ceil(from.y))); y <= std::min(s.high - 1.0, to.y); ++y)
      for (int z = std::max(0, static_cast<int>(std::ceil(from.x))); z <= std::min(s.across - 1.0, to.x); ++z) {
        const glm::dvec2 d = glm::dvec2(z, y) - glm::dvec2(p[0]);
        const double u = (d.x * b.y - d.y * b.x) / area, v = (a.x * d.y - a.y * d.x) / area;
        if (u < -1e-9 || v < -1e-9 || u + v > 1 + 1e-9) continue;
        double& x = s.x[static_cast<std::size_t>(y * s.across + z)];
        const double here = p[0].z + u * (p[1].z - p[0].z) + v * (p[2].z - p[0].z);
        if (!(x >= here)) x = here;
      }
  }
  return s;
}

// Root mean square deviation of vertical lines from parabolas fitted in windows of `window` meters.
double roughness(const Side& s, double window) {
  const int n = static_cast<int>(window / s.step);
  double left = 0;
  int count = 0;
  for (int z = 0; z < s.across; ++z)
    for (int first = 0; first + n <= s.high; first += n) {
      double sums[5] = {}, moments[3] = {}, squares = 0;  // moments of even powers of the position
      for (int k = 0; k < n; ++k) {
        const double at = k - 0.5 * (n - 1), x = s.x[static_cast<std::size_t>((first + k) * s.across + z)];
        for (int power = 0; power < 5; power += 2) sums[power] += std::pow(at, power);
        for (int power = 0; power < 3; ++power) moments[power] += std::pow(at, power) * x;
        squares += x * x;
      }
      const double det = sums[0] * sums[4] - sums[2] * sums[2];
      const double c = (sums[0] * moments[2] - sums[2] * moments[0]) / det, a = (moments[0] - c * sums[2]) / sums[0];
      left += squares - a * moments[0] - moments[1] * moments[1] / sums[2] - c * moments[2];
      count += n;
    }
  return std::sqrt(std::max(left, 0.0) / count);
}

// As smooth as water at rest (ParticleSurfaceTest.FlatWaterIsFlat): to 4 % of the spacing. Over ten spacings free
// fall follows a parabola to under a tenth of that. Sheets thinner than a layer are smooth to a tenth of the spacing.
TEST_P(CouplingNappe, NappeHasNoRibs) {
  const Overflow o = GetParam();
  load_text(scene(o));
  advance(o.steps);
  // Middle of the fall, away from its sides.
  const Side s = side_of(nappe(), o.spacing / 3, o.low * o.drop, o.high * o.drop, 7 * o.cell - 4 * o.spacing);
  const auto holes = std::ranges::count_if(s.x, [](double x) { return std::isnan(x); });
  ASSERT_GT(s.x.size(), 500u);
  const double rough = roughness(s, 10 * o.spacing) / o.spacing;
  fmt::print("{}: {} holes in {} squares, rough to {:.4f} of the spacing\n", o.name, holes, s.x.size(), rough);
  EXPECT_EQ(holes, 0);
  EXPECT_LT(rough, o.rough);
}

INSTANTIATE_TEST_SUITE_P(Overflows, CouplingNappe,
                         testing::Values(Overflow{"wide", 0.03, 0.05, 1.5, 2}, Overflow{"fine", 0.04, 0.04, 1.4, 2},
                                         Overflow{"deep", 0.03, 0.05, 1.8, 3},
                                         // 0.6 and 0.9 layers of particles at its foot.
                                         Overflow{"weak", 0.027, 0.06, 1.9, 2.0, 0.1, 0.5, 260, 0.1},
                                         Overflow{"foot", 0.027, 0.06, 1.9, 2.7, 0.1, 0.5, 260, 0.1}),
                         [](const testing::TestParamInfo<Overflow>& info) { return std::string(info.param.name); });

}  // namespace undine
