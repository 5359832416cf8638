// Emits the pending volume of an overflow's strips as particles: as many whole ones as there is room for, in the order of the strips; the
// rest stays owed, until some have waited for long: then an edge lets go of it, and sills are ordinary faces. Strips lie
// along an edge, or on sills inside of a grid (SILLS). A strip's particles come one after the other on the places of a
// lattice across what falls, each as far ahead as it has fallen since its water came over the edge; so a stream is as dense
// as water at rest. One workgroup.
// A nappe is drawn out along its way, to several times its length. Rows that come at once all along a sill would become
// ribs across it, with gaps between: so what comes of one place of the section does so at another phase than all around it.
#pragma variants SILLS?
#include "lib/ledger.glsl"
#include "passes/coupling/exchange_params.h"
#include "passes/sph/sph_params.h"
#include "sph/identity.glsl"
layout(local_size_x = 64) in;
layout(binding = 0, scalar) coherent restrict buffer Strips { LedgerStrip v[]; } strips;
layout(binding = 1, scalar) restrict buffer Control { SphControl c; } control;
layout(binding = 2, scalar) writeonly restrict buffer Positions { vec4 v[]; } position;
layout(binding = 3, scalar) writeonly restrict buffer Velocities { vec4 v[]; } velocity;
layout(binding = 4, scalar) restrict buffer Tally { ExchangeTally t; } tally;
layout(binding = 6, scalar) restrict buffer Room { LedgerRoom r; } room;
#ifdef SILLS
layout(binding = 5, scalar) readonly buffer Reaches { LedgerReach v[]; } reaches;
#endif
layout(push_constant, scalar) uniform ParamsBlock { ExchangeEmitParams p; } params;

struct Sum {
  uvec2 given, owed, spilled, momentum[3];
};
shared uint wanted[64];
shared Sum sums[64];

// Geometry of a strip: its first column's end, directions outwards and along, width of a column, number of columns.
struct Mouth {
  vec3 lip, outwards, along;
  float width;
  int columns;
};

Mouth mouth_of(int strip) {
#ifdef SILLS
  LedgerReach r = reaches.v[strip];
  bool across_x = r.side < 2, high = (r.side & 1) == 1;
  vec2 corner = vec2(r.column) * params.p.cell;
  if (high) corner += across_x ? vec2(params.p.cell.x, 0.0) : vec2(0.0, params.p.cell.y);
  vec2 out_ = (across_x ? vec2(1.0, 0.0) : vec2(0.0, 1.0)) * (high ? 1.0 : -1.0);
  // A little ahead: over the column below, whatever is rounded.
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
#ifdef SILLS
  if (strip + 1 >= params.p.strips) return false;
  LedgerReach a = reaches.v[strip], b = reaches.v[strip + 1];
  return a.side == b.side && a.column + (a.side < 2 ? ivec2(0, a.count) : ivec2(a.count, 0)) == b.column;
#else
  return true;
#endif
}

// Outward speed of what a strip owes.
float speed_of(LedgerStrip s) { return max(float64(s.across) / max(float64(s.owed), 1.0), 1e-6); }

float particle_volume() { return float64(params.p.particle) / ledger_per_cubic_metre; }

// A strip whose next particle takes longer than this, in seconds, hands what it owes on to the next strip: trickles join.
const float patience = 0.5;

// Delayed particles form a layer on top of the flow; below it slow ones would fall away.
float moved_on(LedgerStrip s, Mouth mouth) {
  float speed = speed_of(s) + sqrt(0.5 * params.p.gravity * params.p.spacing);
  return s.flow + speed * params.p.dt * params.p.spacing * float(mouth.columns) * mouth.width;
}

// m^3 for what comes in this step, if some waits: it is not put on top of what came before it.
float room_of(LedgerStrip s, Mouth mouth) {
  float more = moved_on(s, mouth);
  return min(s.room + more, more + particle_volume());
}

uint across_of(Mouth mouth) {
  return uint(max(round(float(mouth.columns) * mouth.width / params.p.spacing), 1.0));
}

// Multiples of the golden section: even along a sill however few or many of them are looked at, and so is what they set
// off however far a stream is drawn out.
uint golden(uint n) { return (n * 40503u) & 0xffffu; }

// Depth of the flow as it leaves, m.
float depth_of(LedgerStrip s, Mouth mouth) {
  float flow = max(s.flow / params.p.dt, 1e-20);
  return flow / (float(mouth.columns) * mouth.width * speed_of(s)) + (s.waits != 0u ? params.p.spacing : 0.0);
}
uint rows_of(LedgerStrip s, Mouth mouth) {
  return uint(clamp(round(depth_of(s, mouth) / params.p.spacing), 1.0, 4096.0));
}

// Origin of a strip's nth particle: columns of places give one each in turn, one row after the other. And by what it
// is behind its turn, in parts of a particle, 65536 of them: a column is behind the one beside it by the golden section of
// a layer, and whole turns of that are rows.
struct Site {
  uint place, row, behind;
};
Site site_of(int strip, uint nth, uint across, uint high) {
  uint place = nth % across;
  // In turns, and one more: of the layer's part, less the turn's that the place is behind by itself.
  uint lag = 65536u + high * golden(uint(strip) * across + place) - 65536u * place / across;
  return Site(place, (nth / across + 1u + high - (lag >> 16u)) % high, across * (lag & 0xffffu));
}
// Pending volume of a strip, less what stays pending beside its nth particle while it flows.
uvec2 owed_to(uint nth, int strip, uvec2 owed, LedgerStrip s, Mouth mouth) {
  if (s.flow / params.p.dt * patience < particle_volume()) return owed;
  uint behind = site_of(strip, nth, across_of(mouth), rows_of(s, mouth)).behind;
  uint whole = behind >> 16u;
  for (uint k = 0u; k < whole; ++k) owed = less64(owed, params.p.particle) ? uvec2(0u) : sub64(owed, params.p.particle);
  uvec2 kept = shared64(params.p.particle, behind & 0xffffu);
  return less64(owed, kept) ? uvec2(0u) : sub64(owed, kept);
}

// Particles that a strip gives now.
uint due(int strip, LedgerStrip s) {
  if (less64(s.owed, params.p.particle)) return 0u;
  uint n = 0u, most = exchange_most;
  Mouth mouth = mouth_of(strip);
  if (s.waits != 0u) most = min(uint(room_of(s, mouth) / particle_volume() + 0.01), exchange_most);
  uvec2 left = s.owed;
  while (n < most && !less64(owed_to(s.serial + n, strip, left, s, mouth), params.p.particle)) {
    left = sub64(left, params.p.particle);
    ++n;
  }
  return n;
}

// Particles `first` to first + n - 1 of those that come now.
void emit(int strip, Mouth mouth, inout LedgerStrip s, uint first, uint n, uint before, uint identity, inout Sum sum) {
  float room = room_of(s, mouth);
  uvec2 owed;
  float particle = float64(params.p.particle), spacing = params.p.spacing, one = particle_volume();
  float out_speed = speed_of(s), aside = float64(s.along) / max(float64(s.owed), 1.0);
  float moved = moved_on(s, mouth) / params.p.dt;
  float width = float(mouth.columns) * mouth.width, flow = max(s.flow / params.p.dt, 1e-20);
  float depth = depth_of(s, mouth);
  uint across = across_of(mouth), high = rows_of(s, mouth);
  vec3 v = mouth.outwards * out_speed + mouth.along * aside;
  LedgerStrip still = s;  // what it flows by does not change as it gives
  for (uint k = 0u; k <= n; ++k) {
    owed = owed_to(s.serial, strip, s.owed, still, mouth);
    if (k == 0u && less64(owed, params.p.particle)) {
      if (s.waits == 0u) return;
      s.room = room;
      s.waits = room < float64(owed) / ledger_per_cubic_metre ? 1u : 0u;
      return;
    }
    if (k == n) break;
    Site site = site_of(strip, s.serial++, across, high);
    owed = sub64(owed, params.p.particle);
    s.owed = sub64(s.owed, params.p.particle);
    float left = float64(owed) / ledger_per_cubic_metre;
    float age = min(s.waits != 0u ? max(room - float(k + 1u) * one, 0.0) / moved : left / flow, 2.0 * params.p.dt);
    vec3 x = mouth.lip + v * age + mouth.along * (width * (float(site.place) + 0.5) / float(across));
    x.y += s.sill + depth * (float(site.row) + 0.5) / float(high) - 0.5 * params.p.gravity * age * age;
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
  float rest = float64(owed) / ledger_per_cubic_metre;
  s.room = s.waits != 0u ? min(max(room - float(n) * one, 0.0), 2.0 * params.p.dt * moved)
                         : min(rest, 2.0 * params.p.dt * flow);
  s.waits = less64(owed, params.p.particle) && (s.waits == 0u || s.room >= rest) ? 0u : 1u;
}

void join_trickles() {
  int before = -1;
  for (int i = 0; i < params.p.strips; ++i) {
    LedgerStrip s = strips.v[i];
    if (i > 0 && !goes_on(i - 1)) before = -1;
    if (s.given == uvec2(0u)) continue;
    if (before >= 0) {
      LedgerStrip from = strips.v[before];
      s.owed = add64(s.owed, from.owed);
      s.across = add64(s.across, from.across);
      s.along = add64(s.along, from.along);
      from.owed = from.across = from.along = uvec2(0u);
      strips.v[before] = from;
      strips.v[i] = s;
    }
    float lacks = (float64(params.p.particle) - float64(s.owed)) / ledger_per_cubic_metre;
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
  bool full = waited > exchange_patience;
  for (int i = from; i < to; ++i) {
    LedgerStrip s = strips.v[i];
    uint n = min(due(i, s), places - min(first, places));
    emit(i, mouth_of(i), s, first, n, before, identity, sum);
    first += n;
#ifndef SILLS
    if (full) {  // an open edge lets go of it
      sum.spilled = add64(sum.spilled, s.owed);
      s.owed = s.across = s.along = uvec2(0u);
    }
#endif
    strips.v[i] = s;
    sum.given = add64(sum.given, s.given);
    sum.owed = add64(sum.owed, s.owed);
  }
  sums[me] = sum;
  memoryBarrierBuffer();
  barrier();
  if (me != 0) return;
  join_trickles();
  for (int i = 0; i < params.p.strips; ++i) strips.v[i].flow = 0.0;
  for (int k = 1; k < 64; ++k) {
    sum.given = add64(sum.given, sums[k].given);
    sum.owed = add64(sum.owed, sums[k].owed);
    sum.spilled = add64(sum.spilled, sums[k].spilled);
    for (int axis = 0; axis < 3; ++axis) sum.momentum[axis] = add64(sum.momentum[axis], sums[k].momentum[axis]);
  }
  uint added = min(all, places);
  tally.t.given = sum.given;
  tally.t.owed = sum.owed;
  tally.t.spilled = add64(tally.t.spilled, sum.spilled);
  tally.t.waiting = all - added;
#ifndef SILLS
  if (full) tally.t.waiting = 0u;
#endif
  room.r = LedgerRoom(full ? 1u : 0u, waited);
  tally.t.particles = add64(tally.t.particles, uvec2(added, 0u));
  for (int axis = 0; axis < 3; ++axis) tally.t.momentum[axis] = add64(tally.t.momentum[axis], sum.momentum[axis]);
  if (params.p.begins != 0) control.c.settled = before;
  control.c.count = before + added;
  control.c.identities = identity + added;
  control.c.emitted += added;
}
