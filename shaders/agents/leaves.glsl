// Tests positions where leaves can float.
#ifndef SHADERS_AGENTS_LEAVES_GLSL
#define SHADERS_AGENTS_LEAVES_GLSL
#include "lib/noise.glsl"
#include "agents/pond.glsl"
#include "passes/agents/leaves_params.h"

// Half of it may lie over the edge of its water, but its middle floats; in a periodic water there is no edge.
bool leaf_fits(PondParams p, Pond here, vec2 xz, float size) {
  vec2 inside = 0.5 * p.size - abs(xz - p.origin.xz) - 0.35 * size;
  bvec2 near = lessThan(inside, vec2(0.0));
  if ((near.x && p.periodic.x < 0.5) || (near.y && p.periodic.y < 0.5)) return false;
  return here.coverage > 0.99 && here.ground < here.level;
}
#endif
