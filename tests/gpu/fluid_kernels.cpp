// Whole steps of the flow solver against the double-precision reference: odd sizes, every boundary condition,
// obstacles.
#include "passes/fluid/fluid_initial.h"
#include "passes/fluid/fluid_reference.h"
#include "passes/grid/random.h"
#include "tests/support/fluid_runner.h"

namespace undine {

struct FluidKernelsTest : test::FluidTest {
  using Kind = fluid::FluidEdge::Kind;
  struct Case {
    glm::uvec2 cells;
    std::array<fluid::FluidEdge, 4> edges;
    bool maccormack = true, obstacle = false;
    double viscosity = 0, diffusion = 0, confinement = 0, dt = 0.03;
    int steps = 3;
  };

  static double random(std::uint64_t seed, std::size_t i) { return grid::uniform_random(seed, i, 5) - 0.5; }

  void compare(const Case& c) {
    SCOPED_TRACE(fmt::format("{} x {}, edges {} {} {} {}, {}{}, nu {}, k {}", c.cells.x, c.cells.y,
                             int(c.edges[0].kind), int(c.edges[1].kind), int(c.edges[2].kind), int(c.edges[3].kind),
                             c.maccormack ? "maccormack" : "semi-lagrangian", c.obstacle ? ", obstacle" : "",
                             c.viscosity, c.diffusion));
    const std::uint32_t nx = c.cells.x, nz = c.cells.y;
    fluid::FluidSettings s;
    s.cells = c.cells;
    s.size = {0.1 * nx, 0.13 * nz};
    s.viscosity = c.viscosity;
    s.diffusion = c.diffusion;
    s.vorticity = c.confinement;
    s.advection =
        c.maccormack ? fluid::FluidSettings::Advection::maccormack : fluid::FluidSettings::Advection::semi_lagrangian;
    s.pressure.tolerance = 1e-6;
    s.edges = {c.edges[0], c.edges[1], c.edges[2], c.edges[3]};
    std::vector<float> velocity(2 * nx * nz), dye(nx * nz);
    for (std::size_t i = 0; i < velocity.size(); ++i) velocity[i] = static_cast<float>(3 * random(1, i));
    for (std::size_t i = 0; i < dye.size(); ++i) dye[i] = static_cast<float>(1 + random(2, i));
    fluid::FluidShape start{.kind = fluid::FluidShape::Kind::npy};
    start.velocity = planes("v.npy", nx, nz, 2, velocity);
    start.dye = planes("dye.npy", nx, nz, 1, dye);
    s.initial = {start};

    reference::Fluid want;
    want.nx = static_cast<int>(nx);
    want.nz = static_cast<int>(nz);
    want.dx = 0.1;
    want.dz = 0.13;
    want.viscosity = c.viscosity;
    want.diffusion = c.diffusion;
    want.confinement = c.confinement;
    want.maccormack = c.maccormack;
    for (std::size_t k = 0; k < 4; ++k) {
      const fluid::FluidEdge& e = c.edges[k];
      const int kind = e.kind == Kind::lid ? 0 : e.kind == Kind::inflow ? 4 : int(e.kind);
      want.sides[k] = {static_cast<reference::FluidEdge>(kind), e.velocity.x, e.velocity.y};
    }
    const glm::dvec2 middle{0.53 * s.size.x, 0.47 * s.size.y};
    const double radius = 0.21 * std::min(s.size.x, s.size.y);
    if (c.obstacle) {
      fluid::FluidObstacle disc;
      disc.center = middle - 0.5 * s.size;
      disc.radius = radius;
      s.obstacles = {disc};
      want.obstacle = [=](double x, double z) { return glm::length(glm::dvec2(x, z) - middle) - radius; };
    }
    const fluid::FluidInitial initial = fluid::make_fluid_initial(s, {});
    want.u.assign(initial.u.begin(), initial.u.end());
    want.w.assign(initial.w.begin(), initial.w.end());
    for (const glm::vec4& d : initial.dye) want.dye.push_back(static_cast<double>(d.x));
    want.start();
    make(s);
    for (int step = 0; step < c.steps; ++step) want.step(c.dt);
    advance(c.dt, c.steps);
    const std::vector<float> v = field("velocity"), d = field("dye");
    double fastest = 0, wrong = 0, wrong_dye = 0;
    for (std::uint32_t j = 0; j < nz; ++j)
      for (std::uint32_t i = 0; i < nx; ++i) {
        const std::size_t n = j * nx + i, f = j * (nx + 1) + i;
        const double x = 0.5 * (want.u[f] + want.u[f + 1]), z = 0.5 * (want.w[n] + want.w[n + nx]);
        fastest = std::max({fastest, std::abs(x), std::abs(z)});
        wrong = std::max({wrong, std::abs(x - v[2 * n]), std::abs(z - v[2 * n + 1])});
        wrong_dye = std::max(wrong_dye, std::abs(want.dye[n] - d[3 * n]));
      }
    EXPECT_GT(fastest, 0.05);
    EXPECT_LT(wrong, 2e-4 * std::max(fastest, 1.0));
    EXPECT_LT(wrong_dye, 2e-4);
  }

  static std::array<fluid::FluidEdge, 4> same(Kind kind) { return {fluid::FluidEdge{kind}, {kind}, {kind}, {kind}}; }
  const std::array<fluid::FluidEdge, 4> channel{
      fluid::FluidEdge{Kind::inflow, {0.8, 0.1}}, {Kind::outflow}, {Kind::slip}, {Kind::wall}};
  const std::array<fluid::FluidEdge, 4> lids{
      fluid::FluidEdge{Kind::lid, {0, 0.7}}, {Kind::wall}, {Kind::lid, {-0.4, 0}}, {Kind::slip}};
  const std::array<fluid::FluidEdge, 4> pipe{
      fluid::FluidEdge{Kind::periodic}, {Kind::periodic}, {Kind::wall}, {Kind::lid, {1, 0}}};
  const std::array<fluid::FluidEdge, 4> drain{
      fluid::FluidEdge{Kind::slip}, {Kind::wall}, {Kind::inflow, {0.2, 0.6}}, {Kind::outflow}};
};

TEST_F(FluidKernelsTest, StepsEqualTheReference) {
  // Each size with every second kind of edges, each kind with two sizes.
  bool odd = false;
  for (glm::uvec2 cells : {glm::uvec2(33, 18), glm::uvec2(5, 40), glm::uvec2(16, 16), glm::uvec2(3, 2)}) {
    for (const auto& edges :
         odd ? std::array{same(Kind::periodic), lids, drain} : std::array{same(Kind::wall), channel, pipe})
      compare({.cells = cells, .edges = edges});
    odd = !odd;
  }
}

TEST_F(FluidKernelsTest, TheFirstOrderSchemeToo) {
  compare({.cells = {21, 34}, .edges = channel, .maccormack = false});
  compare({.cells = {21, 33}, .edges = same(Kind::periodic), .maccormack = false, .dt = 0.5});
}

TEST_F(FluidKernelsTest, DiffusionSolvesTheImplicitSystem) {
  // Odd periodic sizes do not admit a checkerboard.
  compare({.cells = {17, 21}, .edges = same(Kind::periodic), .viscosity = 0.4, .diffusion = 0.7});
  compare({.cells = {17, 22}, .edges = pipe, .viscosity = 5, .diffusion = 0.1});
  compare({.cells = {22, 17}, .edges = lids, .viscosity = 0.05, .diffusion = 8});
  compare({.cells = {31, 20}, .edges = channel, .obstacle = true, .viscosity = 0.2, .diffusion = 0.3});
}

TEST_F(FluidKernelsTest, ObstaclesCutCells) {
  compare({.cells = {40, 26}, .edges = channel, .obstacle = true});
  compare({.cells = {27, 41}, .edges = same(Kind::wall), .obstacle = true});
  compare({.cells = {32, 33}, .edges = same(Kind::periodic), .obstacle = true});
}

TEST_F(FluidKernelsTest, Confinement) {
  compare({.cells = {33, 20}, .edges = lids, .confinement = 2});
  compare({.cells = {18, 20}, .edges = same(Kind::periodic), .confinement = 0.5});
}

}  // namespace undine
