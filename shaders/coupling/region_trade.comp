// Emits pending volume of strips as particles on top of the water where it is lowest, and absorbs for negative volume the highest ones
// away; whole ones, the rest stays owed, and in water at rest some more (region_slack). So a strip rises and sinks as a
// column does, and its own weight spreads what came over the depth. One workgroup; a thread owns strips one after the
// other, and their squares.
#pragma variants OCCUPIED?
#include "lib/ledger.glsl"
#include "passes/coupling/exchange_params.h"
#include "passes/sph/sph_params.h"
#include "sph/identity.glsl"
layout(local_size_x = 64) in;
layout(binding = 0, scalar) restrict buffer Control { SphControl c; } control;
layout(binding = 2, scalar) restrict buffer Positions { vec4 v[]; } position;
layout(binding = 3, scalar) restrict buffer Velocities { vec4 v[]; } velocity;
layout(binding = 4, scalar) restrict buffer Squares { RegionSquare v[]; } squares;
layout(binding = 5, scalar) restrict buffer Strips { RegionStrip v[]; } strips;
layout(binding = 6, scalar) restrict buffer Tally { ExchangeTally t; } tally;
layout(binding = 7, scalar) restrict buffer Taken { uint v; } taken;
layout(push_constant, scalar) uniform ParamsBlock { RegionParams p; } params;
#include "coupling/region.glsl"
#ifdef OCCUPIED
#include "sph/occupied.glsl"
#endif

struct Sum {
  uvec2 owed, momentum[3];
  uint came, went;
};
shared uint wanted[64];
shared Sum sums[64];

uint whole_in(uvec2 amount) {
  uint n = 0u;
  while (n < exchange_most && !less64(amount, params.p.particle)) {
    amount = sub64(amount, params.p.particle);
    ++n;
  }
  return n;
}
// Number of particles to be emitted or absorbed for a strip's pending volume.
uint due(uvec2 amount, RegionStrip s, RegionSide side) {
  float swift = params.p.swift / sqrt(max(s.level - s.bed, params.p.spacing));
  float slack = region_slack * params.p.spacing * max(1.0 - abs(s.speed.x) / swift, 0.0);
  uvec2 stays = whole64(floor(slack * side.width * params.p.band * ledger_per_cubic_metre));
  return negative64(amount) || less64(amount, stays) ? 0u : whole_in(sub64(amount, stays));
}

// The box of squares around a strip.
void squares_of(RegionSide s, int k, out ivec2 first, out ivec2 last) {
  vec2 a = s.origin + s.along * (float(k) * s.width), b = a + s.along * s.width + s.inwards * params.p.band;
  first = region_square(min(a, b));
  last = region_square(max(a, b));
}
bool belongs(ivec2 c, int side, int k) {
  vec2 x = region_middle(c);
  if (region_owner(x) != side) return false;
  RegionSide s = sides.v[side];
  return clamp(int(floor(region_place(s, x).y / s.width)), 0, s.strips - 1) == k;
}

const float nowhere = 1e20;

// The height at which a new particle has room over a place, from y up: half a spacing away from what solid things and
// bodies take. `nowhere`: solids take all, or a body lies between this height and the level of the water: none comes onto
// the deck of what floats.
float clear_height(vec2 xz, float y, float level) {
#ifdef OCCUPIED
  float room = 0.5 * params.p.spacing, least = 0.25 * params.p.spacing, top = params.p.high.y;
  int under = int(ceil(max(y - level, 0.0) / room));
  for (int n = 0; n <= under && n < 256; ++n)
    if (sph_free_of_bodies(vec3(xz.x, y - room * float(n), xz.y)) < room) return nowhere;
  int most = 1 + int(ceil(max(top - y, 0.0) / least));
  for (int n = 0; n < most; ++n) {
    vec3 x = vec3(xz.x, y, xz.y);
    if (sph_free_of_bodies(x) < room) break;
    float away = sph_free_of_solids(x);
    if (away >= room) return y;
    y += max(room - away, least);
    if (y > top) break;
  }
  return nowhere;
#else
  return y;
#endif
}

// Height over the domain's floor of a new particle in the middle of a square: on its floor, or apart from all that
// are near. Close enough that a layer fills before the next one begins: what is put higher than
// it falls in the meantime climbs on itself.
float free_height(ivec2 c, RegionStrip s) {
  float y = max(s.floor - params.p.low.y + 0.5 * params.p.spacing, uintBitsToFloat(squares.v[region_index(c)].room));
  y += params.p.spacing * float(squares.v[region_index(c)].placed);
  return clear_height(region_place_in(c), params.p.low.y + y, s.level) - params.p.low.y;
}
// Number of n particles for which a strip has squares: one each, where solid things and bodies take some.
uint room_for(uint n, int side, int k, RegionStrip s) {
#ifdef OCCUPIED
  ivec2 first, last;
  squares_of(sides.v[side], k, first, last);
  uint places = 0u;
  for (int z = first.y; z <= last.y; ++z)
    for (int x = first.x; x <= last.x && places < n; ++x)
      if (belongs(ivec2(x, z), side, k) && free_height(ivec2(x, z), s) < 0.5 * nowhere) ++places;
  return places;
#else
  return n;
#endif
}

void add_momentum(inout Sum sum, vec3 v, bool leaves) {
  float whole = float64(params.p.particle);
  for (int axis = 0; axis < 3; ++axis)
    sum.momentum[axis] = add64(sum.momentum[axis], whole64(roundEven((leaves ? -v[axis] : v[axis]) * whole)));
}

void emit(int side, int k, inout RegionStrip s, uint at, uint n, uint identity, inout Sum sum) {
  ivec2 first, last;
  squares_of(sides.v[side], k, first, last);
  vec2 flat_ = s.speed.x * sides.v[side].inwards + s.speed.y * sides.v[side].along;
  vec3 v = vec3(flat_.x, 0.0, flat_.y);
  for (uint m = 0u; m < n; ++m) {
    ivec2 best = first;
    float lowest = 1e30;
    for (int z = first.y; z <= last.y; ++z)
      for (int x = first.x; x <= last.x; ++x) {
        if (!belongs(ivec2(x, z), side, k)) continue;
        float y = free_height(ivec2(x, z), s);
        if (y < lowest) {
          lowest = y;
          best = ivec2(x, z);
        }
      }
    squares.v[region_index(best)].placed += 1u;
    float margin = 0.25 * params.p.spacing;
    vec2 flat_place = region_place_in(best);
    vec3 x = vec3(flat_place.x, min(params.p.low.y + lowest, params.p.high.y - margin), flat_place.y);
    position.v[at + m] = vec4(x, sph_identity(identity + m));
    velocity.v[at + m] = vec4(v, 1.0);
    s.owed = sub64(s.owed, params.p.particle);
    add_momentum(sum, v, false);
    sum.came += 1u;
  }
}

// The highest particles of the strip's squares, one of each at most.
void take(int side, int k, inout RegionStrip s, inout Sum sum) {
  ivec2 first, last;
  squares_of(sides.v[side], k, first, last);
  for (uint n = due(negated64(s.owed), s, sides.v[side]); n > 0u; --n) {
    int best = -1;
    uint highest = 0u;
    for (int z = first.y; z <= last.y; ++z)
      for (int x = first.x; x <= last.x; ++x) {
        int square = region_index(ivec2(x, z));
        if (squares.v[square].found == 0u || squares.v[square].top <= highest || !belongs(ivec2(x, z), side, k)) continue;
        highest = squares.v[square].top;
        best = square;
      }
    if (best < 0) return;
    uint i = params.p.capacity - squares.v[best].found;
    squares.v[best].found = 0u;
    add_momentum(sum, velocity.v[i].xyz, true);
    velocity.v[i].w = -1.0;
    s.owed = add64(s.owed, params.p.particle);
    sum.went += 1u;
  }
}

// The side of a strip, and which of its strips it is.
ivec2 side_of(int strip) {
  int side = 0;
  for (int k = 1; k < params.p.sides; ++k)
    if (strip >= sides.v[k].first) side = k;
  return ivec2(side, strip - sides.v[side].first);
}

uint due_to(int strip) {
  RegionStrip s = strips.v[strip];
  ivec2 place = side_of(strip);
  return room_for(due(s.owed, s, sides.v[place.x]), place.x, place.y, s);
}

void main() {
  int me = int(gl_LocalInvocationIndex), each = (params.p.strips + 63) / 64;
  int from = min(me * each, params.p.strips), to = min(from + each, params.p.strips);
  uint mine = 0u;
  for (int i = from; i < to; ++i) mine += due_to(i);
  wanted[me] = mine;
  barrier();
  uint first = 0u, all = 0u;
  for (int k = 0; k < 64; ++k) {
    if (k < me) first += wanted[k];
    all += wanted[k];
  }
  uint before = control.c.count, identity = control.c.identities;
  uint room = params.p.capacity - min(before, params.p.capacity);
  Sum sum = Sum(uvec2(0u), uvec2[3](uvec2(0u), uvec2(0u), uvec2(0u)), 0u, 0u);
  for (int i = from; i < to; ++i) {
    RegionStrip s = strips.v[i];
    ivec2 place = side_of(i);
    uint n = min(due_to(i), room - min(first, room));
    emit(place.x, place.y, s, before + first, n, identity + first, sum);
    first += n;
    if (negative64(s.owed)) take(place.x, place.y, s, sum);
    strips.v[i] = s;
    sum.owed = add64(sum.owed, s.owed);
  }
  sums[me] = sum;
  barrier();
  if (me != 0) return;
  for (int k = 1; k < 64; ++k) {
    sum.owed = add64(sum.owed, sums[k].owed);
    sum.came += sums[k].came;
    sum.went += sums[k].went;
    for (int axis = 0; axis < 3; ++axis) sum.momentum[axis] = add64(sum.momentum[axis], sums[k].momentum[axis]);
  }
  tally.t.owed = sum.owed;
  tally.t.particles = sub64(add64(tally.t.particles, uvec2(sum.came, 0u)), uvec2(sum.went, 0u));
  for (int axis = 0; axis < 3; ++axis) tally.t.momentum[axis] = add64(tally.t.momentum[axis], sum.momentum[axis]);
  if (params.p.begins != 0) control.c.settled = before;
  control.c.count = before + sum.came;
  control.c.identities = identity + sum.came;
  control.c.emitted += sum.came;
  taken.v += sum.went;
}
