// [VDB] K. Museth, VDB: High-Resolution Sparse Volumes with Dynamic Topology, ACM Trans. Graph. 32, 2013.
#include "engine/files/vdb.h"

#include "engine/core/error.h"

#ifdef UNDINE_OPENVDB
#include <fmt/format.h>
#include <openvdb/io/Stream.h>
#include <openvdb/openvdb.h>
#include <openvdb/points/PointConversion.h>
#include <openvdb/tools/MeshToVolume.h>

#include <algorithm>
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

std::string file_of(const vdb::GridCPtrVec& grids) {
  std::ostringstream out(std::ios::binary);
  vdb::io::Stream(out).write(grids);
  std::string bytes = std::move(out).str();
  name_by_content(bytes);
  return bytes;
}

vdb::Vec3d vector_of(const glm::vec3& v) { return {v.x, v.y, v.z}; }

// Velocity at the point of a triangle that is closest to `place`.
vdb::Vec3s velocity_on(const VdbVolumes& volumes, const glm::uvec3& t, const vdb::Vec3d& place) {
  vdb::Vec3d weights;
  vdb::math::closestPointOnTriangleToPoint(vector_of(volumes.points[t.x]), vector_of(volumes.points[t.y]),
                                           vector_of(volumes.points[t.z]), place, weights);
  const glm::vec3 v = static_cast<float>(weights[0]) * volumes.velocities[t.x] +
                      static_cast<float>(weights[1]) * volumes.velocities[t.y] +
                      static_cast<float>(weights[2]) * volumes.velocities[t.z];
  return {v.x, v.y, v.z};
}

vdb::Vec3SGrid::Ptr velocity_grid(const VdbVolumes& volumes, const vdb::FloatGrid& surface,
                                  const vdb::Int32Grid& closest) {
  const auto out = vdb::Vec3SGrid::create(vdb::Vec3s(0));
  out->setTransform(surface.transform().copy());
  out->setName("velocity");
  out->setVectorType(vdb::VEC_CONTRAVARIANT_RELATIVE);
  auto to = out->getAccessor();
  const auto triangle = closest.getConstAccessor();
  for (auto at = surface.cbeginValueOn(); at; ++at) {
    const vdb::Coord voxel = at.getCoord();
    vdb::Int32 index = 0;
    if (!triangle.probeValue(voxel, index)) continue;
    to.setValue(voxel, velocity_on(volumes, volumes.triangles[static_cast<std::size_t>(index)],
                                   surface.transform().indexToWorld(voxel)));
  }
  return out;
}

// Spreads drops over the eight voxels around them; cover counts where it is more than the drops.
vdb::FloatGrid::Ptr foam_grid(const VdbVolumes& volumes, const vdb::math::Transform& transform) {
  const auto out = vdb::FloatGrid::create(0);
  out->setTransform(transform.copy());
  out->setName("foam");
  out->setGridClass(vdb::GRID_FOG_VOLUME);
  auto to = out->getAccessor();
  const double voxel = volumes.voxel * volumes.voxel * volumes.voxel;
  for (const glm::vec4& drop : volumes.drops) {
    const vdb::Vec3d at = transform.worldToIndex(vector_of(glm::vec3(drop)));
    const vdb::Coord low = vdb::Coord::floor(at);
    const vdb::Vec3d part = at - low.asVec3d();
    for (int i = 0; i < 8; ++i) {
      double share = drop.w / voxel;
      for (int k = 0; k < 3; ++k) share *= (i >> k & 1) ? part[k] : 1 - part[k];
      const vdb::Coord c = low.offsetBy(i & 1, i >> 1 & 1, i >> 2 & 1);
      if (share > 0) to.setValue(c, std::min(1.0f, to.getValue(c) + static_cast<float>(share)));
    }
  }
  for (const glm::vec4& place : volumes.cover) {
    const vdb::Coord c = transform.worldToIndexCellCentered(vector_of(glm::vec3(place)));
    if (place.w > to.getValue(c)) to.setValue(c, std::min(1.0f, place.w));
  }
  return out;
}

}  // namespace

void require_vdb(const std::string&) {}

std::string vdb_volumes(const VdbVolumes& volumes) {
  vdb::initialize();
  const auto transform = vdb::math::Transform::createLinearTransform(volumes.voxel);
  std::vector<vdb::Vec3s> points;  // in voxels
  std::vector<vdb::Vec3I> triangles;
  for (const glm::vec3& p : volumes.points) points.emplace_back(transform->worldToIndex(vector_of(p)));
  for (const glm::uvec3& t : volumes.triangles) triangles.emplace_back(t.x, t.y, t.z);
  const vdb::tools::QuadAndTriangleDataAdapter<vdb::Vec3s, vdb::Vec3I> mesh(points, triangles);
  constexpr float band = 3;  // voxels on each side
  vdb::Int32Grid closest(0);
  const auto surface = vdb::tools::meshToVolume<vdb::FloatGrid>(mesh, *transform, band, band, 0, &closest);
  surface->setName("surface");
  vdb::GridCPtrVec grids{surface, velocity_grid(volumes, *surface, closest)};
  if (!volumes.drops.empty() || !volumes.cover.empty()) grids.push_back(foam_grid(volumes, *transform));
  return file_of(grids);
}

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
  return file_of({grid});
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

std::string vdb_volumes(const VdbVolumes&) {
  require_vdb("vdb_volumes");
  return {};
}

#endif

}  // namespace undine::files
