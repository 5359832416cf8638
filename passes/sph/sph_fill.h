// Initial particles, and calibration of the kernels, computed once on the CPU.
#pragma once
#include <glm/glm.hpp>
#include <vector>

#include "passes/sph/sph_settings.h"

namespace undine::sph {

// Distance of particles: the spacing of the settings, or what makes about as many particles as they ask for.
double sph_spacing(const SphSettings& s);

struct SphStart {
  std::vector<glm::vec4> position, velocity;  // position.w: identity, counting from 0
  double top = 0;                             // world y of the highest water
  double speed = 0;                           // of the fastest, m/s
};
// Lattices that fill the shapes. Error at `where` + "/fluid...": no particles, or outside of the domain.
SphStart sph_start(const SphSettings& s, const SceneContext& context);
// Lowers what lies in settled boxes as its weight does at a speed of sound of `sound`: by g / c^2 (H y - y^2 / 2).
void sph_settle(SphStart& start, const SphSettings& s, double gravity, double sound);
// Without the particles that lie inside of something.
void sph_clear(SphStart& start, const std::vector<bool>& inside, const SceneContext& context);

// Sums over an infinite cubic lattice of particles, `support` in spacings.
struct SphLattice {
  double density;               // sum of W: 1 were ideal
  double slope;                 // what the gradient makes of a linear field of slope 1
  int neighbors;                // without the particle itself
  double beside, beside_slope;  // what the layers on one side give to the density, and to its gradient, per spacing
};
SphLattice sph_lattice(SphKernel kernel, double support);

}  // namespace undine::sph
