// Sorting into cells and the lists of neighbours against brute force.
#include "passes/sph/sph_grid.h"

#include <algorithm>
#include <random>
#include <set>

#include "passes/sph/sph_solve.h"
#include "passes/sph/sph_world.h"
#include "tests/support/gpu.h"

namespace undine {

struct SphGridTest : test::GpuTest {
  struct Result {
    std::vector<glm::vec4> position;
    std::vector<std::uint32_t> starts, lists;
    std::vector<glm::uvec2> heads;
    std::uint32_t overflow = 0;

    // Places in the list of the i-th particle, as sph/lists.glsl walks it.
    std::vector<std::uint32_t> listed(std::uint32_t i) const {
      std::vector<std::uint32_t> out;
      std::uint32_t j = heads[i].y;
      for (std::uint32_t k = 0; k < (heads[i].x & 0xffff); ++k)
        out.push_back(j += lists[(k / 2) * position.size() + i] >> (16 * (k % 2)) & 0xffff);
      return out;
    }
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
    const graph::Buffer lists = buffer("l", 2ull * n * most), heads = buffer("k", 8ull * n);
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
    // Twice: what a sort leaves behind must not reach the next one.
    for (int i = 0; i < 2; ++i) {
      grid.sort(g, control, position, velocity, to_position, to_velocity);
      auto gather = g.compute("gather", "sph/gather.comp");
      sph::SphSolve()
          .bind_gather(sph::SphNozzles().bind(sph::SphWorld().bind_border(gather)))
          .constant("most", most)
          .read("position", to_position)
          .read("starts", grid.starts())
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
    return {read<glm::vec4>(to_position), read<std::uint32_t>(grid.starts()), read<std::uint32_t>(lists),
            read<glm::uvec2>(heads), read<sph::SphReports>(reports)[0].overflow / 2};
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
      if (i % 13 == 4 && i > 0) x = glm::dvec3(cloud[i - 1]);  // in one place with another
      cloud.emplace_back(glm::vec3(x), static_cast<float>(i));
    }
    const std::uint32_t most = 256;
    const Result got = sorted(cloud, params, most);
    // Every particle is there once; within a cell in its old order.
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
    std::size_t pairs = 0;
    for (std::uint32_t i = 0; i < n; ++i) {
      const auto list = got.listed(i);
      const std::set<std::uint32_t> listed(list.begin(), list.end());
      ASSERT_EQ(listed.size(), list.size());
      for (std::uint32_t j = 0; j < n; ++j) {
        const double r = glm::distance(glm::dvec3(got.position[i]), glm::dvec3(got.position[j]));
        if (std::abs(r - support) < 2e-5 * support) continue;  // rounding decides
        ASSERT_EQ(listed.count(j) > 0, i != j && r < support) << i << " " << j << " at " << r / support;
        pairs += i != j && r < support;
      }
    }
    if (n > 2000) {
      EXPECT_GT(pairs, 5u * n);
    }
  }

  int made_ = 0;
};

TEST_F(SphGridTest, ListsEqualBruteForceOnRandomClouds) {
  for (std::uint32_t n : {1u, 27u, 64u, 65u, 2049u}) compare(n, 0.13, n);
  compare(700, 0.35, 5);
  compare(1500, 0.05, 6);
}

// Where slabs hold more particles than an entry can step over, lists have stepping stones: none of them is near, none
// is the particle itself.
TEST_F(SphGridTest, ListsStepOverManyParticles) {
  sph::SphParams params{};
  params.grid = sph::sph_grid({0, 0, 0}, {200, 20, 3}, 1, 240000);
  params.high = {200, 20, 3};
  params.support = 1;
  std::mt19937 random(3);
  const auto unit = [&] { return static_cast<float>(random()) / 4294967296.0f; };
  std::vector<glm::vec4> cloud;
  for (int i = 0; i < 240000; ++i) cloud.emplace_back(200 * unit(), 20 * unit(), 3 * unit(), static_cast<float>(i));
  const Result got = sorted(cloud, params, 160);
  EXPECT_EQ(got.overflow, 0u);
  std::size_t stones = 0;
  for (std::uint32_t i = 7; i < cloud.size(); i += 1201) {
    const auto list = got.listed(i);
    ASSERT_TRUE(std::ranges::is_sorted(list));
    const std::set<std::uint32_t> listed(list.begin(), list.end());
    ASSERT_EQ(listed.size(), list.size());
    ASSERT_FALSE(listed.contains(i));
    for (std::uint32_t j = 0; j < cloud.size(); ++j) {
      const double r = glm::distance(glm::dvec3(got.position[i]), glm::dvec3(got.position[j]));
      if (i == j || std::abs(r - 1) < 2e-5) continue;
      ASSERT_TRUE(r > 1 || listed.contains(j)) << i << " " << j;
      stones += r > 1 && listed.contains(j);
    }
  }
  EXPECT_GT(stones, 50u);
  EXPECT_LT(stones, 200u * 4);
}

// 65,533 particles before one whose neighbours come right behind it: the way there would end on the particle itself.
TEST_F(SphGridTest, NoListStepsOnItsOwnParticle) {
  sph::SphParams params{};
  params.grid = sph::sph_grid({0, 0, 0}, {2000, 0.9, 3}, 1, 65537);
  params.high = {2000, 0.9, 3};
  params.support = 1;
  std::mt19937 random(5);
  const auto unit = [&] { return 0.9f * static_cast<float>(random()) / 4294967296.0f; };
  std::vector<glm::vec4> cloud;
  for (int i = 0; i < 65533; ++i) cloud.emplace_back(2100 * unit(), unit(), unit(), static_cast<float>(i));
  for (int i = 0; i < 4; ++i) cloud.emplace_back(1999.5f, 0.45f, i == 0 ? 1.5f : 2.1f + 0.05f * float(i), 0.0f);
  const Result got = sorted(cloud, params, 160);
  ASSERT_EQ(got.position[65533].x, 1999.5f);
  const auto list = got.listed(65533);
  EXPECT_EQ(std::ranges::count(list, 65533u), 0);
  ASSERT_EQ(list.size(), 4u);
  EXPECT_EQ(std::vector(list.begin() + 1, list.end()), (std::vector<std::uint32_t>{65534, 65535, 65536}));
}

TEST_F(SphGridTest, WhatListsHaveNoRoomForIsCounted) {
  sph::SphParams params{};
  params.grid = sph::sph_grid({0, 0, 0}, {3, 3, 3}, 1, 500);
  params.high = glm::vec3(3);
  params.support = 1;
  std::mt19937 random(4);
  const auto unit = [&] { return 3 * static_cast<float>(random()) / 4294967296.0f; };
  std::vector<glm::vec4> cloud;
  for (int i = 0; i < 500; ++i) cloud.emplace_back(unit(), unit(), unit(), static_cast<float>(i));
  const Result all = sorted(cloud, params, 256), some = sorted(cloud, params, 24);
  std::uint32_t dropped = 0;
  for (std::uint32_t i = 0; i < 500; ++i) {
    const auto full = static_cast<std::uint32_t>(all.listed(i).size());
    EXPECT_EQ(some.listed(i).size(), std::min(full, 24u));
    dropped += full - std::min(full, 24u);
  }
  EXPECT_EQ(all.overflow, 0u);
  EXPECT_GT(dropped, 1000u);
  EXPECT_EQ(some.overflow, dropped);
}

TEST_F(SphGridTest, GridsThatAreTooFineBecomeCoarser) {
  const sph::SphGridParams p = sph::sph_grid({0, 0, 0}, {1000, 1000, 1000}, 0.1, 1);
  EXPECT_LE(double(p.cells.x) * p.cells.y * p.cells.z, 16e6);
  EXPECT_GE(1 / p.inverse_cell, 0.1);
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
  const Result got = sorted(cloud, params, 32);
  for (std::size_t k = 0; k < 29; ++k) EXPECT_EQ(got.position[k].w, static_cast<float>(28 - k)) << k;
}

}  // namespace undine
