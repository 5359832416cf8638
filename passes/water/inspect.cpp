#include "passes/water/inspect.h"

#include <fmt/format.h>

#include "engine/scene/named_view.h"
#include "passes/deferred/lighting.h"
#include "passes/deferred/screen.h"

namespace undine::water {

void publish_inspections(graph::Graph& g, const deferred::Camera& camera, const deferred::Light& light,
                         const Lit& opaque, const WaterLayer& grids, const WaterLayer& meshes) {
  auto scope = g.scope("inspect");
  const auto picture = [&](const char* name, int what) {
    const graph::Image image =
        g.image(fmt::format("inspect/{}", name), {deferred::picture_extent(camera), graph::Format::rgba16_float});
    auto node = deferred::fill(g, name, "water/inspect.frag");
    deferred::read_sun(node, light)
        .uniform("camera", camera)
        .read("scene_depth", opaque.depth, graph::Sampler::nearest_clamp)
        .optional("grid_normal", grids.normal, graph::Sampler::nearest_clamp)
        .optional("grid_depth", grids.depth, graph::Sampler::nearest_clamp)
        .optional("mesh_normal", meshes.normal, graph::Sampler::nearest_clamp)
        .optional("mesh_depth", meshes.depth, graph::Sampler::nearest_clamp)
        .optional("mesh_thickness", meshes.thickness, graph::Sampler::nearest_clamp)
        .constant("what", what)
        .color(image, graph::Load::discard);
    return image;
  };
  using deferred::LightingView;
  publish_view<"water_normals">(g, picture("water_normals", inspect_normals), LightingView::plain);
  publish_view<"roughness">(g, picture("roughness", inspect_roughness), LightingView::plain);
  publish_view<"thickness">(g, picture("thickness", inspect_thickness), LightingView::plain);
  publish_view<"shadow">(g, picture("shadow", inspect_shadow), LightingView::plain);
}

}  // namespace undine::water
