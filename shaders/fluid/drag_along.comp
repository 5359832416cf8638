// Momentum of moving meshes on a flow in a clock step: each cell's gain is distributed to its two open faces per
// axis, half to each. A thread owns the faces to the west and north of a cell.
#include "fluid/grid.glsl"
layout(local_size_x = 32, local_size_y = 4) in;
layout(binding = 0) restrict buffer U { float v[]; } u;
layout(binding = 1) restrict buffer W { float v[]; } w;
layout(binding = 2) uniform samplerBuffer solid;
layout(binding = 3) uniform samplerBuffer open_x;
layout(binding = 4) uniform samplerBuffer open_z;
layout(binding = 5) readonly buffer Motion { ivec4 v[]; } motion;
layout(push_constant, scalar) uniform ParamsBlock { FluidDragParams p; } params;

bool filled(ivec2 c) { return solids && texelFetch(solid, index_of(c)).z <= 0.0; }
vec2 gained(ivec2 c) { return params.p.speed * vec2(motion.v[index_of(c)].xy); }

void main() {
  ivec2 c = ivec2(gl_GlobalInvocationID.xy);
  if (c.x >= nx || c.y >= nz || filled(c)) return;
  vec2 here = gained(c);
  for (int axis = 0; axis < 2; ++axis) {
    bool first = c[axis] == 0;
    if (first && !(axis == 0 ? periodic_x : periodic_z)) continue;
    ivec2 before = cell_at(c - (axis == 0 ? ivec2(1, 0) : ivec2(0, 1)));
    if (filled(before)) continue;
    float more = 0.5 * (here[axis] + gained(before)[axis]);
    if (more == 0.0) continue;
    int face = axis == 0 ? face_x(c) : face_z(c);
    if (solids && (axis == 0 ? texelFetch(open_x, face).x : texelFetch(open_z, face).x) <= 0.0) continue;
    float v = (axis == 0 ? u.v[face] : w.v[face]) + more;
    if (axis == 0) {
      u.v[face] = v;
      if (first) u.v[face_x(ivec2(nx, c.y))] = v;
    } else {
      w.v[face] = v;
      if (first) w.v[face_z(ivec2(c.x, nz))] = v;
    }
  }
}
