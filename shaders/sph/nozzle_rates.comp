// Present rates of nozzles with a hydrograph. A closed nozzle releases the water in front of it.
#include "passes/sph/sph_params.h"
layout(local_size_x = 64) in;
layout(binding = 0, scalar) restrict buffer Nozzles { SphNozzle v[]; } nozzles;
layout(binding = 1, scalar) uniform RatesBlock { SphNozzleRates r; } rates;

void main() {
  uint k = gl_GlobalInvocationID.x;
  if (k >= rates.r.count) return;
  nozzles.v[k].rate = rates.r.rate[k];
  nozzles.v[k].layers = rates.r.layers[k];
  nozzles.v[k].gravity = rates.r.gravity;
}
