// Velocities by pressures p: u = v - dt sum V (p_i + p_j) grad W, the adjoint of how velocities change densities.
#include "sph/pairs.glsl"
#include "sph/iterates.glsl"
layout(constant_id = 0) const bool final = false;  // by the pressures that the solve has found
layout(constant_id = 1) const bool keep = false;   // these
layout(binding = 4) uniform samplerBuffer iterates;
layout(binding = 5) uniform samplerBuffer velocity;
layout(binding = 6, scalar) writeonly restrict buffer Pushed { vec4 v[]; } pushed;
layout(binding = 7, scalar) writeonly restrict buffer Pressures { float v[]; } pressures;
layout(binding = 8) uniform samplerBuffer factors;
layout(binding = 9) uniform samplerBuffer edges;
layout(constant_id = 4) const bool has_edges = false;
layout(constant_id = 7) const bool has_impulses = false;
layout(binding = 10, scalar) writeonly restrict buffer Impulses { SphImpulse v[]; } impulses;

float pressure(int j) { return sph_ahead(texelFetch(iterates, j).xy, final ? 0.0 : control.c.momentum); }

void main() {
  uint i = gl_GlobalInvocationID.x;
  if (i >= control.c.count) return;
  vec4 moving = texelFetch(velocity, int(i));
  float own = pressure(int(i));
  if (keep) pressures.v[i] = own;
  if (texelFetch(factors, int(i)).x < 0.0) {
    pushed.v[i] = moving;
    if (has_impulses) impulses.v[i].walls = vec3(0.0);
    return;
  }
  vec3 x = texelFetch(position, int(i)).xyz, mirrored = sph_mirrored(x, params.p), push = vec3(0.0), walls = vec3(0.0);
  SPH_IMAGES(image, sph_images(i)) {
    vec3 there = mix(x, mirrored, sph_mirrored_axes(image)), part = vec3(0.0);
    if (image != 0u) part = 2.0 * own * sph_firm_gradient(there - x, false);
    SPH_LIST(i, j) part += (own + pressure(j)) * sph_firm_gradient(there - texelFetch(position, j).xyz, int(i) < j);
    part = sph_mirror(part, image);
    push += part;
    walls += mix(vec3(0.0), part, sph_mirrored_axes(image));
  }
  push *= sph_slope();
  if (has_impulses) impulses.v[i].walls = control.c.dt * sph_slope() * walls;
  if (has_edges) push += own * texelFetch(edges, int(i)).xyz;
  pushed.v[i] = vec4(moving.xyz - control.c.dt * push, moving.w);
}
