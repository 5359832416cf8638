// New flow in the pipes that columns own. A thread owns `across` columns along x, at most four, and walks `rows` rows: the row below
// becomes the next one.
#pragma variants HULLS?
#include "pipes/grid.glsl"
#include "pipes/pipe.glsl"
#include "lib/shape.glsl"
#include "columns/packed.glsl"
layout(constant_id = 7) const bool rough = true;
layout(constant_id = 8) const bool windy = false;
layout(constant_id = 9) const bool mixing = false;
layout(binding = 0) uniform usamplerBuffer water;
layout(binding = 1) uniform samplerBuffer bed;
layout(binding = 2) uniform samplerBuffer flux_now;
layout(binding = 3) writeonly buffer Flux { vec4 v[]; } flux;
layout(binding = 4) writeonly restrict buffer Held { vec4 v[]; } held;  // depth before the sub-step
layout(binding = 5) uniform samplerBuffer schedule;
#ifdef HULLS
layout(binding = 7) uniform samplerBuffer hull_head;
#endif
layout(push_constant, scalar) uniform ParamsBlock { PipesParams p; } params;

const int span = across + 2;

// Columns x0 - 1 to x0 + across of a row; beyond the border its own columns.
void load_row(int x0, int z, PipeStep s, out PipeEnd row[span]) {
  int zc = min(z, nz - 1), base = zc * pitch, x4 = x0 / 4;
  vec4 beds = texelFetch(bed, zc * fours + x4);
  float beds_west = texelFetch(bed, zc * fours + max(x4 - 1, 0)).w;
  float beds_east = texelFetch(bed, zc * fours + min(x4 + 1, fours - 1)).x;
  UNROLL for (int k = 0; k < span; ++k) {
    uvec4 t = texelFetch(water, base + clamp(x0 + k - 1, 0, pitch - 1));
    float ground = k == 0 ? beds_west : k == across + 1 ? beds_east : beds[k - 1];
    if (across < 4) ground = plane_at(bed, ivec2(clamp(x0 + k - 1, 0, pitch - 1), zc));
    row[k] = pipe_end(ground, t, s);
#ifdef HULLS
    row[k] = pipe_under(row[k], texelFetch(hull_head, base + clamp(x0 + k - 1, 0, pitch - 1)).xy);
#endif
  }
}

void main() {
  ivec2 strip = column_of_thread();  // of columns across and rows
  int x0 = strip.x * across, z0 = strip.y * rows;
  if (x0 >= pitch || z0 >= nz) return;
  vec2 d = params.p.cell;
  PipeStep s = pipe_step(params.p, texelFetch(schedule, 0).xy);
  float slant = params.p.weight.z * length(d);
  PipeEnd here[span], south[span];
  vec3 w = params.p.weight;
  float along_z[across];  // conductance of the pipes to +z
  UNROLL for (int k = 0; k < across; ++k) along_z[k] = pipes_weights(ivec2(x0 + k, z0), w).y;
  load_row(x0, z0, s, here);
  int end = min(z0 + rows, nz);
  int z = z0;
  do {
    load_row(x0, z + 1, s, south);
    bool last = z + 1 == nz;
    float along_x = pipes_weights(ivec2(x0, z), w).x;
    vec4 depths;
    UNROLL for (int k = 0; k < across; ++k) {
      int x = x0 + k, i = z * pitch + x;
      PipeEnd a = here[k + 1], e = here[k + 2], b = south[k + 1], be = south[k + 2], bw = south[k];
      float rising = pipe_corner(e, b), falling = pipe_corner(here[k], b);
      vec4 before = texelFetch(flux_now, i), next;
      next.x = pipe_flow(a, e, pipe_straight, before.x, along_x, along_x * d.x, a.x, e.x, s.wind.x, s.mixed.x, s, rough, windy, mixing);
      next.y = pipe_flow(a, b, pipe_straight, before.y, along_z[k], along_z[k] * d.y, a.z, b.z, s.wind.y, s.mixed.y, s, rough, windy, mixing);
      next.z = pipe_flow(a, be, rising, before.z, w.z, slant, a.rising, be.rising, s.wind.z, s.mixed.z, s, rough, windy, mixing);
      next.w = pipe_flow(a, bw, falling, before.w, w.z, slant, a.falling, bw.falling, s.wind.w, s.mixed.z, s, rough, windy, mixing);
      if (x + 1 >= nx) next.xz = vec2(0);
      if (x == 0 || x >= nx) next.w = 0.0;
      if (last || x >= nx) next.yzw = vec3(0);
      flux.v[i] = next;
      depths[k] = a.water;
    }
    if (across == 4) {
      held.v[z * fours + x0 / 4] = depths;
    } else {
      for (int k = 0; k < across; ++k) held.v[z * fours + x0 / 4][(x0 & 3) + k] = depths[k];
    }
    UNROLL for (int k = 0; k < span; ++k) here[k] = south[k];
  } while (++z < end);
}
