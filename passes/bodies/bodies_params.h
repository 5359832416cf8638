// Structs and formulas of the kernels of floating bodies, shared by C++ and GLSL.
#ifndef PASSES_BODIES_BODIES_PARAMS_H
#define PASSES_BODIES_BODIES_PARAMS_H
#include "engine/core/shared.h"
SHARED_BEGIN(undine::bodies)

const int body_state_floats = 26;

// One body. The first 13 floats are the field bodies.state.
struct BodyState {
  vec3 position;  // of the center of mass, from BodyFleet::anchor; in buffers for others: world
  vec4 rotation;  // quaternion x, y, z, w: from the body's axes to the world's
  vec3 velocity;
  vec3 spin;           // angular velocity, world, 1/s
  float volume;        // of water displaced, m³
  float pressed;       // energy of the hull in the water's pressure, J
  float contact;       // impulse of contacts in the last sub-step, N s
  vec3 given;          // momentum that drag has given to the water in the clock step, N s
  uint flooded;        // bits of the hull's basins that hold water
  vec3 water_impulse;  // of the water on it in the clock step, N s: pressure, drag, particles
  vec3 water_turn;     // its moment about the center of mass, N m s
};
const int body_water_at = 20;  // float of water_impulse

// Impulse of particles on a body, in quanta: momentum over the body's mass, and the moment of momentum about its
// center over mass and radius.
struct BodyPush {
  ivec3 force;
  ivec3 turn;
};
const float body_push_quantum = 5.9604645e-8f;  // m/s, 2^-24: a range of 128 m/s per clock step

const int body_proxy_box = 0;
const int body_proxy_sphere = 1;
const int body_proxy_cylinder = 2;
const int body_proxy_capsule = 3;
const int body_proxy_field = 4;  // distances from a mesh, baked
const int body_proxy_shape = 7;  // bits of BodyKind::proxy that are one of these
const int body_driven = 8;       // a bit: moves as it is told, whatever meets it
const int body_field_shift = 4;  // bits over these: which field

// Common values of the bodies of one entry of the scene. Lengths from the center of mass, in the body's axes.
struct BodyKind {
  mat3 inertia;  // kg m²
  mat3 inverse_inertia;
  vec3 middle;  // of the proxy: the simple shape that stands for the hull where bodies touch
  vec3 half_size;
  float radius;  // of a sphere about the center of mass that holds the hull
  float mass;
  float added_mass;  // kg per m³ displaced
  float drag_normal;
  float drag_tangential;
  float creep;
  float thrust;
  float friction;
  float restitution;
  int spreads;  // 1: facets spread what they displace over the columns of their water
  vec2 knots;   // of waters whose level moves it smoothly: distance of the knots along x and z, in cells; 0: none
  int proxy;    // body_proxy_*, body_driven, number of a field
  uint first_vertex;
  uint vertices;
  uint first_facet;
  uint facets;
  uint whole;  // of these, the first ones; the others are halves of quads by either diagonal and count half
  // Rows of the buffer of facets after these. Basins: first facet and the one after the last. Edges between basins or a
  // basin and the outside: two points, and the numbers of both, 0: outside, 8 bits each.
  uint basins;
  uint rims;
};
const uint body_most_basins = 8u;  // of a hull

// Hull of a body, and place of its points in the scratch buffer.
struct BodyRecord {
  uint kind;
  uint first_point;
  uint wider;  // bits: 1: than its water along x, 2: along z
};

// Elastic line from a body to a fixed point or to another body, which pulls by stiffness times elongation plus damping
// times its rate.
struct BodyLine {
  vec3 at;          // on the body, from its center of mass, in its axes
  float rest;       // length without tension, m
  vec3 to;          // fixed: from BodyFleet::anchor; else on the other body, as `at`
  float stiffness;  // N/m
  float damping;    // N s/m
  uint body;        // body_none: a free place in the list
  uint other;       // body_none: the end is fixed
  uint pushes;      // 1: a spring; 0: slack while shorter than its length
};
const int body_most_lines = 256;  // of a scene and of programs together
const uint body_none = 0xffffffffu;

// Motion of a moving mesh in a sub-step: by the clock, or on its axle by the waters' work in the last clock step.
struct BodyDrive {
  vec3 position;  // by the clock: at the sub-step's end, with the velocities from then on
  vec4 rotation;
  vec3 velocity;
  vec3 spin;
  vec3 axis;  // of an axle, world, length 1
  vec3 center;
  vec3 arm;        // from the center to the center of the volume, in the mesh's axes
  float inertia;   // kg m² about the axle; 0: moves by the clock
  float friction;  // N m
  float load;      // N m s
};
const int body_most_movers = 16;
struct BodyDriveParams {
  BodyDrive v[16];
  uint first;  // of the states
  uint movers;
  uint pushes;         // of the particles' pushes, the first one of a mover
  float dt;            // of the sub-step, s
  float inverse_step;  // 1 / clock step
  int last;            // 1: of the clock step's sub-steps
};

// Work between a mover and the waters in the last clock step.
struct BodyWork {
  vec3 force;       // of the waters on it, N
  vec3 moment;      // about the middle of its volume, N m
  float torque;     // about its axle; else 0
  float power;      // W that the waters give to it; negative: that it gives to them
  float delivered;  // W that its load takes
  float work;       // J that the waters have given to it since the start
  float angle;      // rad that it has turned about its axle since the start
};

// Distances of a mesh on a grid of samples, in its axes from the middle of its volume. Words of its entry in the table
// at the beginning of the buffer of all: low, cell, samples, place of the first sample.
const int body_field_words = 10;
struct BodyFieldParams {
  vec3 low;
  vec3 cell;
  ivec3 samples;
  uint first;
  uint number;
};

// Immersion of movers in a height grid.
struct BodyImmerseParams {
  vec3 origin;  // middle of the water's grid at rest level
  vec2 size;
  uvec2 cells;
  vec2 periodic;
  uint first;  // movers: their states
  uint movers;
  uint pitch;          // floats in a row of the bed
  float bed;           // world y of the bed's zero; without a bed: of the bottom
  float quantum;       // m of water column per count
  float push_quantum;  // m²/s of discharge per count
  float dt;            // clock step, s; 0: nothing is pushed
};

const int body_ground_none = 0;
const int body_ground_level = 1;
const int body_ground_map = 2;
const float body_widest_splat = 96;  // cells to each side of a facet's tent, which is 0.7 of its extent
const float body_water_density = 1000.0f;

// Coupling of a body and waves: its hull stands in the tangent plane of their level, smoothed by a B-spline as wide as
// the body, and what the plane presses is given back to the level by the same weights.
struct BodyFloat {
  vec2 place;   // world x and z of the weights' middle
  float norm;   // sum of the weights over the cells that are water; 0: none met yet
  vec2 lean;    // sums of the slope's weights
  float level;  // m over the rest level, at the middle
  vec2 slope;
  vec3 curve;           // second derivatives: xx, xz, zz, 1/m
  float rate;           // of the level's rise, m/s
  float volume;         // m^3 below the plane
  vec3 moment;          // integral of r over that volume, r from the center of mass, m^4
  float volume_before;  // a clock step ago
  vec3 moment_before;
};

// The part of it that statistics need.
struct BodyFloatFigures {
  vec2 slope;
  float volume;
  vec3 moment;
  float volume_before;
};

struct BodyTellParams {
  uint bodies;
};

struct BodyWorldParams {
  vec3 anchor;
  uint bodies;
};

struct BodyForeseeParams {
  uint first, count;  // bodies
};

struct BodyParams {
  vec3 origin;  // middle of the water's grid at rest level
  vec2 size;
  uvec2 cells;
  vec2 periodic;       // 1 where x, z wrap
  float dt;            // of the sub-step
  float share;         // of the clock step that has passed at the sub-step's end
  float inverse_step;  // 1 / clock step
  float gravity;
  uint first;   // bodies of this water
  uint bodies;  // of the scene
  int ground;
  vec3 ground_origin;  // level: y; map: middle, and what its heights are measured from
  vec2 ground_size;
  float ground_top;  // nothing of it lies higher
  float walls;       // 1: the grid's borders keep bodies in
  vec3 pull_from;    // the pointer's ray
  vec3 pull_along;
  float pull_strength;  // 1/s², 0: no pull
  float quantum;        // m of water column per count
  float level_quantum;
  float level_area;    // m² that the level holds for
  float near_share;    // of the displaced column, put where the body is
  float push_quantum;  // m²/s of discharge per count
  float kick;          // s: gravity and smooth water act at once for so long, at the clock step's beginning; else 0
  // State of `used`: 0: the surface holds nothing of these bodies; 1: it holds what that says, the last step's; 2: that
  // is a guess at this step's. Of bodies that come to several waters: how many of these have been asked before.
  int known;
  int pressing;  // of bodies that come to several waters: bits of those whose columns press them `ahead`
  float ahead;   // s: the hull is pressed as it will be then
};

// A water that bodies may come to from others.
struct BodyReach {
  vec2 low;  // world x and z
  vec2 high;
  float floor;  // world y: bodies under it are not there
  int grid;     // 1: a grid of columns, 0: a room of particles
  ivec4 walls;  // sides -x +x -z +z: 1 where no water passes
};
const int body_most_reaches = 8;
struct BodyAcrossParams {
  BodyParams p;
  BodyReach waters[8];
  uint reaches;
};

struct BodyCarryParams {
  uint words;
};

struct BodyPickParams {
  vec3 origin;  // of the ray
  vec3 direction;
  uint bodies;
};

struct BodyKeepParams {
  uvec2 cells;
  float quantum;
  float level_quantum;
};

// Integrals over a triangle of depth d (linear, given at its corners), per unit of area: d and d².
SHARED float body_depth_mean(vec3 d) { return (d.x + d.y + d.z) * (1.0f / 3.0f); }
SHARED float body_depth_square(vec3 d) {
  return (d.x * d.x + d.y * d.y + d.z * d.z + d.x * d.y + d.y * d.z + d.z * d.x) * (1.0f / 6.0f);
}
// Weights of the corners in the integral of r d.
SHARED vec3 body_depth_moment(vec3 d) { return (d + vec3(d.x + d.y + d.z)) * (1.0f / 12.0f); }

// Drag per wetted area and speed: F = -k u.
SHARED float body_drag(float coefficient, float speed, float creep) {
  return 0.5f * body_water_density * coefficient * (speed + creep);
}

SHARED_END
#endif
