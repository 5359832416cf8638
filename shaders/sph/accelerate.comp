// Velocities by all but pressure: viscosity, damping of what approaches, gravity.
#include "lib/largest.glsl"
#include "sph/pairs.glsl"
layout(constant_id = 0) const bool blends = false;  // with the neighbours' velocities
layout(binding = 4) uniform samplerBuffer velocity;
layout(binding = 5, scalar) writeonly restrict buffer Velocities { vec4 v[]; } next_velocity;
layout(binding = 6, scalar) restrict buffer Reports { SphReports r; } reports;

void main() {
  uint i = gl_GlobalInvocationID.x;
  if (i >= control.c.count) return;
  vec3 x = texelFetch(position, int(i)).xyz;
  vec4 moving = texelFetch(velocity, int(i));
  vec3 v = moving.xyz;
  float h = params.p.support;
  vec3 damping = vec3(0.0), drag = vec3(0.0), blend = vec3(0.0);
  SPH_LIST(i, j) {
    vec3 d = x - texelFetch(position, j).xyz;
    vec4 other = texelFetch(velocity, j);
    vec3 w = other.xyz - v;
    float r2 = dot(d, d), u = max(1.0 - sqrt(r2) / h, 0.0);
    damping += (max(dot(w, d), 0.0) / (r2 + 0.0025 * h * h) * 2.0 / (moving.w + other.w)) * sph_gradient(d);
    drag += (u / other.w) * w;
    if (blends) blend += 2.0 / (moving.w + other.w) * sph_cubic_shape(1.0 - u) * w;
  }
  vec3 a = -params.p.damping * sph_slope() * damping;
  a += params.p.volume * params.p.viscosity * sph_viscosity_laplacian(0.0, h) / moving.w * drag;
  a += params.p.blending * params.p.volume * sph_cubic(0.0, h) * blend;
  a.y -= params.p.gravity;
  next_velocity.v[i] = vec4(v + control.c.dt * a, moving.w);
  uint pull2 = floatBitsToUint(dot(a, a));
  RAISE(reports.r.pull2, pull2);
}
