// Parameter block of the shaders of motion.
#ifndef PASSES_DEFERRED_MOTION_PARAMS_H
#define PASSES_DEFERRED_MOTION_PARAMS_H
#include "engine/core/shared.h"
SHARED_BEGIN(undine::deferred)

// The cameras of a picture and of the one before it, both without jitter.
struct MotionParams {
  mat4 now;        // world to clip space
  mat4 before;     // likewise, of the picture before
  mat4 reproject;  // from this picture's clip space to that of the one before
  vec2 offset;     // uv of the samples' way from the middles of their pixels
};

SHARED_END

#ifndef __cplusplus
vec2 motion_uv(vec4 clip) { return vec2(0.5, -0.5) * clip.xy / clip.w + 0.5; }

// Texel of the motion image: uv less uv before, distance along the view axis before in meters, and the distrust in the
// history, from 0 to 1, with light_changes added where a picture is another one each time though
// its place is known; negative of things that move by themselves.
const float moves_by_itself = -1e-3;
const float light_changes = 2.0;
vec4 motion_of(vec4 now, vec4 before, float reactive) {
  if (before.w <= 0.0) return vec4(4.0, 4.0, 0.0, reactive);
  return vec4(motion_uv(now) - motion_uv(before), min(before.w, 6e4), reactive);
}
#endif
#endif
