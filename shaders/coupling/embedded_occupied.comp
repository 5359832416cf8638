// Share of the buffer zone that solids and bodies occupy, per strip and layer of height. Tests eight points in each cube
// of a spacing, with the weights of embedded_measure.comp. A thread owns a vertical stack of cubes.
#include "passes/coupling/coupling_params.h"
layout(local_size_x = 8, local_size_y = 8) in;
layout(binding = 0, scalar) coherent buffer Occupied { uint v[]; } occupied;  // layers of a strip follow each other
layout(push_constant, scalar) uniform ParamsBlock { EmbeddedParams p; } params;
#include "coupling/embedded.glsl"
#include "sph/occupied.glsl"

void main() {
  ivec2 at = ivec2(gl_GlobalInvocationID.xy);
  vec2 xz = params.p.low.xz + 0.5 * params.p.spacing * (vec2(at) + 0.5);
  if (any(greaterThan(xz, params.p.high.xz))) return;
  for (int k = 0; k < params.p.sides; ++k) {
    EmbeddedShares shares = embedded_shares(sides.v[k], xz, embedded_weight / 8.0);
    if (shares.all == 0u) continue;
    for (int layer = 0; layer < params.p.layers; ++layer) {
      uint found = 0u;
      for (int half_ = 0; half_ < 2; ++half_) {
        float y = params.p.low.y + params.p.spacing * (float(layer) + 0.5 * float(half_) + 0.25);
        if (sph_free(vec3(xz.x, y, xz.y)) < 0.0) ++found;
      }
      if (found == 0u) continue;
      for (int n = 0; n < 3; ++n)
        atomicAdd(occupied.v[shares.strip[n] * params.p.layers + layer], found * shares.of[n]);
    }
  }
}
