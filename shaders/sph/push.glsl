// What pressures do to a velocity: u = v - dt sum V (p_i + p_j) grad W, the adjoint of how velocities change densities. Needs
// sph/pairs.glsl, sph/iterates.glsl and a samplerBuffer `iterates`.
layout(constant_id = 4) const bool has_edges = false;
layout(binding = 9) uniform samplerBuffer edges;

float sph_pressure_of(int i, float momentum) { return sph_ahead(texelFetch(iterates, i).xy, momentum); }

// dt sum V (p_i + p_j) grad W of particle i, whose own pressure is `own`. `walls`: the part of the walls of the domain.
vec3 sph_push(uint i, float own, float momentum, out vec3 walls) {
  vec3 x = texelFetch(position, int(i)).xyz, mirrored = sph_mirrored(x, params.p), push = vec3(0.0);
  walls = vec3(0.0);
  SPH_IMAGES(image, sph_images(i)) {
    vec3 there = mix(x, mirrored, sph_mirrored_axes(image)), part = vec3(0.0);
    if (image != 0u) part = 2.0 * own * sph_firm_gradient(there - x, false);
    SPH_LIST(i, sph_strips(i), j, k, xj, xk) {
      float one = own + sph_pressure_of(max(j, 0), momentum), other = own + sph_pressure_of(max(k, 0), momentum);
      part += one * sph_firm_gradient(there - xj, int(i) < j) + other * sph_firm_gradient(there - xk, int(i) < k);
    }
    SPH_LIST_END
    part = sph_mirror(part, image);
    push += part;
    walls += mix(vec3(0.0), part, sph_mirrored_axes(image));
  }
  push *= sph_slope();
  if (has_edges) push += own * texelFetch(edges, int(i)).xyz;
  walls *= control.c.dt * sph_slope();
  return control.c.dt * push;
}
