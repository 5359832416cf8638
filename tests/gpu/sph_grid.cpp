// Cell sort and neighbor lists against brute force.
#include "passes/sph/sph_grid.h"

#include <algorithm>
#include <functional>
#include <random>
#include <set>

#include "passes/sph/sph_solve.h"
#include "passes/sph/sph_world.h"
#include "tests/support/gpu.h"

namespace undine {

struct SphGridTest : test::GpuTest {
  struct Result {
    std::vector<glm::vec4> position;
    std::vector<std::uint32_t> starts, heads;
    std::vector<glm::uvec2> lists;
    std::uint32_t overflow = 0;

    // Indices in the list of the i-th particle, in the traversal order of sph/lists.glsl.
    std::vector<std::uint32_t> listed(std::uint32_t i) const {
      std::vector<std::uint32_t> out;
      for (std::uint32_t k = 0; k < strips(i); ++k) {
        const glm::uvec2 strip = lists[k * position.size() + i];
        for (std::uint32_t bit = 0; bit < 32; ++bit)
          if (strip.y >> bit & 1) out.push_back(strip.x + bit);
      }
      return out;
    }
    std::uint32_t strips(std::uint32_t i) const { return heads[i] & 0xffff; }
  };

  Result sorted(const std::vector<glm::vec4>& cloud, const sph::SphParams& params, std::uint32_t most) {
    const auto n = static_cast<std::uint32_t>(cloud.size());
    const std::string owner = "grid" + std::to_string(made_++);
    sph::SphGrid grid(state, owner, params.grid);
    const auto buffer = [&](const char* name, std::uint64_t bytes, graph::Format texel = graph::Format::rgba32_float) {
      return state.buffer(owner + "/" + name, {.bytes = bytes, .texel = texel});
    };
    const graph::Buffer position = buffer("p", 16ull * n), velocity = buffer("v", 16ull * n);
    const graph::Buffer to_position = buffer("tp", 16ull * n), to_velocity = buffer("tv", 16ull * n);
    const graph::Buffer control = buffer("c", sizeof(sph::SphControl));
    const graph::Buffer lists = buffer("l", 8ull * n * most), heads = buffer("k", 4ull * n);
    const graph::Buffer reports = buffer("r", sizeof(sph::SphReports));
    sph::SphControl c{};
    c.count = n;
    c.for_particles = {(n + sph::sph_group - 1) / sph::sph_group, 1, 1};
    c.for_tiles = {grid.tiles(), 1, 1};
    graph::Graph g(state);
    g.upload("p", position, cloud);
    g.upload("v", velocity, std::vector<glm::vec4>(n));
    g.upload("c", control, std::vector<sph::SphControl>{c});
    g.clear("r", reports);
    // Twice: leftovers of a sort must not affect the next one.
    for (int i = 0; i < 2; ++i) {
      grid.sort(g, control, position, velocity, to_position, to_velocity);
      auto gather = g.compute("gather", "sph/gather.comp");
      sph::SphSolve()
          .bind_gather(sph::SphNozzles().bind(sph::SphWorld().bind_border(gather)))
          .constant("most", most)
          .read("position", to_position)
          .read("starts", grid.starts())
          .read("packed", grid.packed())
          .read("origins", grid.origins())
          .modify("control", control)
          .modify("velocity", to_velocity)
          .modify("lists", lists)
          .write("heads", heads)
          .accumulate("reports", reports)
          .params(params)
          .over({n, 1, 1});
    }
    run(g);
    return {read<glm::vec4>(to_position), read<std::uint32_t>(grid.starts()), read<std::uint32_t>(heads),
            read<glm::uvec2>(lists), read<sph::SphReports>(reports)[0].overflow / 2};
  }

  void compare(std::uint32_t n, double support, std::uint32_t seed) {
    SCOPED_TRACE(n);
    sph::SphParams params{};
    const glm::dvec3 low(-1, 2, 0.5), high(0.5, 3.1, 1.3);
    params.grid = sph::sph_grid(low, high, support, n);
    params.high = glm::vec3(high);
    params.support = static_cast<float>(support);
    params.volume = 1;
    std::mt19937 random(seed);
    const auto unit = [&] { return static_cast<double>(random()) / 4294967296.0; };
    std::vector<glm::vec4> cloud;
    for (std::uint32_t i = 0; i < n; ++i) {
      glm::dvec3 x = low + glm::dvec3(unit(), unit(), unit()) * (high - low);
      if (i % 5 == 1)  // on borders of cells
        x = low + glm::floor((x - low) * double(params.grid.inverse_cell)) / double(params.grid.inverse_cell);
      if (i % 7 == 2) x += glm::dvec3(40, 0, 0);
      if (i % 11 == 3) x = glm::dvec3(-30, -50, 90) + 0.3 * glm::dvec3(unit(), unit(), unit());
      if (i % 13 == 4 && i > 0) x = glm::dvec3(cloud[i - 1]);  // coincident with another
      cloud.emplace_back(glm::vec3(x), static_cast<float>(i));
    }
    const Result got = sorted(cloud, params, 64);
    EXPECT_EQ(got.overflow, 0u);
    // Every particle occurs once, and cells preserve the previous order.
    std::set<int> seen;
    for (const glm::vec4& p : got.position) {
      const int id = static_cast<int>(p.w);
      EXPECT_TRUE(seen.insert(id).second) << id;
      EXPECT_EQ(p, cloud[static_cast<std::size_t>(id)]);
    }
    const auto cells = static_cast<std::size_t>(params.grid.cells.x * params.grid.cells.y * params.grid.cells.z);
    EXPECT_EQ(got.starts[0], 0u);
    EXPECT_EQ(got.starts[cells], n);
    for (std::size_t c = 0; c < cells; ++c) {
      ASSERT_LE(got.starts[c], got.starts[c + 1]);
      for (std::uint32_t k = got.starts[c]; k + 1 < got.starts[c + 1]; ++k)
        ASSERT_LT(got.position[k].w, got.position[k + 1].w);
    }
    EXPECT_GE(neighbors(got, params), n > 2000 ? 5u * n : 0u);
  }

  // Lists contain all neighbors within the support radius, once, in ascending order. Inside the domain they contain
  // only slightly farther ones beside.
  static std::size_t neighbors(const Result& got, const sph::SphParams& params) {
    const double support = static_cast<double>(params.support);
    const auto outside = [&](std::uint32_t i) {
      const glm::vec3 x(got.position[i]);
      return glm::any(glm::lessThan(x, params.grid.low)) || glm::any(glm::greaterThan(x, params.high));
    };
    const auto n = static_cast<std::uint32_t>(got.position.size());
    std::size_t pairs = 0;
    for (std::uint32_t i = 0; i < n; ++i) {
      const auto list = got.listed(i);
      EXPECT_TRUE(std::ranges::is_sorted(list, std::less_equal{})) << i;
      const std::set<std::uint32_t> listed(list.begin(), list.end());
      for (std::uint32_t j = 0; j < n; ++j) {
        const double r = glm::distance(glm::dvec3(got.position[i]), glm::dvec3(got.position[j])) / support;
        const bool must = i != j && r < 1, may = i != j && (r < too_far || outside(i) || outside(j));
        EXPECT_TRUE(listed.contains(j) ? may : !must) << i << " " << j << " at " << r;
        pairs += i != j && r < 1;
      }
      if (HasFailure()) break;
    }
    return pairs;
  }

  static constexpr double too_far = 1.02;  // in support radii
  int made_ = 0;
};

TEST_F(SphGridTest, ListsEqualBruteForceOnRandomClouds) {
  for (std::uint32_t n : {1u, 27u, 64u, 65u, 2049u}) compare(n, 0.13, n);
  compare(700, 0.35, 5);
  compare(1500, 0.05, 6);
}

// Rows of some hundred particles: several strips each.
TEST_F(SphGridTest, DenseRowsHaveListsOfManyStrips) {
  sph::SphParams params{};
  params.grid = sph::sph_grid({0, 0, 0}, {4, 3, 3}, 1, 4000);
  params.high = {4, 3, 3};
  params.support = 1;
  std::mt19937 random(3);
  const auto unit = [&] { return static_cast<float>(random()) / 4294967296.0f; };
  std::vector<glm::vec4> cloud;
  for (int i = 0; i < 4000; ++i) cloud.emplace_back(4 * unit(), 3 * unit(), 3 * unit(), static_cast<float>(i));
  const Result got = sorted(cloud, params, 128);
  EXPECT_EQ(got.overflow, 0u);
  EXPECT_GT(neighbors(got, params), 400000u);
  std::uint32_t most = 0;
  for (std::uint32_t i = 0; i < 4000; ++i) most = std::max(most, got.strips(i));
  EXPECT_GT(most, 36u);
}

TEST_F(SphGridTest, ListOverflowIsCounted) {
  sph::SphParams params{};
  params.grid = sph::sph_grid({0, 0, 0}, {3, 3, 3}, 1, 500);
  params.high = glm::vec3(3);
  params.support = 1;
  std::mt19937 random(4);
  const auto unit = [&] { return 3 * static_cast<float>(random()) / 4294967296.0f; };
  std::vector<glm::vec4> cloud;
  for (int i = 0; i < 500; ++i) cloud.emplace_back(unit(), unit(), unit(), static_cast<float>(i));
  const Result all = sorted(cloud, params, 64), some = sorted(cloud, params, 5);
  std::uint32_t dropped = 0;
  for (std::uint32_t i = 0; i < 500; ++i) {
    const auto full = all.listed(i), part = some.listed(i);
    ASSERT_EQ(some.strips(i), std::min(all.strips(i), 5u));
    ASSERT_LE(part.size(), full.size());
    EXPECT_TRUE(std::equal(part.begin(), part.end(), full.begin())) << i;
    dropped += static_cast<std::uint32_t>(full.size() - part.size());
  }
  EXPECT_EQ(all.overflow, 0u);
  EXPECT_GT(dropped, 1000u);
  EXPECT_EQ(some.overflow, dropped);
}

TEST_F(SphGridTest, GridsThatAreTooFineBecomeCoarser) {
  const sph::SphGridParams p = sph::sph_grid({0, 0, 0}, {1000, 1000, 1000}, 0.1, 1);
  EXPECT_LE(double(p.cells.x) * p.cells.y * p.cells.z, 16e6);
  EXPECT_GE(1 / p.inverse_cell, 0.1);
  EXPECT_EQ(p.fine, 1);
  EXPECT_GE(static_cast<float>(p.cells.x) / p.inverse_cell, 1000);
}

TEST_F(SphGridTest, ManyCellsAreScannedInTiles) {
  // 30 tiles and more; the last particle's cell comes after all of them.
  sph::SphParams params{};
  params.grid = sph::sph_grid({0, 0, 0}, {30, 30, 30}, 0.999, 29);
  params.high = glm::vec3(30);
  params.support = 0.999f;
  std::vector<glm::vec4> cloud;
  for (int i = 0; i < 29; ++i) cloud.emplace_back(glm::vec3(glm::dvec3(29.5 - i)), static_cast<float>(i));
  const Result got = sorted(cloud, params, 9);
  for (std::size_t k = 0; k < 29; ++k) EXPECT_EQ(got.position[k].w, static_cast<float>(28 - k)) << k;
}

}  // namespace undine
