// One step of every diffuse particle: ballistic flight, advection or rise. It ends after its lifetime or outside the
// water. CROSSES: particles that leave the water are marked by the negative kind -1 - kind.
#pragma variants CROSSES? GRID?
#ifdef GRID
#include "passes/spray/spray_params.h"
layout(binding = 0, scalar) uniform ParamsBlock { SprayParams p; } params;
layout(binding = 5) uniform sampler2D surface;
layout(binding = 6) uniform sampler2D flow;
#include "spray/grid.glsl"
#else
layout(binding = 5) uniform usamplerBuffer starts;
#include "spray/neighbors.glsl"
layout(binding = 6, scalar) readonly buffer PlacesBlock { vec4 v[]; } sorted_position;
layout(binding = 7, scalar) readonly buffer MotionsBlock { vec4 v[]; } sorted_velocity;
#endif
layout(local_size_x = 64) in;
layout(constant_id = 9) const bool has_ground = false;
layout(binding = 8) uniform sampler2D ground;
#include "lib/ground_height.glsl"
layout(binding = 1, scalar) readonly buffer NowBlock { SprayParticle v[]; } now;
layout(binding = 2, scalar) readonly buffer ControlBlock { SprayControl c; } control;
layout(binding = 3, scalar) writeonly buffer MovedBlock { SprayParticle v[]; } moved;
layout(binding = 4, scalar) buffer CountsBlock { uint v[]; } counts;

bool left = false;  // the water, over a side

void fly(inout SprayParticle q) {
  vec3 v = spray_fly(q.velocity, params.p.gravity, spray_drag(q.part), params.p.dt);
  q.position += 0.5 * params.p.dt * (q.velocity + v);
  q.velocity = v;
}

// A puff of mist goes on through still air, and its drops sink.
void drift(inout SprayParticle q) {
  const vec3 sinking = vec3(0.0, -spray_mist_settles, 0.0);
  vec3 own = q.velocity - sinking;
  float wide = spray_puff(q.part, length(own), params.p.dt), kept = q.part / max(wide, 1e-6);
  own *= kept * kept * kept;
  q.part = wide;
  q.position += 0.5 * params.p.dt * (q.velocity + own + sinking);
  q.velocity = own + sinking;
}

void rise(inout SprayParticle q, vec3 carried) {
  vec3 target = carried + vec3(0.0, spray_rise, 0.0);
  q.velocity = target + (q.velocity - target) * exp(-params.p.dt / spray_response);
  q.position += params.p.dt * q.velocity;
}

#ifdef GRID
bool stays(inout vec2 xz) {
  left = !within(xz);
  return !left;
}

// A particle that has come down becomes foam on water, or a bubble under it.
bool land(inout SprayParticle q, Water w) {
  if (q.position.y > w.level) return true;
  if (!w.wet) return false;
  bool plunges = q.velocity.y < -spray_plunge;
  q.kind = plunges ? spray_bubble : spray_foam;
  if (plunges)
    q.velocity *= 0.4;
  else
    q.position.y = w.level;
  return true;
}

// On the surface, unless that sinks away faster than a thing falls.
bool ride(inout SprayParticle q, Water from) {
  float dt = params.p.dt, height = q.position.y, sinking = q.velocity.y;
  q.position.xz += dt * from.flow.xy;
  if (!stays(q.position.xz)) return false;
  Water to = water_at(q.position.xz);
  float falls = height + dt * sinking - 0.5 * params.p.gravity * dt * dt;
  if (has_flow && to.level < falls - spray_skid) {
    q.kind = spray_air;
    q.position.y = falls;
    q.velocity = vec3(from.flow.x, sinking - params.p.gravity * dt, from.flow.y);
    return true;
  }
  q.position.y = to.level;
  // A front that stands lifts what passes under it no faster than the water's own depth does.
  float lift = (to.level - height) / dt;
  if (has_flow) lift = min(lift, sqrt(2.0 * params.p.gravity * max(to.flow.z, 0.0)));
  q.velocity = vec3(from.flow.x, lift, from.flow.y);
  left = !to.wet;
  return to.wet;
}

bool advance(inout SprayParticle q) {
  if (q.kind == spray_mist) {
    drift(q);
    if (!stays(q.position.xz)) return false;
    Water under = water_at(q.position.xz);
    return !under.wet || q.position.y > under.level;
  }
  Water w = water_at(q.position.xz);
  if (q.kind == spray_foam) return ride(q, w);
  if (q.kind == spray_air) {
    fly(q);
    return stays(q.position.xz) && land(q, water_at(q.position.xz));
  }
  rise(q, vec3(w.flow.x, 0.0, w.flow.y));
  if (!stays(q.position.xz)) return false;
  w = water_at(q.position.xz);
  q.position.y = max(q.position.y, w.level - max(w.flow.z, 0.0));
  if (q.position.y >= w.level) {
    q.position.y = w.level;
    q.kind = spray_foam;
  }
  return w.wet;
}
#else
// Walls of the domain hold it off, as they hold the water. False: it is gone from its bottom.
bool held(inout SprayParticle q) {
  vec3 inside = clamp(q.position, params.p.low, params.p.high);
  inside.y = max(q.position.y, params.p.low.y);
  bvec3 met = notEqual(inside, q.position);
  q.velocity = mix(q.velocity, vec3(0.0), met);
  q.position = inside;
  return !met.y || q.kind != spray_air && q.kind != spray_mist;
}

bool advance(inout SprayParticle q) {
  if (q.kind == spray_mist) {
    drift(q);
    return held(q);
  }
  float found = 0.0, weights = 0.0, nearest = 1.0;
  vec3 carried = vec3(0.0);
  ivec3 bin = bin_at(q.position);
  for (int k = 0; k < 9; ++k) {
    ivec2 row = neighbor_row(bin, k);
    for (int j = row.x; j < row.y; ++j) {
      float r = distance(q.position, sorted_position.v[j].xyz) / params.p.reach;
      if (r >= 1.0) continue;
      float w = (1.0 - r) * (1.0 - r);
      nearest = min(nearest, r);
      found += 1.0;
      weights += w;
      carried += w * sorted_velocity.v[j].xyz;
    }
  }
  // Hysteresis: a particle keeps its kind for a little.
  float lonely = spray_lonely + (q.kind == spray_air ? spray_stays : 0.0);
  float submerged = spray_submerged - (q.kind == spray_bubble ? spray_stays : 0.0);
  // Foam comes off what it touches no more; in a sheet that a fall has stretched it has few neighbors, but is not alone.
  bool rides = q.kind == spray_foam && nearest * spray_reach < spray_touches;
  q.kind = found < lonely && !rides ? spray_air : found > submerged ? spray_bubble : spray_foam;
  carried /= max(weights, 1e-6);
  if (q.kind == spray_air) {
    fly(q);
  } else if (q.kind == spray_bubble) {
    rise(q, carried);
  } else {
    q.velocity = carried;
    q.position += params.p.dt * carried;
  }
  return held(q);
}
#endif

// Nothing goes into the terrain, which may be finer than a grid of water.
bool over_ground(inout SprayParticle q) {
  if (!has_ground) return true;
  float floor_y = ground_height(q.position.xz, params.p.ground_origin, params.p.ground_size).x;
  if (q.position.y >= floor_y) return true;
  q.position.y = floor_y;
  q.velocity.y = max(q.velocity.y, 0.0);
  return q.kind != spray_air;
}

void main() {
  uint i = gl_GlobalInvocationID.x;
  if (i >= params.p.capacity) return;
  bool lives = i < control.c.alive;
  if (lives) {
    SprayParticle q = now.v[i];
    q.age += params.p.dt;
    lives = q.age < q.life && advance(q) && over_ground(q);
#ifdef CROSSES
    if (!lives) q.kind = -1.0 - q.kind;
    if (!lives && !left) q.life = 0.0;
    moved.v[i] = q;
#else
    if (lives) moved.v[i] = q;
#endif
  }
  counts.v[i] = lives ? 1u : 0u;
}
