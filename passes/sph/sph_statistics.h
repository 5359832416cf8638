// Statistics of a particle water. Energy is sum m (v^2 / 2 + g (y - floor of the domain)) plus the elastic energy of
// compression, in J; `residual` is the mean relative compression.
#pragma once
#include <functional>
#include <string>

#include "engine/scene/solver.h"
#include "passes/sph/sph_gauges.h"
#include "passes/sph/sph_meters.h"
#include "passes/sph/sph_params.h"
#include "passes/sph/sph_watch.h"

namespace undine::sph {

struct SphMeasured {
  std::string name;  // of the water
  ParticleSet particles;
  graph::Buffer control, reports;  // SphControl, SphReports
  graph::Buffer taken;             // uint: particles removed by couplings since the last sort; null: no couplings
  SphParams params;
  double density;  // kg/m³
  bool incompressible;
  const SphGauges& gauges;
  const SphMeters& meters;
  const SphWatch& watch;
};

// Declares the sums and calls `done` when they have arrived.
void sph_statistics(graph::Graph& g, const SphMeasured& from, std::function<void(const Stats&)> done);

}  // namespace undine::sph
