// Draws the lit scene inside the waters only, for refracted rays: it contains surfaces that a rim hides from the
// camera or that lie outside the picture.
#pragma once
#include <span>

#include "engine/graph/graph.h"
#include "engine/scene/ports.h"
#include "engine/scene/scene.h"
#include "passes/deferred/ambient.h"
#include "passes/deferred/camera.h"
#include "passes/deferred/geometry.h"
#include "passes/deferred/light.h"

namespace undine::deferred {

struct Submerged {
  Camera camera;             // the picture's eye and direction, a picture wider on all sides
  Lit lit;                   // of camera.viewport's size; black and depth 0 where there is nothing
  Lit swimmers;              // fish alone; none: there are none
  float swimmers_thick = 0;  // meters
};

// Shows what is under the waters' surfaces or a little over them. At most eight waters: those of light.levels.
Submerged draw_submerged(graph::Graph& g, const Camera& camera, const Geometry& geometry, const Light& light,
                         const SsaoSettings& ssao, std::span<const SurfaceField> waters, const WetGround& wet);

}  // namespace undine::deferred
