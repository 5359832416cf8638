// Particles as solid spheres in the colours of a field: to see what a solver does. Light is the sun's and the sky's, so
// shades differ from the colour bar's, hues do not; where a number is not finite, a sphere is magenta.
#pragma once
#include "engine/graph/graph.h"
#include "engine/scene/ports.h"
#include "passes/deferred/camera.h"
#include "passes/picture/field_view.h"

namespace undine::picture {

// Draws them into lit.color and lit.depth.
void draw_spheres(graph::Graph& g, const deferred::Camera& camera, const Lit& lit, const ParticleSet& particles,
                  const FieldColors& colors);

}  // namespace undine::picture
