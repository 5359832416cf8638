// Surface of particles: a mesh of a field of smooth kernels on blocks of samples around them, and droplets for isolated
// particles. Nothing is read back, and the same particles in the same order give the same bytes.
//
// Kernels are anisotropic, after the distribution of their neighbors [Yu and Turk 2013]. The walls of the set act as
// mirrors, and the mesh is closed there.
#pragma once
#include "engine/graph/graph.h"
#include "engine/scene/ports.h"
#include "passes/meshing/marching_cubes.h"

namespace undine::meshing {

struct ParticleSurface {
  SurfaceMesh mesh;   // with droplets; its arguments are MarchingFigures
  ScalarField field;  // sampled field that the mesh is made of
};
// Meshes the particles with the settings of particles.skin. cases: as for marching_cubes().
ParticleSurface particle_surface(graph::Graph& g, const ParticleSet& particles, graph::Buffer cases = {});

SurfaceMesh particle_mesh(graph::Graph& g, const ParticleSet& particles);  // mesh alone, without a picture

}  // namespace undine::meshing
