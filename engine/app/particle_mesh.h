// The surface of particles as triangles, for what draws no picture.
#pragma once
#include "engine/graph/graph.h"
#include "passes/ports.h"

namespace undine {

// The first five words of its arguments are those of the draw: the number of indices comes first, that of vertices
// sixth.
SurfaceMesh particle_mesh(graph::Graph& g, const ParticleSet& particles);  // defined in passes/particle_surface.cpp

}  // namespace undine
