// Births of diffuse particles (spray, foam, bubbles) in every grid cell: at breaking flow in proportion to its
// energy, at wave crests with downward acceleration near the limit, and at impacts of falling water.
#include "passes/spray/spray_params.h"
layout(binding = 0, scalar) uniform ParamsBlock { SprayParams p; } params;
layout(binding = 3) uniform sampler2D surface;
layout(binding = 4) uniform sampler2D flow;
#include "spray/grid.glsl"
#include "spray/births.glsl"
layout(local_size_x = 64) in;
layout(constant_id = 1) const bool has_rise = false;
layout(binding = 5, scalar) buffer RiseBlock { vec2 v[]; } rise;  // elevation of the last step, and how fast it rose

layout(constant_id = 2) const bool has_touched = false;
layout(binding = 7, scalar) buffer TouchedBlock { vec2 v[]; } touched;  // meters that fell in, and how fast; taken here

vec3 flow_of(ivec2 c) { return texelFetch(flow, wrapped(c), 0).xyz; }
vec2 slope_of(ivec2 c) { return texelFetch(surface, wrapped(c), 0).yz; }
#include "spray/flow_state.glsl"

void main() {
  uint me = gl_GlobalInvocationID.x;
  if (me >= params.p.sources) {
    if (params.p.capacity + me < counts.v.length()) counts.v[params.p.capacity + me] = 0u;
    return;
  }
  if (me >= uint(params.p.cells.x * params.p.cells.y)) return;  // of a hull
  ivec2 c = ivec2(int(me) % params.p.cells.x, int(me) / params.p.cells.x);
  vec2 cell = params.p.size / vec2(params.p.cells);
  vec4 s = texelFetch(surface, c, 0);
  vec2 xz = params.p.origin.xz + ((vec2(c) + 0.5) / vec2(params.p.cells) - 0.5) * params.p.size;
  float breaks = 0.0;
  vec3 v = vec3(0.0);
  if (has_flow && s.w > 0.5) {
    FlowState state = flow_state(c, 1.0 / cell);
    vec2 u = flow_of(c).xy;
    v = vec3(u.x, dot(u, s.yz), u.y);
    // On steep surfaces water is not faster than free fall, and up by its own depth at most: at the toe of
    // a jump it dives under the front that stands there.
    v.y = clamp(v.y, -2.0 * state.speed - 1.0, min(state.speed, sqrt(2.0 * params.p.gravity * state.depth)));
    breaks = foam_birth(state, params.p.gravity) * foam_ramp(spray_energy_low, spray_energy_high, 0.5 * dot(v, v));
  }
  if (has_rise) {
    // The first two steps only learn.
    vec2 before = rise.v[me];
    float up = (s.x - before.x) / params.p.dt, fall = (before.y - up) / (params.p.dt * params.p.gravity);
    if (params.p.step > 1 && s.w > 0.5) {
      breaks = spray_breaking(fall, up);
      v = vec3(0.0, up, 0.0);
    }
    rise.v[me] = vec2(s.x, up);
  }
  SprayBirth birth;
  birth.place = vec3(xz.x, params.p.origin.y + s.x, xz.y);
  birth.radius = 0.7 * max(cell.x, cell.y);
  birth.velocity = v;
  birth.scatter = 0.35 * length(v);
  birth.kind = spray_foam;
  float areas = cell.x * cell.y / (params.p.radius * params.p.radius);
  float expected = spray_cover_rate * areas * breaks * params.p.dt;
  if (has_touched) {
    vec2 fell = touched.v[me];
    touched.v[me] = vec2(0.0);
    float thrown = areas * spray_splashed(fell.x, fell.y);
    // Falling water throws up drops, at a part of its own speed.
    if (thrown > expected) {
      birth.velocity = vec3(v.x, spray_splash_up * fell.y, v.z);
      birth.scatter = spray_splash_aside * fell.y;
      birth.kind = spray_mist;
    }
    expected += thrown;
  }
  give(me, params.p.amount * expected, birth);
}
