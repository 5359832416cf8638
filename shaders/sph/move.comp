// Forces of [Khokhlova et al.] after [Mueller, Charypar & Gross 2003], symmetric in pairs, and motion by one
// sub-step, or prescribed by a nozzle.
#include "lib/largest.glsl"
#include "sph/grid.glsl"
#include "sph/walls.glsl"
#include "sph/contact.glsl"
#include "sph/nozzles.glsl"
#include "passes/solids/sph_kernels.h"
layout(constant_id = 1) const bool cubic = true;
layout(constant_id = 9) const bool viscous = true;
layout(constant_id = 6) const bool blends = false;  // with the neighbors' velocities
layout(local_size_x = 64) in;
layout(binding = 0) uniform samplerBuffer position;
layout(binding = 1) uniform samplerBuffer velocity;
layout(binding = 2) uniform usamplerBuffer lists;
layout(binding = 3) uniform usamplerBuffer heads;
layout(binding = 4, scalar) readonly buffer Control { SphControl c; } control;
layout(binding = 5, scalar) writeonly restrict buffer Positions { vec4 v[]; } next_position;
layout(binding = 6, scalar) writeonly restrict buffer Velocities { vec4 v[]; } next_velocity;
layout(binding = 7, scalar) restrict buffer Reports { SphReports r; } reports;
layout(binding = 9) uniform samplerBuffer edges;
layout(constant_id = 4) const bool has_edges = false;
layout(constant_id = 7) const bool has_impulses = false;
layout(binding = 8, scalar) writeonly restrict buffer Impulses { SphImpulse v[]; } impulses;
layout(push_constant, scalar) uniform ParamsBlock { SphParams p; } params;
#include "sph/lists.glsl"
#include "sph/corrections.glsl"

struct Forces {
  vec3 slope, push, even;  // sums of shapes: alone, with pressures of others, and with these and corrections of gradients
  vec3 damp, drag, blend;  // damping, viscosity, XSPH
};
const Forces no_forces = Forces(vec3(0.0), vec3(0.0), vec3(0.0), vec3(0.0), vec3(0.0), vec3(0.0));
const float most_shift = 0.1;  // in supports

// Force of a neighbor at x - d, moving with w against x; zero at a support or farther.
void interact(inout Forces f, vec3 d, vec3 w, float density, float other, bool first, mat3 correction) {
  float h = params.p.support, q = min(length(d) * (1.0 / h), 1.0), u = 1.0 - q;
  // One division for three: by the distance, the neighbor's density, and what damping is divided by.
  float r = max(q, 1e-6) * h, soft = (q * q + 0.0025) * h * (density + other), whole = 1.0 / (r * other * soft);
  // Two particles in one place part along x.
  vec3 n = q > 1e-6 ? d * (whole * other * soft) : vec3(first ? -1.0 : 1.0, 0.0, 0.0);
  float inverse = whole * r * soft;
  float force = sph_pressure(other, params.p.stiffness) * inverse * inverse;
  vec3 slope = (cubic ? sph_cubic_slope_shape(q) : u * u) * n;
  f.slope += slope;
  f.push += force * slope;
  if (has_corrections) f.even += force * (correction * slope);
  f.damp += (2.0 * params.p.damping * max(dot(w, n), 0.0) * q * (whole * r * other)) * slope;
  if (viscous) f.drag += (inverse * u) * w;
  if (blends) f.blend += 2.0 / (density + other) * sph_cubic_shape(q) * w;
}

void main() {
  uint i = gl_GlobalInvocationID.x;
  if (i >= control.c.count) return;
  vec4 here = texelFetch(position, int(i)), moving = texelFetch(velocity, int(i));
  vec3 x = here.xyz, v = moving.xyz;
  float h = params.p.support, density = moving.w, inverse = 1.0 / density;
  float pressure_term = sph_pressure(density, params.p.stiffness) * inverse * inverse;
  vec3 mirrored = sph_mirrored(x, params.p);
  mat3 correction = sph_correction(int(i));
  vec3 push = vec3(0.0), even = vec3(0.0), drag = vec3(0.0), blend = vec3(0.0);
  vec3 wall_push = vec3(0.0), wall_drag = vec3(0.0);  // along their normals those of walls
  SPH_IMAGES(image, sph_images(i)) {
    vec3 there = mix(x, mirrored, sph_mirrored_axes(image)), along = sph_mirror(v, image);
    Forces f = no_forces;
    if (image != 0u) interact(f, there - x, v - along, density, density, false, correction);
    SPH_LIST(i, sph_strips(i), j, k, xj, xk) {
      vec4 one = texelFetch(velocity, max(j, 0)), other = texelFetch(velocity, max(k, 0));
      interact(f, there - xj, one.xyz - along, density, one.w, j > int(i), sph_correction(max(j, 0)));
      interact(f, there - xk, other.xyz - along, density, other.w, k > int(i), sph_correction(max(k, 0)));
    }
    SPH_LIST_END
    vec3 damp = sph_mirror(f.damp, image), slope = pressure_term * sph_mirror(f.slope, image);
    f.push = slope + sph_mirror(f.push, image) + damp;
    f.even = has_corrections ? correction * slope + sph_mirror(f.even, image) + damp : f.push;
    f.drag = sph_mirror(f.drag, image);
    push += f.push;
    even += f.even;
    drag += f.drag;
    if (has_impulses) {
      bvec3 axes = sph_mirrored_axes(image);
      wall_push += mix(vec3(0.0), f.even, axes);
      wall_drag += mix(vec3(0.0), f.drag, axes);
    }
    if (image == 0u) blend = f.blend;
  }
  float slope = -(cubic ? sph_cubic_slope_scale(h) : sph_spiky_slope(0.0, h));
  vec3 a = params.p.slope_volume * slope * even;
  // Forces that order particles move them, and give them no velocity [Adami, Hu & Adams 2013].
  vec3 shift = params.p.slope_volume * slope * control.c.dt * control.c.dt * (push - even);
  shift *= min(1.0, most_shift * h / max(length(shift), 1e-30));
  a += params.p.volume * params.p.viscosity * sph_viscosity_laplacian(0.0, h) * inverse * drag;
  a += params.p.blending * params.p.volume * sph_cubic(0.0, h) * blend;
  if (has_edges) {
    // Force of the particle's own pressure, and damping of approach.
    vec4 edge = texelFetch(edges, int(i));
    float come = max(dot(v, edge.xyz) - edge.w, 0.0) / max(length(edge.xyz), 1e-20);
    float push = pressure_term + 2.0 * params.p.damping * come * inverse / h;
    a -= push * edge.xyz;
    if (has_bodies) sph_press_bodies(x, control.c.dt * push * correction, params.p);
  }
  a.y -= params.p.gravity;
  float dt = control.c.dt;
  v += dt * a;
  vec3 to = x + dt * v + shift;
  SphImpulse impulse = sph_meet(x, to, v, params.p);
  next_position.v[i] = vec4(to, here.w);
  next_velocity.v[i] = vec4(v, density);
  if (has_impulses) {
    vec3 walls = params.p.slope_volume * slope * wall_push;
    walls += params.p.volume * params.p.viscosity * sph_viscosity_laplacian(0.0, h) * inverse * wall_drag;
    impulse.walls -= dt * walls;
    impulses.v[i] = impulse;
  }
  vec3 held;
  if (sph_held(x, dt, held)) {
    next_position.v[i] = vec4(x + dt * held, here.w);
    next_velocity.v[i].xyz = held;
  }
  uint speed2 = floatBitsToUint(dot(v, v)), pull2 = floatBitsToUint(dot(a, a));
  RAISE(reports.r.speed2, speed2);
  RAISE(reports.r.pull2, pull2);
}
