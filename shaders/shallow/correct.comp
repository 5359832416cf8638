// The second stage of Heun's method: the mean of the water and of an Euler step from the first stage; then friction,
// wind, sources and sinks. Both columns of a face compute identical amounts, and sums keep their rounding residual,
// so volume is conserved. Every block stores its maximum wave speed for the next CFL sub-step, and whether it is wet.
#pragma variants COUNTED? DISPERSIVE? FED? HULLS? BED_STEPS?
#include "shallow/walk.glsl"
layout(binding = 10) restrict buffer Water { uvec4 v[]; } state;  // `water` of walk.glsl is the first stage's
layout(binding = 11) readonly buffer Pushed { vec2 v[]; } pushed;
layout(binding = 12) writeonly restrict buffer Peaks { float v[]; } peaks;
layout(binding = 13) restrict buffer Wet { uint v[]; } wet;
#ifdef HULLS
layout(binding = 14) uniform sampler2D calm_flow;
#endif
#ifdef COUNTED
layout(binding = 15) writeonly restrict buffer Unfed { vec2 v[]; } unfed;  // for columns/count.comp
#endif
#ifdef DISPERSIVE
layout(binding = 16) uniform samplerBuffer force;  // of the dynamic pressure, m^2/s^2
#endif

shared uint fastest;
shared uint holds;
float peak = 0.0;
bool holds_water = false;

// Sources and sinks.
vec2 fed(vec2 h, ivec2 c, float dt) {
  add(h, params.p.rain * dt);
  float taken = h.x > 0.0 ? params.p.sink * dt : 0.0;
#ifdef FED
  vec4 f = texelFetch(feed, index_of(c));
  if (f.x > 0.0) add(h, f.x * dt);
  else taken -= f.x * dt;
#endif
  precise float total = h.x + h.y, lost = h.y - (total - h.x);
  h = vec2(total, lost);
  if (taken >= total) return vec2(0);
  if (taken > 0.0) add(h, -taken);
#ifdef FED
  f.yz = vec2(stored_depth(f.y, c), stored_depth(f.z, c));
  if (f.y >= 0.0) h = vec2(f.y, 0.0);
  if (f.z >= 0.0 && h.x > f.z) h = vec2(f.z, 0.0);
#endif
  return h;
}

void update(ivec2 c, Fluxes f, float dt) {
  int i = index_of(c);
  uvec4 now = state.v[i], then = texelFetch(water, i);
  vec2 h = vec2(depth_of(now), rest_of(now)), per = 0.5 * dt / params.p.cell;
  add(h, depth_of(then));
  h = 0.5 * vec2(h.x, h.y + rest_of(then));
  add_flux(h, f.mass, per);
  vec2 q = 0.5 * (discharge_of(now) * slowed(dt) + pushed.v[i]) - push_of(c, f, per);
#ifdef DISPERSIVE
  q += 0.5 * dt * texelFetch(force, i).xy;
#endif
  q += dt * params.p.wind * clamp(h.x / shallow_thin, 0.0, 1.0);
  precise float before = h.x + h.y;  // as fed() begins: a rest that becomes part of the depth is nothing that drains away
#ifdef COUNTED
  unfed.v[i] = h;
#endif
  h = fed(h, c, dt);
  if (h.x < before) q *= h.x / before;  // what drains away takes its momentum along
#ifdef HULLS
  float slow = dt * hull_drag_of(texelFetch(hull_head, i).y);
  if (slow > 0.0) {
    vec2 over = q - h.x * texelFetch(calm_flow, c, 0).xy;  // it slows what runs faster than the calm flow
    if (dot(over, q) > 0.0) q -= over * (slow / (1.0 + slow));
  }
#endif
  q = h.x > shallow_film ? bounded(q, h.x, params.p.fastest) : vec2(0);
  float rough = manning_at(c);
  if (rough > 0.0) q = rubbed_at(c, q, h, rough, dt);
  state.v[i] = water_texel(h, q);
  holds_water = holds_water || h != vec2(0.0);
  float deep = has_walls ? open_depth(water_texel(h, q), c).x : h.x;
  vec2 speed = (abs(velocity_in(q, h.x)) + sqrt(params.p.gravity * max(deep, 0.0))) / params.p.cell;
  if (h.x > shallow_film) peak = max(peak, max(nx > 1 ? speed.x : 0.0, nz > 1 ? speed.y : 0.0));
}

void main() {
  int n = workgroup(), block = n < visited() ? int(blocks.v[n]) : -1;
  if (gl_LocalInvocationIndex == 0u) fastest = 0u, holds = 0u;
  barrier();
  if (block >= 0) walk(first_of_thread(block), texelFetch(schedule, 0).x);
  atomicMax(fastest, floatBitsToUint(peak));  // floats that are not negative sort as their bits
  if (holds_water) atomicOr(holds, shallow_block_holds);
  barrier();
  if (gl_LocalInvocationIndex == 0u && block >= 0) {
    peaks.v[block] = uintBitsToFloat(fastest);
    wet.v[block] = (wet.v[block] & shallow_block_fed) | holds;
  }
}
