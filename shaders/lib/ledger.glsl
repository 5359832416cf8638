// Arithmetic of transfers between waters: whole quanta as 64-bit integers, and meters as unevaluated sums of two
// floats. Two-sum [Knuth 1969], two-product by halves of 12 bits [Dekker 1971].
#include "lib/integer64.glsl"
#include "passes/ledger/ledger_params.h"

// Sums of two words: what the low one carries goes to the high one, in any order.
#define ACCUMULATE64(to, amount)                                    \
  {                                                                 \
    uvec2 add_ = amount;                                            \
    if (add_ != uvec2(0u)) {                                        \
      uint old_ = atomicAdd((to).x, add_.x);                        \
      uint more_ = add_.y + uint(old_ + add_.x < old_);             \
      if (more_ != 0u) atomicAdd((to).y, more_);                    \
    }                                                               \
  }

uvec2 negated64(uvec2 a) { return add64(~a, uvec2(1u, 0u)); }
uvec2 sub64(uvec2 a, uvec2 b) { return add64(a, negated64(b)); }
bool less64(uvec2 a, uvec2 b) { return a.y < b.y || (a.y == b.y && a.x < b.x); }  // without signs
bool negative64(uvec2 a) { return (a.y >> 31) != 0u; }

// A float that is a whole number, under 2^63.
uvec2 whole64(float x) {
  float size = abs(x), high = floor(size * 2.3283064365386963e-10);
  uvec2 v = uvec2(uint(size - high * 4294967296.0), uint(high));
  return x < 0.0 ? negated64(v) : v;
}
float float64(uvec2 a) {
  bool minus = negative64(a);
  if (minus) a = negated64(a);
  float v = float(a.y) * 4294967296.0 + float(a.x);
  return minus ? -v : v;
}
// a times a share of 1 / 65536, rounded down; of numbers that are not negative.
uvec2 shared64(uvec2 a, uint share) {
  uint high, low;
  umulExtended(a.x, share, high, low);
  uvec2 all = uvec2(low, high);  // a.x share
  uint over, more;
  umulExtended(a.y, share, over, more);  // a.y share 2^32
  uint carry;
  uint middle = uaddCarry(all.y, more, carry);
  return uvec2(all.x >> 16 | middle << 16, middle >> 16 | (over + carry) << 16);
}

vec2 two_sum(float a, float b) {
  precise float s = a + b;
  precise float v = s - a;
  precise float lost = (a - (s - v)) + (b - v);
  return vec2(s, lost);
}
vec2 two_product(float a, float b) {
  float ah = uintBitsToFloat(floatBitsToUint(a) & 0xfffff000u), bh = uintBitsToFloat(floatBitsToUint(b) & 0xfffff000u);
  precise float al = a - ah, bl = b - bh;
  precise float hh = ah * bh, hl = ah * bl, lh = al * bh, ll = al * bl;
  vec2 s = two_sum(hh, hl), t = two_sum(s.x, lh);
  precise float rest = (s.y + t.y) + ll;
  return two_sum(t.x, rest);
}
vec2 pair_sum(vec2 a, vec2 b) {
  vec2 s = two_sum(a.x, b.x);
  precise float rest = s.y + (a.y + b.y);
  return two_sum(s.x, rest);
}
vec2 pair_times(float a, vec2 b) {
  vec2 p = two_product(a, b.x);
  precise float rest = p.y + a * b.y;
  return two_sum(p.x, rest);
}

vec2 pair_product(vec2 a, vec2 b) { return pair_sum(pair_times(a.x, b), pair_times(a.y, b)); }

// Whole quanta times what one is.
vec2 meters_of(uvec2 quanta, vec2 one) {
  bool minus = negative64(quanta);
  if (minus) quanta = negated64(quanta);
  float low = float(quanta.x & 0xffffffu), middle = float(quanta.x >> 24 | (quanta.y & 0xffffu) << 8),
        high = float(quanta.y >> 16);
  vec2 sum = pair_times(high * 281474976710656.0, one);
  sum = pair_sum(sum, pair_times(middle * 16777216.0, one));
  sum = pair_sum(sum, pair_times(low, one));
  return minus ? -sum : sum;
}

// The whole part of a pair that is not negative; the pair keeps the rest, from 0 to 1.
uvec2 take_whole(inout vec2 x) {
  float first = floor(x.x);
  uvec2 v = whole64(first);
  x = two_sum(x.x - first, x.y);
  float second = floor(x.x);
  v = add64(v, whole64(second));
  x = two_sum(x.x - second, x.y);
  return v;
}
