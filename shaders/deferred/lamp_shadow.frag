// Depth from a lamp, limited to its tile of the atlas.
#pragma variants MASKED?
#ifdef MASKED
#include "passes/deferred/gbuffer.h"
#include "deferred/shadow_mask.glsl"
#endif

layout(binding = 6, scalar) uniform PlaceBlock { vec4 texels; } place;

void main() {
#ifdef MASKED
  if (opacity() < params.p.cutoff) discard;
#endif
  if (any(lessThan(gl_FragCoord.xy, place.texels.xy)) || any(greaterThan(gl_FragCoord.xy, place.texels.zw))) discard;
}
