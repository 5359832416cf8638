#include "passes/sph/sph_scales.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "engine/core/error.h"
#include "passes/solids/sph_kernels.h"
#include "passes/sph/sph_tension.h"

namespace undine::sph {

namespace {

// Ratio of the speed of sound, which scales the incompressible model's damping, to the highest speed.
constexpr double damped_sound = 10;
constexpr double softest = 20;  // stiffness over surface tension per density and spacing, where drops still hold
constexpr double swing = 0.4;   // of half a support; at 0.65 a column falls in on itself
constexpr std::uint32_t block_iterations = 20;  // a sub-step of deep water takes some 15 to 25
constexpr std::uint32_t least_blocks = 4;       // with a solve, which may take several

}  // namespace

SphScales::SphScales(const SphSettings& settings, const SceneContext& context)
    : spacing(sph_spacing(settings)),
      gravity(settings.gravity > 0 ? settings.gravity : context.gravity),
      support(settings.support * spacing),
      incompressible(settings.model == SphModel::incompressible) {}

void SphScales::set_speeds(const SphSettings& s, const SphStart& start, const SphNozzles& nozzles,
                           const SceneContext& context) {
  const double brought = s.fed ? s.domain.max.y : start.top;  // water may begin to fall anywhere
  const double top = std::max({start.top, nozzles.top(), brought});
  const double speed = std::max(start.speed, nozzles.speed());
  // Capillary pressure on a particle's size is a head as well as height is.
  const double capillary = s.surface_tension / (s.density * spacing);
  highest_speed = std::sqrt(2 * gravity * (top - s.domain.min.y) + speed * speed + 4 * capillary);
  if (!incompressible && s.stiffness > 0 && s.stiffness < softest * capillary)
    throw Error(Exit::bad_input, context.setting("stiffness"),
                fmt::format("cannot balance a surface tension of {:.4g} N/m: drops would collapse and burst",
                            s.surface_tension),
                fmt::format("at least {:.4g} m²/s², or 0", softest * capillary));
  sound = s.stiffness > 0 ? std::sqrt(s.stiffness) : highest_speed / std::sqrt(s.compressibility);
  sound = std::max(incompressible ? highest_speed : sound, 1e-6);
}

SphParams SphScales::params(const SphSettings& s, const SphGridParams& grid, float compression_scale) const {
  const bool cubic = s.kernels == SphKernel::cubic;
  const SphLattice lattice = sph_lattice(s.kernels, s.support);
  const double h = support, volume = spacing * spacing * spacing;
  const auto f = [](double x) { return static_cast<float>(x); };
  SphParams p{};
  p.grid = grid;
  p.high = glm::vec3(s.domain.max);
  p.support = f(h);
  p.volume = f(volume / lattice.density);
  // With one kernel for density and force, forces have a potential, and pressure makes no energy.
  p.slope_volume = cubic ? p.volume : f(volume / lattice.slope);
  p.stiffness = incompressible ? 0 : f(sound * sound);
  p.viscosity = f(s.viscosity);
  p.damping = f(s.damping * 0.5 * h * (incompressible ? 0.5 * damped_sound * sound : sound));
  set_tension(p, s, spacing);
  p.blending = f(s.xsph);
  p.gravity = f(gravity);
  p.restitution = f(s.restitution);
  p.compression_scale = compression_scale;
  // A particle on its own mirror image could not leave the wall.
  p.skin = incompressible ? f(0.25 * spacing) : 0;
  return p;
}

SphBlocks SphScales::blocks(const SphSettings& s, const SceneContext& context, double dt, double emitter_speed) const {
  const double fastest = (incompressible ? 0 : sound) + 2 * highest_speed;
  const SphLongest most = sph_longest(s, spacing, emitter_speed);
  const double shortest = std::min(sph_reach(s, spacing) / std::max(fastest, 1e-30), most.seconds);
  const double count = sph_sub_steps(context, dt, shortest, sound, spacing, most);
  const auto sub_steps = static_cast<std::uint32_t>(count);
  const std::uint32_t needed = incompressible ? std::max(2 * sub_steps, least_blocks) : std::max(sub_steps, 1u);
  const std::uint32_t iterations = s.block_iterations > 0 ? s.block_iterations : block_iterations;
  return {s.blocks > 0 ? s.blocks : needed, incompressible ? iterations : 0};
}

SphPlanParams SphScales::plan(const SphSettings& s, double step, const SphBlocks& blocks, std::uint32_t left,
                              double emitter_speed, std::uint32_t tiles) const {
  return {.step = static_cast<float>(step),
          .longest = static_cast<float>(std::min(sph_longest(s, spacing, emitter_speed).seconds, 1e6)),
          .reach = static_cast<float>(sph_reach(s, spacing)),
          .sound = incompressible ? 0 : static_cast<float>(sound),
          .head = static_cast<float>(head()),
          .swing = static_cast<float>(swing * 0.5 * support),
          .blocks = left,
          .iterations = blocks.iterations,
          .tiles = tiles};
}

double SphScales::rest_rate(const SphSettings& s, std::uint32_t particles) const {
  const double top = 0.5 * highest_speed * highest_speed, water = std::cbrt(std::pow(spacing, 3) * particles);
  const double weight = gravity * gravity / std::max(top, 1e-30);
  const double tension = s.surface_tension / s.density / std::max(std::pow(water, 3), 1e-30);
  return 100 * s.tolerance * (weight + tension);
}

}  // namespace undine::sph
