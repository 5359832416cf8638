// Which layers nozzles give in the sub-step that has begun: those whose time has come, the oldest first, while there is
// room for whole ones. The rest is refused for good.
#include "passes/sph/sph_params.h"
layout(local_size_x = 1) in;
layout(binding = 0, scalar) restrict buffer Control { SphControl c; } control;
layout(binding = 1, scalar) restrict buffer Nozzles { SphNozzle v[]; } nozzles;
layout(binding = 2, scalar) uniform ClockBlock { SphNozzleClock c; } clock;

const uint most_layers = 4u;  // a sub-step goes less than two; more come in the next ones

void main() {
  control.c.settled = control.c.count;
  control.c.for_emission = uvec3(0u);
  if (control.c.for_tiles.x == 0u) return;
  float elapsed = clock.c.step - control.c.remaining - control.c.dt;
  uint added = 0u;
  for (uint k = 0u; k < clock.c.count; ++k) {
    uint given = nozzles.v[k].given, layers = nozzles.v[k].layers, points = nozzles.v[k].points;
    uint base = clock.c.base[k];
    float come = clock.c.part[k] + elapsed * nozzles.v[k].rate;  // since the base
    uint due = come < 0.0 ? base : min(base + uint(come) + 1u, layers);
    uint wanted = due > given ? min(due - given, most_layers) : 0u;
    uint fresh = min(wanted, (clock.c.capacity - control.c.count - added) / points);
    nozzles.v[k].ahead = (come + float(int(base - given))) * nozzles.v[k].layer;
    nozzles.v[k].fresh = fresh;
    nozzles.v[k].given = given + wanted;
    float last = come - (float(layers) - float(base));
    nozzles.v[k].holds = uint(come >= 0.0 && last * nozzles.v[k].layer < nozzles.v[k].reach);
    control.c.refused += (wanted - fresh) * points;
    added += fresh * points;
  }
  control.c.count += added;
  control.c.emitted += added;
  control.c.identities += added;
  control.c.for_emission = uvec3((added + sph_group - 1u) / sph_group, 1u, 1u);
  control.c.for_particles = uvec3((control.c.count + sph_group - 1u) / sph_group, 1u, 1u);
}
