// Position of an item in the sorted list: after the items of the same cell that have a smaller index, so it does not depend on the
// order in which threads inserted them.
#include "passes/sort/counting_sort.h"

uint sorted_place(usamplerBuffer starts, usamplerBuffer arrived, uint cell, uint thing) {
  int from = int(texelFetch(starts, int(cell)).x), to = int(texelFetch(starts, int(cell) + 1).x);
  uint rank = 0u;
  for (int k = from; k < to; ++k) rank += uint(texelFetch(arrived, k).x < thing);
  return uint(from) + rank;
}
