// The sky's light: Preetham's clear sky with soft clouds, or an equirectangular image.
// Luminance of the analytic sky and the sun's disc [Preetham et al. 1999]; irradiance as order-2 harmonics
// [Ramamoorthi and Hanrahan 2001].
#pragma once
#include <array>

#include "engine/graph/graph.h"
#include "engine/scene/scene.h"
#include "passes/deferred/camera.h"
#include "passes/deferred/light.h"
#include "passes/models/geometry_image.h"
#include "passes/sky/clouds.h"
#include "passes/sky/environment.h"

namespace undine::deferred {

// Irradiance coefficients as shaders/lib/sky.glsl evaluates them: constants of basis and cosine lobe are folded in.
using SkyHarmonics = std::array<glm::vec4, 9>;

// Radiance of the clear sky without clouds and sun in a unit direction with y > 0; 1 unit is a third of the noon sun's
// irradiance of 3 over 33 klux, so that sun.intensity 3 and this sky belong together.
glm::dvec3 preetham_radiance(const glm::dvec3& direction, const glm::dvec3& sun, double turbidity);

// Equirectangular, rows from the zenith to the nadir, columns around y from -z over +x. clouds: as they are at time 0;
// null: there are none.
solids::RadianceImage make_sky(const Scene& scene, std::uint32_t width, std::uint32_t height, const Clouds* clouds);
SkyHarmonics project_irradiance(const solids::RadianceImage& sky);
glm::vec3 sky_irradiance(const SkyHarmonics& sh, const glm::vec3& normal);

class Sky {
 public:
  Sky(graph::State& state, const Scene& scene);  // loads the image, if the scene names one
  void start(graph::Graph& g);                   // declares the upload, once
  // For the scene's sun and sky as they now are, of the same model: declares the upload if they have changed. False:
  // another Sky is needed, with or without clouds.
  bool retune(graph::Graph& g, const Scene& scene);
  // Sky and clouds at a time in seconds, as of Light and Camera. The sky behind clouds is cached while these have not
  // moved visibly.
  struct Shown {
    graph::Image sky, environment;
    graph::Image clouds;      // share of sunlight that passes; null: no clouds, or no shadows of them
    glm::vec4 cloud_sheet{};  // Camera::cloud_sheet
  };
  Shown show(graph::Graph& g, double time, bool shadows, const Camera& camera) const;
  graph::Image image() const { return image_; }  // rgba16f, as Light::sky, without clouds
  const Clouds& clouds() const { return clouds_; }
  // Irradiance, with clouds as they are at time 0.
  const SkyHarmonics& harmonics() const { return harmonics_; }

 private:
  // Clouds and tables. kept: from the cache of computed values, where the same sky has been made before.
  void make(const Scene& scene, bool kept);
  void compute(const Scene& scene);
  SunSettings sun_;  // that this is the sky of
  SkySettings sky_;
  Clouds clouds_;
  std::vector<std::uint64_t> texels_;  // rgba16f, of the sky without clouds
  SkyHarmonics harmonics_{};
  std::vector<std::uint64_t> environment_;
  graph::Image image_, sheet_, rough_;
};

}  // namespace undine::deferred
