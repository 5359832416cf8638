// Emits the pending volume of strips as whole particles where their surface is lowest, and absorbs the highest particles for
// negative volume. The remainder stays pending, and in still water up to embedded_slack more. So the strip's level follows the columns,
// and gravity distributes the volume over the depth. One workgroup; a thread owns strips and their squares.
#pragma variants OCCUPIED?
#include "lib/ledger.glsl"
#include "passes/coupling/coupling_params.h"
#include "passes/sph/sph_params.h"
#include "sph/identity.glsl"
layout(local_size_x = 64) in;
layout(binding = 0, scalar) restrict buffer Control { SphControl c; } control;
layout(binding = 2, scalar) restrict buffer Positions { vec4 v[]; } position;
layout(binding = 3, scalar) restrict buffer Velocities { vec4 v[]; } velocity;
layout(binding = 4, scalar) restrict buffer Squares { EmbeddedSquare v[]; } squares;
layout(binding = 5, scalar) restrict buffer Strips { EmbeddedStrip v[]; } strips;
layout(binding = 6, scalar) restrict buffer Totals { CouplingTotals t; } totals;
layout(binding = 7, scalar) restrict buffer Taken { uint v; } taken;
layout(push_constant, scalar) uniform ParamsBlock { EmbeddedParams p; } params;
#include "coupling/embedded.glsl"
#ifdef OCCUPIED
#include "sph/occupied.glsl"
#endif

struct Sum {
  uvec2 pending, momentum[3];
  uint came, went;
};
shared uint wanted[64];
shared Sum sums[64];

uint whole_in(uvec2 amount) {
  uint n = 0u;
  while (n < max_emitted && !less64(amount, params.p.particle)) {
    amount = sub64(amount, params.p.particle);
    ++n;
  }
  return n;
}
// Number of particles to be emitted or absorbed for a strip's pending volume.
uint due(uvec2 amount, EmbeddedStrip s, EmbeddedSide side) {
  float swift = params.p.swift / sqrt(max(s.level - s.bed, params.p.spacing));
  float slack = embedded_slack * params.p.spacing * max(1.0 - abs(s.speed.x) / swift, 0.0);
  uvec2 stays = whole64(floor(slack * side.width * params.p.band * ledger_per_cubic_meter));
  return negative64(amount) || less64(amount, stays) ? 0u : whole_in(sub64(amount, stays));
}

// Box of squares around a strip.
void squares_of(EmbeddedSide s, int k, out ivec2 first, out ivec2 last) {
  vec2 a = s.origin + s.along * (float(k) * s.width), b = a + s.along * s.width + s.inwards * params.p.band;
  first = embedded_square(min(a, b));
  last = embedded_square(max(a, b));
}
bool belongs(ivec2 c, int side, int k) {
  vec2 x = embedded_middle(c);
  if (embedded_owner(x) != side) return false;
  EmbeddedSide s = sides.v[side];
  return clamp(int(floor(embedded_place(s, x).y / s.width)), 0, s.strips - 1) == k;
}

const float nowhere = 1e20;

// Height from y up at which a new particle has room over a place: half a spacing away from solids and bodies. `nowhere` if
// they fill the column or a body floats between this height and the water's level, so that decks stay dry.
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

// Height over the floor of a new particle in the middle of a square: on the floor, or above all nearby particles. Close
// enough that a layer fills before the next one starts; higher particles would pile up.
float free_height(ivec2 c, EmbeddedStrip s) {
  float y = max(s.floor - params.p.low.y + 0.5 * params.p.spacing, uintBitsToFloat(squares.v[embedded_index(c)].room));
  y += params.p.spacing * float(squares.v[embedded_index(c)].placed);
  return clear_height(embedded_place_in(c), params.p.low.y + y, s.level) - params.p.low.y;
}
// Number of n particles for which a strip has squares that solids and bodies leave free, one each.
uint room_for(uint n, int side, int k, EmbeddedStrip s) {
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

void emit(int side, int k, inout EmbeddedStrip s, uint at, uint n, uint identity, inout Sum sum) {
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
    squares.v[embedded_index(best)].placed += 1u;
    float margin = 0.25 * params.p.spacing;
    vec2 flat_place = embedded_place_in(best);
    vec3 x = vec3(flat_place.x, min(params.p.low.y + lowest, params.p.high.y - margin), flat_place.y);
    position.v[at + m] = vec4(x, sph_identity(identity + m));
    velocity.v[at + m] = vec4(v, 1.0);
    s.pending = sub64(s.pending, params.p.particle);
    add_momentum(sum, v, false);
    sum.came += 1u;
  }
}

// Highest particles of the strip's squares, at most one per square.
void take(int side, int k, inout EmbeddedStrip s, inout Sum sum) {
  ivec2 first, last;
  squares_of(sides.v[side], k, first, last);
  for (uint n = due(negated64(s.pending), s, sides.v[side]); n > 0u; --n) {
    int best = -1;
    uint highest = 0u;
    for (int z = first.y; z <= last.y; ++z)
      for (int x = first.x; x <= last.x; ++x) {
        int square = embedded_index(ivec2(x, z));
        if (squares.v[square].found == 0u || squares.v[square].top <= highest || !belongs(ivec2(x, z), side, k)) continue;
        highest = squares.v[square].top;
        best = square;
      }
    if (best < 0) return;
    uint i = params.p.capacity - squares.v[best].found;
    squares.v[best].found = 0u;
    add_momentum(sum, velocity.v[i].xyz, true);
    velocity.v[i].w = -1.0;
    s.pending = add64(s.pending, params.p.particle);
    sum.went += 1u;
  }
}

// Side of a strip and its index along the side.
ivec2 side_of(int strip) {
  int side = 0;
  for (int k = 1; k < params.p.sides; ++k)
    if (strip >= sides.v[k].first) side = k;
  return ivec2(side, strip - sides.v[side].first);
}

uint due_to(int strip) {
  EmbeddedStrip s = strips.v[strip];
  ivec2 place = side_of(strip);
  return room_for(due(s.pending, s, sides.v[place.x]), place.x, place.y, s);
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
    EmbeddedStrip s = strips.v[i];
    ivec2 place = side_of(i);
    uint n = min(due_to(i), room - min(first, room));
    emit(place.x, place.y, s, before + first, n, identity + first, sum);
    first += n;
    if (negative64(s.pending)) take(place.x, place.y, s, sum);
    strips.v[i] = s;
    sum.pending = add64(sum.pending, s.pending);
  }
  sums[me] = sum;
  barrier();
  if (me != 0) return;
  for (int k = 1; k < 64; ++k) {
    sum.pending = add64(sum.pending, sums[k].pending);
    sum.came += sums[k].came;
    sum.went += sums[k].went;
    for (int axis = 0; axis < 3; ++axis) sum.momentum[axis] = add64(sum.momentum[axis], sums[k].momentum[axis]);
  }
  totals.t.pending = sum.pending;
  totals.t.particles = sub64(add64(totals.t.particles, uvec2(sum.came, 0u)), uvec2(sum.went, 0u));
  for (int axis = 0; axis < 3; ++axis) totals.t.momentum[axis] = add64(totals.t.momentum[axis], sum.momentum[axis]);
  if (params.p.begins != 0) control.c.settled = before;
  control.c.count = before + sum.came;
  control.c.identities = identity + sum.came;
  control.c.emitted += sum.came;
  taken.v += sum.went;
}
