#include "passes/deferred/ids.h"

#include "passes/deferred/motion.h"
#include "passes/deferred/screen.h"

namespace undine::deferred {

graph::Image draw_ids(graph::Graph& g, const Camera& camera, const Geometry& geometry, graph::Image depth) {
  auto scope = g.scope("ids");
  const graph::Image out = g.image("ids/ids", {picture_extent(camera), graph::Format::rg32_float});
  graph::Raster raster = no_depth;
  raster.cull = graph::Cull::back;
  auto still = g.draw("still", "deferred/gbuffer.vert", "deferred/ids_still.frag");
  still.uniform("camera", camera)
      .read("vertices", geometry.vertices())
      .read("depth", depth, graph::Sampler::nearest_clamp)
      .color(out, graph::Load::clear)
      .indices(geometry.indices())
      .raster(raster);
  int walls = 0;
  bool any = false;
  for (const Geometry::Part& part : geometry.parts()) {
    const bool wall = !part.ground && part.mesh < 0;
    GBufferParams params = part.params;
    params.pattern = part.ground ? id_terrain : wall ? id_wall : id_mesh;
    params.seed = part.ground ? 0 : wall ? walls++ : part.mesh;
    if (part.blended) continue;
    still.draw(part.draw, params);
    any = true;
  }
  if (!any) still.draw(graph::Draw{.vertices = 3}, GBufferParams{});
  const auto moved = [&](const char* verb, const char* vertex, graph::Buffer states, int kind) {
    return draw_moved(g.draw(verb, vertex, "deferred/ids_moved.frag").constant("kind", kind), camera, geometry, {},
                      depth, out, states, states);
  };
  const BodySet& set = geometry.body_set();
  if (set.states && !geometry.bodies().empty()) {
    auto node = moved("bodies", "deferred/motion_bodies.vert", set.states, id_body);
    for (const Geometry::Part& part : geometry.bodies()) node.draw(part.draw);
  }
  if (set.fish && !geometry.fish().empty()) {
    auto node = moved("fish", "deferred/motion_fish.vert", set.fish, id_fish);
    for (const auto& flock : geometry.fish()) node.draw(flock.draw);
  }
  if (set.leaves && !geometry.leaves().empty()) {
    auto node = moved("leaves", "deferred/motion_leaves.vert", set.leaves, id_leaf);
    for (const auto& flock : geometry.leaves()) node.draw(flock.draw, flock.look);
  }
  geometry.scatter().identify(g, camera, depth, out);
  return out;
}

}  // namespace undine::deferred
