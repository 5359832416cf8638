// Types shared by the kernels of contacts and C++: convex parts of shapes, contact points and manifolds, parameters.
#ifndef PASSES_BODIES_CONTACTS_PARAMS_H
#define PASSES_BODIES_CONTACTS_PARAMS_H
#include "engine/core/shared.h"
SHARED_BEGIN(undine::bodies)

const int contact_hull = 0;       // convex polyhedron, rounded; a sphere has one corner, a capsule two
const int contact_triangles = 1;  // a surface that need not be convex, in a tree of boxes
const int contact_cylinder = 2;   // hull about the axis y, turned as it is met: a corner lies in any direction

// A convex part of a kind's shape, or its triangles. Axes and origin are those of the body.
struct ContactPart {
  vec3 center;
  vec3 half_size;  // of its box
  float rounding;
  int shape;
  uint first_point, points;  // corners, from `center`
  uint first_face, faces;    // hull; triangles: nodes of the tree
};
struct ContactKind {
  uint first_part, parts;
};
struct ContactFace {
  vec3 normal;                 // outward
  uint first_corner, corners;  // counter-clockwise seen from outside; on the device after the list of kinds
};
// Depth-first order. Leaf: `count` triangles from `first` on.
struct ContactNode {
  vec3 low, high;
  uint skip;  // next node where this box is missed
  uint first, count;
};
struct ContactTriangle {
  vec3 corners[3];
  vec3 beyond[3];  // unit normals of the neighbors over the edges 01, 12, 20
  uint edges;      // bits: the edge is convex, so that it can be touched
};

// Velocity and angular momentum that the loads alone lead a body to by the end of a sub-step.
struct ContactFree {
  vec3 velocity, momentum;
  vec2 middle, period;  // of periodic axes x and z; 0: not periodic
  float calm;           // 1: nothing but gravity acts on it
};

struct ContactPoint {
  vec3 arm_a, arm_b;       // from the centers of mass to the surfaces, world, at the sub-step's begin
  vec3 normal;             // from a to b
  float round_a, round_b;  // parts of the arms along it that do not turn with the bodies: radii of round sides
  float gap;               // along it, at the sub-step's begin; negative: overlap
  float slack;             // overlap that is left alone, m
  float normal_mass;       // kg, effective
  float tangent_mass;
  float approach;         // speed of an impact, m/s
  float pressed;          // accumulated normal impulse of a solver step, N s
  vec3 rubbed;            // accumulated friction impulse on b
  vec3 local_a, local_b;  // the arms in the bodies' axes: points are matched by them from sub-step to sub-step
};
const uint contact_pair_points = 6u;
const uint contact_world_points = 16u;

// Contact of two bodies that can both move.
struct ContactPair {
  uint a, b;
  uint count;
  float friction, restitution;
  vec3 push, turn_a, turn_b;                 // impulses of the last solve, and their moments
  vec3 lift, lift_turn_a, lift_turn_b;       // the same of what moves the bodies out of each other, kg m
  vec3 warm_push, warm_turn_a, warm_turn_b;  // sums of the accumulated ones
  ContactPoint points[6];
};

// Contacts of a body with what does not give way: ground, borders, meshes. Normals point away from the body.
struct ContactWorldPoint {
  ContactPoint p;
  float friction, restitution;
  uint other;  // its state; contact_standing: none
};
const uint contact_standing = 0xffffffffu;
struct ContactWorld {
  uint count;
  float quiet;  // s since the body moved
  ContactWorldPoint points[16];
};

// A body in the solver.
struct ContactBody {
  vec3 velocity, spin;
  vec3 shift, turn;  // since the sub-step's begin: m, rotation vector
  vec3 gain, twist;  // velocity and spin that loads add in a solver step
  float inverse_mass;
  mat3 inverse_inertia;
  float shares;   // pairs in contact
  float touched;  // N s
};

struct ContactParams {
  uint bodies;    // that float
  uint all;       // and meshes
  uint capacity;  // pairs
  uint steps;     // of the solver in a sub-step
  float dt;       // of the sub-step, s
  float step;     // clock step, s
  uint fresh;     // 1: the first sub-step of a clock step
  uint count;     // bodies of a range
  uint stage;     // number of the solver's step, where its stages are kernels of their own
};

// Search for pairs.
struct ContactSearch {
  uint bodies;     // that float
  uint all;        // and meshes
  uint capacity;   // pairs
  uint table;      // cells of the hashed grid, a power of two
  float step;      // clock step, s
  float per_cell;  // 1 / edge of the finest cells
};
const uint contact_few = 64u;   // bodies that one workgroup searches and solves
const int contact_levels = 16;  // of cells, each twice as wide as those before

// Stages of a sub-step where it takes more than one workgroup.
const uint contact_begin = 0u;
const uint contact_prepare = 1u;
const uint contact_press = 3u;
const uint contact_move = 4u;
const uint contact_relax = 5u;
const uint contact_settle = 6u;
const uint contact_end = 7u;

// Share of an overlap that a step of the solver takes away, and the largest speed of that in m/s.
const float contact_recovery = 0.1f;
const float contact_recovery_speed = 0.5f;
// A dry body that is slower than this for so long sleeps, as long as all that it touches is as quiet: it does not move.
const float contact_quiet_speed = 0.02f;  // m/s
const float contact_quiet_time = 0.5f;    // s
const float contact_slack = 5e-4f;        // overlap that is left alone, of the thickness
const float contact_bounce = 0.2f;        // m/s: slower impacts do not bounce

SHARED_END
#endif
