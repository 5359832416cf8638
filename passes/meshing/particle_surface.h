// The surface of particles: a field of smooth kernels on blocks of samples around them, made into a mesh; and those
// that fly alone, as droplets. Nothing is read back, and the same particles in the same order give the same bytes.
//
// Kernels are stretched as their neighbours are spread [Yu and Turk 2013], the walls of the set act as mirrors, and the
// mesh is closed there.
#pragma once
#include "engine/graph/graph.h"
#include "engine/scene/ports.h"
#include "passes/meshing/marching_cubes.h"

namespace undine::meshing {

struct ParticleSurface {
  SurfaceMesh mesh;   // with droplets; its arguments are MarchingFigures
  ScalarField field;  // on the way to the mesh
};
// As particles.skin says. cases: of marching_cubes().
ParticleSurface particle_surface(graph::Graph& g, const ParticleSet& particles, graph::Buffer cases = {});

SurfaceMesh particle_mesh(graph::Graph& g, const ParticleSet& particles);  // for what draws no picture

}  // namespace undine::meshing
