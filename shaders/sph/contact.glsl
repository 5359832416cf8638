// Collision of a moved particle with walls of the domain and the ground. Response `k`: a position at depth `d` below
// a surface with normal n moves by k d n, and k times the normal velocity is removed. 1 is inelastic, 2 elastic.
#include "passes/sph/sph_world.h"
#include "sph/solids.glsl"
#include "sph/body.glsl"
#include "sph/hits.glsl"

void sph_meet_walls(inout vec3 x, inout vec3 v, SphParams p) {
  vec3 lowest = p.grid.low + p.skin, highest = p.high - p.skin;
  vec3 under = max(lowest - x, vec3(0.0)), over = max(x - highest, vec3(0.0));
  bvec3 low = greaterThan(under, vec3(0.0)), high = greaterThan(over, vec3(0.0));
  x += p.restitution * (under - over);
  v -= p.restitution * (mix(vec3(0.0), min(v, vec3(0.0)), low) + mix(vec3(0.0), max(v, vec3(0.0)), high));
  x = clamp(x, lowest, highest);
}

vec3 ground_at(vec2 at, SphParams p) { return ground_height(at, p.ground_origin, p.ground_size); }

// The way from `from` to x: where it ends under the ground, the first place that is under it is sought in steps of a sample's
// width along the ground, which are the longer the steeper the way is, and then by bisection.
void sph_meet_ground(vec3 from, inout vec3 x, inout vec3 v, SphParams p) {
  if (x.y >= ground_at(x.xz, p).x) return;
  vec3 way = x - from;
  vec2 samples = abs(way.xz) * vec2(textureSize(ground, 0) - 1) / p.ground_size;
  float steps = clamp(ceil(max(samples.x, samples.y)), 1.0, 32.0), outside = 0.0, inside = 1.0;
  for (int k = 1; k < min(int(steps), 32); ++k) {
    float share = float(k) / steps;
    vec3 at = from + way * share;
    if (at.y < ground_at(at.xz, p).x) {
      inside = share;
      break;
    }
    outside = share;
  }
  for (int k = 0; k < 10; ++k) {
    float middle = 0.5 * (outside + inside);
    vec3 at = from + way * middle;
    bool under = at.y < ground_at(at.xz, p).x;
    inside = under ? middle : inside;
    outside = under ? outside : middle;
  }
  vec3 contact = from + way * outside, g = ground_at(contact.xz, p);
  vec3 n = normalize(vec3(-g.y, 1.0, -g.z));
  x += p.restitution * max(dot(contact - x, n), 0.0) * n;
  v -= p.restitution * min(dot(v, n), 0.0) * n;
  x.y = max(x.y, ground_at(x.xz, p).x);
}

// The way from `from` to x, both within the domain: strides as long as the distance of what is nearest allows, then
// bisection. A response that ends inside something else or out of the domain is given up for rest at the place of contact.
void sph_meet_solids(vec3 from, inout vec3 x, inout vec3 v, SphParams p) {
  vec3 way = x - from;
  float length_ = length(way);
  SphSolid there = sph_solid(x);
  if (there.away >= length_) return;
  float outside = 0.0, inside = -1.0;
  SphSolid here = sph_solid(from);
  if (here.away < 0.0) {
    // Put there by a nozzle, by what has moved or by rounding: out, by no more than a quarter of a support at once, and
    // along the surface if that leads out too.
    vec3 n = normalize(here.normal + vec3(0.0, 1e-6, 0.0)), out_ = from + min(-here.away, 0.25 * p.support) * n;
    x = clamp(out_ + way - min(dot(way, n), 0.0) * n, p.grid.low, p.high);
    v -= min(dot(v, n), 0.0) * n;
    if (sph_solid(x).away >= here.away) return;
    x = clamp(out_, p.grid.low, p.high);
    v = vec3(0.0);
    return;
  }
  float stride = 0.1 * min(world.p.grid.cell.x, min(world.p.grid.cell.y, world.p.grid.cell.z)) / max(length_, 1e-20);
  float t = 0.0, free = here.away;
  for (int k = 0; k < 64 && t < 1.0; ++k) {
    t = min(t + max(0.9 * free / max(length_, 1e-20), stride), 1.0);
    free = t < 1.0 ? sph_solid(from + way * t).away : there.away;
    if (free < 0.0) {
      inside = t;
      break;
    }
    outside = t;
  }
  if (inside < 0.0) return;
  for (int k = 0; k < 10; ++k) {
    float middle = 0.5 * (outside + inside);
    bool under = sph_solid(from + way * middle).away < 0.0;
    inside = under ? middle : inside;
    outside = under ? outside : middle;
  }
  vec3 contact = from + way * outside;
  SphSolid at = sph_solid(contact);
  vec3 n = normalize(at.normal + vec3(0.0, 1e-6, 0.0));
  x += p.restitution * max(dot(contact - x, n), 0.0) * n;
  v -= p.restitution * min(dot(v, n), 0.0) * n;
  for (int k = 0; k < 3; ++k) {
    x = clamp(x, p.grid.low, p.high);
    at = sph_solid(x);
    if (at.away >= 0.0) return;
    n = normalize(at.normal + vec3(0.0, 1e-6, 0.0));
    x -= 1.01 * at.away * n;
    v -= min(dot(v, n), 0.0) * n;
  }
  x = clamp(x, p.grid.low, p.high);
  if (sph_solid(x).away < 0.0) {
    x = contact;
    v = vec3(0.0);
  }
}

// Nothing leaves the domain. Returns what the particle has lost.
SphImpulse sph_meet(vec3 from, inout vec3 x, inout vec3 v, SphParams p) {
  if (has_ground) sph_meet_ground(from, x, v, p);
  if (has_bodies) sph_meet_bodies(x, v, p);
  vec3 before = v;
  sph_meet_walls(x, v, p);
  SphImpulse impulse = SphImpulse(before - v, vec3(0.0), 0.0);
  if (has_solids) {
    before = v;
    sph_meet_solids(from, x, v, p);
    impulse.solid = before - v;
    impulse.skin = world.p.skin;
  }
  if (has_ground) x.y = clamp(max(x.y, ground_at(x.xz, p).x), p.grid.low.y, p.high.y);
  return impulse;
}
