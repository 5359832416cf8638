// Compacts the surviving particles and appends new ones up to the capacity. Beyond it, births are dropped evenly over
// all sources.
#pragma variants ARRIVES? GRID?
#include "passes/spray/spray_params.h"
#include "lib/noise.glsl"
layout(local_size_x = 64) in;
layout(binding = 0, scalar) uniform ParamsBlock { SprayParams p; } params;
#ifdef GRID
layout(binding = 6) uniform sampler2D surface;
layout(binding = 7) uniform sampler2D flow;
#include "spray/grid.glsl"
#endif
layout(constant_id = 9) const bool has_ground = false;
layout(binding = 8) uniform sampler2D ground;
#include "lib/ground_height.glsl"
layout(binding = 1) uniform usamplerBuffer starts;
layout(binding = 2, scalar) readonly buffer MovedBlock { SprayParticle v[]; } moved;
layout(binding = 3, scalar) readonly buffer BirthsBlock { SprayBirth v[]; } births;
layout(binding = 4, scalar) writeonly buffer NextBlock { SprayParticle v[]; } next;
layout(binding = 5, scalar) buffer ControlBlock { SprayControl c; } control;

#ifdef ARRIVES
layout(binding = 9, scalar) readonly buffer ArrivalsBlock { SprayParticle v[]; } arrivals;
layout(binding = 10, scalar) restrict buffer CrossedBlock { SprayCrossed v; } crossed;
#endif

uint start_of(uint i) { return texelFetch(starts, int(i)).x; }

// floor(k * room / due) for k < due and room <= due, bit by bit: the product has no place in 32.
uint share_of(uint k, uint room, uint due) {
  uint quotient = 0u, rest = 0u;
  for (int bit = 20; bit >= 0; --bit) {
    quotient *= 2u;
    rest = 2u * rest + ((room >> bit & 1u) != 0u ? k : 0u);
    for (int twice = 0; twice < 2; ++twice)
      if (rest >= due) {
        rest -= due;
        ++quotient;
      }
  }
  return quotient;
}

SprayParticle born(SprayBirth b, uint source, uint k) {
  ivec3 key = ivec3(int(source * spray_most + k), params.p.step, params.p.seed + 1);
  vec3 a = hash_unit(key), c = hash_unit(key + ivec3(0, 0, 1)), d = hash_unit(key + ivec3(0, 0, 2));
  float turn = 6.2831853 * a.x, high = 2.0 * a.y - 1.0, wide = sqrt(1.0 - high * high);
  vec3 direction = vec3(wide * cos(turn), high, wide * sin(turn));
  SprayParticle q;
#ifdef GRID
  q.position = b.place + b.radius * sqrt(a.z) * vec3(cos(turn), 0.0, sin(turn));
  within(q.position.xz);
  q.position.y = water_at(q.position.xz).level;
  // Up from the surface.
  q.velocity = b.velocity + b.scatter * c.x * vec3(direction.x, abs(direction.y), direction.z);
  q.kind = q.velocity.y > 0.5 ? spray_air : spray_foam;
  if (b.kind == spray_mist && d.x * spray_mist_drops < 1.0) q.kind = spray_mist;
#else
  q.position = b.place + b.radius * pow(a.z, 1.0 / 3.0) * direction + b.velocity * (c.y - 1.0) * params.p.dt;
  q.position = clamp(q.position, params.p.low, max(params.p.high, b.place));
  turn = 6.2831853 * c.z;
  high = 2.0 * d.x - 1.0;
  wide = sqrt(1.0 - high * high);
  q.velocity = b.velocity + b.scatter * c.x * vec3(wide * cos(turn), high, wide * sin(turn));
  q.kind = b.kind;
#endif
  if (has_ground) q.position.y = max(q.position.y, ground_height(q.position.xz, params.p.ground_origin, params.p.ground_size).x);
  // In the course of the step.
  q.age = c.y * params.p.dt;
  q.life = mix(params.p.life.x, params.p.life.y, d.y);
  q.part = d.z;
  if (q.kind == spray_mist) {
    float fell = b.scatter / spray_splash_aside;
    q.part = spray_puff_born(fell, params.p.gravity);
    q.velocity = vec3(b.velocity.x, 0.0, b.velocity.z) +
                 spray_mist_speed * fell * vec3(direction.x, abs(direction.y), direction.z);
  }
  return q;
}

void main() {
  uint i = gl_GlobalInvocationID.x, capacity = params.p.capacity, sources = params.p.sources;
  if (i < capacity) {
    uint to = start_of(i);
    if (start_of(i + 1u) != to) next.v[to] = moved.v[i];
  }
  uint kept = start_of(capacity), room = capacity - kept, due = start_of(capacity + sources) - kept;
#ifdef ARRIVES
  uint own = sources - params.p.arriving;
#endif
  if (i < sources) {
    uint from = start_of(capacity + i) - kept, to = start_of(capacity + i + 1u) - kept;
    for (uint k = from; k < to; ++k) {
      uint slot = k;
      if (due > room) {
        slot = share_of(k, room, due);
        if (slot >= room || (k + 1u < due ? share_of(k + 1u, room, due) : room) == slot) continue;
      }
#ifdef ARRIVES
      if (i >= own) {
        next.v[kept + slot] = arrivals.v[i - own];
        continue;
      }
#endif
      next.v[kept + slot] = born(births.v[i], i, k - from);
    }
  }
  if (i == 0u) {
    uint added = min(due, room);
#ifdef ARRIVES
    uint births_due = start_of(capacity + own) - kept, came = due - births_due;
    if (due > room && came > 0u) came = room - share_of(births_due, room, due);
    crossed.v.came += came;
    control.c.born -= came;
#endif
    control.c.alive = kept + added;
    control.c.born += added;
    control.c.refused += due - added;
    control.c.draw = uvec4(6u, kept + added, 0u, 0u);
  }
}
