// Emits the pending volume of an overflow's strips as whole particles, in the order of the strips, while there is room. The
// rest stays pending for at most max_emission_delay; then open edges discard it and bed steps (BED_STEPS) become ordinary faces. Particles
// start on a lattice across the section, each as far along its path as it has fallen since its water passed the edge, so that the
// stream is as dense as water at rest. One workgroup.
// Columns of the lattice are shifted by the golden ratio: a nappe stretches to several times its length, and rows that start
// together would become ribs with gaps between them.
#pragma variants BED_STEPS?
#include "lib/ledger.glsl"
#include "passes/coupling/coupling_params.h"
#include "passes/sph/sph_params.h"
#include "sph/identity.glsl"
layout(local_size_x = 64) in;
layout(binding = 0, scalar) coherent restrict buffer Strips { LedgerStrip v[]; } strips;
layout(binding = 1, scalar) restrict buffer Control { SphControl c; } control;
layout(binding = 2, scalar) writeonly restrict buffer Positions { vec4 v[]; } position;
layout(binding = 3, scalar) writeonly restrict buffer Velocities { vec4 v[]; } velocity;
layout(binding = 4, scalar) restrict buffer Totals { CouplingTotals t; } totals;
layout(binding = 6, scalar) restrict buffer Room { LedgerRoom r; } room;
#ifdef BED_STEPS
layout(binding = 5, scalar) readonly buffer Reaches { LedgerReach v[]; } reaches;
#endif
layout(push_constant, scalar) uniform ParamsBlock { EmitParams p; } params;

struct Sum {
  uvec2 given, pending, spilled, momentum[3];
};
shared uint wanted[64];
shared Sum sums[64];

// Geometry of a strip: end of its first column, directions outwards and along, width and number of columns.
struct Mouth {
  vec3 lip, outwards, along;
  float width;
  int columns;
};

Mouth mouth_of(int strip) {
#ifdef BED_STEPS
  LedgerReach r = reaches.v[strip];
  bool across_x = r.side < 2, high = (r.side & 1) == 1;
  vec2 corner = vec2(r.column) * params.p.cell;
  if (high) corner += across_x ? vec2(params.p.cell.x, 0.0) : vec2(0.0, params.p.cell.y);
  vec2 out_ = (across_x ? vec2(1.0, 0.0) : vec2(0.0, 1.0)) * (high ? 1.0 : -1.0);
  // Slightly beyond the face, over the column below in spite of rounding.
  corner += 0.01 * params.p.spacing * out_;
  return Mouth(params.p.corner + vec3(corner.x, 0.0, corner.y), vec3(out_.x, 0.0, out_.y),
               across_x ? vec3(0.0, 0.0, 1.0) : vec3(1.0, 0.0, 0.0), across_x ? params.p.cell.y : params.p.cell.x, r.count);
#else
  int first = strip * params.p.per;
  return Mouth(params.p.corner + params.p.along * (float(first) * params.p.width), params.p.outwards, params.p.along,
               params.p.width, min(params.p.per, params.p.count - first));
#endif
}

// Checks whether the next strip continues where this one ends.
bool goes_on(int strip) {
#ifdef BED_STEPS
  if (strip + 1 >= params.p.strips) return false;
  LedgerReach a = reaches.v[strip], b = reaches.v[strip + 1];
  return a.side == b.side && a.column + (a.side < 2 ? ivec2(0, a.count) : ivec2(a.count, 0)) == b.column;
#else
  return true;
#endif
}

// Outward speed of the pending volume.
float speed_of(LedgerStrip s) { return max(float64(s.across) / max(float64(s.pending), 1.0), 1e-6); }

float particle_volume() { return float64(params.p.particle) / ledger_per_cubic_meter; }

// Time in s after which a strip whose next particle is not complete passes its pending volume to the next strip.
const float patience = 0.5;

// Volume that has moved away from the edge: delayed particles form a layer on top of the flow.
float moved_on(LedgerStrip s, Mouth mouth) {
  float speed = speed_of(s) + sqrt(0.5 * params.p.gravity * params.p.spacing);
  return s.flow + speed * params.p.dt * params.p.spacing * float(mouth.columns) * mouth.width;
}

// Volume in m^3 that may be emitted in this step without overlapping earlier particles.
float room_of(LedgerStrip s, Mouth mouth) {
  float more = moved_on(s, mouth);
  return min(s.room + more, more + particle_volume());
}

uint across_of(Mouth mouth) {
  return uint(max(round(float(mouth.columns) * mouth.width / params.p.spacing), 1.0));
}

// Fractions of multiples of the golden ratio, in units of 1/65536: evenly distributed for any number of columns.
uint golden(uint n) { return (n * 40503u) & 0xffffu; }

// Depth of the flow at the edge, m.
float depth_of(LedgerStrip s, Mouth mouth) {
  float flow = max(s.flow / params.p.dt, 1e-20);
  return flow / (float(mouth.columns) * mouth.width * speed_of(s)) + (s.waits != 0u ? params.p.spacing : 0.0);
}
uint rows_of(LedgerStrip s, Mouth mouth) {
  return uint(clamp(round(depth_of(s, mouth) / params.p.spacing), 1.0, 4096.0));
}

// Lattice site of a strip's nth particle: columns emit in turn, row after row. `behind` is its delay in units of 1/65536 of a
// particle: each column is delayed by the golden section of a layer against its neighbor.
struct Site {
  uint place, row, behind;
};
Site site_of(int strip, uint nth, uint across, uint high) {
  uint place = nth % across;
  // Delay in turns, plus one, without the part that the column's place causes itself.
  uint lag = 65536u + high * golden(uint(strip) * across + place) - 65536u * place / across;
  return Site(place, (nth / across + 1u + high - (lag >> 16u)) % high, across * (lag & 0xffffu));
}
// Pending volume of a strip without the part that its nth site delays.
uvec2 pending_to(uint nth, int strip, uvec2 pending, LedgerStrip s, Mouth mouth) {
  if (s.flow / params.p.dt * patience < particle_volume()) return pending;
  uint behind = site_of(strip, nth, across_of(mouth), rows_of(s, mouth)).behind;
  uint whole = behind >> 16u;
  for (uint k = 0u; k < whole; ++k) pending = less64(pending, params.p.particle) ? uvec2(0u) : sub64(pending, params.p.particle);
  uvec2 kept = shared64(params.p.particle, behind & 0xffffu);
  return less64(pending, kept) ? uvec2(0u) : sub64(pending, kept);
}

// Number of particles that a strip emits now.
uint due(int strip, LedgerStrip s) {
  if (less64(s.pending, params.p.particle)) return 0u;
  uint n = 0u, most = max_emitted;
  Mouth mouth = mouth_of(strip);
  if (s.waits != 0u) most = min(uint(room_of(s, mouth) / particle_volume() + 0.01), max_emitted);
  uvec2 left = s.pending;
  while (n < most && !less64(pending_to(s.serial + n, strip, left, s, mouth), params.p.particle)) {
    left = sub64(left, params.p.particle);
    ++n;
  }
  return n;
}

// Writes particles first to first + n - 1.
void emit(int strip, Mouth mouth, inout LedgerStrip s, uint first, uint n, uint before, uint identity, inout Sum sum) {
  float room = room_of(s, mouth);
  uvec2 pending;
  float particle = float64(params.p.particle), spacing = params.p.spacing, one = particle_volume();
  float out_speed = speed_of(s), aside = float64(s.along) / max(float64(s.pending), 1.0);
  float moved = moved_on(s, mouth) / params.p.dt;
  float width = float(mouth.columns) * mouth.width, flow = max(s.flow / params.p.dt, 1e-20);
  float depth = depth_of(s, mouth);
  uint across = across_of(mouth), high = rows_of(s, mouth);
  vec3 v = mouth.outwards * out_speed + mouth.along * aside;
  LedgerStrip still = s;  // speeds are those before emission
  for (uint k = 0u; k <= n; ++k) {
    pending = pending_to(s.serial, strip, s.pending, still, mouth);
    if (k == 0u && less64(pending, params.p.particle)) {
      if (s.waits == 0u) return;
      s.room = room;
      s.waits = room < float64(pending) / ledger_per_cubic_meter ? 1u : 0u;
      return;
    }
    if (k == n) break;
    Site site = site_of(strip, s.serial++, across, high);
    pending = sub64(pending, params.p.particle);
    s.pending = sub64(s.pending, params.p.particle);
    float left = float64(pending) / ledger_per_cubic_meter;
    float age = min(s.waits != 0u ? max(room - float(k + 1u) * one, 0.0) / moved : left / flow, 2.0 * params.p.dt);
    vec3 x = mouth.lip + v * age + mouth.along * (width * (float(site.place) + 0.5) / float(across));
    x.y += s.crest + depth * (float(site.row) + 0.5) / float(high) - 0.5 * params.p.gravity * age * age;
    vec3 speed = v - vec3(0.0, params.p.gravity * age, 0.0);
    position.v[before + first + k] = vec4(x, sph_identity(identity + first + k));
    velocity.v[before + first + k] = vec4(speed, 1.0);
    uvec2 taken = whole64(roundEven(out_speed * particle)), slid = whole64(roundEven(aside * particle));
    s.across = sub64(s.across, taken);
    s.along = sub64(s.along, slid);
    for (int axis = 0; axis < 3; ++axis) {
      uvec2 part = whole64(roundEven(speed[axis] * particle));
      sum.momentum[axis] = add64(sum.momentum[axis], part);
    }
  }
  float rest = float64(pending) / ledger_per_cubic_meter;
  s.room = s.waits != 0u ? min(max(room - float(n) * one, 0.0), 2.0 * params.p.dt * moved)
                         : min(rest, 2.0 * params.p.dt * flow);
  s.waits = less64(pending, params.p.particle) && (s.waits == 0u || s.room >= rest) ? 0u : 1u;
}

void join_trickles() {
  int before = -1;
  for (int i = 0; i < params.p.strips; ++i) {
    LedgerStrip s = strips.v[i];
    if (i > 0 && !goes_on(i - 1)) before = -1;
    if (s.given == uvec2(0u)) continue;
    if (before >= 0) {
      LedgerStrip from = strips.v[before];
      s.pending = add64(s.pending, from.pending);
      s.across = add64(s.across, from.across);
      s.along = add64(s.along, from.along);
      from.pending = from.across = from.along = uvec2(0u);
      strips.v[before] = from;
      strips.v[i] = s;
    }
    float lacks = (float64(params.p.particle) - float64(s.pending)) / ledger_per_cubic_meter;
    before = s.flow / params.p.dt * patience < lacks ? i : -1;
  }
}

void main() {
  int me = int(gl_LocalInvocationIndex), each = (params.p.strips + 63) / 64;
  int from = min(me * each, params.p.strips), to = min(from + each, params.p.strips);
  uint mine = 0u;
  for (int i = from; i < to; ++i) mine += due(i, strips.v[i]);
  wanted[me] = mine;
  barrier();
  uint first = 0u, all = 0u;
  for (int k = 0; k < 64; ++k) {
    if (k < me) first += wanted[k];
    all += wanted[k];
  }
  uint before = control.c.count, identity = control.c.identities;
  uint places = params.p.capacity - min(before, params.p.capacity);
  Sum sum = Sum(uvec2(0u), uvec2(0u), uvec2(0u), uvec2[3](uvec2(0u), uvec2(0u), uvec2(0u)));
  bool waits = all > places || (room.r.full != 0u && places == 0u);
  float waited = waits ? room.r.waited + params.p.dt : 0.0;
  bool full = waited > max_emission_delay;
  for (int i = from; i < to; ++i) {
    LedgerStrip s = strips.v[i];
    uint n = min(due(i, s), places - min(first, places));
    emit(i, mouth_of(i), s, first, n, before, identity, sum);
    first += n;
#ifndef BED_STEPS
    if (full) {  // discarded
      sum.spilled = add64(sum.spilled, s.pending);
      s.pending = s.across = s.along = uvec2(0u);
    }
#endif
    strips.v[i] = s;
    sum.given = add64(sum.given, s.given);
    sum.pending = add64(sum.pending, s.pending);
  }
  sums[me] = sum;
  memoryBarrierBuffer();
  barrier();
  if (me != 0) return;
  join_trickles();
  for (int i = 0; i < params.p.strips; ++i) strips.v[i].flow = 0.0;
  for (int k = 1; k < 64; ++k) {
    sum.given = add64(sum.given, sums[k].given);
    sum.pending = add64(sum.pending, sums[k].pending);
    sum.spilled = add64(sum.spilled, sums[k].spilled);
    for (int axis = 0; axis < 3; ++axis) sum.momentum[axis] = add64(sum.momentum[axis], sums[k].momentum[axis]);
  }
  uint added = min(all, places);
  totals.t.given = sum.given;
  totals.t.pending = sum.pending;
  totals.t.spilled = add64(totals.t.spilled, sum.spilled);
  totals.t.waiting = all - added;
#ifndef BED_STEPS
  if (full) totals.t.waiting = 0u;
#endif
  room.r = LedgerRoom(full ? 1u : 0u, waited);
  totals.t.particles = add64(totals.t.particles, uvec2(added, 0u));
  for (int axis = 0; axis < 3; ++axis) totals.t.momentum[axis] = add64(totals.t.momentum[axis], sum.momentum[axis]);
  if (params.p.begins != 0) control.c.settled = before;
  control.c.count = before + added;
  control.c.identities = identity + added;
  control.c.emitted += added;
}
