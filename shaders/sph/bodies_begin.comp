// Copies body states for the particles' boundary handling, at the start of a clock step.
#include "passes/bodies/bodies_params.h"
#include "passes/sph/sph_bodies.h"
layout(local_size_x = 64) in;
layout(binding = 0, scalar) readonly buffer States { BodyState v[]; } states;
layout(binding = 1, scalar) readonly buffer Kinds { BodyKind v[]; } kinds;
layout(binding = 2, scalar) readonly buffer Records { BodyRecord v[]; } records;
layout(binding = 3, scalar) restrict buffer Bodies { SphBody v[]; } bodies;
layout(binding = 4, scalar) writeonly restrict buffer Hits { BodyPush v[]; } hits;
layout(binding = 5, scalar) writeonly restrict buffer Pushes { BodyPush v[]; } pushes;
layout(constant_id = 29) const bool has_responses = false;
layout(binding = 6, scalar) writeonly restrict buffer Responses { BodyPush v[]; } responses;
layout(push_constant, scalar) uniform ParamsBlock { SphBodiesParams p; } params;

void main() {
  uint i = gl_GlobalInvocationID.x;
  if (i >= params.p.count) return;
  uint at = i < params.p.own ? params.p.first + i : params.p.movers + i - params.p.own;
  BodyState s = states.v[at];
  uint kind = records.v[at].kind;
  bodies.v[i].position = s.position;
  bodies.v[i].rotation = s.rotation;
  bodies.v[i].velocity = s.velocity;
  bodies.v[i].spin = s.spin;
  bodies.v[i].middle = kinds.v[kind].middle;
  bodies.v[i].half_size = kinds.v[kind].half_size;
  bodies.v[i].radius = kinds.v[kind].radius;
  bodies.v[i].mass = kinds.v[kind].half_size == vec3(0.0) ? 0.0 : kinds.v[kind].mass;  // 0: only drawn
  bodies.v[i].inverse_inertia = kinds.v[kind].inverse_inertia;
  bodies.v[i].lifted = clamp(body_water_density * s.volume / max(kinds.v[kind].mass, 1e-20), 0.0, 1.0);
  bodies.v[i].shape = kinds.v[kind].proxy;
  hits.v[i] = BodyPush(ivec3(0), ivec3(0));
  pushes.v[i] = BodyPush(ivec3(0), ivec3(0));
  if (has_responses)
    for (uint k = 0u; k < 3u; ++k) responses.v[k * params.p.count + i] = BodyPush(ivec3(0), ivec3(0));
}
