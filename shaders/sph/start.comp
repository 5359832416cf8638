// Starts a block's iterations. At the start of a sub-step: velocities after all forces but pressure (viscosities,
// gravity), or prescribed by a nozzle. Then the velocity update of the first iteration.
#include "lib/largest.glsl"
#include "sph/pairs.glsl"
#include "sph/push_on.glsl"
#include "sph/nozzles.glsl"
layout(constant_id = 0) const bool blends = false;  // with the neighbors' velocities
layout(binding = 21) uniform samplerBuffer before;  // velocities when the sub-step began; w: density
layout(binding = 22, scalar) restrict buffer Reports { SphReports r; } reports;

struct Pulls {
  vec3 damping, drag, blend;  // along lines between particles, viscosity, XSPH
};

void pull(inout Pulls p, vec3 d, vec3 w, float density, float other) {
  float h = params.p.support, r2 = dot(d, d), u = max(1.0 - sqrt(r2) / h, 0.0);
  // Damps separation as well as approach, which balance in a shear. One alone would act as a pressure that spreads nappes.
  p.damping += (dot(w, d) / (r2 + 0.0025 * h * h) * 2.0 / (density + other)) * sph_gradient(d);
  p.drag += (u / other) * w;
  if (blends) p.blend += 2.0 / (density + other) * sph_cubic_shape(1.0 - u) * w;
}

vec3 acceleration(uint i, vec3 x, vec4 moving) {
  vec3 v = moving.xyz;
  float h = params.p.support;
  Pulls p = Pulls(vec3(0.0), vec3(0.0), vec3(0.0));
  SPH_LIST(i, sph_strips(i), j, k, xj, xk) {
    vec4 one = texelFetch(before, max(j, 0)), other = texelFetch(before, max(k, 0));
    pull(p, x - xj, one.xyz - v, moving.w, one.w);
    pull(p, x - xk, other.xyz - v, moving.w, other.w);
  }
  SPH_LIST_END
  vec3 a = -params.p.damping * sph_slope() * p.damping;
  a += params.p.volume * params.p.viscosity * sph_viscosity_laplacian(0.0, h) / moving.w * p.drag;
  a += params.p.blending * params.p.volume * sph_cubic(0.0, h) * p.blend;
  a.y -= params.p.gravity;
  return a;
}

void main() {
  uint i = gl_GlobalInvocationID.x;
  if (i >= control.c.count) return;
  bool found = control.c.state == sph_velocities_found;
  if (control.c.for_particles.x == 0u) {  // goes on with a sub-step
    sph_push_on(i, velocity.v[i], found);
    return;
  }
  vec3 x = texelFetch(position, int(i)).xyz;
  vec4 moving = texelFetch(before, int(i));
  vec3 a = acceleration(i, x, moving), held;
  moving.xyz = sph_held(x, control.c.dt, held) ? held : moving.xyz + control.c.dt * a;
  velocity.v[i] = moving;
  uint pull2 = floatBitsToUint(dot(a, a));
  RAISE(reports.r.pull2, pull2);
  sph_push_on(i, moving, false);
}
