// Columns that an embedded domain replaces, of particles or of finer columns: they are dry, and their bed is raised so
// that it acts as a wall. A coupling transfers the water across the sides.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "engine/scene/scene.h"
#include "passes/columns/columns_params.h"

namespace undine::columns {

struct EmbeddedCells {
  glm::uvec2 first{0}, count{0};  // columns
  bool open[4] = {};              // sides -x +x -z +z with columns beyond them; else the grid ends there
};

// Embedded domain of a grid whose center is at `origin`, for the water in `room`. Errors, at `where`: `ends` with what
// is wrong with the room: it reaches out of the grid, its sides do not lie between columns, or no columns are left
// around it.
EmbeddedCells embedded_cells_of(const glm::uvec2& cells, const glm::dvec2& size, const glm::dvec3& origin,
                                const Room& room, const std::string& where, const std::string& ends);

// The rectangle of a nested grid: columns `e.from` that lie over part of the columns `e.to`, by more than half a column
// of these along both axes. None: they lie beside them.
std::optional<Room> nested_room(const Scene& scene, const CouplingSettings& e);

// Embedded domains in the columns named `water`: particles of two-way exchanges, and nested grids of exchanges to it.
// Error: two that overlap.
std::vector<EmbeddedCells> embedded_cells_in(const Scene& scene, const std::string& water, const glm::uvec2& cells,
                                             const glm::dvec2& size, const glm::dvec3& origin);

// Along the open sides of such a room, where particles come and go: meters, a whole even number of spacings.
struct BufferZone {
  double least = 0, widest = 0;  // that there may be
  double asked = 0, depth = 0;
};
// `given`: meters; 0: chosen. `room`: its size along x and z.
BufferZone buffer_zone_of(double given, double spacing, const glm::dvec2& room, const bool (&open)[4]);

// The room of particles that stand in for columns.
struct EmbeddedDomain {
  Room all;
  bool open[4] = {};
  double given = 0;  // depth of the bands

  // Room behind all buffer zones: there particles move as the water that they replace.
  Room behind_bands(double spacing) const;
};
// Embedded domain of the particles named `water`; none: they do not replace columns.
std::optional<EmbeddedDomain> embedded_domain_of(const Scene& scene, const std::string& water);

}  // namespace undine::columns
