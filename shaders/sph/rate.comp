// Error of a particle's density, and the pressure against it: one iteration of projected gradients for
//   p >= 0, error <= 0, p error = 0.
// The velocity error is the density after the sub-step above the maximum of present and rest density; the position
// error is the final density above rest density. The last workgroup to finish decides how the sub-step continues.
#define SPH_CONTROL coherent
#include "sph/pairs.glsl"
#include "sph/iterates.glsl"
layout(binding = 4) uniform samplerBuffer pushed;  // velocities; w: density
layout(binding = 5) uniform samplerBuffer factors;
layout(binding = 6, scalar) restrict buffer Iterates { vec2 v[]; } iterates;
layout(binding = 7, scalar) coherent buffer Sums { vec2 v[]; } sums;  // per workgroup: errors; uphill if over 0
layout(binding = 9) uniform samplerBuffer edges;
layout(constant_id = 4) const bool has_edges = false;
layout(binding = 8, scalar) uniform SolveBlock { SphSolveParams p; } solve;
#include "sph/corrections.glsl"
#include "sph/response.glsl"
#include "sph/decide.glsl"

shared vec2 parts[gl_WorkGroupSize.x];
shared bool last;

// Change of the density by velocities within the sub-step.
float change(uint i, vec3 v, float dt, bool places) {
  mat3 a = places ? mat3(1.0) : sph_correction(int(i));
  vec3 x = texelFetch(position, int(i)).xyz, mirrored = sph_mirrored(x, params.p);
  float rate = 0.0;
  SPH_IMAGES(image, sph_images(i)) {
    vec3 there = mix(x, mirrored, sph_mirrored_axes(image)), along = sph_mirror(v, image);
    mat3 a_there = places ? a : sph_mirror_matrix(a, image);
    if (image != 0u) rate += dot(a_there * (along - v), sph_firm_gradient(there - x, false));
    SPH_LIST(i, sph_strips(i), j, k, xj, xk) {
      vec3 one = along - texelFetch(pushed, max(j, 0)).xyz, other = along - texelFetch(pushed, max(k, 0)).xyz;
      if (has_corrections && !places) {
        one = a_there * one;
        other = a_there * other;
      }
      rate += dot(one, sph_firm_gradient(there - xj, int(i) < j)) + dot(other, sph_firm_gradient(there - xk, int(i) < k));
    }
    SPH_LIST_END
  }
  float sum = sph_slope() * rate;
  if (has_edges) {
    vec4 edge = texelFetch(edges, int(i));
    sum += dot(v, edge.xyz);
    if (has_bodies && has_responses)
      sum -= edge.xyz != vec3(0.0) ? sph_carried(i, sph_correction(int(i)), places) : 0.0;
    else
      sum -= edge.w;
  }
  return dt * sum;
}

// Sums over all workgroups, in a fixed order.
vec2 total() {
  uint me = gl_LocalInvocationIndex;
  vec2 sum = vec2(0.0);
  for (uint k = me; k < gl_NumWorkGroups.x; k += gl_WorkGroupSize.x) sum += sums.v[k];
  parts[me] = sum;
  barrier();
  sum = vec2(0.0);
  for (uint k = 0u; k < gl_WorkGroupSize.x; ++k) sum += parts[k];
  return sum;
}

void main() {
  if (control.c.for_solve.x == 0u) return;  // found, earlier in the block
  uint i = gl_GlobalInvocationID.x, me = gl_LocalInvocationIndex, state = control.c.state;
  bool places = state != sph_velocities, first = state == sph_velocities_found;  // from no pressure
  float dt = control.c.dt, momentum = control.c.momentum, relaxation = control.c.relaxation;
  vec2 part = vec2(0.0);
  if (has_bodies && has_responses && !places && i < world.p.bodies)  // for the next push; the iteration before has read it
    responses.v[int(world.p.bodies * ((control.c.spent + 1u) & 1u) + i)] = BodyPush(ivec3(0), ivec3(0));
  if (i < control.c.count) {
    vec2 iterate = first ? vec2(0.0) : iterates.v[i];
    float factor = texelFetch(factors, int(i)).x, found = 0.0;
    if (factor > 0.0) {
      vec4 moving = texelFetch(pushed, int(i));
      float error = change(i, moving.xyz, dt, places) + (places ? moving.w - 1.0 : min(moving.w - 1.0, 0.0));
      float ahead = first ? 0.0 : sph_ahead(iterate, momentum);
      float step_ = relaxation * factor / (dt * dt);
      found = max(ahead + step_ * error, 0.0);
      part = vec2(min(abs(found - ahead) / step_, 1.0), (ahead - found) * (found - iterate.x) / factor);
    }
    iterates.v[i] = vec2(found, iterate.x);
  }
  parts[me] = part;
  for (uint half_ = gl_WorkGroupSize.x / 2u; half_ > 0u; half_ /= 2u) {
    barrier();
    if (me < half_) parts[me] += parts[me + half_];
  }
  if (me == 0u) {
    sums.v[gl_WorkGroupID.x] = parts[0];
    memoryBarrierBuffer();
    last = atomicAdd(control.c.arrived, 1u) + 1u == gl_NumWorkGroups.x;
  }
  barrier();
  if (!last) return;
  memoryBarrierBuffer();
  vec2 sum = total();
  if (me != 0u) return;
  atomicExchange(control.c.arrived, 0u);
  decide(sum);
}
