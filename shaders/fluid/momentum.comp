// Momentum summed over all faces, or its inflow over open sides, in whole quanta. The change by a stage of the step
// is the difference of the sums after and before it. A thread owns several rows.
#include "fluid/grid.glsl"
#include "lib/ledger.glsl"
layout(constant_id = 7) const int strip = 16;
layout(constant_id = 8) const bool flows_over = false;
layout(binding = 0) uniform samplerBuffer u;
layout(binding = 1) uniform samplerBuffer w;
layout(binding = 2, scalar) coherent buffer Sums { FluidMomentumSum v[]; } sums;
layout(push_constant, scalar) uniform ParamsBlock { FluidMomentumParams p; } params;

bool open(int edge) { return edge == fluid_edge_outflow || edge == fluid_edge_inflow; }

// +1 at the low side of an axis, -1 at the high one, where fluid passes it; else 0.
float inwards_x(int x) { return x == 0 && open(edge_west) ? 1.0 : x == nx && open(edge_east) ? -1.0 : 0.0; }
float inwards_z(int z) { return z == 0 && open(edge_north) ? 1.0 : z == nz && open(edge_south) ? -1.0 : 0.0; }
float u_at(int x, int z) { return texelFetch(u, face_x(clamp(ivec2(x, z), ivec2(0), ivec2(nx, nz - 1)))).x; }
float w_at(int x, int z) { return texelFetch(w, face_z(clamp(ivec2(x, z), ivec2(0), ivec2(nx - 1, nz)))).x; }

// Momentum of the faces f along x and along z. Through a side goes, by a border face's velocity, its own and the mean of the other
// component beside it.
vec2 amounts(ivec2 f) {
  bool in_u = f.y < nz && !(periodic_x && f.x == nx), in_w = f.x < nx && !(periodic_z && f.y == nz);
  if (!flows_over) return params.p.quanta * vec2(in_u ? u_at(f.x, f.y) : 0.0, in_w ? w_at(f.x, f.y) : 0.0);
  vec2 sum = vec2(0.0);
  float side_x = f.y < nz ? inwards_x(f.x) : 0.0, side_z = f.x < nx ? inwards_z(f.y) : 0.0;
  if (side_x != 0.0) {
    float v = u_at(f.x, f.y);
    int x = min(f.x, nx - 1);
    sum += side_x * params.p.through.x * v * vec2(v, 0.5 * (w_at(x, f.y) + w_at(x, f.y + 1)));
  }
  if (side_z != 0.0) {
    float v = w_at(f.x, f.y);
    int z = min(f.y, nz - 1);
    sum += side_z * params.p.through.y * v * vec2(0.5 * (u_at(f.x, z) + u_at(f.x + 1, z)), v);
  }
  return sum;
}

void main() {
  int x = int(gl_GlobalInvocationID.x), z0 = int(gl_GlobalInvocationID.y) * strip;
  if (x > nx || z0 > nz) return;
  uvec2 along_x = uvec2(0u), along_z = uvec2(0u);
  for (int z = z0; z < min(z0 + strip, nz + 1); ++z) {
    vec2 a = roundEven(amounts(ivec2(x, z)));
    along_x = add64(along_x, whole64(a.x));
    along_z = add64(along_z, whole64(a.y));
  }
  if (params.p.ended >= 0) {
    ACCUMULATE64(sums.v[params.p.ended].along[0], along_x)
    ACCUMULATE64(sums.v[params.p.ended].along[1], along_z)
  }
  if (params.p.begun >= 0) {
    ACCUMULATE64(sums.v[params.p.begun].along[0], negated64(along_x))
    ACCUMULATE64(sums.v[params.p.begun].along[1], negated64(along_z))
  }
}
