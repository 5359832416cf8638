// Light shafts and drifting motes for an eye under water, in addition to in-scattering of evenly lit water. Drawn
// after the water is shaded; no cost for eyes in the air.
#pragma once
#include <cstdint>

#include "engine/graph/graph.h"
#include "engine/scene/ports.h"
#include "engine/scene/render_settings.h"
#include "passes/deferred/camera.h"
#include "passes/deferred/light.h"
#include "passes/water/underwater_params.h"
#include "passes/water/water_nodes.h"

namespace undine::water {

struct UnderwaterSettings {
  bool shafts = true;
  std::uint32_t motes = 1500;
  void describe(settings::Visitor& v) {
    v.value("shafts", shafts, {.help = "light shafts under water"});
    v.value("motes", motes, {.help = "suspended particles within 1.5 m of a submerged camera; 0: none", .max = 100000});
  }
};

// LensDraws: arguments of the draws for eyes in water, zero if the eye is not. Found on the GPU, where the waves are.
graph::Buffer look_through_lens(graph::Graph& g, const deferred::Camera& camera, const deferred::LevelMap& levels,
                                const LensParams& params);

// Over targets.color. lit: the scene without water; draws: of look_through_lens().
void draw_underwater(graph::Graph& g, const deferred::Camera& camera, const deferred::Light& light, const Lit& lit,
                     const UnderwaterParams& params, const UnderwaterSettings& settings, const WaterTargets& targets,
                     graph::Buffer draws);

}  // namespace undine::water
