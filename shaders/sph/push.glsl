// Velocity change by pressures: u = v - dt sum V (p_i A_i + p_j A_j) grad W, the adjoint of the divergence. A is the
// correction of gradients for velocities, and 1 for places. Needs sph/pairs.glsl, sph/iterates.glsl and a
// samplerBuffer `iterates`.
#include "sph/corrections.glsl"
layout(constant_id = 4) const bool has_edges = false;
layout(binding = 9) uniform samplerBuffer edges;

float sph_pressure_of(int i, float momentum) { return sph_ahead(texelFetch(iterates, i).xy, momentum); }

// dt sum V (p_i A_i + p_j A_j) grad W of particle i, whose own pressure is `own`. `walls`: the part of the walls of the domain.
vec3 sph_push(uint i, float own, float momentum, bool corrects, out vec3 walls) {
  vec3 x = texelFetch(position, int(i)).xyz, mirrored = sph_mirrored(x, params.p), push = vec3(0.0);
  corrects = corrects && has_corrections;
  mat3 a = corrects ? sph_correction(int(i)) : mat3(1.0);
  walls = vec3(0.0);
  SPH_IMAGES(image, sph_images(i)) {
    vec3 there = mix(x, mirrored, sph_mirrored_axes(image)), part = vec3(0.0), slopes = vec3(0.0);
    if (image != 0u) {
      slopes = sph_firm_gradient(there - x, false);
      part = own * (a * slopes);
    }
    SPH_LIST(i, sph_strips(i), j, k, xj, xk) {
      vec3 one = sph_firm_gradient(there - xj, int(i) < j), other = sph_firm_gradient(there - xk, int(i) < k);
      float first = sph_pressure_of(max(j, 0), momentum), second = sph_pressure_of(max(k, 0), momentum);
      slopes += one + other;
      if (corrects) {
        one = sph_correction(max(j, 0)) * one;
        other = sph_correction(max(k, 0)) * other;
      }
      part += first * one + second * other;
    }
    SPH_LIST_END
    part = sph_mirror(part, image) + own * (a * sph_mirror(slopes, image));
    push += part;
    walls += mix(vec3(0.0), part, sph_mirrored_axes(image));
  }
  push *= sph_slope();
  if (has_edges) push += own * texelFetch(edges, int(i)).xyz;
  walls *= control.c.dt * sph_slope();
  return control.c.dt * push;
}
