// Points and volumes in the OpenVDB format, if the program was built with OpenVDB (CMake's UNDINE_OPENVDB,
// docs/films.md).
#pragma once
#include <glm/glm.hpp>
#include <span>
#include <string>
#include <string_view>

namespace undine::files {

// Error(Exit::bad_input) with `flag` and a remedy, if the program was built without OpenVDB.
void require_vdb(const std::string& flag);
// The whole file: one grid "points" with positions (the properties x, y, z, which come first; meters), "v" (vx, vy, vz
// if they come next; m/s) and a float per further property. Equal points give equal bytes.
std::string vdb_points(std::span<const std::string_view> properties, std::span<const float> values);

struct VdbVolumes {
  std::span<const glm::vec3> points, velocities;  // m; m/s, one per point
  std::span<const glm::uvec3> triangles;          // a closed surface, counter-clockwise seen from outside
  double voxel = 0.1;                             // m
  std::span<const glm::vec4> drops;               // white water: place, volume in m³
  std::span<const glm::vec4> cover;               // place on the surface, share that foam covers
};
// The whole file. "surface": level set within 3 voxels of the surface, negative inside, m. "velocity": Vec3s of the
// closest point of the surface, in the same voxels, m/s. "foam": share of a voxel that drops fill, and of the surface
// in it that foam covers, 0 to 1; only with drops or cover. Equal volumes give equal bytes.
std::string vdb_volumes(const VdbVolumes& volumes);

}  // namespace undine::files
