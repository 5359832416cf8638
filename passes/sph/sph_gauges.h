// Gauges of particle waters: water height above a point at the end of a clock step, and mean pressure at a point over
// the clock step. On a wall of the domain the pressure is the force of the wall on the particles near the gauge, so
// gauges that cover a wall add up to the momentum lost to it. Elsewhere it is the pressure of the surrounding
// particles, extrapolated hydrostatically, plus the impulses of particles that hit the solid at the gauge.
#ifndef PASSES_SPH_SPH_GAUGES_H
#define PASSES_SPH_SPH_GAUGES_H
#include "passes/sph/sph_params.h"
SHARED_BEGIN(undine::sph)

struct SphGaugeParams {
  vec3 position;
  float reach;   // radius of what it sees, m
  float volume;  // of a particle at rest
  uint height;   // 1: water over the floor around position.xz, m; 0: pressure per density there, m^2/s^2
  float stiffness;
  float gravity;
  float least;     // filled part of a pressure gauge's kernel under which the rest counts as without pressure
  float near;      // what is stopped this near to the gauge's surface is stopped by it, m
  vec3 low, high;  // walls of the domain
  vec3 walls;      // those on which it lies: -1 and 1 are the lower and the upper one of an axis, 0 is none
  float open;      // part of what it sees of them that no solid thing covers
};

SHARED_END
#ifdef __cplusplus
#include <string>
#include <vector>

#include "engine/scene/solver.h"
#include "passes/ledger/figures.h"
#include "passes/sph/sph_settings.h"
#include "passes/sph/sph_world.h"

namespace undine::sph {

class SphGauges {
 public:
  SphGauges() = default;
  SphGauges(graph::State& state, const std::string& owner, const SphSettings& settings, const SphParams& params,
            double spacing, const SphWorld& world);
  bool any() const { return !list_.empty(); }
  void start(graph::Graph& g);
  void retune(const SphParams& params);
  // After a sub-step. `pressures`: of the incompressible model.
  void read(graph::Graph& g, const ParticleSet& particles, graph::Buffer pressures, bool incompressible);
  // SphImpulse per particle: what a sub-step has taken. Pressures come first, contacts last.
  graph::Buffer impulses() const { return impulses_; }
  std::uint32_t bytes() const { return static_cast<std::uint32_t>(8 * list_.size()); }  // of readings
  // `at`: where they are among the figures; density: of water at rest, kg/m³.
  void tell(const grid::Figures::Reader& reader, std::uint32_t at, double density, Stats& stats) const;
  graph::Buffer readings() const { return readings_; }  // vec2 per gauge: sum over time, and the time

 private:
  std::vector<SphGaugeParams> list_;
  std::vector<std::string> names_;
  std::vector<double> floors_;  // of levels: world y of the ground under them
  bool refill_ = false;         // places are other than on the device
  graph::Buffer places_, impulses_, readings_;
};

}  // namespace undine::sph
#endif
#endif
