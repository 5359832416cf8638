// Initial positions of fish: the first of several random ones where the water is deep enough.
#include "agents/fish.glsl"
layout(local_size_x = 32) in;
layout(binding = 0, scalar) uniform ParamsBlock { FishParams p; } params;
layout(binding = 1, scalar) buffer After { FishState v[]; } after;

void main() {
  FishParams p = params.p;
  uint id = gl_GlobalInvocationID.x;
  if (id >= p.count) return;
  vec3 own = hash_unit(ivec2(id, 1), p.seed), more = hash_unit(ivec2(id, 2), p.seed);
  FishState s;
  s.size = p.kind.length_ * (1.0 + 0.6 * p.kind.variety * (2.0 * own.x - 1.0));
  s.depth = mix(p.kind.depth.x, p.kind.depth.y, own.y);
  s.yaw = 6.2831853 * own.z;
  s.phase = 6.2831853 * more.x;
  s.speed = p.kind.speed * (0.7 + 0.6 * more.y);
  s.kind = p.index;
  s.water = p.water;
  s.fright = s.pitch = s.bend = 0.0;
  s.away = vec2(0.0);
  s.velocity = vec3(cos(s.yaw), 0.0, sin(s.yaw)) * s.speed;
  Pond here;
  vec2 place = p.pond.origin.xz;
  for (int attempt = 0; attempt < 256; ++attempt) {
    vec3 r = hash_unit(ivec3(id, 3 + attempt, p.seed));
    vec2 tried = p.pond.origin.xz + (r.xy - 0.5) * p.pond.size;
    if (p.kind.radius > 0.0) {
      float angle = 6.2831853 * r.x;
      tried = p.kind.center + p.kind.radius * sqrt(r.y) * vec2(cos(angle), sin(angle));
    }
    tried = pond_wrap(p.pond, tried);
    Pond there = pond_at(p.pond, tried);
    if (attempt == 0 || fish_fits(there, s.size)) {
      place = tried;
      here = there;
    }
    if (attempt > 0 && fish_fits(there, s.size)) break;
  }
  s.level = here.level;
  s.position = vec3(place.x, fish_height(here, s.size, here.level - s.depth), place.y);
  after.v[p.first + id] = s;
}
