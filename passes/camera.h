// The block `camera` that every drawing shader reads: one camera, the sun and the sky of one picture.
// World space in metres, y up. Depth is reversed: 1 at the near plane, 0 at infinity.
#ifndef PASSES_CAMERA_H
#define PASSES_CAMERA_H
#include "engine/core/shared.h"
SHARED_BEGIN

struct Camera {
  mat4 view_projection;
  mat4 inverse_view_projection;
  mat4 view;
  mat4 projection;
  mat4 sun_matrix;        // world to the shadow map's clip space; depth 0 near the sun, 1 far (not reversed)
  vec4 eye;               // w: time, seconds
  vec4 viewport;          // width, height, 1/width, 1/height
  vec4 sun_direction;     // unit vector towards the sun; w: near plane, metres
  vec4 sun_radiance;      // irradiance on a surface that faces the sun, per channel; w: exposure
  vec4 sky_sh[9];         // irradiance of the sky (without the sun's disc) as spherical harmonics, order 2
};

SHARED_END
#endif
