// p and rhs into planes; sums of rhs and of open cells.
#pragma variants PACKED? VARIED?
layout(constant_id = 8) const bool single_texels = false;  // p has texels of one float
layout(constant_id = 9) const int rows = 8;
layout(local_size_x_id = 10, local_size_y_id = 11) in;
#ifdef PACKED
layout(binding = 0) uniform samplerBuffer p;
layout(binding = 1) uniform samplerBuffer rhs;
#define FOUR(field, at) texelFetch(field, (at) >> 2)
#else
layout(binding = 0) readonly restrict buffer P { float v[]; } p;
layout(binding = 1) readonly restrict buffer Rhs { float v[]; } rhs;
#define FOUR(field, at) vec4(field.v[at], field.v[min((at) + 1, end)], field.v[min((at) + 2, end)], field.v[min((at) + 3, end)])
#endif
#ifdef VARIED
layout(binding = 2) uniform samplerBuffer faces;
#endif
layout(binding = 3) writeonly restrict buffer Red { vec4 v[]; } red;
layout(binding = 4) writeonly restrict buffer Black { vec4 v[]; } black;
layout(binding = 5) writeonly restrict buffer PlaneRhs { vec4 v[]; } plane_rhs;
layout(binding = 6) writeonly restrict buffer Sums { vec2 v[]; } sums;
#include "poisson/copy.glsl"

#ifdef PACKED
vec4 start_at(int at) {
  int first = at & ~3;
  if (!single_texels) return texelFetch(p, first >> 2);
  return vec4(texelFetch(p, first).x, texelFetch(p, first + 1).x, texelFetch(p, first + 2).x, texelFetch(p, first + 3).x);
}
#define START(at) start_at(at)
#else
#define START(at) FOUR(p, at)
#endif

void main() {
  PoissonLevel l = params.p.level;
  int plane = l.columns * l.cells.y, nx = l.cells.x, end = nx * l.cells.y - 1;
  int k = int(gl_GlobalInvocationID.x), z0 = int(gl_GlobalInvocationID.y) * rows;
  if (k >= l.columns || z0 >= l.cells.y) return;
  vec4 sum = vec4(0), count = vec4(0);
  int x = 8 * k, x4 = min(x + 4, nx - 1), last = min(z0 + rows, l.cells.y);
  int z = z0;
  do {
    int at = z * nx + x, at4 = z * nx + x4, i = z * l.columns + k;
    vec4 pa = trim(START(at), x, nx), pb = trim(START(at4), x + 4, nx);
    vec4 fa = trim(FOUR(rhs, at), x, nx), fb = trim(FOUR(rhs, at4), x + 4, nx);
    vec4 oa = trim(vec4(1), x, nx), ob = trim(vec4(1), x + 4, nx);
    bool even = (z & 1) == 0;
    vec4 p0 = vec4(pa.xz, pb.xz), p1 = vec4(pa.yw, pb.yw), f0 = vec4(fa.xz, fb.xz), f1 = vec4(fa.yw, fb.yw);
    vec4 o0 = vec4(oa.xz, ob.xz), o1 = vec4(oa.yw, ob.yw);
    vec4 p_red = even ? p0 : p1, p_black = even ? p1 : p0, f_red = even ? f0 : f1, f_black = even ? f1 : f0;
    vec4 o_red = even ? o0 : o1, o_black = even ? o1 : o0;
#ifdef VARIED
    o_red = texelFetch(faces, 4 * plane + i);
    o_black = texelFetch(faces, 9 * plane + i);
    p_red = mix(vec4(0), p_red, greaterThan(o_red, vec4(0)));
    p_black = mix(vec4(0), p_black, greaterThan(o_black, vec4(0)));
    f_red = mix(vec4(0), f_red, greaterThan(o_red, vec4(0)));
    f_black = mix(vec4(0), f_black, greaterThan(o_black, vec4(0)));
#endif
    red.v[i] = p_red;
    black.v[i] = p_black;
    plane_rhs.v[i] = params.p.area * f_red;
    plane_rhs.v[plane + i] = params.p.area * f_black;
    sum += params.p.area * (f_red + f_black);
    count += o_red + o_black;
  } while (++z < last);
  sums.v[gl_GlobalInvocationID.y * l.columns + k] =
      vec2((sum.x + sum.y) + (sum.z + sum.w), (count.x + count.y) + (count.z + count.w));
}
