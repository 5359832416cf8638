// The block `camera` that every drawing shader reads: one camera, the sun and the sky of one picture.
// World space in meters, y up. Depth is reversed: 1 at the near plane, 0 at infinity.
// In clip space y points up (the executor flips the viewport), in uv down: clip_to_uv() converts, for pictures and for
// shadow maps.
#ifndef PASSES_DEFERRED_CAMERA_H
#define PASSES_DEFERRED_CAMERA_H
#include "engine/core/shared.h"
SHARED_BEGIN(undine::deferred)

struct Camera {
  mat4 view_projection;
  mat4 inverse_view_projection;
  mat4 view;
  mat4 projection;
  mat4 sun_matrix;       // world to the shadow map's clip space; depth 0 near the sun, 1 far (not reversed)
  mat4 bent_matrix;      // likewise along the sun's rays under a level surface of water
  mat4 mirrored_matrix;  // likewise along those that a level surface throws up; depth 0 is low
  vec4 eye;              // w: time, seconds
  vec4 viewport;         // width, height, 1/width, 1/height
  vec4 sun_direction;    // unit vector towards the sun; w: near plane, meters
  vec4 bent_direction;   // unit vector towards where the sun's rays under a level surface come from; w: index of
                         // refraction
  vec4 sun_radiance;     // irradiance on a surface that faces the sun, per channel; w: exposure
  vec4 jitter;           // xy: by which clip space is moved; z: share of a turn for what is drawn by chance, 0 to 1;
                         // w: pixels' width over which detail is averaged
  vec4 near_shadow[2];   // where the sun's finer maps lie in that of sun_matrix: clip xy times xy plus zw leads into
                         // theirs
  vec4 cloud_sheet;  // xy: meters from a place's x and z to where its ray to the sun meets the clouds; z: 1 over the
                     // meters after which they repeat; w: tangent of the sun's angular radius
  vec4 sky_sh[9];    // irradiance of the sky (without the sun's disc) as spherical harmonics, order 2; see lib/sky.glsl
};

const float lens_depth = 0.25f;  // of the lens, on which a waterline shows: four near planes from the eye

SHARED_END

#ifdef __cplusplus
#include "engine/scene/render_settings.h"

namespace undine {
struct Scene;
struct View;
}  // namespace undine

namespace undine::deferred {

struct ExposureSettings {
  double exposure = 1;  // of a picture that is not metered
  enum class Kind { given, metered } kind = Kind::given;
  double factor() const { return kind == Kind::given ? exposure : 1; }
  void describe(settings::Visitor& v) {
    v.value_or("exposure", exposure, kind, {"auto"},
               {.help = "exposure: factor before the tone map; auto: from the picture's histogram",
                .min = 0,
                .max = 1000,
                .above_min = true,
                .log_scale = true});
  }
};

// From the world to clip space, without View::offset.
glm::dmat4 view_projection(const View& view);
// For passes that show the same at all times.
inline Camera without_time(Camera camera) {
  camera.eye.w = 0;
  camera.cloud_sheet = vec4(0);
  return camera;
}
// Camera of `view`, without the sun's three matrices (shadow.h) and sky_sh (sky.h).
Camera make_camera(const View& view, const Scene& scene);

}  // namespace undine::deferred
#else

vec2 clip_to_uv(vec2 clip) { return vec2(0.5, -0.5) * clip + 0.5; }
vec2 uv_to_clip(vec2 uv) { return vec2(2.0, -2.0) * uv + vec2(-1.0, 1.0); }

// World position of a picture's point from the reversed depth; at depth 0 use view_ray() instead.
vec3 world_at(mat4 inverse_view_projection, vec2 uv, float depth) {
  vec4 p = inverse_view_projection * vec4(uv_to_clip(uv), depth, 1.0);
  return p.xyz / p.w;
}

// Unit direction from the eye through a point of the picture: at depth 0 the eye's place drops out.
vec3 view_ray(mat4 inverse_view_projection, vec2 uv) {
  return normalize((inverse_view_projection * vec4(uv_to_clip(uv), 0.0, 1.0)).xyz);
}

// World position of a picture's point on the lens.
vec3 lens_at(mat4 inverse_view_projection, vec2 uv) { return world_at(inverse_view_projection, uv, lens_depth); }
// Meters from the eye to the lens along the view axis.
float lens_distance(float near) { return near / lens_depth; }

// Distance along the view axis in meters; depth 0 is infinitely far.
float view_distance(float near, float depth) { return near / max(depth, 1e-9); }

#endif
#endif
