// Limits of the sub-step besides particle speeds: viscosity, surface tension, xsph, emitters.
#pragma once
#include <string>

#include "passes/sph/sph_settings.h"

namespace undine::sph {

struct SphLongest {
  double seconds;
  const char* setting;  // its cause
};

// Longest sub-step by viscosity, surface tension, xsph and the speed of emitters.
SphLongest sph_longest(const SphSettings& settings, double spacing, double emitter_speed);
// Distance per sub-step for water, m.
double sph_reach(const SphSettings& settings, double spacing);
// Sub-steps of a clock step of `dt` s, none longer than `shortest` s; an error names what asks for too many.
double sph_sub_steps(const SceneContext& context, double dt, double shortest, double sound, double spacing,
                     const SphLongest& longest);

}  // namespace undine::sph
