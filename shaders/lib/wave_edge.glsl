// Absorbing edges: Higdon's second-order condition, exact at 0 and 45 degrees, on the outermost cells after the step:
// three cells of the normal at three times. Thread x runs along a side, y the side: west, east, north, south. Corners of
// two absorbing sides use the diagonal. [Higdon 1987]
#include "lib/wave_grid.glsl"
#ifdef WAVE_VARIED
#include "lib/wave_faces.glsl"
#include "lib/wave_drag.glsl"
#endif
layout(local_size_x = 64) in;
layout(binding = 0) uniform samplerBuffer u_now;
layout(binding = 1) uniform samplerBuffer u_prev;
layout(binding = 2) restrict buffer UNext { float v[]; } u_next;
layout(push_constant, scalar) uniform ParamsBlock { WaveEdgeParams p; } params;

struct EdgeCell {
  bool live;
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
    e.at = ivec2(side == 0 ? 0 : nx - 1, along);
    e.inward = ivec2(side == 0 ? 1 : -1, 0);
    if (along == 0 && north) e.inward.y = 1;
    if (along == nz - 1 && south) e.inward.y = -1;
  } else {
    e.live = along < nx && (side == 2 ? north : south) && !(along == 0 && west) && !(along == nx - 1 && east);
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
float at(samplerBuffer field, ivec2 cell) { return texelFetch(field, cell.y * columns + cell.x / 4)[cell.x & 3]; }

void main() {
  EdgeCell e = edge_cell();
  if (!e.live) return;
  ivec2 b1 = e.at + e.inward, b2 = e.at + 2 * e.inward;
  vec3 m = first_operator(e);
  float sum;
  if (e.order == 1) {
    sum = m.x * at(u_now, e.at) + m.z * at(u_now, b1) + m.y * u_next.v[index_of(b1)];
  } else {
    vec3 n = second_operator(e);
    float next = (m.y + n.y) * u_next.v[index_of(b1)] + m.y * n.y * u_next.v[index_of(b2)];
    float now = (m.x + n.x) * at(u_now, e.at) + (m.z + n.z + m.x * n.y + m.y * n.x) * at(u_now, b1) +
                (m.y * n.z + m.z * n.y) * at(u_now, b2);
    float old = m.x * n.x * at(u_prev, e.at) + (m.x * n.z + m.z * n.x) * at(u_prev, b1) + m.z * n.z * at(u_prev, b2);
    sum = next + now + old;
  }
  u_next.v[index_of(e.at)] = -sum;
}
