// Bounding spheres of bodies, extended by their motion within a clock step.
#include "passes/bodies/bodies_params.h"
#include "passes/bodies/contacts_params.h"
layout(binding = 0, scalar) readonly buffer Now { BodyState v[]; } now;
layout(binding = 1, scalar) readonly buffer Kinds { BodyKind v[]; } kinds;
layout(binding = 2, scalar) readonly buffer Records { BodyRecord v[]; } records;
layout(push_constant, scalar) uniform ParamsBlock { ContactSearch p; } params;

vec4 sphere_of(uint i) {
  float radius = kinds.v[records.v[i].kind].radius;
  return vec4(now.v[i].position, radius + params.p.step * length(now.v[i].velocity) + 0.02);
}

bool meets(vec4 a, vec4 b) {
  vec3 apart = b.xyz - a.xyz;
  float reach = a.w + b.w;
  return dot(apart, apart) < reach * reach;
}
