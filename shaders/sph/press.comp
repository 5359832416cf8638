// The pointer's push on particles in a cylinder around its ray.
#include "passes/sph/sph_pointer.h"
layout(local_size_x = 64) in;
layout(binding = 0) uniform samplerBuffer position;
layout(binding = 1, scalar) readonly buffer Control { SphControl c; } control;
layout(binding = 2, scalar) restrict buffer Velocities { vec4 v[]; } velocity;
layout(binding = 3, scalar) buffer Reports { SphReports r; } reports;
layout(push_constant, scalar) uniform ParamsBlock { SphPressParams p; } params;

void main() {
  uint i = gl_GlobalInvocationID.x;
  if (i >= control.c.count) return;
  vec3 off = texelFetch(position, int(i)).xyz - params.p.at;
  off -= dot(off, params.p.along) * params.p.along;
  float left = 1.0 - dot(off, off) / (params.p.radius * params.p.radius);
  if (left <= 0.0) return;
  vec3 v = velocity.v[i].xyz + left * left * params.p.push;
  velocity.v[i].xyz = v;
  atomicMax(reports.r.speed2, floatBitsToUint(dot(v, v)));
}
