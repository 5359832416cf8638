// Depth that the columns at a face gain and lose in a sub-step: half of what the first stage moves (predict.comp) and what the
// second one does (correct.comp), the very amounts there. A pair of floats, for their sum may have more digits. `per`: of the
// sub-step over the length of a column.
vec2 passed_depth(float now, float then, float per) {
  precise float first = 0.5 * (now * per), second = then * (0.5 * per);
  return two_sum(first, second);
}
