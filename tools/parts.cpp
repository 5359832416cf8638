#include "tools/parts.h"

#include "passes/bodies/bodies.h"
#include "passes/fluid/fluid.h"
#include "passes/meshing/marching_cubes_bench.h"
#include "passes/meshing/particle_surface.h"
#include "passes/picture/picture.h"
#include "passes/pipes/pipes.h"
#include "passes/poisson/poisson_bench.h"
#include "passes/sph/sph.h"
#include "passes/wave/wave.h"
#include "passes/wildlife/dwellers.h"

namespace undine {

Parts all_parts() {
  Parts out;
  out.solvers = {wave_solver(), pipes_solver(), fluid_solver(), sph_solver()};
  for (const auto& cases : {wave_bench(), pipes_bench(), poisson_bench(), fluid_bench(), sph_bench(), bodies_bench(),
                            meshing_bench()})
    out.bench.insert(out.bench.end(), cases.begin(), cases.end());
  out.renderer = make_renderer;
  out.bodies = make_bodies;
  out.dwellers = make_dwellers;
  out.field_scan = make_field_scan;
  out.overlay = make_overlay;
  out.particle_mesh = particle_mesh;
  return out;
}

}  // namespace undine
