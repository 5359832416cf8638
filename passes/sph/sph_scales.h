// Scales of a water of particles that follow from its settings: speeds, lengths of sub-steps, parameters of the
// kernels.
#pragma once
#include "passes/sph/sph_fill.h"
#include "passes/sph/sph_nozzles.h"
#include "passes/sph/sph_params.h"
#include "passes/sph/sph_settings.h"
#include "passes/sph/sph_steps.h"

namespace undine::sph {

// Blocks of nodes of a clock step: a sub-step each, or some iterations of its pressure solve.
struct SphBlocks {
  std::uint32_t count, iterations;
};

struct SphScales {
  SphScales(const SphSettings& settings, const SceneContext& context);

  // Speeds of water that falls from its highest place, or from the highest emitter. Error: a stiffness that does not
  // hold drops against their surface tension.
  void set_speeds(const SphSettings& s, const SphStart& start, const SphNozzles& nozzles, const SceneContext& context);
  // Without the ground (SphWorld::place_ground).
  SphParams params(const SphSettings& s, const SphGridParams& grid, float compression_scale) const;
  // The CPU does not know the particles' speed: as many as twice the highest speed of free fall needs; with a pressure
  // solve, which may take several blocks, twice as many. Error: too many.
  SphBlocks blocks(const SphSettings& s, const SceneContext& context, double dt, double emitter_speed) const;
  // Parameters of the block that begins with `left` blocks of a clock step of `step` seconds to go; tiles: of the
  // grid's sort.
  SphPlanParams plan(const SphSettings& s, double step, const SphBlocks& blocks, std::uint32_t left,
                     double emitter_speed, std::uint32_t tiles) const;
  // Rate of velocity errors that makes a tenth of the weight, or of the surface tension, of the whole water.
  double rest_rate(const SphSettings& s, std::uint32_t particles) const;
  double head() const { return highest_speed * highest_speed; }  // m²/s²

  double spacing, gravity;   // m, m/s²
  double support;            // m
  double highest_speed = 0;  // m/s
  double sound = 0;          // m/s
  bool incompressible;
};

}  // namespace undine::sph
