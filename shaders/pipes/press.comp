// The pointer's pressure on a disc, swept along its motion: momentum of one step for the pipes that cross its edge.
#include "pipes/each.glsl"
layout(binding = 0) uniform usamplerBuffer water;
layout(binding = 1) uniform samplerBuffer bed;
layout(binding = 2) readonly buffer Found { vec2 v[]; } found;
layout(binding = 3) restrict buffer Flux { vec4 v[]; } flux;
layout(push_constant, scalar) uniform ParamsBlock { PipesPressParams p; } params;

float head_at(ivec2 c, vec2 tip) {
  vec2 off = (vec2(c) + 0.5) * params.p.cell - tip, back = -params.p.motion;
  float length2 = dot(back, back);
  if (length2 > 0.0) off -= back * clamp(dot(off, back) / length2, 0.0, 1.0);
  float s = max(1.0 - dot(off, off) / (params.p.radius * params.p.radius), 0.0);
  return params.p.head * s * s;
}

float kick(ivec2 a, ivec2 b, float weight, vec2 tip) {
  if (!inside(b)) return 0.0;
  float difference = head_at(a, tip) - head_at(b, tip);
  if (difference == 0.0) return 0.0;
  vec2 ground = vec2(plane_at(bed, a), plane_at(bed, b));
  vec2 depth = vec2(depth_of(texelFetch(water, index_of(a))), depth_of(texelFetch(water, index_of(b))));
  vec2 level = ground + depth;
  float face_bed = max(ground.x, ground.y);
  if (a.x != b.x && a.y != b.y)  // as pipe_corner has it
    face_bed = max(face_bed, min(plane_at(bed, ivec2(b.x, a.y)), plane_at(bed, ivec2(a.x, b.y))));
  float head = max(level.x, level.y) - face_bed;
  if (head <= pipes_film) return 0.0;
  return params.p.impulse * weight * min(pipes_aperture(depth.x, depth.y, head), params.p.deepest) * difference;
}

void main() {
  vec2 tip = found.v[0];
  ivec2 local = ivec2(gl_GlobalInvocationID.xy);
  ivec2 c = box_first(tip - 0.5 * params.p.motion, params.p.radius + 0.5 * abs(params.p.motion), params.p.cell) + local;
  if (any(greaterThanEqual(local, params.p.count)) || !inside(c)) return;
  vec3 w = pipes_weights(c, params.p.weight);
  vec4 kicks = vec4(kick(c, c + ivec2(1, 0), w.x, tip), kick(c, c + ivec2(0, 1), w.y, tip),
                    kick(c, c + ivec2(1, 1), w.z, tip), kick(c, c + ivec2(-1, 1), w.z, tip));
  flux.v[index_of(c)] += kicks;
}
