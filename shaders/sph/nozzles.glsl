// Nozzles: openings that emit particles.
#include "passes/sph/sph_params.h"
layout(constant_id = 16) const uint nozzle_count = 0u;
layout(constant_id = 17) const bool has_nozzles = false;
layout(binding = 15, scalar) readonly buffer Nozzles { SphNozzle v[]; } nozzles;

// Velocity of water so many meters out of an opening: in free fall, but at least half as fast.
float sph_nozzle_speed(SphNozzle n, float ahead) {
  float speed = n.rate * n.layer;
  return sqrt(max(speed * speed - 2.0 * n.gravity * n.along.y * ahead, 0.25 * speed * speed));
}

// Checks whether a nozzle still determines the motion of the particle at x: it is within its reach.
bool sph_held(vec3 x, float dt, out vec3 velocity) {
  velocity = vec3(0.0);
  if (!has_nozzles) return false;
  for (uint k = 0u; k < nozzle_count; ++k) {
    if (nozzles.v[k].holds == 0u) continue;
    vec3 d = x - nozzles.v[k].place;
    float ahead = dot(d, nozzles.v[k].along), margin = 0.25 * nozzles.v[k].layer;
    vec2 off = vec2(dot(d, nozzles.v[k].across), dot(d, nozzles.v[k].aside)), size = nozzles.v[k].half_size;
    bool inside = size.y > 0.0 ? abs(off.x) < size.x + margin && abs(off.y) < size.y + margin
                               : length(off) < size.x + margin;
    if (inside && ahead > -margin && ahead < nozzles.v[k].reach) {
      float now = sph_nozzle_speed(nozzles.v[k], max(ahead, 0.0));
      float speed = sph_nozzle_speed(nozzles.v[k], max(ahead, 0.0) + dt * now);
      // As much wider as it is slower: the stream stays as dense as it was.
      float widening = 0.5 * nozzles.v[k].gravity * nozzles.v[k].along.y / speed;
      velocity = nozzles.v[k].along * speed +
                 widening * (off.x * nozzles.v[k].across + off.y * nozzles.v[k].aside);
      return true;
    }
  }
  return false;
}
