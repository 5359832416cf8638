// Length of the next sub-step, and the dispatches of what belongs to it: none once the clock step is done.
#include "passes/sph/sph_params.h"
layout(constant_id = 0) const bool first = false;
layout(local_size_x = 1) in;
layout(binding = 0, scalar) restrict buffer Control { SphControl c; } control;
layout(binding = 1, scalar) restrict buffer Reports { SphReports r; } reports;
layout(push_constant, scalar) uniform ParamsBlock { SphPlanParams p; } params;

void main() {
  float remaining = first ? params.p.step : control.c.remaining;
  if (!first && remaining <= 0.0) {
    control.c.for_particles = uvec3(0u);
    control.c.for_tiles = uvec3(0u);
    return;
  }
  float speed = sqrt(uintBitsToFloat(reports.r.speed2)), pull = sqrt(uintBitsToFloat(reports.r.pull2));
  float allowed = min(params.p.longest, params.p.reach / (params.p.sound + speed));
  // Particles under pressure swing about their places, the faster the more of it there is.
  // It is forgotten slowly: water that falls for a moment is pressed again.
  float head = min(max(uintBitsToFloat(reports.r.press), 0.9 * control.c.head), params.p.head);
  control.c.head = head;
  allowed = min(allowed, params.p.swing / sqrt(max(head, 1e-20)));
  allowed = min(allowed, sqrt(params.p.reach / max(pull, 1e-20)));
  float parts = clamp(ceil(remaining / allowed - 1e-3), 1.0, float(params.p.left));
  float dt = remaining / parts;
  control.c.dt = dt;
  control.c.remaining = parts > 1.5 ? remaining - dt : 0.0;
  control.c.sub_steps = first ? 1u : control.c.sub_steps + 1u;
  control.c.iterations = first ? 0u : control.c.iterations;
  control.c.unfinished = first ? 0u : control.c.unfinished;
  reports.r.speed2 = 0u;
  reports.r.pull2 = 0u;
  reports.r.press = 0u;
  reports.r.count = control.c.count;
  reports.r.compression = 0u;
  reports.r.twins = 0u;
  control.c.for_particles = uvec3((control.c.count + sph_group - 1u) / sph_group, 1u, 1u);
  control.c.for_tiles = uvec3(params.p.tiles, 1u, 1u);
}
