#include "passes/sph/sph_steps.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "engine/core/error.h"

namespace undine::sph {

namespace {

constexpr int most_sub_steps = 1000;

}  // namespace

double sph_reach(const SphSettings& s, double spacing) { return s.cfl * 0.5 * s.support * spacing; }

SphLongest sph_longest(const SphSettings& s, double spacing, double emitter_speed) {
  const double h = 0.5 * s.support * spacing, tension = s.surface_tension / s.density;
  const double ripple = std::sqrt(spacing * spacing * spacing / std::max(2 * std::numbers::pi * tension, 1e-30));
  const std::array limits{SphLongest{0.125 * h * h / std::max(s.viscosity, 1e-30), "viscosity"},
                          SphLongest{sph_reach(s, spacing) / std::max(emitter_speed, 1e-30), "fluid"},
                          SphLongest{0.4 * ripple, "surface_tension"},
                          SphLongest{0.5 / std::max(s.xsph, 1e-30), "xsph"}};
  return *std::ranges::min_element(limits, {}, &SphLongest::seconds);  // Clang 14 lacks min() of a list here
}

double sph_sub_steps(const SceneContext& context, double dt, double shortest, double sound, double spacing,
                     const SphLongest& longest) {
  const double count = std::ceil(dt / shortest);
  if (count <= most_sub_steps) return count;
  const std::string what = fmt::format("a clock step of {:.4g} s needs {:.0f} sub-steps", dt, count);
  if (longest.seconds <= shortest)
    throw Error(Exit::bad_input, context.setting(longest.setting),
                fmt::format("{}: this setting allows sub-steps of {:.4g} s at a spacing of {:.4g} m", what,
                            longest.seconds, spacing),
                fmt::format("at most {}: make it smaller, or spacing or the clock's rate larger", most_sub_steps));
  throw Error(Exit::bad_input, context.setting("spacing"),
              fmt::format("{} at a speed of sound of {:.4g} m/s", what, sound),
              fmt::format("at most {}: make spacing, compressibility or the clock's rate larger", most_sub_steps));
}

}  // namespace undine::sph
