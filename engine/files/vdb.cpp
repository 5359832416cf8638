// [VDB] K. Museth, VDB: High-Resolution Sparse Volumes with Dynamic Topology, ACM Trans. Graph. 32, 2013.
#include "engine/files/vdb.h"

#include "engine/core/error.h"

#ifdef UNDINE_OPENVDB
#include <fmt/format.h>
#include <openvdb/io/Stream.h>
#include <openvdb/openvdb.h>
#include <openvdb/points/PointConversion.h>

#include <cmath>
#include <sstream>

#include "engine/files/archive.h"
#endif

namespace undine::files {

#ifdef UNDINE_OPENVDB
namespace {

namespace vdb = openvdb;
namespace points = openvdb::points;
using Grid = points::PointDataGrid;
using IndexTree = vdb::tools::PointIndexTree;

template <class T>
void add(Grid& grid, const IndexTree& index, const std::string& name, const std::vector<T>& values) {
  const points::PointAttributeVector<T> wrapped(values);
  points::appendAttribute<T, points::NullCodec>(grid.tree(), name);
  points::populateAttribute<points::PointDataTree, IndexTree, points::PointAttributeVector<T>>(grid.tree(), index, name,
                                                                                               wrapped);
}

// Voxel size for about eight points per voxel, if they fill their bounding box.
double voxel_of(const std::vector<vdb::Vec3s>& places) {
  vdb::BBoxd box;
  for (const vdb::Vec3s& p : places) box.expand(vdb::Vec3d(p));
  if (places.empty()) return 1;
  const vdb::Vec3d size = box.extents();
  const double volume = std::max(size[0], 1e-3) * std::max(size[1], 1e-3) * std::max(size[2], 1e-3);
  return std::max(2 * std::cbrt(volume / static_cast<double>(places.size())), 1e-4);
}

// Replaces the library's random file identifier by one that follows from the content.
void name_by_content(std::string& bytes) {
  constexpr std::size_t at = 8 + 3 * 4 + 1, length = 36;  // after magic number, versions and a flag
  if (bytes.size() < at + length) return;
  bytes.replace(at, length, length, '0');
  const std::string half = crc32_of(std::string_view(bytes).substr(0, bytes.size() / 2)), whole = crc32_of(bytes);
  bytes.replace(at, length,
                fmt::format("{}-{}-{}-8000-{}{}", half, whole.substr(0, 4), "4000", whole, half.substr(0, 4)));
}

}  // namespace

void require_vdb(const std::string&) {}

std::string vdb_points(std::span<const std::string_view> properties, std::span<const float> values) {
  vdb::initialize();
  const std::size_t columns = properties.size(), count = values.size() / columns;
  const auto vectors = [&](std::size_t column) {
    std::vector<vdb::Vec3s> out;
    out.reserve(count);
    for (std::size_t i = 0; i < count; ++i) out.emplace_back(&values[i * columns + column]);
    return out;
  };
  const std::vector<vdb::Vec3s> places = vectors(0);
  const auto transform = vdb::math::Transform::createLinearTransform(voxel_of(places));
  const points::PointAttributeVector<vdb::Vec3s> wrapped(places);
  const auto index = vdb::tools::createPointIndexGrid<vdb::tools::PointIndexGrid>(wrapped, *transform);
  const auto grid = points::createPointDataGrid<points::NullCodec, Grid>(*index, wrapped, *transform);
  grid->setName("points");
  std::size_t next = 3;
  if (columns >= 6 && properties[3] == "vx") {
    add(*grid, index->tree(), "v", vectors(3));
    next = 6;
  }
  for (; next < columns; ++next) {
    std::vector<float> column(count);
    for (std::size_t i = 0; i < count; ++i) column[i] = values[i * columns + next];
    add(*grid, index->tree(), std::string(properties[next]), column);
  }
  std::ostringstream out(std::ios::binary);
  vdb::io::Stream(out).write(vdb::GridCPtrVec{grid});
  std::string bytes = std::move(out).str();
  name_by_content(bytes);
  return bytes;
}

#else

void require_vdb(const std::string& flag) {
  throw Error(Exit::bad_input, flag, "the program was built without OpenVDB",
              "a build with -DUNDINE_OPENVDB=ON (docs/films.md)");
}

std::string vdb_points(std::span<const std::string_view>, std::span<const float>) {
  require_vdb("vdb_points");
  return {};
}

#endif

}  // namespace undine::files
