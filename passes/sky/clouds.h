// Fair-weather clouds: one layer at a height, a tiling density map that drifts with the wind. The layer is drawn in
// the sky and attenuates sunlight below it.
#ifndef PASSES_SKY_CLOUDS_H
#define PASSES_SKY_CLOUDS_H
#include "engine/core/shared.h"
SHARED_BEGIN(undine::deferred)

struct CloudParams {
  vec4 light;   // the sun's irradiance where it faces it, in units of the sky; w: height of the sheet, meters
  vec4 offset;  // xy: added to x and z of where a ray meets the sheet, meters; z: 1 over the tile's side; w: unused
  vec4 sun;     // xyz: unit vector towards it; w: unused
};

// A cloud's opacity where its density is 1.
SHARED float cloud_opacity() { return 0.85f; }

// Meters along x and z from a place to where a ray with unit vector d, d.y >= 0, meets the sheet, which bends down to
// the horizon: it ends 5.6 heights away.
SHARED vec2 cloud_reach(vec3 d, float height) { return vec2(d.x, d.z) * (height / (d.y + 0.18f)); }

// Towards the horizon clouds fade out, for eyes and for the sun's light.
SHARED float cloud_fade(float up) {
  float t = clamp((up - 0.03f) / 0.27f, 0.0f, 1.0f);
  return t * t * (3.0f - 2.0f * t);
}

// Meters along x and z towards the sun, from where a cloud is seen to what shades it there.
SHARED vec2 cloud_shade(vec3 sun, float height) { return vec2(sun.x, sun.z) * (0.19f * height); }

// The sky in direction d behind a cloud. shade: density between it and the sun. Thin cloud scatters about a quarter of
// the sun's light evenly, and more close to the sun.
SHARED vec3 clouded(vec3 sky, vec3 d, vec3 sun, vec3 light, float density, float shade) {
  float near = max(dot(d, sun), 0.0f), near2 = near * near, near4 = near2 * near2;
  float forward = 0.6f * near4 * near4 * near4;
  vec3 lit = light * (max(sun.y, 0.0f) * (0.27f * (1.0f - 0.55f * shade) + 0.25f * forward)) + sky * 0.6f;
  return mix(sky, lit, cloud_opacity() * cloud_fade(d.y) * density);
}

SHARED_END

#ifdef __cplusplus
#include <vector>

#include "engine/graph/graph.h"
#include "engine/scene/scene.h"

namespace undine::deferred {

class Clouds {
 public:
  explicit Clouds(const Scene& scene);
  // From densities() and start() of clouds of the same scene.
  Clouds(const Scene& scene, std::vector<float> densities, glm::dvec2 start);
  static bool has(const Scene& scene);
  const std::vector<float>& densities() const { return density_; }  // side x side, or none
  glm::dvec2 start() const { return start_; }
  bool any() const { return !density_.empty(); }
  double period() const;                      // side of the tile, meters
  double density(glm::dvec2 at) const;        // 0..1 at a place on the sheet, meters
  double transmittance(glm::dvec2 at) const;  // share of the sun's light that passes there
  // Offset of x and z of a place on the sheet at a time: the wind; at 0 the sun shines through a gap on the
  // scene's middle.
  glm::dvec2 offset(double time) const;
  glm::dvec3 over(const glm::dvec3& sky, const glm::dvec3& direction) const;  // the sky with clouds, at time 0

  CloudParams params(double time) const;
  // params(time) as drawn for an eye at x and z: places are multiples of a 16th of a texel of the
  // densities, which is a third of a pixel at most, so that clouds need not be drawn for each picture.
  CloudParams drawn(double time, glm::dvec2 eye, const glm::vec3& sun) const;
  static constexpr int side = 512;
  std::vector<glm::vec2> texels() const;  // transmittance, density

 private:
  void lay();
  std::vector<float> density_;
  glm::dvec3 sun_, light_;
  glm::dvec2 wind_, start_{0};
  double height_, intensity_;
};

}  // namespace undine::deferred
#endif
#endif
