// Depth that passes a face in a sub-step: the sum of half the amounts of both stages (predict.comp, correct.comp),
// exactly as computed there. A pair of floats holds the exact sum. `per`: of the sub-step over the length of a
// column.
vec2 passed_depth(float now, float then, float per) {
  precise float first = 0.5 * (now * per), second = then * (0.5 * per);
  return two_sum(first, second);
}
