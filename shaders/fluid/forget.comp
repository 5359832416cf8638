// Discards the deposit of the last clock step if no further step applies it, with its momentum (receive.comp).
#include "fluid/deposits.glsl"

void each(ivec2 at) {
  ivec2 c = at + params.p.first;
  vec2 own = push_of(at).xy, kept = vec2(0.0);
  for (int axis = 0; axis < 2; ++axis) {
    ivec2 way = axis == 0 ? ivec2(1, 0) : ivec2(0, 1);
    for (int side = 0; side < 2; ++side)
      if (passes(c + side * way, axis)) kept[axis] += 0.5 * own[axis];
  }
  ACCUMULATE64(discarded.l.momentum[0], whole64(roundEven(kept.x / params.p.momentum)))
  ACCUMULATE64(discarded.l.momentum[2], whole64(roundEven(kept.y / params.p.momentum)))
}
