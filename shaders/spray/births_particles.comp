// Births of diffuse particles (spray, foam, bubbles) at every water particle: trapped air between approaching
// neighbors, outward-moving crests, and tearing of fast water. Slow particles exit early.
layout(binding = 3) uniform usamplerBuffer starts;
#include "spray/neighbors.glsl"
#include "spray/births.glsl"
layout(local_size_x = 64) in;
layout(binding = 4, scalar) readonly buffer PlacesBlock { vec4 v[]; } sorted_position;
layout(binding = 5, scalar) readonly buffer MotionsBlock { vec4 v[]; } sorted_velocity;

void main() {
  uint me = gl_GlobalInvocationID.x;
  if (me >= params.p.sources) {
    if (params.p.capacity + me < counts.v.length()) counts.v[params.p.capacity + me] = 0u;
    return;
  }
  counts.v[params.p.capacity + me] = 0u;
  if (me >= texelFetch(starts, bin_count()).x) return;
  vec3 x = sorted_position.v[me].xyz, v = sorted_velocity.v[me].xyz;
  float energy = 0.5 * dot(v, v);
  if (energy <= spray_energy_low) return;
  float weights = 0.0, closing = 0.0, found = 0.0;
  vec3 away = vec3(0.0);
  ivec3 bin = bin_at(x);
  for (int k = 0; k < 9; ++k) {
    ivec2 row = neighbor_row(bin, k);
    for (int j = row.x; j < row.y; ++j) {
      vec3 d = x - sorted_position.v[j].xyz;
      float r = length(d);
      if (r >= params.p.reach || j == int(me)) continue;
      float w = 1.0 - r / params.p.reach;
      vec3 u = v - sorted_velocity.v[j].xyz, along = r > 0.0 ? d / r : vec3(0.0);
      found += 1.0;
      weights += w;
      away += w * along;
      closing += w * 0.5 * (length(u) - dot(u, along));
    }
  }
  // Walls hold water as well as water does.
  vec3 near = min(x - params.p.low, params.p.high - x);
  float open = clamp(min(near.x, min(near.y, near.z)) / params.p.reach, 0.0, 1.0);
  float convex = weights > 0.0 ? length(away) / weights : 1.0, speed = sqrt(2.0 * energy);
  bool outwards = dot(v, away) >= 0.6 * speed * length(away);
  float air = clamp(1.0 - found / spray_full, 0.0, 1.0);
  float trapped = weights > 0.0 ? closing / weights * inversesqrt(params.p.gravity * params.p.reach / spray_reach) : 0.0;
  float rate = spray_rate(trapped, outwards ? convex * open : 0.0, air * open, energy);
  SprayBirth birth;
  birth.place = x;
  birth.radius = 0.3 * params.p.reach;
  birth.velocity = v;
  birth.scatter = 0.12 * speed;
  birth.kind = found < spray_lonely ? spray_air : found > spray_submerged ? spray_bubble : spray_foam;
  give(me, params.p.amount * rate * params.p.dt, birth);
}
