// Ends a pressure solve when the mean error is small enough: the dispatches of its other iterations become zero.
#include "passes/sph.h"
layout(constant_id = 0) const bool first = false;
layout(local_size_x = 1) in;
layout(binding = 0, scalar) restrict buffer Control { SphControl c; } control;
layout(binding = 1, scalar) restrict buffer Reports { SphReports r; } reports;
layout(push_constant, scalar) uniform ParamsBlock { SphSolveParams p; } params;

void main() {
  if (first) {
    control.c.for_solve = control.c.for_particles;
    control.c.for_errors = uvec3((control.c.for_particles.x + 7u) / 8u, control.c.for_particles.yz);
  } else if (control.c.for_solve.x > 0u) {
    float mean = float(reports.r.error) / (params.p.scale * float(max(control.c.count, 1u)));
    control.c.residual = mean;
    if (mean <= params.p.tolerance) {
      control.c.for_solve = uvec3(0u);
      control.c.for_errors = uvec3(0u);
    } else {
      control.c.iterations += 1u;
    }
  }
  reports.r.error = 0u;
}
