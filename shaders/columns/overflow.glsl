// Pending outflow of a column over its edge. Needs columns/grid.glsl.
#include "lib/ledger.glsl"
layout(binding = 15, scalar) restrict buffer Strips { LedgerStrip v[]; } strips;
layout(push_constant, scalar) uniform ParamsBlock { LedgerGiveParams p; } params;

// Outflow of a column at the edge.
struct Lip {
  vec2 meters;       // by which it has become lower; a pair of floats
  float discharge;   // outwards, m^2/s
  float depth, out_speed, along_speed, bed;
  float width;       // of the column along the edge, m
};

// Columns of a strip along an edge.
LedgerReach edge_reach(int strip) {
  bool high = (params.p.side & 1) == 1;
  int from = params.p.first + strip * params.p.per, to = min(from + params.p.per, params.p.first + params.p.count);
  ivec2 column = params.p.side < 2 ? ivec2(high ? nx - 1 : 0, from) : ivec2(from, high ? nz - 1 : 0);
  return LedgerReach(column, params.p.side, to - from);
}

// Adds whole quanta to the strip and keeps the residual. Momentum is that of the section, at least critical, with its
// pressure: q u + g h^2 / 2. `fallen`: m^3, and the same times the ground's height.
void owe(inout LedgerStrip s, Lip lip, float dt, inout vec2 fallen) {
  vec2 quanta = pair_sum(pair_product(lip.meters, params.p.quanta), vec2(s.fraction, 0.0));
  uvec2 whole = take_whole(quanta);
  s.fraction = quanta.x + quanta.y;
  s.given = add64(s.given, whole);
  s.pending = add64(s.pending, whole);
  float g = params.p.gravity, q = lip.discharge, volume = q * lip.width * dt;
  float speed = max(pow(g * q, 1.0 / 3.0), lip.out_speed > sqrt(g * lip.depth) ? lip.out_speed : 0.0), depth = q / speed;
  float momentum = volume * (speed + 0.5 * g * depth / speed);
  s.across = add64(s.across, whole64(roundEven(momentum * ledger_per_cubic_meter)));
  s.along = add64(s.along, whole64(roundEven(volume * lip.along_speed * ledger_per_cubic_meter)));
  fallen += volume * vec2(1.0, lip.bed);
}

void note(inout LedgerStrip s, vec2 fallen) {
  if (fallen.x > 0.0) s.crest = fallen.y / fallen.x;
  s.flow += fallen.x;
}

// Index of a thread in a dispatch as large as one over columns.
int strip_of_thread() {
  return int(gl_LocalInvocationIndex) + 256 * int(gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x);
}
