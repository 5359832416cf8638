// Points in the OpenVDB format, where the program was built with OpenVDB (CMake's UNDINE_OPENVDB, docs/films.md).
#pragma once
#include <span>
#include <string>
#include <string_view>

namespace undine::files {

// Error(Exit::bad_input) that names `flag` and what to do, if the program was built without.
void require_vdb(const std::string& flag);
// The whole file: one grid "points" with the places (the properties x, y, z, which come first; metres), "v" (vx, vy, vz
// if they come next; m/s) and a float for each of the others. The same points give the same bytes.
std::string vdb_points(std::span<const std::string_view> properties, std::span<const float> values);

}  // namespace undine::files
