#include "passes/deferred/motion.h"

#include "passes/deferred/screen.h"

namespace undine::deferred {

MotionParams Motion::between(const View& before, const View& now) const {
  const glm::dmat4 from = view_projection(before), to = view_projection(now);
  MotionParams p{};
  p.now = glm::mat4(to);
  p.before = glm::mat4(from);
  p.reproject = from == to ? glm::mat4(1) : glm::mat4(from * glm::inverse(to));
  p.offset = glm::vec2(now.offset / glm::dvec2(now.size));
  return p;
}

graph::DrawNode draw_moved(graph::DrawNode node, const Camera& camera, const Geometry& geometry,
                           const MotionParams& motion, graph::Image depth, graph::Image out, graph::Buffer states,
                           graph::Buffer before) {
  graph::Raster raster = no_depth;
  raster.cull = graph::Cull::back;
  node.uniform("camera", camera)
      .uniform("motion", motion)
      .read("vertices", geometry.vertices())
      .read("states", states)
      .read("states_before", before)
      .read("depth", depth, graph::Sampler::nearest_clamp)
      .color(out, graph::Load::keep)
      .indices(geometry.indices())
      .raster(raster);
  return node;
}

graph::Image Motion::draw(graph::Graph& g, const Camera& camera, const Geometry& geometry, const MotionParams& motion,
                          graph::Image depth, graph::Image opaque) const {
  auto scope = g.scope("motion");
  const graph::Image out = g.image("motion/motion", {picture_extent(camera), graph::Format::rgba16_float});
  fill(g, "still", "deferred/motion_still.frag")
      .uniform("camera", camera)
      .uniform("motion", motion)
      .read("depth", depth, graph::Sampler::nearest_clamp)
      .read("opaque", opaque, graph::Sampler::nearest_clamp)
      .color(out, graph::Load::discard);
  const auto moved = [&](const char* verb, const char* vertex, graph::Buffer states, graph::Buffer before) {
    return draw_moved(g.draw(verb, vertex, "deferred/motion_moved.frag"), camera, geometry, motion, depth, out, states,
                      before);
  };
  const BodySet& set = geometry.body_set();
  if (set.states && bodies_ && !geometry.bodies().empty()) {
    auto node = moved("bodies", "deferred/motion_bodies.vert", set.states, bodies_);
    for (const Geometry::Part& part : geometry.bodies()) node.draw(part.draw);
  }
  if (set.fish && fish_ && !geometry.fish().empty()) {
    auto node = moved("fish", "deferred/motion_fish.vert", set.fish, fish_);
    for (const auto& flock : geometry.fish()) node.draw(flock.draw);
  }
  if (set.leaves && leaves_ && !geometry.leaves().empty()) {
    auto node = moved("leaves", "deferred/motion_leaves.vert", set.leaves, leaves_);
    for (const auto& flock : geometry.leaves()) node.draw(flock.draw, flock.look);
  }
  return out;
}

void Motion::keep(graph::Graph& g, const Geometry& geometry) {
  auto scope = g.scope("motion");
  const BodySet& set = geometry.body_set();
  keep(g, "motion/bodies", set.states, bodies_);
  keep(g, "motion/fish", set.fish, fish_);
  keep(g, "motion/leaves", set.leaves, leaves_);
}

void Motion::keep(graph::Graph& g, const char* name, graph::Buffer from, graph::Buffer& to) {
  const auto desc_of = [&](graph::Buffer b) {
    return b.persistent() ? state_->at(b).buffer : g.transients()[b.index()].buffer;
  };
  if (to && (!from || desc_of(from) != state_->at(to).buffer)) {
    state_->release(to);
    to = {};
  }
  if (!from) return;
  if (!to) to = state_->buffer(name, desc_of(from));
  g.copy("keep", from, to);
}

}  // namespace undine::deferred
