// The surface of particles: a field of smooth kernels on blocks of samples around them, made into a mesh; and those
// that fly alone, as droplets. Nothing is read back, and the same particles in the same order give the same bytes.
//
// Kernels are stretched as their neighbours are spread [Yu and Turk 2013], the walls of the set act as mirrors, and the
// mesh is closed there.
#pragma once
#include "engine/graph/graph.h"
#include "passes/marching_cubes.h"
#include "passes/ports.h"

namespace undine {

struct ParticleSurfaceSettings {
  double cell = 0.7;       // metres between samples over the particles' spacing
  double smoothing = 0.9;  // 0: kernels at their particles; 1: in the middle of the particles around
};

struct ParticleSurface {
  SurfaceMesh mesh;  // with droplets; its arguments are MarchingFigures
  // On the way to the mesh.
  ScalarField field;
  graph::Buffer blocks_wanted;  // uint at offset 12; more than field.slots: the surface has holes
};
ParticleSurface particle_surface(graph::Graph& g, const ParticleSet& particles,
                                 const ParticleSurfaceSettings& settings = {});

}  // namespace undine
