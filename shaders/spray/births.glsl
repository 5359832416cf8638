// Number of diffuse particles born at a source: rounds the expected number randomly to an integer with the same mean,
// by a hash of source and step.
#include "lib/noise.glsl"
layout(binding = 1, scalar) writeonly buffer CountsBlock { uint v[]; } counts;  // of survivors first, then of births
layout(binding = 2, scalar) writeonly buffer BirthsBlock { SprayBirth v[]; } births;

void give(uint source, float expected, SprayBirth birth) {
  float chance = hash_unit(ivec3(int(source), params.p.step, params.p.seed)).x;
  uint number = min(uint(expected + chance), spray_most);
  counts.v[params.p.capacity + source] = number;
  if (number > 0u) births.v[source] = birth;
}
