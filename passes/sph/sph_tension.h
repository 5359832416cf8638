// Surface tension of particles: forces between pairs, so that no momentum is made. Neighbors pull each other and push
// where they are close, and what is curved is drawn flat by the difference of normals. [Akinci et al. 2013]
// Both parts are scaled by what they are in a continuum; their shares of the tension are measured: drops from six
// spacings of radius up swing with the period of [Lamb 1932] within about 15 %.
#pragma once
#include "engine/graph/graph.h"
#include "passes/sph/sph_settings.h"
#include "passes/sph/sph_solve.h"

namespace undine::sph {

// Sets cohesion and flattening for a surface_tension in N/m; `spacing` in meters.
void set_tension(SphParams& p, const SphSettings& settings, double spacing);
// Adds what tension does in a sub-step to velocities of sorted particles, whose w is their density.
void sph_tension(graph::Graph& g, const SphSorted& s, graph::Buffer velocity, const SphParams& params);

}  // namespace undine::sph
