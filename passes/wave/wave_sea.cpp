#include "passes/wave/wave_sea.h"

namespace undine::wave {

void WaveOnSea::add(graph::Graph& g, const std::string& name, SurfaceField& waves) {
  waves.carried = waves.surface;
  const graph::Image sea = here_.in(g, [&] { return sea_(g, name + "/sea", waves); });
  waves.surface = g.image(g.name(name + "/sum"),
                          {.extent = {waves.cells.x, waves.cells.y, 1}, .format = graph::Format::rgba32_float});
  g.compute("add_sea", "wave/add_sea.comp")
      .read("waves", waves.carried, graph::Sampler::nearest_clamp)
      .read("sea", sea, graph::Sampler::nearest_clamp)
      .write("both", waves.surface)
      .over({waves.cells.x, waves.cells.y, 1});
}

}  // namespace undine::wave
