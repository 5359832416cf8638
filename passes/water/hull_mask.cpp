#include "passes/water/hull_mask.h"

#include "passes/deferred/screen.h"

namespace undine::water {

HullMask draw_hull_mask(graph::Graph& g, const deferred::Camera& camera, const deferred::Geometry& geometry) {
  HullMask out;
  if (geometry.hulls().empty() || !geometry.body_set().states) return out;
  auto scope = g.scope("hull_mask");
  const auto draw = [&](std::string_view verb, std::string_view name, graph::Cull cull) {
    const graph::Image depth = g.image(name, {deferred::picture_extent(camera), graph::Format::d32_float});
    graph::Raster raster;
    raster.cull = cull;
    raster.depth = graph::Compare::greater;
    auto node = g.draw(verb, "deferred/shadow_bodies.vert", "deferred/shadow.frag");
    node.uniform("camera", camera)
        .read("vertices", geometry.vertices())
        .read("states", geometry.body_set().states)
        .constant("from_sun", false)
        .constant("keeps_dry", true)
        .depth(depth, graph::Load::clear, 0.0f)
        .indices(geometry.indices())
        .raster(raster);
    for (const deferred::Geometry::Part& part : geometry.hulls()) node.draw(part.draw);
    return depth;
  };
  out.front = draw("draw_fronts", "hull_mask/front", graph::Cull::back);
  out.back = draw("draw_backs", "hull_mask/back", graph::Cull::front);
  return out;
}

}  // namespace undine::water
