// Converts scene-referred radiance to a picture: exposure, glare, tone curve, sRGB, dither, antialiasing.
#pragma once
#include <optional>

#include "engine/graph/graph.h"
#include "engine/scene/ports.h"
#include "engine/scene/scene.h"
#include "passes/deferred/camera.h"
#include "passes/picture/metering.h"

namespace undine::picture {

struct AntialiasSettings {
  bool antialias = true;
  void describe(settings::Visitor& v) { v.value("antialias", antialias, {.help = "anti-aliasing of edges (FXAA)"}); }
};

struct ToneSettings {
  enum class Curve { neutral, agx } curve = Curve::neutral;
  double glare = 1;
  void describe(settings::Visitor& v) {
    v.choice("tone_curve", curve, {"neutral", "agx"},
             {.help = "tone map: neutral keeps colors up to white; agx desaturates highlights like film"});
    v.value("glare", glare, {.help = "bloom: spread of highlights; 0 is off", .min = 0, .max = 10});
  }
};

class Tonemap {
 public:
  Tonemap(graph::State& state, const Scene& scene);
  // rgba8_unorm, sRGB-encoded, alpha 1, of the camera's viewport size. Exposure is camera.sun_radiance.w.
  // counted: lit.color.w says how many samples a pixel is the mean of; those of several have smooth edges already.
  // follows: a metered exposure adapts from the picture before. enlarged: the picture is going to be.
  graph::Image draw(graph::Graph& g, const deferred::Camera& camera, const Lit& lit, bool antialias,
                    bool counted = false, bool follows = false, bool enlarged = false);
  // The same with edges as they are; luma_in_alpha: ready for undine::antialias().
  graph::Image encode(graph::Graph& g, const deferred::Camera& camera, const Lit& lit, bool luma_in_alpha,
                      bool follows = false);

 private:
  graph::State* state_;
  const ToneSettings& tone_;  // of the scene, which may change between pictures
  const deferred::ExposureSettings& exposure_;
  std::optional<Metering> metering_;  // from the first picture with it on
};

// Smoothed edges of an encoded picture whose alpha is its luma; less where `counts`.w is over 1, if there is one; with
// fewer looks along them where it is going to be enlarged.
graph::Image antialias(graph::Graph& g, const deferred::Camera& camera, graph::Image picture, graph::Image counts = {},
                       bool enlarged = false);

}  // namespace undine::picture
