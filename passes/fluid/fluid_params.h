// Parameters of the fluid solver's kernels. Planes without padding, rows along z: velocities on faces, u (along x) nz
// rows of nx + 1, w (along z) nz + 1 rows of nx; pressure and dye at cell centers. Sizes and edges are specialization
// constants (shaders/fluid/grid.glsl).
#ifndef PASSES_FLUID_FLUID_PARAMS_H
#define PASSES_FLUID_FLUID_PARAMS_H
#include "engine/core/shared.h"
SHARED_BEGIN(undine::fluid)

const int fluid_edge_wall = 0;
const int fluid_edge_slip = 1;
const int fluid_edge_outflow = 2;
const int fluid_edge_periodic = 3;
const int fluid_edge_inflow = 4;

// Cells per distance from a border cell's middle to where the pressure beyond an open side is 0.
const float fluid_outside = 1.0f;

struct FluidParams {
  vec2 cell;          // meters
  vec2 inverse_cell;  // 1/m
  float dt;           // seconds
  float kept;         // share of the dye that has not faded after dt
  float carried;      // seconds over which the last pressure gradient is carried along: dt, or 0
  vec4 west_east;     // velocity (x, z) of the side -x, then of +x: of a lid or of what flows in
  vec4 north_south;   // of -z, then of +z
};

// One color of one sweep of (1 - weight_x d_xx - weight_z d_zz) x = right side; weight = k dt / h^2.
struct FluidRelaxParams {
  FluidParams grid;
  vec2 weight;
  float omega;
  int color;
};

// Faces or cells of a box of the grid; places in meters from the corner of cell 0.
struct FluidPushParams {
  ivec2 first;
  ivec2 count;
  vec2 middle;
  vec2 cell;
  vec2 velocity;  // m/s
  float radius;
  float follow;  // share of the difference to `velocity` that is taken up in the middle; < 0: velocity is added
  vec4 dye;      // added in the middle
};

// Conservative transport of dye: at most so many sub-steps in a step, and the number of workgroups of each.
const int fluid_most_sub_steps = 16;
struct FluidSubStepParams {
  uvec2 groups;
  int parts;
};

struct FluidConfineParams {
  FluidParams grid;
  float strength;
};

// Level of the surface from the pressure, tone-mapped: highest * t / (1 + |t|), t = pressure * inverse_scale.
struct FluidLevelParams {
  float highest;  // meters
  float inverse_scale;
};
SHARED float fluid_level(float pressure, FluidLevelParams p) {
  float t = pressure * p.inverse_scale;
  return p.highest * t / (1.0f + abs(t));
}

struct FluidDragParams {
  float speed;  // m/s for a quantum of a column's discharge
};

struct FluidSurfaceParams {
  vec2 inverse_cell;
  FluidLevelParams level;
  float density;  // opacity of dye per unit
  float depth;    // meters below the rest level
};

const int fluid_obstacle_disc = 0;
const int fluid_obstacle_box = 1;
const int fluid_obstacle_capsule = 2;
const int fluid_most_obstacles = 32;

struct FluidObstacleState {
  vec2 middle;     // meters from the corner of cell 0
  vec2 half_size;  // box: half extents; disc, capsule: radius, half length
  vec2 along;      // unit vector along the local x
  vec2 velocity;
  float spin;  // radians per second, from +x towards +z
  int kind;
  vec2 unused;
};

struct FluidObstacles {
  FluidObstacleState v[32];
};

struct FluidObstacleParams {
  vec2 cell;
  vec2 period;  // meters; 0: not periodic
  int count;
  float per_quantum;  // share of the depth that a quantum of a floating body's column fills
};

// Deposit of a coupling: a box of cells.
struct FluidReceiveParams {
  ivec2 first, count;
  vec2 cell;
  vec2 meters;     // of a column for a quantum: two floats
  float momentum;  // m^2/s of a column's discharge for a quantum
  float depth;     // of the flow, m
  float felt;      // by the ripples: c^2 / g, m
};

// Momentum along x and z, in quanta: integers of 64 bits as low and high words.
struct FluidMomentumSum {
  uvec2 along[2];
};
const int fluid_momentum_exchanges = 0;
const int fluid_momentum_pushes = 1;
const int fluid_momentum_edges = 2;
const int fluid_momentum_pressure = 3;
const int fluid_momentum_friction = 4;
const int fluid_momentum_transport = 5;
const int fluid_momentum_items = 6;
struct FluidMomentumParams {
  FluidParams grid;
  float quanta;  // of a velocity of 1 m/s on a face
  vec2 through;  // quanta that 1 m^2/s^2 takes through a face along x, along z, in a step
  int ended;     // the sum is added here, or < 0
  int begun;     // and taken off here
};

// Right side of the pressure's equation.
struct FluidDivergeParams {
  FluidParams grid;
  float per_quantum;
};

// Profile of a push: 1 in the middle, 0 at the rim. s = (r / radius)^2.
SHARED float fluid_push_profile(float s) { return s >= 1.0f ? 0.0f : (1.0f - s) * (1.0f - s); }

SHARED_END
#endif
