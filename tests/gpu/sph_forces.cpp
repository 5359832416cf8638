// Viscosity, damping and velocity blending in both particle models, against sums over neighbors in double precision.
#include <numbers>

#include "passes/sph/sph_fill.h"
#include "passes/sph/sph_reference.h"
#include "passes/sph/sph_tension.h"
#include "tests/support/wave_runner.h"

namespace undine {

struct SphForces : test::WaveTest {
  // Layers of a sheet in shear. Two particles across are less dense than water at rest: zero pressure.
  static sph::SphSettings sheet(sph::SphModel model) {
    const double dx = 0.03125;
    sph::SphSettings s;
    s.model = model;
    s.spacing = dx;
    s.support = 2.1;
    s.domain = {{0, 0, 0}, {1, 1, 1}};
    s.stiffness = model == sph::SphModel::compressible ? 900 : 0;
    s.gravity = 1e-6;
    s.damping = s.viscosity = s.xsph = 0;
    s.cfl = 1;
    s.fluid.clear();
    for (int k = 0; k < 8; ++k) {
      const glm::dvec3 low{10 * dx, (10 + k) * dx, 15 * dx};
      s.fluid.push_back({.box = sph::SphBox{low, low + dx * glm::dvec3(12, 1, 2)},
                         .velocity = {0.4 * std::sin(1.3 * k), 0.2 * std::cos(0.7 * k), 0.1 * std::sin(2.1 * k)}});
    }
    return s;
  }

  // Compares one clock step. `pair`: acceleration of a particle by a neighbor at x - d with relative velocity w.
  template <class Pair>
  void compare(const sph::SphSettings& s, const Pair& pair) {
    make(s);
    const sph::SphStart start = sph::sph_start(s, {});
    reference::Sph want;
    want.support = s.support * s.spacing;
    want.volume = std::pow(s.spacing, 3) / sph::sph_lattice(s.kernels, s.support).density;
    for (std::size_t i = 0; i < start.position.size(); ++i) {
      want.position.emplace_back(start.position[i]);
      want.velocity.emplace_back(start.velocity[i]);
    }
    want.measure();
    const double dt = 0.0005;
    advance(dt, 1);
    ASSERT_EQ(stats().sub_steps, 1);
    const auto v = field("velocity"), id = field("id");
    ASSERT_EQ(id.size(), 192u);
    double worst = 0, most = 0;
    for (std::size_t k = 0; k < id.size(); ++k) {
      const auto i = static_cast<std::size_t>(id[k]);
      EXPECT_LT(want.density[i], 0.95);
      glm::dvec3 a(0);
      for (std::size_t j = 0; j < id.size(); ++j) {
        const glm::dvec3 d = want.position[i] - want.position[j];
        if (j == i || glm::length(d) >= want.support) continue;
        a += pair(want, d, want.velocity[j] - want.velocity[i], want.density[i], want.density[j]);
      }
      const glm::dvec3 got = glm::dvec3(v[3 * k], v[3 * k + 1], v[3 * k + 2]) - want.velocity[i];
      worst = std::max(worst, glm::length(got - dt * a));
      most = std::max(most, glm::length(dt * a));
    }
    EXPECT_GT(most, 1e-3);
    EXPECT_LT(worst, 1e-3 * most);
  }
};

constexpr sph::SphModel both_models[] = {sph::SphModel::compressible, sph::SphModel::incompressible};

TEST_F(SphForces, ViscosityIsTheLaplacianOfVelocities) {
  for (const sph::SphModel model : both_models) {
    sph::SphSettings s = sheet(model);
    s.viscosity = 0.05;
    compare(s, [&](const reference::Sph& p, const glm::dvec3& d, const glm::dvec3& w, double own, double other) {
      const double laplacian = 45 / (std::numbers::pi * std::pow(p.support, 6)) * (p.support - glm::length(d));
      return p.volume * s.viscosity * laplacian / (own * other) * w;
    });
  }
}

TEST_F(SphForces, DampingActsAlongTheLineBetweenParticles) {
  for (const sph::SphModel model : both_models) {
    sph::SphSettings s = sheet(model);
    s.damping = 0.5;
    const sph::SphStart start = sph::sph_start(s, {});
    const double free_fall = std::sqrt(2 * s.gravity * start.top + start.speed * start.speed);
    const double sound = model == sph::SphModel::compressible ? std::sqrt(s.stiffness) : 10 * free_fall;
    compare(s, [&](const reference::Sph& p, const glm::dvec3& d, const glm::dvec3& w, double own, double other) {
      const double r = glm::length(d), h = p.support, along = glm::dot(w, d);
      // Incompressible: half of it, also for separating pairs.
      const double come =
          (model == sph::SphModel::compressible ? std::max(along, 0.0) : 0.5 * along) / (r * r + 0.0025 * h * h);
      return -p.volume * s.damping * 0.5 * h * sound * come * 2.0 / (own + other) * p.slope(r) * d / r;
    });
  }
}

TEST_F(SphForces, XsphIsTheMeanOfVelocities) {
  for (const sph::SphModel model : both_models) {
    sph::SphSettings s = sheet(model);
    s.xsph = 40;
    compare(s, [&](const reference::Sph& p, const glm::dvec3& d, const glm::dvec3& w, double own, double other) {
      return s.xsph * p.volume * 2.0 / (own + other) * p.kernel(glm::length(d)) * w;
    });
  }
}

// Pairs attract, and differences of normals flatten the surface. A normal is the support radius times the gradient of
// the volume fraction.
TEST_F(SphForces, SurfaceTensionIsCohesionAndFlattening) {
  for (const sph::SphModel model : both_models) {
    sph::SphSettings s = sheet(model);
    s.surface_tension = 20;
    for (sph::SphFluid& f : s.fluid) f.velocity = {0.001, 0, 0};
    sph::SphParams p{};
    sph::set_tension(p, s, s.spacing);
    const sph::SphStart start = sph::sph_start(s, {});
    reference::Sph all;
    all.support = s.support * s.spacing;
    all.volume = std::pow(s.spacing, 3) / sph::sph_lattice(s.kernels, s.support).density;
    for (const glm::vec4& x : start.position) all.position.emplace_back(x);
    all.velocity.resize(all.position.size());
    all.measure();
    std::vector<glm::dvec3> normal(all.position.size());
    for (std::size_t i = 0; i < normal.size(); ++i)
      for (std::size_t j = 0; j < normal.size(); ++j) {
        const glm::dvec3 d = all.position[i] - all.position[j];
        const double r = glm::length(d);
        if (j != i && r < all.support) normal[i] += all.support * all.volume / all.density[j] * all.slope(r) * d / r;
      }
    std::vector<glm::dvec3> want(normal.size());
    for (std::size_t i = 0; i < normal.size(); ++i)
      for (std::size_t j = 0; j < normal.size(); ++j) {
        const glm::dvec3 d = all.position[i] - all.position[j];
        const double r = glm::length(d), q = r / all.support, both = std::pow((1 - q) * q, 3);
        if (j == i || q >= 1) continue;
        const double shape = q > 0.5 ? both : 2 * both - 1 / 64.0;
        want[i] -= 2 / (all.density[i] + all.density[j]) *
                   (static_cast<double>(p.cohesion) * shape / r * d +
                    static_cast<double>(p.flattening) * (normal[i] - normal[j]));
      }
    make(s);
    const double dt = 0.0005;
    advance(dt, 1);
    ASSERT_EQ(stats().sub_steps, 1);
    const auto v = field("velocity"), id = field("id");
    double worst = 0, most = 0;
    for (std::size_t k = 0; k < id.size(); ++k) {
      const auto i = static_cast<std::size_t>(id[k]);
      const glm::dvec3 got(static_cast<double>(v[3 * k]) - 0.001, v[3 * k + 1], v[3 * k + 2]);
      worst = std::max(worst, glm::length(got - dt * want[i]));
      most = std::max(most, glm::length(dt * want[i]));
    }
    EXPECT_GT(most, 1e-5);
    EXPECT_LT(worst, 3e-3 * most + 1e-8);
  }
}

TEST_F(SphForces, EnergyOfMotionIsReported) {
  for (const sph::SphModel model : both_models) {
    const sph::SphSettings s = sheet(model);
    make(s);
    double want = 0;
    for (const glm::vec4& v : sph::sph_start(s, {}).velocity) {
      const glm::dvec3 u(v);
      want += 0.5 * 1000 * std::pow(s.spacing, 3) * glm::dot(u, u);
    }
    EXPECT_NEAR(stats().energy, want, 1e-3 * want);
  }
}

// Restitution k of a wall removes k times the velocity into it, and moves a particle d beyond it back by k d.
TEST_F(SphForces, WallsAnswerByTheirRestitution) {
  for (const double k : {1.0, 1.5, 2.0}) {
    sph::SphSettings s = sheet(sph::SphModel::compressible);
    s.restitution = k;
    s.fluid = {
        sph::SphFluid{.box = sph::SphBox{{0, 0.5, 0.5}, {0.03125, 0.53125, 0.53125}}, .velocity = {-20, 0.5, 0}}};
    make(s);
    advance(0.001, 1);
    const auto x = field("position"), v = field("velocity");
    ASSERT_EQ(x.size(), 3u);
    EXPECT_NEAR(v[0], -20 + k * 20, 1e-4);
    EXPECT_NEAR(v[1], 0.5, 1e-4);
    EXPECT_NEAR(x[0], (k - 1) * (0.02 - 0.015625), 1e-6);
  }
}

// Two blocks whose first layers are closer than the others: one sub-step of position correction restores rest
// density.
TEST_F(SphForces, PlacesAreBroughtToTheDensityOfRest) {
  sph::SphSettings s = sheet(sph::SphModel::incompressible);
  const double dx = s.spacing;
  const glm::dvec3 low(8 * dx), size = dx * glm::dvec3(5, 8, 8);
  s.fluid = {sph::SphFluid{.box = sph::SphBox{low, low + size}}};
  const glm::dvec3 next = low + glm::dvec3(4.98 * dx, 0, 0);
  s.fluid.push_back({.box = sph::SphBox{next, next + size}});
  s.tolerance = 1e-5;
  s.iterations = 400;
  make(s);
  reference::Sph want;
  want.support = s.support * dx;
  want.volume = dx * dx * dx / sph::sph_lattice(s.kernels, s.support).density;
  // Mean excess density, and that of the same particles afterwards.
  const auto measured = [&] {
    const auto x = field("position"), id = field("id");
    want.position.assign(id.size(), glm::dvec3(0));
    want.velocity.assign(id.size(), glm::dvec3(0));
    for (std::size_t k = 0; k < id.size(); ++k)
      want.position[static_cast<std::size_t>(id[k])] = {x[3 * k], x[3 * k + 1], x[3 * k + 2]};
    want.measure();
    return want.density;
  };
  const std::vector<double> before = measured();
  advance(0.0005, 1);
  ASSERT_EQ(stats().sub_steps, 1);
  const std::vector<double> after = measured();
  double first = 0, left = 0;
  for (std::size_t i = 0; i < before.size(); ++i) {
    if (before[i] < 1.004) continue;
    first += before[i] - 1;
    left += after[i] - 1;
  }
  EXPECT_GT(first, 0.2);
  EXPECT_NEAR(left / first, 0, 0.03);
}

}  // namespace undine
