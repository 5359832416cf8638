// Convergence test: adds the sums of all threads in a fixed order, and sets the dispatch arguments of the next cycle
// to their size or to zero.
#include "lib/finite.glsl"
#include "passes/poisson/poisson_params.h"
layout(local_size_x = 64) in;
layout(binding = 0) readonly restrict buffer Sums { vec2 v[]; } sums;
layout(binding = 1) readonly restrict buffer Full { uint v[]; } full;
layout(binding = 2) writeonly restrict buffer Live { uint v[]; } live;
layout(binding = 3) restrict buffer Report { PoissonReport p; } report;
layout(binding = 4) readonly restrict buffer Outflow { uint v[]; } outflow;
layout(push_constant, scalar) uniform ParamsBlock { PoissonJudgeParams p; } params;
shared vec2 part[64];
shared uint go;

void main() {
  int me = int(gl_LocalInvocationID.x);
  // After the last cycle nothing changes, neither the sums.
  if (params.p.phase >= poisson_judge_cycle && params.p.tolerance > 0 && report.p.done != 0) return;
  vec2 sum = vec2(0);
  for (int i = me; i < params.p.parts; i += 64) sum += sums.v[i];
  part[me] = sum;
  for (int step = 32; step > 0; step /= 2) {
    barrier();
    if (me < step) part[me] += part[me + step];
  }
  if (me == 0) {
    sum = part[0];
    go = 0;
    if (params.p.phase == poisson_judge_mean) {
      bool singular = params.p.singular == 1 || (params.p.singular == 2 && outflow.v[0] == 0);
      report.p.mean = singular && sum.y > 0 ? sum.x / sum.y : 0;
    } else if (params.p.phase == poisson_judge_beta) {
      // Polak-Ribiere: one cycle is not quite a symmetric preconditioner.
      report.p.beta = report.p.rho > 0 ? max((sum.x - sum.y) / report.p.rho, 0.0) : 0;
      report.p.rho = sum.x;
    } else if (params.p.phase == poisson_judge_alpha) {
      report.p.alpha = sum.x > 0 ? report.p.rho / sum.x : 0;
    } else {
      float before = report.p.residual, norm = sqrt(sum.x);
      if (params.p.phase == poisson_judge_begin) {
        report.p.scale = sum.y > 0 ? sqrt(sum.y) : norm;
        report.p.iterations = 0;
        report.p.rho = 0;
      } else {
        report.p.iterations += uint(params.p.sweeps);
      }
      float now = norm == 0 ? 0 : norm / report.p.scale;
      report.p.residual = now;
      if (params.p.phase == poisson_judge_begin) report.p.initial = now;
      uint done = 0;
      if (!is_below(now, 1e30)) done = poisson_done_nan;
      else if (params.p.tolerance > 0 && now <= params.p.tolerance) done = poisson_done_tolerance;
      else if (params.p.phase == poisson_judge_cycle && now > params.p.stall * before) done = poisson_done_stalled;
      report.p.done = done;
      go = done == 0 ? 1 : 0;
    }
  }
  barrier();
  if (params.p.phase != poisson_judge_begin && params.p.phase != poisson_judge_cycle) return;
  for (int i = me; i < 3 * params.p.nodes; i += 64) live.v[i] = go != 0 ? full.v[i] : 0;
}
