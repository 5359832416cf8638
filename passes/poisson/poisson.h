// shift * p - div(open grad p) = rhs on cell centers, in meters: the pressure of an incompressible flow (shift 0),
// implicit diffusion (shift 1 / (nu dt), rhs the field over nu dt), or the dynamic pressure of shallow water (a shift
// that varies by cell). docs/solvers.md, "Poisson".
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "engine/graph/graph.h"
#include "engine/settings/settings.h"
#include "passes/poisson/poisson_params.h"

namespace undine::poisson {

enum class PoissonMethod { jacobi, red_black, multigrid, conjugate_gradient };
enum class PoissonCycle { v, f };

struct PoissonSettings {
  PoissonMethod solver = PoissonMethod::multigrid;
  PoissonCycle cycle = PoissonCycle::v;
  std::uint32_t iterations = 0;  // limit; an odd number of sweeps is rounded up. 0: until the tolerance is met, at
                                 // most most()
  std::uint32_t smoothings = 2;  // red-black sweeps before and after the coarse levels
  double tolerance = 1e-3;       // 2-norm of the residual over that of rhs; 0: exactly `iterations`
  double omega = 1;              // relaxation factor of jacobi and red_black
  void describe(settings::Visitor& v);
  std::uint32_t most() const;  // cycles, or sweeps of jacobi and red_black
  // Limit for a solve that starts close to the solution and leaves its remaining residual to the next one. It is the
  // number of cycles from a residual of 1 to the tolerance at a convergence factor of 0.18, as measured around discs.
  std::uint32_t usual() const;
};

struct PoissonGrid {
  glm::uvec2 cells{1, 1};
  glm::dvec2 cell{1, 1};  // meters
  bool periodic_x = false, periodic_z = false;
  bool single_texels = false;  // the start's texel format is r32_float
};

struct PoissonBorders {  // true: p = 0 half a cell outside; false: a wall
  bool west = false, east = false, north = false, south = false;
};

class Poisson {
 public:
  // Buffers are named NAME/poisson/... Errors: no cells, cells without size.
  Poisson(graph::State& state, const std::string& name, const PoissonGrid& grid, const PoissonSettings& settings);

  // Openness 0..1 of faces: open_x has nz rows of nx + 1 floats (face i is between cells i - 1 and i), open_z has nz +
  // 1 rows of nx. A border face with openness over 0 sees p = 0 half a cell outside; 0 is a wall; periodic sides wrap
  // (face 0 counts for both). Cells all of whose faces are closed keep p = 0. Call whenever they change.
  // weights: nz rows of nx floats over 0 that multiply the shift; null: 1. With weights, openness is any coefficient
  // from 0 on, and cells with closed faces are solved too.
  void faces(graph::Graph& g, graph::Buffer open_x, graph::Buffer open_z, graph::Buffer weights = {});
  // Sets an open rectangle, at half the cost of faces(). Initial state: walls on all sides.
  void rectangle(const PoissonBorders& open);

  // rhs and p: nz rows of nx floats (texel format rgba32_float, or r32_float with single_texels). p is the initial
  // guess and the solution. If all borders are closed and shift is 0, the solver subtracts the mean of rhs. p then has
  // an arbitrary constant near that of its initial guess.
  void solve(graph::Graph& g, graph::Buffer rhs, graph::Buffer p, double shift = 0) {
    solve(g, rhs, p, p, shift, s_.most());
  }
  // Solves from the initial guess `start` to `p`, which may be the same buffer; `most` replaces the settings' most().
  void solve(graph::Graph& g, graph::Buffer rhs, graph::Buffer start, graph::Buffer p, double shift,
             std::uint32_t most);

  graph::Buffer report() const { return report_; }  // PoissonReport of the last solve
  const PoissonSettings& settings() const { return s_; }
  std::uint64_t bytes() const;  // persistent memory

 private:
  struct Values {  // planes of one color; the second for methods that need old values
    graph::Buffer plane[2];
    int now = 0;
    graph::Buffer here() const { return plane[now]; }
  };
  struct Level {
    PoissonLevel shape;
    Values color[2];
    graph::Buffer rhs, faces;
    bool seam = false;           // odd period: neighbors across it have the same color
    std::uint32_t dispatch = 0;  // index of its dispatch arguments: sweep, residual, transfer from the next level
  };
  graph::Buffer make(const std::string& what, std::uint64_t bytes);
  PoissonLevel shape(std::uint32_t level) const;
  void make_levels();
  void make_small(std::size_t first);
  void plan_dispatches(graph::Graph& g);
  graph::Shape sweep_shape(const Level& l) const;
  graph::Shape transfer_shape(const Level& coarse) const;
  void shapes(double shift);

  void load(graph::Graph& g, graph::Buffer rhs, graph::Buffer p);
  void store(graph::Graph& g, graph::Buffer p);
  void judge(graph::Graph& g, int phase, std::uint32_t parts, std::uint32_t sweeps);
  graph::ComputeNode sum(graph::Graph& g, const char* verb, graph::Variant variant, const Values (&values)[2],
                         graph::Buffer rhs, bool both, int phase);
  void measure(graph::Graph& g, int phase, std::uint32_t sweeps, bool both);
  void sweep(graph::Graph& g, Level& l, int color, double omega, bool apart);
  void sweeps(graph::Graph& g, std::uint32_t count);
  void cycle(graph::Graph& g, std::size_t level, PoissonCycle kind, bool from_zero);
  void smooth(graph::Graph& g, Level& l, std::uint32_t first);
  void conjugate(graph::Graph& g, std::uint32_t most);
  void apply(graph::Graph& g, const Values (&values)[2], graph::Buffer rhs, graph::Buffer result, int phase);
  void small(graph::Graph& g, int cycles, bool warm);
  float center(const Level& l) const { return centered_ && &l == levels_.data() ? 1.0f : 0.0f; }
  template <class Node>
  Node& common(Node& node, const Level& l);
  void size(graph::ComputeNode& node, std::uint32_t slot);

  graph::State& state_;
  std::uint32_t owner_;  // owner of buffers that faces() creates later
  std::string name_;
  PoissonGrid grid_;
  PoissonSettings s_;
  PoissonBorders borders_;
  struct Vectors {  // vectors of conjugate gradients
    Values p[2], direction[2];
    graph::Buffer rhs, product, before;
    std::uint32_t dispatch = 0;
  };
  Vectors cg_;
  bool varied_ = false, weighted_ = false, shifted_ = false, limited_ = false, planned_ = false, centered_ = false;
  std::vector<Level> levels_;  // levels swept by many workgroups, then the first of the small ones
  PoissonSmallParams small_{};
  graph::Buffer small_faces_, sums_, report_, outflow_, live_, full_;
  graph::Image pool_;
  std::vector<std::uint32_t> arguments_;  // three per dispatch
  std::uint64_t bytes_ = 0;
};

}  // namespace undine::poisson
