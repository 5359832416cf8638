// Spectrum of the sea at a time, and the first pass of its transform along x. Two real fields a, b with spectra A, B go
// through one complex transform of A + iB. Rows count wave numbers along x here, columns those along z. [Tessendorf 2001]
#include "passes/sea/sea_params.h"
layout(local_size_x = 32) in;
layout(binding = 0) uniform usamplerBuffer components;  // SeaComponent
layout(binding = 1) uniform samplerBuffer twiddles;
layout(binding = 2, std430) writeonly buffer Spectra { vec4 at[]; } spectra;
layout(push_constant, scalar) uniform ParamsBlock { SeaTransformParams p; } params;
#include "fourier/butterfly.glsl"

const float pi = 3.14159265;

// Cosine and sine of a phase in turns times 2^64, of which the fraction of a turn is what counts.
vec2 unit_of(uvec2 turns) {
  uint high = turns.y, quadrant = (high + 0x20000000u) >> 30;
  float x = float(int(high - (quadrant << 30))) * (2.0 * pi / 4294967296.0), x2 = x * x;
  float s = x * (1.0 + x2 * (-1.0 / 6.0 + x2 * (1.0 / 120.0 + x2 * (-1.0 / 5040.0 + x2 / 362880.0))));
  float c = 1.0 + x2 * (-0.5 + x2 * (1.0 / 24.0 + x2 * (-1.0 / 720.0 + x2 / 40320.0)));
  vec2 first = (quadrant & 1u) == 0u ? vec2(c, s) : vec2(-s, c);
  return (quadrant & 2u) == 0u ? first : -first;
}

uvec2 product(uvec2 a, uvec2 b) {  // of 64-bit words, modulo 2^64
  uint high, low;
  umulExtended(a.x, b.x, high, low);
  return uvec2(low, high + a.x * b.y + a.y * b.x);
}

// Elevation of a component, or its rate of change.
vec2 elevation(int base, int row, int column) {
  int texels = params.p.texels;
  uvec4 forward_wave = texelFetch(components, base + row * texels + column);
  uvec4 back = texelFetch(components, base + ((texels - row) & (texels - 1)) * texels + ((texels - column) & (texels - 1)));
  vec2 unit = unit_of(product(forward_wave.zw, params.p.ticks)), a = uintBitsToFloat(forward_wave.xy),
       b = uintBitsToFloat(back.xy);
  vec2 ahead = times(a, vec2(unit.x, -unit.y)), astern = times(vec2(b.x, -b.y), unit);
  if (params.p.rates == 0) return 0.5 * (ahead + astern);
  float omega = 2.0 * pi * (float(forward_wave.w) * 0.25 + float(forward_wave.z) * (0.25 / 4294967296.0));
  vec2 difference = 0.5 * omega * (ahead - astern);
  return vec2(difference.y, -difference.x);
}

// Spectrum of the packed field of one component.
vec2 packed_field(int field, vec2 h, vec2 d, float k, float excursion) {
  if (field == 0) return h * (1.0 - excursion * d.x);                                       // elevation, displacement x
  if (field == 1) return excursion * d.y * (1.0 - k * d.x) * vec2(-h.y, h.x);               // displacement z, its slope along x
  if (field == 2) return k * times(h, vec2(-d.y, d.x));                                     // slopes of the elevation
  return -excursion * k * times(h, d * d);                                                  // dDx/dx, dDz/dz
}

int signed_number(int i) { return i < params.p.texels / 2 ? i : i - params.p.texels; }

void main() {
  int pair = int(gl_GlobalInvocationID.x), j = int(gl_GlobalInvocationID.y), patch_index = int(gl_GlobalInvocationID.z);
  int texels = params.p.texels, apart = texels / radix, base = patch_index * texels * texels;
  int reach = params.p.reach[patch_index];
  if (pair >= texels / 2 || (2 * pair > reach && 2 * pair + 1 < texels - reach)) return;
  vec4 h[16], direction[16], number[16];  // number: |k| and excursion of both columns
  UNROLL for (int r = 0; r < 16; ++r) {
    if (r >= radix) break;
    int row = j + r * apart, i = signed_number(row);
    h[r] = vec4(0.0);
    direction[r] = vec4(0.0);
    number[r] = vec4(0.0);
    if (abs(i) > reach) continue;
    UNROLL for (int e = 0; e < 2; ++e) {
      vec2 k = params.p.wave_number[patch_index] * vec2(i, signed_number(2 * pair + e)), value = elevation(base, row, 2 * pair + e);
      float size = max(length(k), 1e-9), kd = size * params.p.depth;
      vec2 unit = k / size, both = vec2(size, params.p.choppiness * (kd > 0.0 && kd < 10.0 ? 1.0 / tanh(kd) : 1.0));
      h[r][2 * e] = value.x;
      h[r][2 * e + 1] = value.y;
      direction[r][2 * e] = unit.x;
      direction[r][2 * e + 1] = unit.y;
      number[r][2 * e] = both.x;
      number[r][2 * e + 1] = both.y;
    }
  }
  for (int field = 0; field < packed_fields; ++field) {
    vec4 v[16];
    UNROLL for (int r = 0; r < 16; ++r)
      if (r < radix)
        v[r] = vec4(packed_field(field, h[r].xy, direction[r].xy, number[r].x, number[r].y),
                    packed_field(field, h[r].zw, direction[r].zw, number[r].z, number[r].w));
    butterfly(v);
    int to = ((patch_index * packed_fields + field) * texels + j * radix) * (texels / 2) + pair;
    UNROLL for (int r = 0; r < 16; ++r)
      if (r < radix) spectra.at[to + r * (texels / 2)] = v[place(r)];
  }
}
