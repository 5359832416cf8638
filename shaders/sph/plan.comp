// Starts a block: length of the next sub-step, emissions of nozzles, and dispatch arguments of its kernels, zero at
// the end of the clock step. An unfinished sub-step continues. A sub-step starts only if it is expected to finish,
// judged by the last one; remaining time is left to the next clock step.
#include "passes/sph/sph_params.h"
layout(constant_id = 0) const bool first = false;  // of the clock step
layout(constant_id = 17) const bool has_nozzles = false;
layout(local_size_x = 1) in;
layout(binding = 0, scalar) restrict buffer Control { SphControl c; } control;
layout(binding = 1, scalar) restrict buffer Reports { SphReports r; } reports;
layout(binding = 2, scalar) writeonly restrict buffer Writers { SphWriters w; } writers;
layout(binding = 3, scalar) restrict buffer Nozzles { SphNozzle v[]; } nozzles;
layout(binding = 4, scalar) uniform ClockBlock { SphNozzleClock c; } clock;
layout(push_constant, scalar) uniform ParamsBlock { SphPlanParams p; } params;

const uint most_layers = 4u;  // a sub-step goes less than two; more come in the next ones

float length_of_next() {
  float speed = sqrt(uintBitsToFloat(reports.r.speed2)), pull = sqrt(uintBitsToFloat(reports.r.pull2));
  float allowed = min(params.p.longest, params.p.reach / (params.p.sound + speed));
  // Particles under pressure swing about their places, the faster the more of it there is.
  // It is forgotten slowly: water that falls for a moment is pressed again.
  float head = min(max(uintBitsToFloat(reports.r.press), 0.9 * control.c.head), params.p.head);
  control.c.head = head;
  allowed = min(allowed, params.p.swing / sqrt(max(head, 1e-20)));
  allowed = min(allowed, sqrt(params.p.reach / max(pull, 1e-20)));
  // Sound's limit is one of stability; the others have room for a twentieth rather than one sub-step more.
  float slack = params.p.sound > 0.0 ? 1e-3 : 0.05;
  float parts = max(ceil(control.c.remaining / allowed - slack), 1.0), dt = control.c.remaining / parts;
  control.c.remaining = parts > 1.5 ? control.c.remaining - dt : 0.0;
  return dt;
}

// Layers that nozzles emit in the sub-step: those that are due, the oldest first, while there is room for whole ones.
// The rest is refused for good.
uint allot() {
  float elapsed = clock.c.step - control.c.remaining - control.c.dt;  // under 0 where the water is behind
  uint added = 0u;
  for (uint k = 0u; k < clock.c.count; ++k) {
    uint given = nozzles.v[k].given, layers = nozzles.v[k].layers, points = nozzles.v[k].points;
    uint base = clock.c.base[k];
    float come = clock.c.part[k] + elapsed * nozzles.v[k].rate;  // since the base
    uint ago = uint(max(-floor(come), 0.0));
    uint due = min(come < 0.0 ? max(base + 1u, ago) - ago : base + uint(come) + 1u, layers);
    uint wanted = due > given ? min(due - given, most_layers) : 0u;
    uint fresh = min(wanted, (clock.c.capacity - control.c.count - added) / points);
    nozzles.v[k].ahead = (come + float(int(base - given))) * nozzles.v[k].layer;
    nozzles.v[k].fresh = fresh;
    nozzles.v[k].given = given + wanted;
    float last = come - (float(layers) - float(base));
    bool flows = nozzles.v[k].rate > 0.0;
    nozzles.v[k].holds = uint(flows && come >= -float(base) && last * nozzles.v[k].layer < nozzles.v[k].reach);
    control.c.refused += (wanted - fresh) * points;
    added += fresh * points;
  }
  return added;
}

void begin() {
  control.c.dt = length_of_next();
  control.c.sub_steps += 1u;
  control.c.spent = 0u;
  control.c.rates = 0u;
  reports.r.speed2 = 0u;
  reports.r.pull2 = 0u;
  reports.r.press = 0u;
  reports.r.count = control.c.count;
  reports.r.compression = 0u;
  reports.r.twins = 0u;
  if (has_nozzles) {
    control.c.settled = control.c.count;
    if (params.p.step > 0.0) {
      uint added = allot();
      control.c.count += added;
      control.c.emitted += added;
      control.c.identities += added;
    }
  }
  bool solves = params.p.iterations > 0u;
  control.c.state = solves ? sph_velocities : sph_idle;
  uvec3 groups = uvec3(sph_groups(control.c.count), 1u, 1u);
  control.c.for_particles = groups;
  control.c.for_solve = solves ? groups : uvec3(0u);
  control.c.for_finish = solves ? uvec3(0u) : groups;
  control.c.for_tiles = uvec3(params.p.tiles, 1u, 1u);
}

void main() {
  control.c.left = params.p.blocks * params.p.iterations;
  control.c.for_particles = uvec3(0u);
  control.c.for_tiles = uvec3(0u);
  control.c.for_finish = uvec3(0u);
  if (first) {
    control.c.remaining += params.p.step;
    control.c.sub_steps = 0u;
    control.c.iterations = 0u;
    control.c.unfinished = 0u;
  }
  bool fits = first || (control.c.remaining > 0.0 && control.c.left >= control.c.lately);
  if (control.c.for_solve.x == 0u && fits) begin();
  control.c.for_start = params.p.iterations > 0u ? control.c.for_solve : control.c.for_finish;
  writers.w = SphWriters(control.c.for_particles, control.c.for_solve);
  reports.r.behind = params.p.step > 0.0 ? control.c.remaining / params.p.step : 0.0;
}
