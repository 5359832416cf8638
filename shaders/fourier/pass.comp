// One FFT stage along rows (passes/fourier/fourier.h). TURNED: the input is transposed; a vec4 of it holds complex
// numbers of two adjacent rows, so a thread computes a butterfly for each.
#pragma variants TURNED?
#include "passes/fourier/fourier_params.h"
layout(local_size_x = 32) in;
layout(binding = 0) uniform samplerBuffer from;
layout(binding = 1) uniform samplerBuffer twiddles;
layout(binding = 2, std430) writeonly buffer To { vec4 at[]; } to;
layout(push_constant, scalar) uniform ParamsBlock { PassParams p; } params;
#include "fourier/butterfly.glsl"

bool is_zero(int first, int count, int reach) { return first > reach && first + 1 < count - reach; }

void store(vec4 v[16], int slab, int j, int pair) {
  int row = first_result(j, params.p.done), half_columns = params.p.columns >> 1;
  UNROLL for (int r = 0; r < 16; ++r)
    if (r < radix) to.at[(slab * params.p.rows + row + r * params.p.done) * half_columns + pair] = v[place(r)];
}

void main() {
  int pair = int(gl_GlobalInvocationID.x), j = int(gl_GlobalInvocationID.y), slab = int(gl_GlobalInvocationID.z);
  int rows = params.p.rows, half_columns = params.p.columns >> 1, apart = rows / radix;
  int reach = params.p.reach[slab / params.p.slabs_each];
  if (pair >= half_columns) return;
  vec4 v[16];
#ifdef TURNED
  vec4 w[16];
  j *= 2;
  UNROLL for (int r = 0; r < 16; ++r) {
    if (r >= radix) break;
    int row = j + r * apart;
    vec4 a = vec4(0.0), b = vec4(0.0);
    if (!is_zero(row, rows, reach)) {
      int at = (slab * params.p.columns + 2 * pair) * (rows >> 1) + (row >> 1);
      a = texelFetch(from, at);
      b = texelFetch(from, at + (rows >> 1));
    }
    v[r] = vec4(a.xy, b.xy);
    w[r] = vec4(a.zw, b.zw);
  }
  turn_inputs(w, j + 1, params.p.done, rows);
  butterfly(w);
  store(w, slab, j + 1, pair);
#else
  if (is_zero(2 * pair, params.p.columns, reach)) return;
  UNROLL for (int r = 0; r < 16; ++r)
    if (r < radix) v[r] = texelFetch(from, (slab * rows + j + r * apart) * half_columns + pair);
#endif
  turn_inputs(v, j, params.p.done, rows);
  butterfly(v);
  store(v, slab, j, pair);
}
