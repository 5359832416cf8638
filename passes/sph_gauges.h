// What instruments in a water of particles would read: heights of water over a place, pressures at a place.
#ifndef PASSES_SPH_GAUGES_H
#define PASSES_SPH_GAUGES_H
#include "passes/sph.h"
SHARED_BEGIN

struct SphGaugeParams {
  vec3 position;
  float reach;   // radius of what it sees, m
  float volume;  // of a particle at rest
  uint height;   // 1: water over the floor around position.xz, m; 0: pressure per density there, m^2/s^2
  float stiffness;
};

SHARED_END
#ifdef __cplusplus
#include <string>
#include <vector>

#include "engine/app/solver.h"
#include "passes/sph_settings.h"

namespace undine {

// Declares the reading of all gauges: floats in their order. `pressures`: of the incompressible model.
graph::Buffer read_gauges(graph::Graph& g, const std::vector<SphGauge>& gauges, double spacing, double support,
                          const SphParams& params, const ParticleSet& particles, graph::Buffer pressures,
                          bool incompressible);

}  // namespace undine
#endif
#endif
