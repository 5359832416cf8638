// Bed at gates: the maximum of ground and wall.
#include "columns/each.glsl"
layout(binding = 0) uniform samplerBuffer ground;
layout(binding = 1) restrict buffer Bed { float v[]; } bed;
layout(binding = 2, r32f) restrict uniform image2D walls;
layout(binding = 3, scalar) uniform ParamsBlock { GatesParams p; } params;

void main() {
  ivec2 c = params.p.first + ivec2(gl_GlobalInvocationID.xy);
  if (any(greaterThanEqual(c, params.p.last)) || !inside(c)) return;
  float top = -1e30;
  for (int k = 0; k < 16; ++k) {
    ivec4 box = params.p.box[k];
    if (all(greaterThanEqual(ivec3(c, params.p.gates), ivec3(box.xy, k + 1))) && all(lessThan(c, box.zw)))
      top = max(top, params.p.top[k].x);
  }
  if (top == -1e30) return;
  float height = max(texelFetch(ground, c.y * nx + c.x).x, top);
  bed.v[index_of(c)] = height;
  imageStore(walls, c, vec4(height + params.p.base));
}
