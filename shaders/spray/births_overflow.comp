// Foam that columns carry over an overflow edge: clumps of the same total area, at the border of each cell.
#include "passes/spray/spray_params.h"
layout(binding = 0, scalar) uniform ParamsBlock { SprayParams p; } params;
#include "spray/births.glsl"
layout(local_size_x = 64) in;
layout(binding = 3) uniform sampler2D surface;
layout(binding = 4) uniform sampler2D flow;
layout(binding = 5) uniform sampler2D traces;
layout(binding = 6, scalar) uniform OverflowBlock { SprayOverflow p; } overflow;

void main() {
  ivec2 n = overflow.p.cells;
  int me = int(gl_GlobalInvocationID.x);
  if (me >= 2 * (n.x + n.y)) return;
  int side = me < 2 * n.y ? me / n.y : 2 + (me - 2 * n.y) / n.x, along = me < 2 * n.y ? me % n.y : (me - 2 * n.y) % n.x;
  bool high = (side & 1) == 1;
  ivec2 c = side < 2 ? ivec2(high ? n.x - 1 : 0, along) : ivec2(along, high ? n.y - 1 : 0);
  vec2 outwards = (side < 2 ? vec2(1.0, 0.0) : vec2(0.0, 1.0)) * (high ? 1.0 : -1.0);
  vec2 cell = overflow.p.size / vec2(n);
  float width = side < 2 ? cell.y : cell.x;
  vec4 s = texelFetch(surface, c, 0);
  vec2 u = texelFetch(flow, c, 0).xy;
  vec2 xz = overflow.p.origin.xz + ((vec2(c) + 0.5) / vec2(n) - 0.5) * overflow.p.size + 0.5 * cell * outwards;
  SprayBirth birth;
  birth.place = vec3(xz.x, overflow.p.origin.y + s.x, xz.y);
  birth.radius = 0.4 * width;
  birth.velocity = vec3(u.x, 0.0, u.y);
  birth.scatter = 0.1 * length(u);
  birth.kind = spray_foam;
  bool falls = overflow.p.past[side] > 0.0 && s.w > 0.5 && all(greaterThanEqual(birth.place, params.p.low)) &&
               all(lessThanEqual(birth.place, params.p.high));
  float area = texelFetch(traces, c, 0).x * max(dot(u, outwards), 0.0) * width * params.p.dt;
  give(overflow.p.source + uint(me), falls ? params.p.amount * area / (params.p.radius * params.p.radius) : 0.0, birth);
}
