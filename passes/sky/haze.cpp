#include "passes/sky/haze.h"

#include "passes/deferred/screen.h"

namespace undine::deferred {

void draw_haze(graph::Graph& g, const Camera& camera, const Light& light, const Lit& lit, double visibility) {
  if (visibility <= 0) return;
  auto scope = g.scope("haze");
  graph::Raster over = no_depth;
  over.depth = graph::Compare::less;  // the triangle lies at depth 0, as the sky
  over.blend = graph::Blend::alpha;
  auto node = g.draw("draw", "sky/haze.vert", "sky/haze.frag").full_screen().draw({});
  read_levels(node, light.levels)
      .uniform("camera", camera)
      .read("sky", light.sky, graph::Sampler::linear_repeat)
      .read("depth", lit.depth, graph::Sampler::nearest_clamp)
      .params(HazeParams{static_cast<float>(3.912 / visibility)})
      .color(lit.color, graph::Load::keep)
      .depth_test(lit.depth)
      .raster(over);
}

}  // namespace undine::deferred
