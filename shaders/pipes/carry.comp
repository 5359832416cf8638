// Momentum of moving meshes on the stream in a part of a clock step: each straight pipe gains half of the discharge
// of both end columns. A thread owns a column and its pipes to +x and +z.
#include "pipes/each.glsl"
layout(binding = 0) restrict buffer Flux { vec4 v[]; } flux;
layout(binding = 1) readonly buffer Motion { ivec4 v[]; } motion;
layout(push_constant, scalar) uniform ParamsBlock { PipesCarryParams p; } params;

vec2 gained(ivec2 c) { return params.p.quantum * vec2(motion.v[c.y * nx + c.x].xy); }

void main() {
  ivec2 c = ivec2(gl_GlobalInvocationID.xy);
  if (!inside(c)) return;
  vec2 here = gained(c);
  int i = index_of(c);
  for (int axis = 0; axis < 2; ++axis) {
    ivec2 next = c + (axis == 0 ? ivec2(1, 0) : ivec2(0, 1));
    if (!inside(next)) continue;
    float more = 0.5 * (here[axis] + gained(next)[axis]);
    if (more != 0.0) flux.v[i][axis] += more * params.p.cell[1 - axis];
  }
}
