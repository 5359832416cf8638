// Applies the present levels of level series as depths: sources impose them, drains cap them. Where series overlap,
// the last one counts.
#include "columns/each.glsl"
layout(binding = 0) readonly restrict buffer Bed { float v[]; } bed;
layout(binding = 1) restrict buffer Feed { vec4 v[]; } feed;
layout(binding = 2, scalar) uniform ParamsBlock { LevelSeriesParams p; } params;

void main() {
  ivec2 c = params.p.first + ivec2(gl_GlobalInvocationID.xy);
  if (any(greaterThanEqual(c, params.p.last)) || !inside(c)) return;
  int i = index_of(c);
  float ground = bed.v[i];
  vec4 four = feed.v[i];
  for (int k = 0; k < 16; ++k) {
    ivec4 box = params.p.box[k];
    if (all(greaterThanEqual(ivec3(c, params.p.level_series), ivec3(box.xy, k + 1))) && all(lessThan(c, box.zw)))
      four[params.p.level[k].y == 2.0 ? 2 : 1] = max(params.p.level[k].x - ground, 0.0);
  }
  feed.v[i] = four;
}
