// Draws diffuse particles (passes/spray): airborne ones as soft lit points with order-independent additive optical
// depths; those on and under a surface as foam, an optical depth that the surface's shading reads.
#ifndef PASSES_WATER_WHITE_WATER_H
#define PASSES_WATER_WHITE_WATER_H
#include "engine/core/shared.h"
SHARED_BEGIN(undine::water)

struct WhiteWaterParams {
  float radius;   // m: of a clump of foam
  float shutter;  // s: drops in the air are as long as their way in it
};

const float foam_clump = 0.85f;   // optical depth in the middle of a clump
const float spray_point = 0.45f;  // and of a drop's point
const float mist_share = 64.0f;   // of that, a puff of mist's were it no wider than a clump
const float bubbles_seen = 0.3f;  // meters of water in which what bubbles scatter falls to 37 %

// Share of its strength at an age: nothing appears or goes at once.
SHARED float white_fade(float age, float life) {
  float rising = clamp(age / min(0.12f, 0.2f * life), 0.0f, 1.0f),
        falling = clamp((life - age) / (0.4f * life), 0.0f, 1.0f);
  return rising * falling;
}

SHARED_END
#ifdef __cplusplus
#include <span>
#include <vector>

#include "engine/graph/graph.h"
#include "engine/scene/ports.h"
#include "passes/deferred/light.h"
#include "passes/water/water_nodes.h"

namespace undine::water {

// Optical depth of foam on a surface whose depth is given; none: no water has any.
graph::Image draw_clumps(graph::Graph& g, const char* owner, const deferred::Camera& camera, graph::Image water_depth,
                         std::span<const SpraySet> sets);

// The view "foam": share of every pixel's water that foam covers.
void show_foam(graph::Graph& g, const char* owner, const deferred::Camera& camera, const WaterTargets& targets,
               graph::Image clumps);

// Draws particles in the air over the finished picture of solids and waters.
void draw_spray(graph::Graph& g, const deferred::Camera& camera, const deferred::Light& light, const Lit& wet,
                std::span<const SpraySet> sets);

// Spray of all waters that have any.
template <class Waters>
std::vector<SpraySet> spray_of(const Waters& waters) {
  std::vector<SpraySet> out;
  for (const auto& water : waters)
    if (water.spray.capacity > 0) out.push_back(water.spray);
  return out;
}

}  // namespace undine::water
#endif
#endif
