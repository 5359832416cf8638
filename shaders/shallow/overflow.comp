// Adds the overflow of a sub-step at an open edge or bed step to the pending volume of strips, in whole quanta. The amount is
// exactly that by which correct.comp lowers the columns. A thread owns a strip of columns.
#pragma variants BED_STEPS?
#include "shallow/water.glsl"
#include "columns/overflow.glsl"
#include "shallow/passed_depth.glsl"
layout(local_size_x = 64, local_size_y = 4) in;
layout(binding = 0) uniform usamplerBuffer water;
layout(binding = 1) uniform samplerBuffer bed;
layout(binding = 2) uniform samplerBuffer faces;  // at the edges, of both stages (edges.comp); of bed steps: across x
layout(binding = 3) uniform samplerBuffer stage_faces;
layout(binding = 4) uniform samplerBuffer schedule;
#ifdef BED_STEPS
layout(binding = 5) uniform samplerBuffer faces_z;
layout(binding = 6) uniform samplerBuffer stage_faces_z;
layout(binding = 7, scalar) readonly buffer Reaches { LedgerReach v[]; } reaches;
layout(binding = 8) readonly buffer Falling { uint v[]; } falling;
#endif

LedgerReach reach_of(int strip) {
#ifdef BED_STEPS
  return reaches.v[strip];
#else
  return edge_reach(strip);
#endif
}

// Mass through the face beside column c, of both stages.
vec2 mass_beside(ivec2 c, int side, int along) {
#ifdef BED_STEPS
  bool across_x = side < 2;
  ivec2 f = (side & 1) == 1 ? c + (across_x ? ivec2(1, 0) : ivec2(0, 1)) : c;
  if (falling.v[2 * index_of(f) + (across_x ? 0 : 1)] == 0u) return vec2(0.0);
  if (!across_x) return vec2(texelFetch(faces_z, face_of(f)).x, texelFetch(stage_faces_z, face_of(f)).x);
  return vec2(texelFetch(faces, face_of(f)).x, texelFetch(stage_faces, face_of(f)).x);
#else
  int f = border_of(side, along);
  return vec2(texelFetch(faces, f).x, texelFetch(stage_faces, f).x);
#endif
}

void main() {
  int i = strip_of_thread();
  if (i >= params.p.strips) return;
  LedgerReach reach = reach_of(i);
  bool across_x = reach.side < 2, high = (reach.side & 1) == 1;
  float dt = texelFetch(schedule, 0).x, sign_out = high ? 1.0 : -1.0;
  vec2 per = dt / params.p.cell, fallen = vec2(0.0);
  float width = across_x ? params.p.cell.y : params.p.cell.x;
  LedgerStrip s = strips.v[i];
  for (int k = 0; k < reach.count; ++k) {
    ivec2 c = reach.column + (across_x ? ivec2(0, k) : ivec2(k, 0));
    vec2 both = mass_beside(c, reach.side, across_x ? c.y : c.x);
    float now = both.x, then = both.y;
    vec2 meters = sign_out * passed_depth(now, then, across_x ? per.x : per.y);
    if (meters.x <= 0.0) continue;
    uvec4 t = texelFetch(water, index_of(c));
    float h = depth_of(t);
    vec2 u = velocity_in(discharge_of(t), h);
    owe(s, Lip(meters, 0.5 * sign_out * (now + then), h, sign_out * (across_x ? u.x : u.y), across_x ? u.y : u.x, plane_at(bed, c), width),
        dt, fallen);
  }
  note(s, fallen);
  strips.v[i] = s;
}
