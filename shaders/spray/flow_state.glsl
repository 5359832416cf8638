// State of a flow in a cell, from its neighbors. Include after flow_of(c): velocity along x and z, depth; and
// slope_of(c).
#include "passes/spray/flow_breaking.h"

const float flow_film = 5e-4;  // meters of water that do not count as a cover

vec4 flow_depths_around(ivec2 c) {
  return vec4(flow_of(c - ivec2(1, 0)).z, flow_of(c + ivec2(1, 0)).z, flow_of(c - ivec2(0, 1)).z, flow_of(c + ivec2(0, 1)).z);
}

FlowState flow_state(ivec2 c, vec2 per_meter) {
  vec3 here = flow_of(c), w = flow_of(c - ivec2(1, 0)), e = flow_of(c + ivec2(1, 0)), n = flow_of(c - ivec2(0, 1)),
       s = flow_of(c + ivec2(0, 1));
  vec2 u = here.xy;
  vec4 around = vec4(w.z, e.z, n.z, s.z);
  // Dry neighbors move as this cell does: a shore is no shear.
  w.xy = w.z > flow_film ? w.xy : u;
  e.xy = e.z > flow_film ? e.xy : u;
  n.xy = n.z > flow_film ? n.xy : u;
  s.xy = s.z > flow_film ? s.xy : u;
  FlowState state;
  state.speed = length(u);
  state.depth = here.z;
  state.falling = -dot(u, slope_of(c));
  state.gathering = -0.5 * ((e.x - w.x) * per_meter.x + (s.y - n.y) * per_meter.y);
  state.curl = 0.5 * ((e.y - w.y) * per_meter.x - (s.x - n.x) * per_meter.y);
  vec4 towards = vec4(-u.x, u.x, -u.y, u.y) * vec4(lessThan(around, vec4(flow_film)));
  state.landing = max(max(towards.x, towards.y), max(towards.z, towards.w));
  return state;
}
