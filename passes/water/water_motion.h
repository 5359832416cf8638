// Motion vectors of height-grid surfaces to the previous picture, as deferred::Motion.
#pragma once
#include <span>
#include <vector>

#include "engine/graph/graph.h"
#include "engine/scene/ports.h"
#include "passes/deferred/camera.h"
#include "passes/deferred/motion_params.h"
#include "passes/water/water.h"

namespace undine::water {

class WaterMotion {
 public:
  explicit WaterMotion(graph::State& state) : state_(&state) {}
  // Over `motion`, the image of Motion::draw(): a surface rises and falls between its elevation then and now. `shown`
  // drew the `fields`, `depth` is that of all that is seen.
  void draw(graph::Graph& g, const deferred::Camera& camera, std::span<const SurfaceField> fields,
            const WaterSurfaces& shown, const deferred::MotionParams& params, graph::Image depth,
            graph::Image motion) const;
  void keep(graph::Graph& g, std::span<const SurfaceField> fields);  // copies of the surfaces, for the next picture

 private:
  graph::State* state_;
  std::vector<graph::Image> before_;
};

}  // namespace undine::water
