// Gauges of particle motion at the end of a clock step: mean velocity around a point, and discharge through the
// vertical plane over a line. Only in runs that request statistics.
#ifndef PASSES_SPH_SPH_METERS_H
#define PASSES_SPH_SPH_METERS_H
#include "engine/core/shared.h"
SHARED_BEGIN(undine::sph)

struct SphMeter {
  vec3 from;     // the place, or where the line begins; m
  float reach;   // how far it sees, m
  vec2 way;      // to the line's end along x and z, m; 0: a velocity
  float volume;  // of a particle at rest
};

SHARED_END
#ifdef __cplusplus
#include <string>
#include <vector>

#include "engine/scene/solver.h"
#include "passes/ledger/figures.h"
#include "passes/sph/sph_settings.h"

namespace undine::sph {

class SphMeters {
 public:
  SphMeters() = default;
  SphMeters(graph::State& state, const std::string& owner, const SphSettings& settings, double spacing);
  void start(graph::Graph& g);
  std::uint32_t bytes() const { return static_cast<std::uint32_t>(16 * list_.size()); }  // of readings
  // Adds them to the figures; returns the first byte.
  std::uint32_t read(graph::Graph& g, grid::Figures& figures, const ParticleSet& particles) const;
  void tell(const grid::Figures::Reader& reader, std::uint32_t at, Stats& stats) const;

 private:
  std::vector<SphMeter> list_;
  std::vector<std::string> names_;
  std::string owner_;
  graph::Buffer buffer_;
};

}  // namespace undine::sph
#endif
#endif
