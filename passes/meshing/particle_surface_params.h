// Structs of the kernels that sample a field of particles.
#ifndef PASSES_MESHING_PARTICLE_SURFACE_PARAMS_H
#define PASSES_MESHING_PARTICLE_SURFACE_PARAMS_H
#include "engine/core/shared.h"
#include "passes/meshing/marching_cubes_params.h"
SHARED_BEGIN(undine::meshing)

struct ParticleParams {
  vec3 low;  // walls
  vec3 high;
  vec3 bins_per_meter;
  ivec3 bins;  // their edges are at least as long as the reach
  ivec3 blocks;
  vec3 origin;      // position of the field's sample 0
  float cell;       // meters between samples
  float reach;      // support radius of a particle's kernel, meters
  float volume;     // volume of a particle times the kernel's norm
  float iso;        // fluid fraction at the surface
  float smoothing;  // smoothing of positions: 0 off, 1 each at the mean of its neighbors
  float full;       // number of particles from which a bin is full
  float wall;       // depth of the surface behind a wall, meters
  uint capacity;
  uint slots;
  uint vertices;  // capacity of the mesh
  uint triangles;
  float drop_radius;  // radius of the largest droplet, meters
};

// Content of a bin and of all around it.
const uint bin_mixed = 0u;
const uint bin_deep = 1u;  // full
const uint bin_empty = 2u;

const uint most_drops = 2u;  // droplets per particle, on average

struct ParticleDrop {
  vec4 place;   // w: radius, meters
  vec4 motion;  // direction; w: length over width
};

// Cubic spline kernel with support radius 1, without its norm 8 / pi [Monaghan 1992].
SHARED float particle_kernel(float q) {
  float r = max(1.0f - q, 0.0f);
  return q < 0.5f ? 1.0f - 6.0f * q * q * r : 2.0f * r * r * r;
}

SHARED_END
#endif
