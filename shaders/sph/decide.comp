// Ends a pressure solve when the mean error is small enough: the dispatches of its other iterations become zero. Else the
// momentum of the next iteration [Nesterov 1983], none where the last one led uphill [O'Donoghue & Candes 2015].
#include "passes/sph/sph_params.h"
layout(constant_id = 0) const bool first = false;  // of the solve
layout(constant_id = 1) const bool last = false;
layout(constant_id = 2) const bool places = false;
layout(local_size_x = 64) in;
layout(binding = 0, scalar) restrict buffer Control { SphControl c; } control;
layout(binding = 1) uniform samplerBuffer sums;
layout(push_constant, scalar) uniform ParamsBlock { SphSolveParams p; } params;

shared vec2 parts[gl_WorkGroupSize.x];

// Sums over all workgroups, in a fixed order.
vec2 total() {
  uint me = gl_LocalInvocationIndex;
  vec2 sum = vec2(0.0);
  for (uint k = me; k < control.c.for_particles.x; k += gl_WorkGroupSize.x) sum += texelFetch(sums, int(k)).xy;
  parts[me] = sum;
  barrier();
  sum = vec2(0.0);
  for (uint k = 0u; k < gl_WorkGroupSize.x; ++k) sum += parts[k];
  return sum;
}

void main() {
  if (!first && control.c.for_solve.x == 0u) return;
  vec2 sum = total();
  if (gl_LocalInvocationIndex != 0u) return;
  float mean = sum.x / float(max(control.c.count, 1u)), dt = control.c.dt;
  if (first) {
    control.c.relaxation = min(max(1.02 * control.c.relaxation, 0.01), params.p.relaxation);
    control.c.age = 1.0;
    control.c.best = mean;
  }
  control.c.residual = mean;
  bool done = mean <= (places ? params.p.tolerance : min(params.p.tolerance, params.p.rate * dt * dt));
  if (done || last) {
    control.c.for_solve = uvec3(0u);
    control.c.momentum = 0.0;
    if (!done) {
      control.c.unfinished += 1u;
      if (!first && mean > 2.0 * control.c.best) control.c.relaxation *= 0.7;
    }
    return;
  }
  control.c.for_solve = control.c.for_particles;
  control.c.iterations += 1u;
  control.c.best = min(control.c.best, mean);
  bool up = sum.y > 0.0;
  if (mean > 4.0 * control.c.best) {  // steps too long for how particles lie
    control.c.relaxation *= 0.7;
    control.c.best = mean;
    up = true;
  }
  float age = 0.5 * (1.0 + sqrt(1.0 + 4.0 * control.c.age * control.c.age));
  control.c.momentum = up ? 0.0 : (control.c.age - 1.0) / age;
  control.c.age = up ? 1.0 : age;
}
