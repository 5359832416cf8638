// Planar reflection: the lit scene above a level water surface, seen from the mirrored eye. Shows undersides and
// objects outside the picture, which screen-space rays miss [Premože and Ashikhmin 2001].
#pragma once
#include <optional>
#include <span>

#include "engine/graph/graph.h"
#include "engine/scene/ports.h"
#include "passes/deferred/ambient.h"
#include "passes/deferred/camera.h"
#include "passes/deferred/geometry.h"
#include "passes/deferred/light.h"
#include "passes/deferred/sun_share.h"

namespace undine::deferred {

struct Mirrored {
  Camera camera;             // of the eye's image, turned over left to right so that fronts stay fronts; half of the
                             // pixels, a little wider on all sides
  Lit lit;                   // black and depth 0 where there is nothing
  std::uint32_t waters = 0;  // bit i: water i lies in the mirror's plane
};

// For the largest of the waters that are level at rest and under the eye; none: there is no such water. sun: of
// LightingChoice.
std::optional<Mirrored> draw_mirrored(graph::Graph& g, const Camera& camera, const Geometry& geometry,
                                      const Light& light, const SsaoSettings& ssao,
                                      std::span<const SurfaceField> waters, const WetGround& wet, SunSearch sun);

}  // namespace undine::deferred
