// Distributes the displacement of bodies with the weights by which they sample the level. Integer quanta make the
// sums independent of their order.
#include "lib/bodies.glsl"
#include "bodies/level.glsl"
layout(local_size_x_id = 7) in;
layout(binding = 0, scalar) uniform ParamsBlock { BodyParams p; } params;
layout(binding = 1, scalar) readonly buffer Floats { BodyFloat v[]; } floats;
layout(binding = 2, scalar) readonly buffer Kinds { BodyKind v[]; } kinds;
layout(binding = 3, scalar) readonly buffer Records { BodyRecord v[]; } records;
layout(binding = 4) coherent buffer Columns { int v[]; } columns;
layout(binding = 5) uniform sampler2D surface;

void main() {
  uint index = params.p.first + gl_WorkGroupID.x;
  BodyFloat f = floats.v[index];
  vec2 knots = kinds.v[records.v[index].kind].knots;
  if (f.norm <= 0.0 || (f.volume == 0.0 && f.moment == vec3(0.0))) return;
  ivec2 n = ivec2(params.p.cells);
  bvec2 wraps = greaterThan(params.p.periodic, vec2(0.5));
  vec2 cell = params.p.size / vec2(params.p.cells);
  vec2 middle = level_middle(f.place, params.p.origin, cell, params.p.cells);
  ivec2 wx = level_window(n.x, wraps.x, middle.x, knots.x), wz = level_window(n.y, wraps.y, middle.y, knots.y);
  ivec2 count = ivec2(wx.y - wx.x, wz.y - wz.x) + 1;
  if (count.x < 1 || count.y < 1) return;
  float per_volume = 1.0 / (cell.x * cell.y * params.p.quantum);
  for (int k = int(gl_LocalInvocationIndex); k < count.x * count.y; k += int(gl_WorkGroupSize.x)) {
    ivec2 at = ivec2(wx.x + k % count.x, wz.x + k / count.x);
    ivec2 i = wrapped(at, n);
    if (texelFetch(surface, i, 0).w < 0.5) continue;
    vec3 weights = level_weights(level_axis(i.x, n.x, wraps.x, middle.x, knots.x),
                                 level_axis(i.y, n.y, wraps.y, middle.y, knots.y), f, cell);
    float column = dot(weights, vec3(f.volume, f.moment.xz)) * per_volume;
    atomicAdd(columns.v[i.y * n.x + i.x], int(round(column)));
  }
}
