#include "passes/water/water_lamps.h"

#include "passes/deferred/screen.h"

namespace undine::water {

void draw_lamps(graph::Graph& g, const deferred::Camera& camera, const deferred::Light& light,
                const WaterTargets& targets, const WaterLampParams& params, graph::Image clumps,
                const deferred::Camera* inside, graph::Image inside_depth) {
  if (light.lamps.count == 0) return;
  auto node = deferred::fill(g, "lamps", "water/lamps.frag").variant("INSIDE", inside);
  node.uniform("camera", camera)
      .uniform("waters_of", params)
      .optional("clumps", clumps, graph::Sampler::nearest_clamp)
      .read("water_normal", targets.normal, graph::Sampler::nearest_clamp)
      .read("water_depth", targets.depth, graph::Sampler::nearest_clamp);
  if (inside) node.uniform("submerged", *inside).read("submerged_depth", inside_depth, graph::Sampler::nearest_clamp);
  deferred::read_levels(deferred::read_lamps(node, light.lamps), light.levels);
  cover_water(node, targets, false, graph::Blend::add);
}

}  // namespace undine::water
