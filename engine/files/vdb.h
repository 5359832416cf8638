// Points in the OpenVDB format, if the program was built with OpenVDB (CMake's UNDINE_OPENVDB, docs/films.md).
#pragma once
#include <span>
#include <string>
#include <string_view>

namespace undine::files {

// Error(Exit::bad_input) with `flag` and a remedy, if the program was built without OpenVDB.
void require_vdb(const std::string& flag);
// The whole file: one grid "points" with positions (the properties x, y, z, which come first; meters), "v" (vx, vy, vz
// if they come next; m/s) and a float per further property. Equal points give equal bytes.
std::string vdb_points(std::span<const std::string_view> properties, std::span<const float> values);

}  // namespace undine::files
