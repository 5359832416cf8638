// A butterfly of radix 8 or 16 on two columns at once. Include after declaring the sampler `twiddles`.
#ifndef SHADERS_FOURIER_BUTTERFLY_GLSL
#define SHADERS_FOURIER_BUTTERFLY_GLSL
layout(constant_id = 0) const int radix = 16;
layout(constant_id = 1) const bool forward = false;

vec2 times(vec2 a, vec2 b) { return vec2(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x); }
vec4 times(vec4 a, vec2 b) { return vec4(times(a.xy, b), times(a.zw, b)); }
vec2 sense(vec2 unit) { return forward ? vec2(unit.x, -unit.y) : unit; }

vec2 twiddle(int t) {
  vec4 two = texelFetch(twiddles, t >> 1);
  return sense((t & 1) == 0 ? two.xy : two.zw);
}

void four(inout vec4 a, inout vec4 b, inout vec4 c, inout vec4 d) {
  vec4 even = a + c, odd = a - c, other = b + d, side = b - d;
  vec4 turned = forward ? vec4(side.y, -side.x, side.w, -side.z) : vec4(-side.y, side.x, -side.w, side.z);
  a = even + other;
  b = odd + turned;
  c = even - other;
  d = odd - turned;
}

// exp(2 pi i t / 16).
vec2 sixteenth(int t) {
  const float c = 0.92387953, s = 0.38268343, r = 0.70710678;
  const vec2 units[10] = vec2[](vec2(1, 0), vec2(c, s), vec2(r, r), vec2(s, c), vec2(0, 1), vec2(-s, c), vec2(-r, r),
                                vec2(-c, s), vec2(-1, 0), vec2(-c, -s));
  return sense(units[t]);
}

// Transforms v[0], v[radix - 1]; result r is at place(r).
void butterfly(inout vec4 v[16]) {
  if (radix == 16) {
    UNROLL for (int i = 0; i < 4; ++i) {
      four(v[i], v[i + 4], v[i + 8], v[i + 12]);
      if (i > 0) {
        v[i + 4] = times(v[i + 4], sixteenth(i));
        v[i + 8] = times(v[i + 8], sixteenth(2 * i));
        v[i + 12] = times(v[i + 12], sixteenth(3 * i));
      }
    }
    UNROLL for (int i = 0; i < 16; i += 4) four(v[i], v[i + 1], v[i + 2], v[i + 3]);
  } else {
    UNROLL for (int i = 0; i < 2; ++i) four(v[i], v[i + 2], v[i + 4], v[i + 6]);
    UNROLL for (int k = 0; k < 4; ++k) {
      vec4 a = v[2 * k], b = times(v[2 * k + 1], sixteenth(2 * k));
      v[2 * k] = a + b;
      v[2 * k + 1] = a - b;
    }
  }
}
int place(int r) { return radix / 4 * (r & 3) + (r >> 2); }

// Multiplies the inputs of butterfly j by what is left to do of the passes before. length: of the whole transform.
void turn_inputs(inout vec4 v[16], int j, int done, int length) {
  if (done == 1) return;
  int turn = (j & (done - 1)) * (length / (radix * done));
  UNROLL for (int r = 1; r < 16; ++r)
    if (r < radix) v[r] = times(v[r], twiddle(r * turn));
}
// Row of result 0 of butterfly j; the next ones are `done` apart.
int first_result(int j, int done) { return (j / done) * done * radix + (j & (done - 1)); }

#endif
