// Motion vectors to the previous picture: of static parts from depth, of bodies, fish, leaves and gates from their
// previous states.
#pragma once
#include "engine/graph/graph.h"
#include "engine/scene/ports.h"
#include "engine/scene/renderer.h"
#include "passes/deferred/camera.h"
#include "passes/deferred/geometry.h"
#include "passes/deferred/motion_params.h"

namespace undine::deferred {

class Motion {
 public:
  explicit Motion(graph::State& state) : state_(&state) {}
  // From the picture of `before`, which keep() was called in, to that of `now`. Aspect and offset are theirs.
  MotionParams between(const View& before, const View& now) const;
  // rgba16f of the camera's size: as motion_of() in motion_params.h. `depth` is that of all that is seen; before the
  // opaque scene's, `opaque`, it is water, which nothing is known of here.
  graph::Image draw(graph::Graph& g, const Camera& camera, const Geometry& geometry, const MotionParams& motion,
                    graph::Image depth, graph::Image opaque) const;
  // Copies of the states that this picture was drawn with, for the next one.
  void keep(graph::Graph& g, const Geometry& geometry);

 private:
  void keep(graph::Graph& g, const char* name, graph::Buffer from, graph::Buffer& to);
  graph::State* state_;
  graph::Buffer bodies_, fish_, leaves_;  // none before the first picture with any
};

// Binds what draws the motion of visible bodies, fish and leaves into `out`, by their states and those `before`.
graph::DrawNode draw_moved(graph::DrawNode node, const Camera& camera, const Geometry& geometry,
                           const MotionParams& motion, graph::Image depth, graph::Image out, graph::Buffer states,
                           graph::Buffer before);

}  // namespace undine::deferred
