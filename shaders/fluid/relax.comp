// Successive over-relaxation of (1 - k dt div grad) x = right, one color of a checkerboard per dispatch. VALUE: float
// or vec4; component: 0 u, 1 w, 2 cells. Around an odd number of periodic cells a checkerboard does not close: the last
// column and row then have colors of their own (2 and 3, 4 and 5, 6), so that no two that touch change at once.
#pragma variants DYE?
#ifdef DYE
#define VALUE vec4
#else
#define VALUE float
#endif
#include "fluid/grid.glsl"
layout(constant_id = 7) const int component = 0;
const bool is_u = component == 0;
const bool is_w = component == 1;
const bool is_cells = component == 2;
layout(binding = 0) uniform samplerBuffer right;
layout(binding = 2) uniform samplerBuffer solid;
#include "fluid/fixed.glsl"
layout(binding = 5) restrict buffer X { VALUE v[]; } x;
layout(binding = 6) uniform samplerBuffer nodes;  // distance from obstacles
layout(push_constant, scalar) uniform ParamsBlock { FluidRelaxParams p; } params;

const int mx = is_u && !periodic_x ? nx + 1 : nx;
const int mz = is_w && !periodic_z ? nz + 1 : nz;
const int pitch = is_u ? nx + 1 : nx;
const int last_x = mx - 1;
const int last_z = mz - 1;
const int last_row = nz * nx;
const bool odd_x = periodic_x && (mx & 1) == 1;
const bool odd_z = periodic_z && (mz & 1) == 1;

// Distance from obstacles in the middle of a face.
float clearance(ivec2 f) {
  int n = f.y * (nx + 1) + f.x;
  return 0.5 * (texelFetch(nodes, n).x + texelFetch(nodes, n + (is_u ? nx + 1 : 1)).x);
}

ivec2 around(ivec2 n) {
  if (periodic_x) n.x = wrapped(n.x, mx);
  if (periodic_z) n.y = wrapped(n.y, mz);
  return n;
}
bool beyond(ivec2 n) { return n.x < 0 || n.x >= mx || n.y < 0 || n.y >= mz; }

// Distance of a wall on the way to a neighbor, as a share of the way; 1: there is none. `clinging`: it is one if it lies
// beyond the grid.
float reach(ivec2 n, float here, bool clinging) {
  n = around(n);
  if (beyond(n)) return clinging ? 0.5 : 1.0;
  if (!solids) return 1.0;
  float there = clearance(n);
  return there > 0.0 ? 1.0 : max(here / (here - there), 0.05);
}

// `clinging` and `wall`: whether the fluid clings to what lies beyond the grid there, and its velocity along it.
void neighbor(ivec2 n, float weight, bool clinging, float wall, inout VALUE sum, inout float diagonal) {
  n = around(n);
  if (!beyond(n)) {
    sum += weight * x.v[n.y * pitch + n.x];
    diagonal += weight;
  } else if (clinging) {
    sum += weight * wall;
    diagonal += weight;
  }
}

void put(ivec2 c, VALUE v) {
  x.v[c.y * pitch + c.x] = v;
  if (is_u && periodic_x && c.x == 0) x.v[c.y * pitch + nx] = v;
  if (is_w && periodic_z && c.y == 0) x.v[c.x + last_row] = v;
}

void relax(ivec2 c) {
  if (c.x >= mx || c.y >= mz) return;
  FluidParams p = params.p.grid;
  if (is_u && given_x(c, p).x > 0.0) return;
  if (is_w && given_z(c, p).x > 0.0) return;
  vec2 west_east = vec2(params.p.weight.x), north_south = vec2(params.p.weight.y);
  ivec2 east = ivec2(1, 0), south = ivec2(0, 1);
  bool cling_west = is_w && clings(edge_west), cling_east = is_w && clings(edge_east);
  bool cling_north = is_u && clings(edge_north), cling_south = is_u && clings(edge_south);
  if (is_cells) {
    west_east *= vec2(texelFetch(open_x, face_x(c)).x, texelFetch(open_x, face_x(c + east)).x);
    north_south *= vec2(texelFetch(open_z, face_z(c)).x, texelFetch(open_z, face_z(c + south)).x);
  } else {
    float here = 1.0;
    if (solids) here = clearance(c);
    if (here <= 0.0) {
      put(c, VALUE(is_u ? obstacle_at(c, east).x : obstacle_at(c, south).y));
      return;
    }
    // Second differences over unequal distances.
    vec2 a = vec2(reach(c - east, here, cling_west), reach(c + east, here, cling_east));
    vec2 b = vec2(reach(c - south, here, cling_north), reach(c + south, here, cling_south));
    west_east *= 2.0 / (a * (a.x + a.y));
    north_south *= 2.0 / (b * (b.x + b.y));
  }
  int i = c.y * pitch + c.x;
  VALUE sum = VALUE(texelFetch(right, i));
  float diagonal = 1.0;
  neighbor(c - east, west_east.x, cling_west, p.west_east.y, sum, diagonal);
  neighbor(c + east, west_east.y, cling_east, p.west_east.w, sum, diagonal);
  neighbor(c - south, north_south.x, cling_north, p.north_south.x, sum, diagonal);
  neighbor(c + south, north_south.y, cling_south, p.north_south.z, sum, diagonal);
  VALUE now = x.v[i];
  put(c, now + params.p.omega * (sum / diagonal - now));
}

void own(ivec2 t) {
  int color = params.p.color;
  ivec2 c = ivec2(2 * t.x + ((color + t.y) & 1), t.y);
  if (color == 2 || color == 3) c = ivec2(last_x, 2 * t.x + (color & 1));
  if (color == 4 || color == 5) c = ivec2(2 * t.x + (color & 1), last_z);
  if (color == 6) c = ivec2(last_x, last_z);
  bool column = odd_x ? c.x == last_x : false;
  bool row = odd_z ? c.y == last_z : false;
  // Color of the cell: a dispatch may cover more than one.
  int own = column ? (row ? 6 : 2 + (c.y & 1)) : row ? 4 + (c.x & 1) : (c.x + c.y) & 1;
  if (own == color && (color < 2 || t.y == 0) && (color < 6 || t.x == 0)) relax(c);
}

#include "fluid/each_owned.glsl"
