// Surface tension of particles by symmetric pair forces, which conserve momentum: cohesion (repulsive at short
// distances), and minimization of surface area by differences of normals [Akinci et al. 2013]. Both terms are scaled
// by their continuum limits. Drops of radius six spacings or more oscillate with the period of [Lamb 1932] within
// about 15 %.
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
