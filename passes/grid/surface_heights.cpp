#include "passes/grid/surface_heights.h"

namespace undine::grid {

graph::Buffer surface_heights(graph::Graph& g, const std::string& name, const SurfaceField& field) {
  const graph::Buffer out =
      g.buffer(g.name(name), {std::uint64_t{4} * field.cells.x * field.cells.y, graph::Format::r32_float});
  g.compute("heights", "grid/heights.comp")
      .read("surface", field.surface, graph::Sampler::nearest_clamp)
      .write("heights", out)
      .over({field.cells.x, field.cells.y, 1});
  return out;
}

}  // namespace undine::grid
