#include "passes/sea/sea_places.h"

#include <cmath>

namespace undine::sea {

SeaSurfaceParams sea_places(const SpectralWaves& waves, glm::uvec2 cells, glm::dvec2 size, const glm::dvec3& middle) {
  SeaSurfaceParams p{.cells = cells,
                     .cell = glm::vec2(size / glm::dvec2(cells)),
                     .patches = static_cast<int>(waves.patches),
                     .texels = static_cast<int>(waves.texels)};
  const glm::dvec2 corner = glm::dvec2(middle.x, middle.z) - 0.5 * size - waves.moved;
  for (std::size_t c = 0; c < waves.patches; ++c) {
    const int at = static_cast<int>(c);
    const glm::dvec2 uv = corner / waves.length[c];
    p.corner_x[at] = static_cast<float>(uv.x - std::floor(uv.x));
    p.corner_z[at] = static_cast<float>(uv.y - std::floor(uv.y));
    p.per_meter[at] = static_cast<float>(1 / waves.length[c]);
  }
  return p;
}

graph::Image sea_surface(graph::Graph& g, const std::string& name, const SpectralWaves& sea,
                         const SeaSurfaceParams& places) {
  const graph::Extent extent{places.cells.x, places.cells.y, 1};
  const graph::Image out = g.image(g.name(name), {.extent = extent, .format = graph::Format::rgba32_float});
  g.compute("surface", "sea/surface.comp").read("waves", sea.buffer).write("surface", out).params(places).over(extent);
  return out;
}

}  // namespace undine::sea
