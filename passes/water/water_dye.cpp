#include "passes/water/water_dye.h"

#include "passes/deferred/screen.h"
#include "passes/water/water_dye_params.h"
#include "passes/water/water_field.h"

namespace undine::water {

void draw_dye(graph::Graph& g, const deferred::Camera& camera, const deferred::Light& light, const SurfaceField& field,
              std::uint32_t index, float ior, const WaterTargets& targets) {
  if (!field.dye) return;
  auto node = deferred::fill(g, "dye", "water/dye.frag");
  deferred::read_sun(node, light)
      .uniform("camera", camera)
      .params(DyeParams{field_params(field, 1, 1), static_cast<float>(index + 1), ior})
      .read("water_normal", targets.normal, graph::Sampler::nearest_clamp)
      .read("water_depth", targets.depth, graph::Sampler::nearest_clamp)
      .read("dye", field.dye, graph::Sampler::linear_repeat);
  cover_water(node, targets, false, graph::Blend::alpha);
}

}  // namespace undine::water
