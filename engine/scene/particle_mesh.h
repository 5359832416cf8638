// The surface of particles as triangles, for what draws no picture.
#pragma once
#include <span>
#include <string>

#include "engine/graph/graph.h"
#include "engine/scene/ports.h"

namespace undine {

// The first five words of its arguments are those of the draw: the number of indices comes first, that of vertices
// sixth.
SurfaceMesh particle_mesh(graph::Graph& g,
                          const ParticleSet& particles);           // defined in passes/meshing/particle_surface.cpp
SurfaceFigures surface_figures(std::span<const std::byte> bytes);  // of SurfaceMesh::figures
std::string overflow_text(const SurfaceFigures& figures);          // what there is no room for; empty: nothing

}  // namespace undine
