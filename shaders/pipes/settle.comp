// Moves water through the pipes. If outflow exceeds a column's volume, all its pipes are scaled by the same factor.
// Both ends of a pipe use the factor of the giving column and compute identical amounts, and sums keep their rounding
// residual (two-sum [Knuth 1969]), so volume is conserved.
// A thread owns `across` columns along x, at most four, and walks `rows` rows. It knows the shares of one column and one row around them,
// for which it reads the flux of two; amounts between a row and the next are taken from the one and given to the other.
#pragma variants COUNTED? FED?
#include "pipes/grid.glsl"
#include "lib/shape.glsl"
#include "columns/packed.glsl"
layout(binding = 0) uniform usamplerBuffer water_now;
layout(binding = 1) writeonly buffer Water { uvec4 v[]; } water;
layout(binding = 2) uniform samplerBuffer flux;
layout(binding = 3) uniform samplerBuffer held;  // depth before the sub-step
layout(binding = 4) uniform samplerBuffer schedule;
layout(binding = 5) writeonly restrict buffer Peaks { float v[]; } peaks;  // deepest column of every thread or workgroup
#ifdef FED
layout(binding = 6) uniform samplerBuffer feed;
#endif
#ifdef COUNTED
layout(binding = 7) writeonly restrict buffer Unfed { vec2 v[]; } unfed;  // for columns/count.comp
#endif
layout(push_constant, scalar) uniform ParamsBlock { PipesParams p; } params;

const int span = across + 2;
const int around = across + 4;  // flux from column x0 - 2 on; shares and depths from x0 - 1 on

// The deepest of many threads with few columns each reports for its workgroup (passes/pipes/pipes_shapes.h).
const bool joined = across * rows < 8;
shared uint deepest;

struct Pair { float sum, rest; };

void add(inout Pair h, float x) {
  precise float s = h.sum + x;
  precise float v = s - h.sum;
  precise float lost = (h.sum - (s - v)) + (x - v);
  h.sum = s;
  h.rest += lost;
}

// Volume that a pipe moves from its owner to the other end, in meters of a column.
float moved(float flow, float of_owner, float of_other, float per_area) {
  precise float amount = (flow * (flow > 0.0 ? of_owner : of_other)) * per_area;
  return amount;
}

void give(inout Pair from, float amount) { add(from, -amount); }

// Sources and sinks; rain and sink of the sub-step in meters.
Pair fed(Pair h, ivec2 c, float rain, float sink, float dt) {
  add(h, rain);
  float taken = h.sum > 0.0 ? sink : 0.0;
#ifdef FED
  vec4 f = texelFetch(feed, index_of(c));
  if (f.x > 0.0) add(h, f.x * dt);
  else taken -= f.x * dt;
#endif
  precise float total = h.sum + h.rest;
  precise float lost = h.rest - (total - h.sum);
  Pair left = Pair(total, lost);
  add(left, -taken);
  if (taken > 0.0) h = left;
  else h = Pair(total, lost);
  if (taken >= total) h = Pair(0.0, 0.0);
#ifdef FED
  if (f.y >= 0.0) h = Pair(f.y, 0.0);
  if (f.z >= 0.0 && h.sum > f.z) h = Pair(f.z, 0.0);
#endif
  return h;
}

vec4 flux_at(int x, int z) {
  return x >= 0 && x < pitch && z >= 0 && z < nz ? texelFetch(flux, z * pitch + x) : vec4(0);
}

// Returns the depth of the deepest of the thread's columns.
float settle(int x0, int z0) {
  float dt = texelFetch(schedule, 0).x, area = params.p.cell.x * params.p.cell.y, per_area = dt / area;
  float rain = params.p.rain * dt, sink = params.p.sink * dt;
  vec2 per_width = 0.5 / params.p.cell.yx;
  vec4 up[around];
  float up_share[span];
  Pair h[across];
  uint through[across];
  UNROLL for (int k = 0; k < around; ++k) up[k] = flux_at(x0 + k - 2, z0 - 2);
  UNROLL for (int k = 0; k < span; ++k) up_share[k] = 1.0;
  UNROLL for (int k = 0; k < across; ++k) h[k] = Pair(0, 0), through[k] = 0u;

  float peak = 0.0;
  int end = min(z0 + rows, nz);
  int z = z0 - 1;
  do {
    vec4 own[around];
    UNROLL for (int k = 0; k < around; ++k) own[k] = flux_at(x0 + k - 2, z);
    int hz = clamp(z, 0, nz - 1) * fours, x4 = x0 / 4;
    vec4 middle = texelFetch(held, hz + x4);
    float depth[span];
    depth[0] = texelFetch(held, hz + max(x4 - 1, 0)).w;
    depth[across + 1] = texelFetch(held, hz + min(x4 + 1, fours - 1)).x;
    UNROLL for (int k = 0; k < across; ++k) depth[k + 1] = middle[k];
    if (across < 4)
      UNROLL for (int k = 0; k < span; ++k)
        depth[k] = plane_at(held, ivec2(clamp(x0 + k - 1, 0, pitch - 1), clamp(z, 0, nz - 1)));

    precise float share[span], spill[span];
    UNROLL for (int k = 0; k < span; ++k) {
      // Flow out of column x0 + k - 1 to +x -x +z -z, then to (+x +z), (-x -z), (-x +z), (+x -z).
      vec4 straight = vec4(own[k + 1].x, -own[k].x, own[k + 1].y, -up[k + 1].y);
      vec4 diagonal = vec4(own[k + 1].z, -up[k].z, own[k + 1].w, -up[k + 2].w);
      vec4 out_straight = max(straight, vec4(0)), out_diagonal = max(diagonal, vec4(0));
      spill[k] = flow_over_edges(ivec2(x0 + k - 1, z), depth[k], params.p);
      precise float leaving = (((out_straight.x + out_straight.y) + (out_straight.z + out_straight.w)) +
                               ((out_diagonal.x + out_diagonal.y) + (out_diagonal.z + out_diagonal.w))) + spill[k];
      precise float wanted = leaving * dt, has = depth[k] * area * (1.0 - pipes_margin);
      share[k] = wanted > has ? has / wanted : 1.0;
    }
    // Row z - 1 gives to row z, and is done.
    Pair fresh[across];
    bool mine = z >= z0 && z < end;  // the rows beside it are written by other threads meanwhile
    UNROLL for (int k = 0; k < across; ++k) {
      uvec4 t = uvec4(0u);
      if (mine) t = texelFetch(water_now, z * pitch + x0 + k);
      fresh[k] = Pair(depth_of(t), rest_of(t));
    }
    UNROLL for (int k = 0; k < across; ++k) {
      float m = moved(up[k + 2].y, up_share[k + 1], share[k + 1], per_area);
      give(h[k], m);
      give(fresh[k], -m);
    }
    UNROLL for (int k = -1; k < across; ++k) {
      float m = moved(up[k + 2].z, up_share[k + 1], share[k + 2], per_area);
      if (k >= 0) give(h[k], m);
      if (k + 1 < across) give(fresh[k + 1], -m);
    }
    UNROLL for (int k = 0; k <= across; ++k) {
      float m = moved(up[k + 2].w, up_share[k + 1], share[k], per_area);
      if (k < across) give(h[k], m);
      if (k > 0) give(fresh[k - 1], -m);
    }
    if (z > z0) {
      UNROLL for (int k = 0; k < across; ++k) {
#ifdef COUNTED
        if (x0 + k < nx) unfed.v[(z - 1) * pitch + x0 + k] = vec2(h[k].sum, h[k].rest);
#endif
        Pair left = fed(h[k], ivec2(x0 + k, z - 1), rain, sink, dt);
        if (x0 + k >= nx) continue;
        water.v[(z - 1) * pitch + x0 + k] = water_texel(left.sum, left.rest, up_share[k + 1], through[k]);
        peak = max(peak, left.sum);
      }
    }
    UNROLL for (int k = -1; k < across; ++k) {
      float m = moved(own[k + 2].x, share[k + 1], share[k + 2], per_area);
      if (k >= 0) give(fresh[k], m);
      if (k + 1 < across) give(fresh[k + 1], -m);
    }
    UNROLL for (int k = 0; k < across; ++k) {
      precise float spilt = (spill[k + 1] * share[k + 1]) * per_area;
      add(fresh[k], -spilt);
      vec2 q = twice_through(own[k + 2], own[k + 1], up[k + 2], up[k + 1], up[k + 3]) * per_width *
               through_borders(ivec2(x0 + k, z));
      through[k] = packHalf2x16(clamp(q, -pipes_largest, pipes_largest));
      h[k] = fresh[k];
    }
    UNROLL for (int k = 0; k < around; ++k) up[k] = own[k];
    UNROLL for (int k = 0; k < span; ++k) up_share[k] = share[k];
  } while (++z <= end);
  return peak;
}

void main() {
  ivec2 strip = column_of_thread();  // of columns across and rows
  int x0 = strip.x * across, z0 = strip.y * rows;
  bool mine = x0 < pitch && z0 < nz;
  if (!joined) {
    if (mine) peaks.v[strip.y * (pitch / across) + strip.x] = settle(x0, z0);
    return;
  }
  if (gl_LocalInvocationIndex == 0u) deepest = 0u;
  barrier();
  if (mine) atomicMax(deepest, floatBitsToUint(settle(x0, z0)));  // floats that are not negative sort as their bits
  barrier();
  if (gl_LocalInvocationIndex == 0u)
    peaks.v[gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x] = uintBitsToFloat(deepest);
}
