// "render.water": what the scene's waters are made of. Light under water is bent by it, so it stands here and not with
// those who draw waters.
#pragma once
#include "engine/scene/render_settings.h"

namespace undine::deferred {

struct WaterLook {
  double ior = 1.333;
  glm::dvec3 absorption{0.45, 0.09, 0.06};  // 1/m per channel
  glm::dvec3 scatter{0.02, 0.05, 0.06};     // in-scattered albedo per channel
  double roughness = 0.02;
  double caustics = 1.0;
  double ripples = 1.0;  // of waves that no grid resolves

  static constexpr std::string_view key = "water", help = "what water looks like";
  void describe(settings::Visitor& v) {
    v.value("ior", ior, {.help = "index of refraction", .min = 1, .max = 3});
    v.value("absorption", absorption,
            {.help = "light lost along a path, per channel", .unit = "1/m", .min = 0, .max = 1000});
    v.value("scatter", scatter, {.help = "albedo of deep water, per channel", .min = 0, .max = 1});
    v.value("roughness", roughness, {.help = "of the waves too small to be seen", .min = 0, .max = 1});
    v.value("caustics", caustics, {.help = "strength of the light that waves focus; 0 is off", .min = 0, .max = 10});
    v.value("ripples", ripples,
            {.help = "strength of the small waves that no grid resolves; 0 is off", .min = 0, .max = 10});
  }
};

}  // namespace undine::deferred
