// Points and volumes as OpenVDB: contents according to OpenVDB itself, and the message of a program built without it.
#include <gtest/gtest.h>

#include <random>

#include "engine/core/error.h"
#include "engine/files/vdb.h"

#ifdef UNDINE_OPENVDB
#include <openvdb/io/Stream.h>
#include <openvdb/openvdb.h>
#include <openvdb/points/PointConversion.h>
#include <openvdb/points/PointCount.h>
#include <openvdb/tools/LevelSetMeasure.h>

#include <sstream>
#endif

namespace undine {
namespace {

#ifdef UNDINE_OPENVDB

constexpr std::array<std::string_view, 8> names{"x", "y", "z", "vx", "vy", "vz", "age", "kind"};

std::vector<float> rows_of(std::size_t count) {
  std::mt19937 random(5);
  std::uniform_real_distribution<float> any(-3, 3);
  std::vector<float> out(count * names.size());
  for (float& v : out) v = any(random);
  return out;
}

using Row = std::vector<float>;

std::vector<Row> read(const std::string& bytes) {
  namespace points = openvdb::points;
  openvdb::initialize();
  std::istringstream in(bytes, std::ios::binary);
  openvdb::io::Stream stream(in, false);
  const auto grids = stream.getGrids();
  EXPECT_EQ(grids->size(), 1u);
  const auto grid = openvdb::gridPtrCast<points::PointDataGrid>(grids->front());
  EXPECT_EQ(grid->getName(), "points");
  std::vector<Row> out;
  for (auto leaf = grid->tree().cbeginLeaf(); leaf; ++leaf) {
    const points::AttributeHandle<openvdb::Vec3s> place(leaf->constAttributeArray("P"));
    const bool moves = leaf->hasAttribute("v");
    for (auto i = leaf->beginIndexOn(); i; ++i) {
      const openvdb::Vec3d p = grid->transform().indexToWorld(openvdb::Vec3d(place.get(*i)) + i.getCoord().asVec3d());
      Row row{static_cast<float>(p[0]), static_cast<float>(p[1]), static_cast<float>(p[2])};
      if (moves) {
        const points::AttributeHandle<openvdb::Vec3s> v(leaf->constAttributeArray("v"));
        for (int c = 0; c < 3; ++c) row.push_back(v.get(*i)[c]);
        for (const char* name : {"age", "kind"})
          row.push_back(points::AttributeHandle<float>(leaf->constAttributeArray(name)).get(*i));
      }
      out.push_back(row);
    }
  }
  return out;
}

TEST(FilesVdb, OpenVdbReadsWhatWasWritten) {
  constexpr std::size_t count = 5000;
  const std::vector<float> rows = rows_of(count);
  const std::string bytes = files::vdb_points(names, rows);
  EXPECT_TRUE(files::vdb_points(names, rows) == bytes);
  std::vector<Row> expected, found = read(bytes);
  for (std::size_t i = 0; i < count; ++i) expected.emplace_back(&rows[8 * i], &rows[8 * i] + 8);
  ASSERT_EQ(found.size(), count);
  const auto by_age = [](const Row& a, const Row& b) { return a[6] < b[6]; };
  std::ranges::sort(expected, by_age);
  std::ranges::sort(found, by_age);
  for (std::size_t i = 0; i < count; ++i)
    for (std::size_t c = 0; c < 8; ++c) ASSERT_NEAR(found[i][c], expected[i][c], c < 3 ? 1e-5 : 0) << i << " " << c;
}

template <class Grid>
typename Grid::Ptr named_grid(const std::string& bytes, const std::string& name) {
  openvdb::initialize();
  std::istringstream in(bytes, std::ios::binary);
  openvdb::io::Stream stream(in, false);
  for (const auto& grid : *stream.getGrids())
    if (grid->getName() == name) return openvdb::gridPtrCast<Grid>(grid);
  return nullptr;
}

// A box from -1, 0, -1 to 1, 0.5, 1 whose water turns about the vertical.
struct Box {
  std::vector<glm::vec3> points, velocities;
  std::vector<glm::uvec3> triangles{{0, 4, 6}, {0, 6, 2}, {1, 3, 7}, {1, 7, 5}, {0, 1, 5}, {0, 5, 4},
                                    {2, 6, 7}, {2, 7, 3}, {0, 2, 3}, {0, 3, 1}, {4, 5, 7}, {4, 7, 6}};
  Box() {
    for (int i = 0; i < 8; ++i) {
      points.emplace_back(i & 1 ? 1 : -1, i & 2 ? 0.5f : 0, i & 4 ? 1 : -1);
      velocities.emplace_back(points.back().z, 0, -points.back().x);
    }
  }
  files::VdbVolumes volumes() const {
    return {
        .points = points, .velocities = velocities, .triangles = triangles, .voxel = 0.05, .drops = {}, .cover = {}};
  }
};

TEST(FilesVdb, SurfaceIsALevelSetWithTheVolumeOfTheMesh) {
  const Box box;
  const std::string bytes = files::vdb_volumes(box.volumes());
  EXPECT_TRUE(files::vdb_volumes(box.volumes()) == bytes);
  const auto surface = named_grid<openvdb::FloatGrid>(bytes, "surface");
  ASSERT_TRUE(surface);
  EXPECT_EQ(surface->getGridClass(), openvdb::GRID_LEVEL_SET);
  EXPECT_NEAR(openvdb::tools::levelSetVolume(*surface), 2, 0.02);
  const auto value = [&](double x, double y, double z) {
    return surface->getConstAccessor().getValue(surface->transform().worldToIndexCellCentered(openvdb::Vec3d(x, y, z)));
  };
  EXPECT_NEAR(value(0, 0.45, 0), -0.05, 1e-4);
  EXPECT_NEAR(value(0, 0.6, 0), 0.1, 1e-4);
  EXPECT_LT(value(0, 0.25, 0), 0) << "the inside";
  EXPECT_EQ(named_grid<openvdb::FloatGrid>(bytes, "foam"), nullptr);
}

TEST(FilesVdb, AWaterThatIsGoneIsAFileToo) {
  const std::string bytes = files::vdb_volumes({.voxel = 0.1});
  EXPECT_EQ(named_grid<openvdb::FloatGrid>(bytes, "surface")->activeVoxelCount(), 0u);
  EXPECT_EQ(named_grid<openvdb::Vec3SGrid>(bytes, "velocity")->activeVoxelCount(), 0u);
}

TEST(FilesVdb, VelocityIsThatOfTheClosestPointOfTheSurface) {
  const auto velocity = named_grid<openvdb::Vec3SGrid>(files::vdb_volumes(Box().volumes()), "velocity");
  ASSERT_TRUE(velocity);
  std::size_t count = 0;
  for (auto at = velocity->cbeginValueOn(); at; ++at, ++count) {
    const openvdb::Vec3d place = velocity->transform().indexToWorld(at.getCoord());
    if (std::abs(place[0]) > 0.8 || std::abs(place[2]) > 0.8) continue;  // may be closest to a side
    ASSERT_NEAR((*at)[0], place[2], 1e-4);
    ASSERT_NEAR((*at)[2], -place[0], 1e-4);
  }
  EXPECT_GT(count, 10000u);
}

TEST(FilesVdb, FoamHoldsTheVolumeOfDropsAndTheCover) {
  const Box box;
  files::VdbVolumes volumes = box.volumes();
  const std::vector<glm::vec4> drops{{0.01f, 0.7f, 0.02f, 1e-5f}, {-0.4f, 0.8f, 0.3f, 2e-5f}},
      cover{{0.5f, 0.5f, 0.5f, 0.75f}};
  volumes.drops = drops;
  const auto sum_of = [&] {
    const auto foam = named_grid<openvdb::FloatGrid>(files::vdb_volumes(volumes), "foam");
    double sum = 0;
    for (auto at = foam->cbeginValueOn(); at; ++at) sum += *at;
    return sum;
  };
  EXPECT_NEAR(sum_of() * 0.05 * 0.05 * 0.05, 3e-5, 1e-9);
  volumes.drops = {};
  volumes.cover = cover;
  EXPECT_NEAR(sum_of(), 0.75, 1e-6);
}

TEST(FilesVdb, FewAndNoPointsAreFilesToo) {
  EXPECT_EQ(read(files::vdb_points(names, {})).size(), 0u);
  const std::vector<float> same{1, 2, 3, 1, 2, 3};
  EXPECT_EQ(read(files::vdb_points(std::span(names).first(3), same)).size(), 2u);
}

#else

TEST(FilesVdb, AProgramWithoutItSaysSo) {
  try {
    files::require_vdb("--vdb");
    FAIL();
  } catch (const Error& e) {
    EXPECT_EQ(e.code(), Exit::bad_input);
    EXPECT_NE(std::string(e.what()).find("UNDINE_OPENVDB"), std::string::npos) << e.what();
  }
}

#endif

}  // namespace
}  // namespace undine
