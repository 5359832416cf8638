// Adds one shape to both time levels: a drop, a push, a wave maker. One thread per cell of its box.
#pragma variants VARIED
#include "wave/grid.glsl"
#include "wave/rim.glsl"
#include "passes/grid/poke.h"
#include "lib/ledger.glsl"
#include "wave/tally.glsl"
#ifdef VARIED
#include "wave/drag.glsl"
#endif
layout(local_size_x = 16, local_size_y = 4) in;
layout(binding = 0) restrict buffer UNow { float v[]; } u_now;
layout(binding = 1) restrict buffer UPrev { float v[]; } u_prev;
layout(constant_id = 8) const bool has_tally = false;
layout(binding = 2, scalar) coherent buffer Tally { WaveTally t; } tally;
layout(push_constant, scalar) uniform ParamsBlock { WavePokeParams p; } params;

float distance_squared(vec2 at) {
  vec2 along = params.p.b - params.p.a;
  float span = dot(along, along);
  float t = span > 0.0 ? clamp(dot(at - params.p.a, along) / span, 0.0, 1.0) : 0.0;
  vec2 off = at - params.p.a - t * along;
  return dot(off, off);
}

float profile_at(vec2 cell) {
  float s = distance_squared((cell + 0.5) * params.p.cell) / (params.p.radius * params.p.radius);
  return poke_profile(s, params.p.neutral);
}

// Where the nearer wall mirrors a cell to along an axis of n; the cell itself if that side is none.
int image_of(int cell, int n, int side_before, int side_after) {
  if (side_before == wave_edge_wall && 2 * cell < n) return -1 - cell;
  return side_after == wave_edge_wall && 2 * cell >= n ? 2 * n - 1 - cell : cell;
}

// A neutral one stays so beside walls: they throw back what would fall beyond them.
float profile_between_walls(ivec2 cell) {
  float sum = profile_at(vec2(cell));
  if (params.p.neutral == 0) return sum;
  int x = image_of(cell.x, nx, edge_west, edge_east), z = image_of(cell.y, nz, edge_north, edge_south);
  if (x != cell.x) sum += profile_at(vec2(x, cell.y));
  if (z != cell.y) sum += profile_at(vec2(cell.x, z));
  if (x != cell.x && z != cell.y) sum += profile_at(vec2(x, z));
  return sum;
}

void main() {
  ivec2 local = ivec2(gl_GlobalInvocationID.xy);
  if (any(greaterThanEqual(local, params.p.count))) return;
  ivec2 cell = params.p.first + local;
  float change = params.p.amplitude * profile_between_walls(cell);
  if (edge_west == wave_edge_periodic) cell.x = cell.x < 0 ? cell.x + nx : cell.x >= nx ? cell.x - nx : cell.x;
  if (edge_north == wave_edge_periodic) cell.y = cell.y < 0 ? cell.y + nz : cell.y >= nz ? cell.y - nz : cell.y;
  if (any(lessThan(cell, ivec2(0))) || any(greaterThanEqual(cell, ivec2(nx, nz)))) return;
#ifdef VARIED
  if (drag_at(cell) < 0.0) return;
#endif
  int at = cell.y * fours * 4 + cell.x;
  float old = u_now.v[at], fresh = old + change;
  u_now.v[at] = fresh;
  u_prev.v[at] += change;
  if (!has_tally || in_rim(cell)) return;
  uvec2 more = sub64(count64(fresh), count64(old));
  if (params.p.amplitude > 0.0) {
    ACCUMULATE64(tally.t.sources, more)
  } else {
    ACCUMULATE64(tally.t.drains, negated64(more))
  }
}
