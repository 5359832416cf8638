// Depth at texels above the alpha cutoff.
#include "passes/deferred/gbuffer.h"
#include "deferred/shadow_mask.glsl"

void main() {
  if (opacity() < params.p.cutoff) discard;
}
