// Absorbing edges: Higdon's second-order condition, exact at 0 and 45 degrees, on the outermost cells. It needs three cells of
// the normal at three times; the step overwrites the oldest, so `gather` keeps their share and `radiate` adds the newest.
// Thread x runs along a side, y is the side: west, east, north, south. Corners of two absorbing sides use the diagonal.
// [Higdon 1987]
#include "lib/wave_grid.glsl"
#ifdef WAVE_VARIED
#include "lib/wave_faces.glsl"
#include "lib/wave_drag.glsl"
#endif
layout(local_size_x = 64) in;
layout(push_constant, scalar) uniform ParamsBlock { WaveEdgeParams p; } params;

struct EdgeCell {
  bool live;
  int memory;           // index into the edge's memory
  ivec2 at;             // the cell
  ivec2 inward;         // direction to the next one
  int order;            // 2; 1 beside an island
  float lambda;         // c dt / h along inward
  float drag;           // half dt times damping
};

bool is_water(ivec2 cell) {
#ifdef WAVE_VARIED
  return drag_at(cell) >= 0.0;
#else
  return true;
#endif
}

EdgeCell edge_cell() {
  EdgeCell e;
  int side = int(gl_GlobalInvocationID.y), along = int(gl_GlobalInvocationID.x);
  bool west = edge_west == wave_edge_absorb, east = edge_east == wave_edge_absorb;
  bool north = edge_north == wave_edge_absorb, south = edge_south == wave_edge_absorb;
  if (side < 2) {
    e.live = along < nz && (side == 0 ? west : east);
    e.memory = side * nz + along;
    e.at = ivec2(side == 0 ? 0 : nx - 1, along);
    e.inward = ivec2(side == 0 ? 1 : -1, 0);
    if (along == 0 && north) e.inward.y = 1;
    if (along == nz - 1 && south) e.inward.y = -1;
  } else {
    e.live = along < nx && (side == 2 ? north : south) && !(along == 0 && west) && !(along == nx - 1 && east);
    e.memory = 2 * nz + (side - 2) * nx + along;
    e.at = ivec2(along, side == 2 ? 0 : nz - 1);
    e.inward = ivec2(0, side == 2 ? 1 : -1);
  }
  if (!e.live) return e;
  float speed = params.p.speed;
  e.drag = params.p.half_dt_drag;
  e.order = 2;
#ifdef WAVE_VARIED
  float cell_drag = drag_at(e.at);
  e.live = cell_drag >= 0.0;
  if (!e.live) return e;
  e.drag *= cell_drag;
  float square;
  if (side < 2) {
    square = side == 0 ? texelFetch(face_x, e.at.y * (columns + 1)).w
                       : texelFetch(face_x, e.at.y * (columns + 1) + columns)[(nx - 1) & 3];
  } else {
    square = texelFetch(face_z, (e.at.y + (side == 2 ? 0 : 1)) * columns + e.at.x / 4)[e.at.x & 3];
  }
  speed = sqrt(square);
  if (!is_water(e.at + e.inward) || !is_water(e.at + 2 * e.inward)) e.order = 1;
#endif
  vec2 per_cell = params.p.dt_cell * vec2(abs(e.inward));
  // c dt over the distance between the cells: 1/sqrt(dx^2 + dz^2) on a diagonal.
  e.lambda = speed * (e.inward.x == 0 ? per_cell.y : e.inward.y == 0 ? per_cell.x
                      : per_cell.x * per_cell.y * inversesqrt(dot(per_cell, per_cell)));
  return e;
}

vec3 first_operator(EdgeCell e) { return wave_radiation(e.lambda, 1.0, e.drag + wave_pull_slow * e.lambda); }
vec3 second_operator(EdgeCell e) { return wave_radiation(e.lambda, 0.70710678, e.drag + wave_pull_fast * e.lambda); }
int index_of(ivec2 cell) { return cell.y * columns * 4 + cell.x; }
