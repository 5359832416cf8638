// Optical properties of waters: "render.water" for all, "water[i].look" for one. Also used by the lighting of
// submerged surfaces, hence in this directory.
#pragma once
#include <optional>

#include "engine/scene/render_settings.h"

namespace undine {
struct Scene;
}

namespace undine::deferred {

struct WaterLook {
  double ior = 1.333;
  glm::dvec3 absorption{0.45, 0.09, 0.06};  // 1/m per channel
  glm::dvec3 scatter{0.02, 0.05, 0.06};     // in-scattered albedo per channel
  double roughness = 0.02;
  double caustics = 1.0;
  double reflected_caustics = 1.0;
  double dispersion = 0.027;
  double ripples = 1.0;  // of waves that no grid resolves

  // take(name, a's value, b's value, spec) for each.
  template <class A, class B, class Take>
  static void each(A& a, B& b, Take take) {
    using settings::Spec;
    take("ior", a.ior, b.ior, Spec{.help = "index of refraction", .min = 1, .max = 3});
    take("absorption", a.absorption, b.absorption,
         Spec{.help = "absorption coefficient per channel", .unit = "1/m", .min = 0, .max = 1000});
    take("scatter", a.scatter, b.scatter,
         Spec{.help = "scattering albedo of deep water per channel", .min = 0, .max = 1});
    take("roughness", a.roughness, b.roughness, Spec{.help = "roughness of unresolved waves", .min = 0, .max = 1});
    take("caustics", a.caustics, b.caustics, Spec{.help = "strength of caustics; 0 is off", .min = 0, .max = 10});
    take("reflected_caustics", a.reflected_caustics, b.reflected_caustics,
         Spec{.help = "strength of sunlight reflected upwards by waves; 1: Fresnel's share, 0: off",
              .min = 0,
              .max = 10});
    take("dispersion", a.dispersion, b.dispersion,
         Spec{.help = "dispersion of light: relative change of (ior - 1) from red to blue", .min = 0, .max = 1});
    take("ripples", a.ripples, b.ripples,
         Spec{.help = "strength of capillary ripples below the grid's resolution; 0 is off", .min = 0, .max = 10});
  }

  static constexpr std::string_view key = "water", help = "appearance of water";
  void describe(settings::Visitor& v) {
    each(*this, *this,
         [&](std::string_view name, auto& value, auto&, const settings::Spec& s) { v.value(name, value, s); });
  }
};

// Look of one water; null values are those of "render.water".
struct OwnWaterLook {
  std::optional<double> ior, roughness, caustics, reflected_caustics, dispersion, ripples;
  std::optional<glm::dvec3> absorption, scatter;

  void describe(settings::Visitor& v) {
    const WaterLook usual;
    WaterLook::each(*this, usual, [&](std::string_view name, auto& value, const auto& shown, const settings::Spec& s) {
      v.optional_value(name, value, shown, s);
    });
  }
};

// Look of the water at an index of Scene::water; beyond its end: "render.water".
WaterLook look_of(const Scene& scene, std::size_t water);

}  // namespace undine::deferred
