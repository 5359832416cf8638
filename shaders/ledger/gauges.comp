// A workgroup reads one gauge: the values of its cell or, for a line, the discharge across it. The line is cut at
// cell borders, so a line from wall to wall reads exactly the whole discharge of a uniform flow.
#include "passes/ledger/gauges.h"
layout(local_size_x = 64) in;
layout(constant_id = 0) const int nx = 1;
layout(constant_id = 1) const int nz = 1;
layout(constant_id = 2) const int components = 1;  // 2: of velocities and discharges per meter
layout(binding = 0, scalar) readonly buffer Places { GaugePlace v[]; } places;
layout(binding = 1) readonly buffer Field { float v[]; } field;
layout(binding = 2) restrict buffer Readings { vec2 v[]; } readings;
layout(push_constant, scalar) uniform ParamsBlock { GaugesParams p; } params;

shared float parts[gl_WorkGroupSize.x];

vec2 value_at(vec2 at) {
  uvec2 c = uvec2(clamp(ivec2(floor(at)), ivec2(0), ivec2(nx - 1, nz - 1)));
  uint i = params.p.offset + c.y * params.p.pitch + c.x * uint(components);
  return vec2(field.v[i], components > 1 ? field.v[i + 1u] : 0.0);
}

// Across the part of the line from `low` to `high`, shares of it, that lies in one cell.
float across(GaugePlace g, float low, float high) {
  vec2 way = (g.to - g.from) * params.p.cell, flow = value_at(mix(g.from, g.to, 0.5 * (low + high)));
  return max(high - low, 0.0) * (flow.x * way.y - flow.y * way.x);
}

// Cells are passed one by one along the axis that the line passes most of; in each there is one border of the other
// axis at most.
float crossed(GaugePlace g, uint me) {
  vec2 way = g.to - g.from;
  int a = abs(way.x) > abs(way.y) ? 0 : 1, b = 1 - a;
  uint cells = uint(a == 0 ? nx : nz);
  float sum = 0.0;
  for (uint k = me; k < cells; k += gl_WorkGroupSize.x) {
    float s = (float(k) - g.from[a]) / way[a], t = (float(k) + 1.0 - g.from[a]) / way[a];
    float low = clamp(min(s, t), 0.0, 1.0), high = clamp(max(s, t), 0.0, 1.0), cut = high;
    if (way[b] != 0.0) {
      float border = floor(max(g.from[b] + low * way[b], g.from[b] + high * way[b]));
      cut = clamp((border - g.from[b]) / way[b], low, high);
    }
    sum += across(g, low, cut) + across(g, cut, high);
  }
  return sum;
}

void main() {
  uint me = gl_LocalInvocationIndex, which = params.p.first + gl_WorkGroupID.x;
  GaugePlace g = places.v[which];
  bool line = g.from != g.to;
  parts[me] = line ? crossed(g, me) : 0.0;
  barrier();
  if (me > 0u) return;
  float sum = 0.0;
  for (uint k = 0u; k < gl_WorkGroupSize.x; ++k) sum += parts[k];
  readings.v[which] = line ? vec2(sum, 0.0) : value_at(g.from);
}
