// The first stage of Heun's method: one Euler step.
#pragma variants DISPERSIVE? FED? HULLS? BED_STEPS?
#include "shallow/walk.glsl"
layout(binding = 10) writeonly restrict buffer Stage { uvec4 v[]; } stage;
layout(binding = 11) writeonly restrict buffer Pushed { vec2 v[]; } pushed;  // its discharge without friction on the ground

#ifdef DISPERSIVE
layout(binding = 16) uniform samplerBuffer force;  // of the dynamic pressure, m^2/s^2
#endif

void update(ivec2 c, Fluxes f, float dt) {
  uvec4 t = texelFetch(water, index_of(c));
  vec2 h = vec2(depth_of(t), rest_of(t)), q = discharge_of(t), per = dt / params.p.cell;
  add_flux(h, f.mass, per);
  precise float total = h.x + h.y, rest = h.y - (total - h.x);
  h = vec2(total, rest);
  q -= push_of(c, f, per);
#ifdef DISPERSIVE
  q += dt * texelFetch(force, index_of(c)).xy;
#endif
  q *= slowed(dt);
  pushed.v[index_of(c)] = q;
  q = h.x > shallow_film ? bounded(q, h.x, params.p.fastest) : vec2(0);
  float rough = manning_at(c);
  if (rough > 0.0) q = rubbed_at(c, q, h, rough, dt);
  stage.v[index_of(c)] = water_texel(h, q);
}

void main() {
  int n = workgroup();
  if (n < visited()) walk(first_of_thread(int(blocks.v[n])), texelFetch(schedule, 0).x);
}
