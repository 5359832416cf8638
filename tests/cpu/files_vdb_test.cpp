// Points as OpenVDB: contents according to OpenVDB itself, and the message of a program built without it.
#include <gtest/gtest.h>

#include <random>

#include "engine/core/error.h"
#include "engine/files/vdb.h"

#ifdef UNDINE_OPENVDB
#include <openvdb/io/Stream.h>
#include <openvdb/openvdb.h>
#include <openvdb/points/PointConversion.h>
#include <openvdb/points/PointCount.h>

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
