// Level, slopes, coverage and velocity of the surface for rendering. The level is extrapolated by one column into
// higher dry ground, so the shoreline is the intersection of two continuous surfaces. Under solid meshes it is
// extrapolated by two columns, the possible error of a coarsely drawn surface.
#pragma variants HULLS? WALLED?
#include "columns/each.glsl"
#include "columns/velocity.glsl"
#include "columns/packed.glsl"
layout(binding = 0) uniform usamplerBuffer water;
layout(binding = 1) uniform samplerBuffer bed;
layout(binding = 2) uniform samplerBuffer flow;
layout(binding = 3, rgba32f) writeonly uniform image2D surface;
layout(binding = 4, rgba16f) writeonly uniform image2D velocity;
#ifdef HULLS
layout(binding = 7) uniform samplerBuffer hull_head;
#endif
layout(push_constant, scalar) uniform ParamsBlock { SurfaceParams p; } params;

// Least depth of water: the ground as drawn differs more than that from the bed of wide columns.
float least_depth() { return max(1e-4, 0.003 / max(params.p.inverse_cell.x, params.p.inverse_cell.y)); }
const float beside_lower = 0.5;  // coverage of the column that the surface comes down to on lower dry ground
const float nested_depth = 0.05;  // of what nobody sees
// Level and whether there is water; beyond the border lies the border.
vec2 level_at(ivec2 c) {
  c = clamp(c, ivec2(0), ivec2(nx - 1, nz - 1));
  float depth = depth_of(texelFetch(water, index_of(c)));
#ifdef HULLS
  depth += texelFetch(hull_head, index_of(c)).x;
#endif
  float ground = plane_at(bed, c);
  return vec2(ground + depth, float(depth > least_depth() && ground < column_wall));  // hulls may reach into what is hollow
}

// Columns replaced by particles: level, depth and velocity of the water around continue for a few columns, the nearest
// count most. What is drawn goes on half a column, so that nothing gapes before the particles' surface, and the ground is
// wet.
void store_nested(ivec2 c) {
  float sum = 0.0, level = params.p.rest, cover = 0.0;
  vec3 goes_on = vec3(0.0, 0.0, nested_depth);  // velocity, depth
  for (int k = 0; k < 49; ++k) {
    ivec2 off = ivec2(k % 7, k / 7) - 3, at = clamp(c + off, ivec2(0), ivec2(nx - 1, nz - 1));
    vec2 near = level_at(at);
    if (near.y == 0.0) continue;
    float away = float(off.x * off.x + off.y * off.y), weight = 1.0 / (away * away);
    int j = index_of(at);
    float depth = depth_of(texelFetch(water, j));
    if (away < 2.5) cover = 0.5;
    sum += weight;
    level += (near.x - level) * weight / sum;
    goes_on += (vec3(velocity_of(texelFetch(flow, j).xy, depth, params.p.fall), depth) - goes_on) * weight / sum;
  }
  imageStore(surface, c, vec4(level - params.p.rest, 0, 0, cover));
  imageStore(velocity, c, vec4(goes_on, 0));
}

void main() {
  ivec2 c = column_of_thread();
  if (!inside(c)) return;
  int i = index_of(c);
  vec2 here = level_at(c), w = level_at(c - ivec2(1, 0)), e = level_at(c + ivec2(1, 0)), n = level_at(c - ivec2(0, 1)),
       s = level_at(c + ivec2(0, 1));
  float cover = here.y;
  if (here.y == 0.0) {
    if (here.x >= column_wall) {
      store_nested(c);
      return;
    }
    // The column after the last covered one has a level too: the drawn surface leans towards it, on lower ground down to that.
#ifdef WALLED
    float around = 0.0, level = 0.0, covered = 0.0, beside = 0.0;
    for (int k = 0; k < 49; ++k) {
      ivec2 off = ivec2(k % 7, k / 7) - 3;
      vec2 near = level_at(c + off);
      around += near.y;
      level += near.x * near.y;
      if (max(abs(off.x), abs(off.y)) < 3) covered += near.y;
      if (max(abs(off.x), abs(off.y)) < 2) beside += near.y;
    }
#else
    vec2 nw = level_at(c - 1), se = level_at(c + 1), ne = level_at(c + ivec2(1, -1)), sw = level_at(c + ivec2(-1, 1));
    float around = w.y + e.y + n.y + s.y + nw.y + ne.y + sw.y + se.y, covered = around, beside = around;
    float level = w.x * w.y + e.x * e.y + n.x * n.y + s.x * s.y + nw.x * nw.y + ne.x * ne.y + sw.x * sw.y + se.x * se.y;
    for (int k = 0; k < 16 && covered == 0.0; ++k) {  // four a side
      ivec2 off = ivec2(k % 4 - 2, 2);
      if ((k & 4) != 0) off = ivec2(off.y, -off.x);
      vec2 near = level_at(k < 8 ? c + off : c - off);
      around += near.y;
      level += near.x * near.y;
    }
#endif
    level /= max(around, 1.0);
    cover = level < here.x ? float(covered > 0.0) : beside > 0.0 ? beside_lower : 0.0;
    if (around > 0.0) here.x = min(level, here.x);
  }
  w.x = mix(here.x, w.x, w.y);
  e.x = mix(here.x, e.x, e.y);
  n.x = mix(here.x, n.x, n.y);
  s.x = mix(here.x, s.x, s.y);
  imageStore(surface, c, vec4(here.x - params.p.rest, 0.5 * vec2(e.x - w.x, s.x - n.x) * params.p.inverse_cell, cover));
  float depth = depth_of(texelFetch(water, i));
  imageStore(velocity, c, vec4(velocity_of(texelFetch(flow, i).xy, depth, params.p.fall), depth, 0));
}
