// Initial positions of leaves: the first of several random ones on open water.
#include "agents/leaves.glsl"
layout(local_size_x = 32) in;
layout(binding = 0, scalar) uniform ParamsBlock { LeafParams p; } params;
layout(binding = 1, scalar) buffer After { LeafState v[]; } after;

void main() {
  LeafParams p = params.p;
  uint id = gl_GlobalInvocationID.x;
  if (id >= p.count) return;
  vec3 own = hash_unit(ivec2(id, 1), p.seed);
  LeafState s;
  s.size = p.size * (1.0 + 0.6 * p.variety * (2.0 * own.x - 1.0));
  s.yaw = 6.2831853 * own.y;
  s.kind = p.index;
  s.water = p.water;
  s.spin = 0.0;
  Pond here;
  vec2 place = p.pond.origin.xz;
  for (int attempt = 0; attempt < 256; ++attempt) {
    vec3 r = hash_unit(ivec3(id, 3 + attempt, p.seed));
    vec2 tried = p.pond.origin.xz + (r.xy - 0.5) * p.pond.size;
    if (p.radius > 0.0) {
      float angle = 6.2831853 * r.x;
      tried = p.center + p.radius * sqrt(r.y) * vec2(cos(angle), sin(angle));
    }
    tried = pond_wrap(p.pond, tried);
    Pond there = pond_at(p.pond, tried);
    bool fits = leaf_fits(p.pond, there, tried, s.size);
    if (attempt == 0 || fits) {
      place = tried;
      here = there;
    }
    if (attempt > 0 && fits) break;
  }
  s.home = place;
  s.velocity = here.flow + p.wind;
  s.tilt = here.slope;
  s.position = vec3(place.x, here.level, place.y);
  after.v[p.first + id] = s;
}
