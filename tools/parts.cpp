#include "tools/parts.h"

#include "passes/agents/agents.h"
#include "passes/bodies/bodies.h"
#include "passes/coupling/couplings.h"
#include "passes/fluid/fluid.h"
#include "passes/fluid/fluid_shapes.h"
#include "passes/meshing/marching_cubes_bench.h"
#include "passes/meshing/meshing_shapes.h"
#include "passes/meshing/particle_surface.h"
#include "passes/models/level_import.h"
#include "passes/picture/picture.h"
#include "passes/pipes/pipes.h"
#include "passes/pipes/pipes_shapes.h"
#include "passes/poisson/poisson_bench.h"
#include "passes/poisson/poisson_shapes.h"
#include "passes/sea/sea.h"
#include "passes/shallow/shallow.h"
#include "passes/shallow/shallow_shapes.h"
#include "passes/solids/scenery.h"
#include "passes/sort/sort_shapes.h"
#include "passes/sph/sph.h"
#include "passes/spray/spray.h"
#include "passes/wave/wave.h"
#include "passes/wave/wave_shapes.h"

namespace undine {

Parts all_parts() {
  Parts out;
  out.solvers = {wave::wave_solver(),   pipes::pipes_solver(), shallow::shallow_solver(),
                 fluid::fluid_solver(), sph::sph_solver(),     sea::sea_solver()};
  for (const auto& cases :
       {wave::wave_bench(), pipes::pipes_bench(), shallow::shallow_bench(), poisson::poisson_bench(),
        fluid::fluid_bench(), sph::sph_bench(), bodies::bodies_bench(), meshing::meshing_bench()})
    out.bench.insert(out.bench.end(), cases.begin(), cases.end());
  out.shapes = {&wave::step_shapes,  &wave::surface_shapes,  &pipes::step_shapes,       &shallow::step_shapes,
                &fluid::cell_shapes, &poisson::sweep_shapes, &poisson::transfer_shapes, &poisson::store_shapes,
                &sort::scan_shapes,  &meshing::field_shapes, &meshing::marching_shapes};
  out.render = picture::picture_settings();
  out.qualities = picture::picture_qualities();
  out.water_look = picture::water_look;
  out.renderer = picture::make_renderer;
  out.bodies = bodies::make_bodies;
  out.couplings = coupling::make_couplings;
  out.agents = agents::make_agents;
  out.spray = spray::make_spray;
  out.field_scan = picture::make_field_scan;
  out.overlay = picture::make_overlay;
  out.import_level = solids::import_level;
  out.particle_mesh = meshing::particle_mesh;
  out.scenery = solids::scenery;
  return out;
}

}  // namespace undine
