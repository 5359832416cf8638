// Depth where the texture is opaque enough.
#include "passes/gbuffer.h"
#include "lib/shadow_mask.glsl"

void main() {
  if (opacity() < params.p.cutoff) discard;
}
