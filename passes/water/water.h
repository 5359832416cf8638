// Shading of water over the lit opaque scene: reflection, refraction, absorption, in-scattering and sun glint of any
// height grid that a solver publishes. Meshes: passes/water/water_mesh.h.
#pragma once
#include <optional>
#include <span>

#include "engine/graph/graph.h"
#include "engine/scene/ports.h"
#include "engine/scene/scene.h"
#include "passes/deferred/camera.h"
#include "passes/deferred/gbuffer_submerged.h"
#include "passes/deferred/light.h"
#include "passes/deferred/mirrored.h"
#include "passes/deferred/water_look.h"
#include "passes/water/flow_detail.h"
#include "passes/water/hull_mask.h"
#include "passes/water/underwater.h"
#include "passes/water/water_nodes.h"

namespace undine::water {

struct ReflectionSettings {
  bool reflections = true, planar_reflections = true;
  void describe(settings::Visitor& v) {
    v.value("reflections", reflections, {.help = "reflections of the scene on water; off: only the sky"});
    v.value("planar_reflections", planar_reflections,
            {.help = "planar reflections for level waters; off: screen-space reflections"});
  }
};

// The foremost surfaces of a picture; null: there was no surface to draw.
struct WaterSurfaces {
  // Octahedral normal, squared alpha and 1 + index of the surface + 0.48 of the share that foam covers, negative seen
  // from below, 0 no water.
  graph::Image normal;
  graph::Image depth;     // reversed
  graph::Image flow_map;  // of flowing waters (FlowDetail); null: there have not been any yet
};

class WaterPass {
 public:
  WaterPass(graph::State& state, const Scene& scene);  // keeps the scene's address
  // The surfaces before an opaque scene, of whose depth `scene` holds the reversed one. enlarged: the picture is going
  // to be, so that coarser meshes do. falls: falls_as_meshes().
  WaterSurfaces draw_surfaces(graph::Graph& g, const deferred::Camera& camera, graph::Image scene,
                              std::span<const SurfaceField> fields, const HullMask& hulls = {}, bool enlarged = false,
                              std::uint32_t falls = 0);
  // Checks whether a part of the picture can be seen from within a water.
  static bool eye_may_be_in(const deferred::Camera& camera, std::span<const SurfaceField> fields);
  // Checks whether the opaque scene is nowhere seen but where no surface lies before it: draw() asks for no other light
  // of it.
  static bool hides(const deferred::Camera& camera, std::span<const SurfaceField> fields);
  // Radiance and depth with the water in them. lit.depth is the `scene` of draw_surfaces(). `fields` are those of
  // light.levels. Refracted rays meet `submerged`; without it, what `lit` shows through the surface. Mirrored ones meet
  // `mirrored` on the waters that it is for, elsewhere what `lit` shows.
  Lit draw(graph::Graph& g, const deferred::Camera& camera, const deferred::Light& light, const Lit& lit,
           std::span<const SurfaceField> fields, const WaterSurfaces& surfaces, SurfaceLight& shown,
           const deferred::Submerged* submerged = nullptr, const deferred::Mirrored* mirrored = nullptr) const;

 private:
  graph::State* state_;
  const Scene& scene_;                // may change between pictures
  std::optional<FlowDetail> detail_;  // from the first picture with flowing water on
  const bool& reflections_;
  const UnderwaterSettings& underwater_;
};

}  // namespace undine::water
