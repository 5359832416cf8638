// The surface of a spectral sea to the horizon: nested rings of quads around the eye [Losasso & Hoppe 2004], displaced
// by the waves that their spacing resolves; the slopes of the rest are roughness.
#pragma once
#include "passes/water/water.h"
#include "passes/water/water_surface.h"

namespace undine::water {

// As draw_surface(), for fields with SpectralWaves, into both targets.
void draw_sea(graph::Graph& g, const Scene& scene, const deferred::Camera& camera, graph::Image opaque,
              const SurfaceField& field, float code, const SurfaceLook& look, const WaterSurfaces& to,
              graph::Load load);

}  // namespace undine::water
