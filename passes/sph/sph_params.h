// Structs of the particle solver's kernels, shared by C++ and GLSL. Densities are relative: 1 is the fluid at rest.
// Pressures are per rest density, m^2/s^2. Particles are vec4s: position with the identity in w, velocity with the
// relative density in w.
#ifndef PASSES_SPH_SPH_PARAMS_H
#define PASSES_SPH_SPH_PARAMS_H
#include "engine/core/shared.h"
SHARED_BEGIN(undine::sph)

const uint sph_group = 64u;           // particles of a workgroup
const float sph_cell_slack = 1.001f;  // cell over support: covers the rounding of a particle's cell

// Cells of at least the support's size, along x a `fine`-th of it, with a ring of cells that stay empty around them,
// `fine` along x: a row of neighbors needs no test. Particles outside lie in the nearest cell inside the ring. Cells
// count from `low`, x first.
struct SphGridParams {
  vec3 low;
  float inverse_cell;  // of those along y and z
  ivec3 cells;         // with the ring
  int fine;
  uint capacity;
};

struct SphSortParams {
  SphGridParams grid;
  uint tiles;
};

// State of a sub-step of the incompressible model, which may take several blocks of nodes.
const uint sph_idle = 0u;              // none has begun, or one without a solve
const uint sph_velocities = 1u;        // pressures for velocities are sought
const uint sph_velocities_found = 2u;  // they have been; those for places begin
const uint sph_places = 3u;
const uint sph_places_found = 4u;

// Written and read by the GPU alone. The first member is where ParticleSet has its count.
struct SphControl {
  uint count;
  uint settled;     // of them, those that were there before this sub-step's emission
  uint identities;  // given so far
  uint emitted;     // particles, since the start
  uint refused;     // those that emitters had no room for
  uint removed;     // by sinks
  uint sub_steps;   // of this clock step, so far
  uint iterations;  // of its pressure solves
  float dt;
  float remaining;      // s of this clock step and of those before it that no sub-step has begun to do
  float residual;       // mean relative density error of the last solve
  uint unfinished;      // solves of this clock step that ended at the largest number of iterations
  float relaxation;     // of the iterations
  float momentum;       // of the next one
  float age;            // of that, as Nesterov counts it
  float head;           // largest pressure of late, m^2/s^2
  float best;           // smallest residual of the solve that is going on
  uint state;           // sph_idle and so on
  uint spent;           // iterations of the solve that is going on
  uint rates;           // of the sub-step
  uint lately;          // of the last one that came to its end
  uint lately_places;   // of these for places
  uint left;            // that the clock step has still declared
  uint arrived;         // workgroups of an iteration that are done
  uvec3 for_particles;  // dispatches of a sub-step's beginning: zero in blocks that begin none
  uvec3 for_tiles;
  uvec3 for_start;   // of the first push of a block
  uvec3 for_solve;   // of its other iterations, until they have found what they seek; those that find it have a copy
  uvec3 for_finish;  // of the sub-step's end
};

// Dispatches of nodes that write the control.
struct SphWriters {
  uvec3 for_gather;  // those for_particles
  uvec3 for_rates;   // those for_solve, as the block began
};

// Reports of particles, by atomics, while the control is in use.
struct SphReports {
  uint speed2;    // bits of the largest |v|^2 after the last sub-step
  uint pull2;     // and of the largest |a|^2
  uint press;     // and of the largest pressure of the incompressible model
  uint overflow;  // neighbors that lists had no room for, since the start
  // In the last sub-step:
  uint count;        // particles
  uint compression;  // sum of densities over rest, at most 1 each, times SphParams::compression_scale
  uint twins;        // particles that lie in the place of another
  float behind;      // what the water has not done of the clock's time, in clock steps
};

// Velocity that a particle has lost within a sub-step.
struct SphImpulse {
  vec3 walls;  // to walls of the domain, each component to the nearer one of its axis
  vec3 solid;  // to the contact with a solid thing,
  float skin;  // which holds it this far off
};

const uint sph_most_nozzles = 16u;
const uint sph_most_sinks = 16u;

// An opening through which layers of particles come, a lattice as dense as water at rest. `reach` meters past it water
// moves as the nozzle and its weight say and as nothing else does.
struct SphNozzle {
  vec3 place;
  vec3 along, across, aside;  // unit vectors: out of it, and in its plane
  vec2 half_size;             // across and aside; x alone is the radius of a disc, whose y is 0
  float layer;                // meters between layers
  float rate;                 // layers per second
  float reach;
  float gravity;
  uint points, first_point;  // of a layer
  uint layers;               // that it gives in all
  uint given;                // so far; this and the rest is written by the GPU
  uint fresh;                // of them, in this sub-step
  float ahead;               // meters that the first of these is past the opening
  uint holds;                // 1: water is on its way through
};

// Layers are counted from `base`: `part` of them have come when the clock step begins, less than 0 before the first.
struct SphNozzleClock {
  float step;  // s
  uint capacity;
  uint count;  // nozzles
  uint base[sph_most_nozzles];
  float part[sph_most_nozzles];
};

// Rates of the clock step where they change, layers per second, and all layers that there will be.
struct SphNozzleRates {
  float rate[sph_most_nozzles];
  uint layers[sph_most_nozzles];
  float gravity;
  uint count;
};

// Boxes; what is in one is removed.
struct SphSinks {
  vec3 low[sph_most_sinks];
  vec3 high[sph_most_sinks];
};

struct SphPlanParams {
  float step;       // clock step, s
  float longest;    // no sub-step is longer, s
  float reach;      // meters that a signal may go in one
  float sound;      // m/s
  float head;       // largest pressure that the length of a sub-step follows, m^2/s^2
  float swing;      // meters that it is at the speed of the root of that pressure
  uint blocks;      // that are still declared, with this one
  uint iterations;  // of each; 0: a sub-step solves nothing
  uint tiles;
};

struct SphSolveParams {
  float tolerance;  // mean relative error that ends a solve
  float rate;       // and of velocities, per square of the sub-step, 1/s^2
  float relaxation;
  uint most, most_places;  // iterations of a solve
};

// Workgroups for so many particles: one at least, which ends a solve without particles.
SHARED uint sph_groups(uint particles) { return particles > sph_group ? (particles + sph_group - 1u) / sph_group : 1u; }

struct SphParams {
  SphGridParams grid;
  vec3 high;  // of the domain
  float support;
  float volume;        // of a particle, calibrated: the density of the lattice is 1
  float slope_volume;  // the same for gradients of linear fields
  float stiffness;     // of p = stiffness * (density - 1)
  float viscosity;     // m^2/s
  float damping;       // of approaching neighbors, m^2/s
  float cohesion;      // m/s^2 of a neighbor, times a shape
  float flattening;    // m/s^2 by a difference of normals of 1
  float blending;      // of velocities with those of neighbors, 1/s
  float gravity;
  float restitution;
  float compression_scale;
  float skin;  // that walls of the domain keep particles off, m
  vec2 ground_size;
  vec3 ground_origin;
  float ground_top;
};

SHARED float sph_pressure(float density, float stiffness) { return stiffness * max(density - 1.0f, 0.0f); }
// Energy of compression over stiffness: the work of that pressure, log(d) + 1 / d - 1, by its series near 1.
SHARED float sph_elastic(float density) {
  float x = max(density - 1.0f, 0.0f);
  return x * x * (0.5f - x * (2.0f / 3.0f - x * (0.75f - x * 0.8f)));
}

SHARED_END
#endif
