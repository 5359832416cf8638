// Index i modulo n for any i. Integer arithmetic, because a float quotient may be off by 2.5 ULP, which gives the
// floor of an adjacent period.
#ifndef SHADERS_LIB_WRAP_GLSL
#define SHADERS_LIB_WRAP_GLSL
int wrapped(int i, int n) { return i < 0 ? n - 1 - (-1 - i) % n : i % n; }
ivec2 wrapped(ivec2 i, ivec2 n) { return ivec2(wrapped(i.x, n.x), wrapped(i.y, n.y)); }
// The cell that stands for one beyond the border: on the other side along an axis that wraps (1), else the last one. No
// branch hangs on parameters alone (docs/portability.md, "Code made anew").
ivec2 within_border(ivec2 i, ivec2 n, ivec2 wraps) {
  ivec2 last = clamp(i, ivec2(0), n - 1);
  return last + wraps * (wrapped(i, n) - last);
}
#endif
