// The surface of a spectral sea to the horizon: nested rings of quads around the eye [Losasso & Hoppe 2004],
// displaced by the waves that their spacing resolves; the slope variance of shorter waves becomes roughness.
#pragma once
#include "passes/water/water.h"
#include "passes/water/water_surface.h"

namespace undine::water {

// A sea, the waves that it carries and the water that it lies around.
struct SeaFields {
  const SurfaceField& sea;
  const SurfaceField *carried = nullptr, *within = nullptr;  // null: none
  SeaFields(const SurfaceField& drawn, std::span<const SurfaceField> fields);
};

// As draw_surface(), for fields with SpectralWaves, into both targets.
void draw_sea(graph::Graph& g, const Scene& scene, const deferred::Camera& camera, graph::Image opaque,
              const SeaFields& fields, float code, const SurfaceLook& look, const WaterSurfaces& to, graph::Load load);

}  // namespace undine::water
