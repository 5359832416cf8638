// Tiling of the pipes' kernels: columns, four to a vec4 of a plane.
#pragma once
#include "engine/graph/shape.h"

namespace undine::pipes {

// push.comp and settle.comp. A column more of rows on either side is computed anew by every thread: fewer lanes with
// several rows do less work.
inline const graph::ShapeFamily step_shapes{.name = "pipes/step",
                                            .unit = "columns",
                                            .shaders = {"pipes/push.comp", "pipes/settle.comp"},
                                            .software = {4, 8, 64, 1},
                                            .hardware = {{1, 8, 64, 1}, {1, 4, 64, 1}, {1, 1, 64, 4}},
                                            .across = {1, 2, 4}};

// Depths of the deepest column that settle.comp writes: of every thread, or of every workgroup where threads own few.
inline std::uint64_t peaks_of(const graph::Shape& s, graph::Extent columns, std::uint64_t groups) {
  return s.across * s.rows < 8 ? groups : s.lanes(columns);
}

}  // namespace undine::pipes
