// A particle that has moved: walls of the domain and the ground throw it back.
// Response `k`: a place at depth `d` under a surface of normal n moves by k d n, a velocity into it by k times that
// part. 1 stops it, 2 is elastic.
layout(constant_id = 2) const bool on_ground = false;
layout(binding = 10) uniform sampler2D ground;  // world y, samples over the whole ground_size

void sph_meet_walls(inout vec3 x, inout vec3 v, SphParams p) {
  vec3 under = max(p.grid.low - x, vec3(0.0)), over = max(x - p.high, vec3(0.0));
  bvec3 low = greaterThan(under, vec3(0.0)), high = greaterThan(over, vec3(0.0));
  x += p.restitution * (under - over);
  v -= p.restitution * (mix(vec3(0.0), min(v, vec3(0.0)), low) + mix(vec3(0.0), max(v, vec3(0.0)), high));
  x = clamp(x, p.grid.low, p.high);
}

// Height of the ground and its slopes along x and z, bilinear between samples.
vec3 sph_ground(vec2 at, SphParams p) {
  vec2 last = vec2(textureSize(ground, 0) - 1);
  vec2 place = clamp((at - p.ground_origin.xz) / p.ground_size + 0.5, 0.0, 1.0) * last;
  ivec2 i = ivec2(min(place, last - 1.0)), j = i + 1;
  vec2 f = place - vec2(i);
  float a = texelFetch(ground, i, 0).x, b = texelFetch(ground, ivec2(j.x, i.y), 0).x;
  float c = texelFetch(ground, ivec2(i.x, j.y), 0).x, d = texelFetch(ground, j, 0).x;
  vec2 slope = vec2(mix(b - a, d - c, f.y), mix(c - a, d - b, f.x)) * last / p.ground_size;
  return vec3(mix(mix(a, b, f.x), mix(c, d, f.x), f.y), slope);
}

// The way from `from` to x: where it ends under the ground, the first place that is under it is sought in steps of a sample's
// width along the ground, which are the longer the steeper the way is, and then by bisection.
void sph_meet_ground(vec3 from, inout vec3 x, inout vec3 v, SphParams p) {
  if (x.y >= sph_ground(x.xz, p).x) return;
  vec3 way = x - from;
  vec2 samples = abs(way.xz) * vec2(textureSize(ground, 0) - 1) / p.ground_size;
  float steps = clamp(ceil(max(samples.x, samples.y)), 1.0, 32.0), outside = 0.0, inside = 1.0;
  for (float k = 1.0; k < steps; k += 1.0) {
    vec3 at = from + way * (k / steps);
    if (at.y < sph_ground(at.xz, p).x) {
      inside = k / steps;
      break;
    }
    outside = k / steps;
  }
  for (int k = 0; k < 10; ++k) {
    float middle = 0.5 * (outside + inside);
    vec3 at = from + way * middle;
    bool under = at.y < sph_ground(at.xz, p).x;
    inside = under ? middle : inside;
    outside = under ? outside : middle;
  }
  vec3 contact = from + way * outside, g = sph_ground(contact.xz, p);
  vec3 n = normalize(vec3(-g.y, 1.0, -g.z));
  x += p.restitution * max(dot(contact - x, n), 0.0) * n;
  v -= p.restitution * min(dot(v, n), 0.0) * n;
  x.y = max(x.y, sph_ground(x.xz, p).x);
}

// Walls last: nothing leaves the domain.
void sph_meet(vec3 from, inout vec3 x, inout vec3 v, SphParams p) {
  if (on_ground) sph_meet_ground(from, x, v, p);
  sph_meet_walls(x, v, p);
  if (on_ground) x.y = clamp(max(x.y, sph_ground(x.xz, p).x), p.grid.low.y, p.high.y);
}
