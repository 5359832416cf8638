// Kernels of the particle solver against the double-precision reference, at odd numbers of particles.
#include <map>
#include <random>

#include "engine/core/error.h"
#include "passes/sph/sph_fill.h"
#include "passes/sph/sph_reference.h"
#include "tests/support/refused.h"
#include "tests/support/wave_runner.h"

namespace undine {

struct SphKernelsGpu : test::WaveTest {
  struct Case {
    sph::SphKernel kernels = sph::SphKernel::cubic;
    double viscosity = 0, restitution = 1, shear = 0;
  };

  // Box of particles in a corner of the domain, moving towards two walls, and one particle in the opposite corner.
  void compare(glm::dvec3 count, const Case& c, int steps = 4) {
    SCOPED_TRACE(fmt::format("{} x {} x {}, kernels {}", count.x, count.y, count.z, static_cast<int>(c.kernels)));
    const double dx = 0.03125;
    sph::SphSettings s;
    s.spacing = dx;
    s.support = 2.1;
    s.domain = {{0, 0, 0}, {1, 1, 1}};
    s.stiffness = 900;
    s.damping = 0.1;
    s.viscosity = c.viscosity;
    s.restitution = c.restitution;
    s.kernels = c.kernels;
    s.cfl = 1;
    s.fluid = {sph::SphFluid{.box = sph::SphBox{{0, 0, 0}, count * dx}, .velocity = {-2, -3, 1}},
               sph::SphFluid{.box = sph::SphBox{glm::dvec3(1 - dx), glm::dvec3(1)}}};
    make(s);
    reference::Sph want;
    const sph::SphLattice lattice = sph::sph_lattice(s.kernels, s.support);
    want.cubic = s.kernels == sph::SphKernel::cubic;
    want.support = s.support * dx;
    want.volume = dx * dx * dx / lattice.density;
    want.slope_volume = want.cubic ? want.volume : dx * dx * dx / lattice.slope;
    want.stiffness = s.stiffness;
    want.viscosity = s.viscosity;
    want.damping = s.damping * 0.5 * want.support * 30;
    want.restitution = s.restitution;
    const sph::SphStart start = sph::sph_start(s, {});
    for (std::size_t i = 0; i < start.position.size(); ++i) {
      want.position.emplace_back(start.position[i]);
      want.velocity.emplace_back(start.velocity[i]);
    }
    const double dt = 0.0005;
    advance(dt, steps);
    ASSERT_EQ(stats().sub_steps, 1);
    for (int k = 0; k < steps; ++k) want.step(dt);
    const auto x = field("position"), v = field("velocity"), d = field("density"), id = field("id"),
               p = field("pressure");
    ASSERT_EQ(id.size(), want.position.size());
    double worst = 0, worst_speed = 0, worst_density = 0;
    for (std::size_t k = 0; k < id.size(); ++k) {
      const auto i = static_cast<std::size_t>(id[k]);
      for (std::size_t a = 0; a < 3; ++a) {
        const int axis = static_cast<int>(a);
        worst = std::max(worst, std::abs(x[3 * k + a] - want.position[i][axis]));
        worst_speed = std::max(worst_speed, std::abs(v[3 * k + a] - want.velocity[i][axis]));
      }
      worst_density = std::max(worst_density, std::abs(d[k] / 1000 - want.density[i]));
      EXPECT_NEAR(p[k], std::max(0.0, 900.0 * (d[k] - 1000.0)), 1);
    }
    EXPECT_LT(worst, 2e-6);
    EXPECT_LT(worst_speed, 3e-3);  // 900 m²/s² of stiffness times rounding of densities, over 0.03 m, four steps
    EXPECT_LT(worst_density, 1e-5);
  }
};

const glm::dvec3 sph_sizes[] = {{1, 1, 1}, {13, 2, 1}, {9, 7, 1}, {4, 4, 4}, {5, 13, 1}, {2, 2, 17}, {10, 7, 10}};

TEST_F(SphKernelsGpu, CubicMatchesTheReference) {
  for (const glm::dvec3& count : sph_sizes) compare(count, {});
}

TEST_F(SphKernelsGpu, MuellerMatchesTheReference) {
  for (const glm::dvec3& count : sph_sizes) compare(count, {.kernels = sph::SphKernel::poly6_spiky});
}

TEST_F(SphKernelsGpu, ViscosityMatchesTheReference) {
  for (const glm::dvec3& count : sph_sizes) compare(count, {.viscosity = 0.02, .restitution = 1.6});
}

TEST_F(SphKernelsGpu, TwoThousandParticlesMatchTheReference) { compare({32, 32, 2}, {}, 2); }

// Inside a lattice, and beside walls half a spacing away, the density is the rest density.
TEST_F(SphKernelsGpu, LatticesHaveTheirRestDensityAtWallsToo) {
  for (double support : {1.6, 2.0, 2.4, 3.0})
    for (sph::SphKernel kernels : {sph::SphKernel::cubic, sph::SphKernel::poly6_spiky}) {
      SCOPED_TRACE(support);
      sph::SphSettings s;
      s.spacing = 0.125;
      s.support = support;
      s.kernels = kernels;
      s.domain = {{-1, 0, 0}, {0, 1, 1}};
      s.fluid = {sph::SphFluid{.box = sph::SphBox{{-1, 0, 0}, {0, 1, 1}}}};
      make(s);
      const auto d = field("density");
      ASSERT_EQ(d.size(), 512u);
      for (float x : d) EXPECT_NEAR(x, 1000, 0.01);
    }
}

TEST_F(SphKernelsGpu, BadSettingsAreRefused) {
  auto refused = [&](const sph::SphSettings& s, const char* setting) {
    test::expect_refused([&] { s.create(state, {.name = "a"}); }, {setting});
  };
  sph::SphSettings s;
  s.fluid = {sph::SphFluid{.box = sph::SphBox{{-5, 0, 0}, {0, 0.1, 0.1}}}};
  refused(s, "fluid/0");
  s.fluid = {sph::SphFluid{.sphere = sph::SphSphere{{0, 0.5, 0}, 0.01}}};
  refused(s, "fluid/0");
  s.fluid = {};
  s.domain.max.z = s.domain.min.z + 0.1;
  refused(s, "domain");
  s = {};
  make(s);
  graph::Graph g(state);
  EXPECT_THROW(solver->step(g, {.dt = 100}), Error);
}

TEST_F(SphKernelsGpu, NoFluidIsNone) {
  sph::SphSettings s;
  make(s);
  EXPECT_GT(stats().particles, 100u);
  s.fluid = {};
  make(s);
  EXPECT_EQ(stats().particles, 0u);
}

TEST_F(SphKernelsGpu, ParticlesOfOverlappingShapesAreNotDoubled) {
  sph::SphSettings s;
  s.spacing = 0.05;
  s.domain = {{0, 0, 0}, {1, 1, 1}};
  s.fluid = {sph::SphFluid{.box = sph::SphBox{{0, 0, 0}, {0.5, 0.5, 0.5}}},
             sph::SphFluid{.box = sph::SphBox{{0, 0, 0}, {1, 0.5, 0.5}}},
             sph::SphFluid{.sphere = sph::SphSphere{{0.5, 0.8, 0.5}, 0.2}}};
  make(s);
  // Particles of the box at twice its width, and lattice points of the ball.
  const Stats got = stats();
  EXPECT_NEAR(double(got.particles), 2000 + 4.0 / 3 * 3.14159265 * 64, 40);
  EXPECT_NEAR(*got.volume, double(got.particles) * 0.05 * 0.05 * 0.05, 1e-9);
  s.particles = 1000;
  s.fluid = {sph::SphFluid{.box = sph::SphBox{{0, 0, 0}, {1, 0.5, 0.5}}}};
  make(s);
  EXPECT_NEAR(double(stats().particles), 1000, 40);
}

}  // namespace undine
