// Particles as solid spheres in false colours: to see what a solver does.
#pragma once
#include "engine/app/scene.h"
#include "engine/core/shared.h"
#include "engine/graph/graph.h"
#include "passes/camera.h"
#include "passes/ports.h"

namespace undine {

// Draws them into lit.color and lit.depth.
void draw_spheres(graph::Graph& g, const Camera& camera, const Lit& lit, const ParticleSet& particles,
                  const ParticleLook& look);

}  // namespace undine
