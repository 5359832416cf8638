// Obstacles: signed distance in meters (positive in the fluid) and velocity, of the nearest one.
#include "passes/fluid/fluid_params.h"
layout(binding = 0, scalar) uniform ObstaclesBlock { FluidObstacles v; } obstacles;

float obstacle_distance(FluidObstacleState o, vec2 at, vec2 period) {
  vec2 r = at - o.middle;
  r -= period * round(r / max(period, vec2(1e-20)));
  r = vec2(dot(r, o.along), dot(r, vec2(-o.along.y, o.along.x)));
  if (o.kind == fluid_obstacle_disc) return length(r) - o.half_size.x;
  if (o.kind == fluid_obstacle_capsule) return length(vec2(max(abs(r.x) - o.half_size.y, 0.0), r.y)) - o.half_size.x;
  vec2 q = abs(r) - o.half_size;
  return length(max(q, 0.0)) + min(max(q.x, q.y), 0.0);
}

struct Nearest {
  float distance;
  vec2 velocity;
};
Nearest nearest_obstacle(vec2 at, int count, vec2 period) {
  Nearest n = Nearest(1e9, vec2(0));
  for (int k = 0; k < count; ++k) {
    FluidObstacleState o = obstacles.v.v[k];
    float d = obstacle_distance(o, at, period);
    if (d >= n.distance) continue;
    vec2 r = at - o.middle;
    r -= period * round(r / max(period, vec2(1e-20)));
    n = Nearest(d, o.velocity + o.spin * vec2(-r.y, r.x));
  }
  return n;
}
