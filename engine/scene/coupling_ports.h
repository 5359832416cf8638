// Ports that a solver offers to couplings. A coupling transfers water between two solvers and knows only their ports.
// Volume counts in whole quanta of 2^-40 m³, momentum per density in quanta of 2^-40 m⁴/s, as 64-bit integers
// (passes/ledger/ledger_params.h).
#pragma once  // public
#include <cstdint>
#include <functional>
#include <glm/glm.hpp>
#include <string_view>
#include <vector>

#include "engine/graph/graph.h"
#include "engine/scene/ports.h"
#include "engine/scene/scene_exchanges.h"

namespace undine {

// Water deposited in a box of grid cells in one clock step: rows of LedgerDeposit from cell `first` on.
struct Deposit {
  graph::Buffer cells;
  glm::uvec2 first{0}, count{0};
  double dt = 0;              // of the clock step, s
  glm::ivec2 through{0};      // direction along x and z through a wall of the grid; 0: from above
  graph::Buffer discarded{};  // LedgerDiscarded that sums the momentum that the grid discards; null: not counted
  graph::Buffer touched{};    // LedgerList of the touched cells; null: any cell may be
};

// Level that hulls add to each cell, m: the first of a pair. Null buffer: no hulls float there.
struct HullHeads {
  graph::Buffer pairs;
  std::uint32_t pitch = 0;  // pairs of a row
};

// A grid that absorbs water.
struct GridPort {
  glm::uvec2 cells{0};
  glm::dvec2 size{0};                                          // meters along x and z
  glm::dvec3 origin{0};                                        // center of the grid
  std::function<SurfaceField(graph::Graph&)> surface;          // the current one
  std::function<void(graph::Graph&, const Deposit&)> receive;  // adds the deposit
  // Announces that these buffers stay unchanged from receive() to the end of the next step; null: not needed.
  std::function<void(const Deposit&)> expect{};
  std::function<void(graph::Graph&, const Deposit&)> forget{};  // discards what has no effect yet; null: nothing
  bool walls[4] = {false, false, false, false};                 // closed sides: -x +x -z +z
  double fastest = 0;        // m/s: wave speed, if columns may continue in this grid; 0: they may not
  std::string_view lacks{};  // reason why the grid cannot absorb particles; empty: it can
  // Share of a clock step's deposit by which the mean level over the next step is too high, as the wave travels on.
  double ahead = 0;
  std::function<HullHeads()> heads = {};
};

// Columns along one open edge, or at bed steps inside of the grid, from which water overflows.
struct OverflowEdge {
  int side = 0;                        // -x +x -z +z
  std::uint32_t first = 0, count = 0;  // columns along it
  std::uint32_t per = 1;               // columns of a strip; the last strip may have fewer
  graph::Buffer strips;                // LedgerStrip of each
  // At bed steps: `inner` strips with a LedgerReach each; two uint per column of the grid, for its low sides along x
  // and z: the column below (1) or the column itself (2) overflows; and how far below the crest the lower level must
  // be for an overfall to begin, m.
  std::uint32_t inner = 0;
  graph::Buffer reaches, falling;
  graph::Buffer room;  // LedgerRoom of the receiver
  double under = 0;
  std::uint32_t strip_count() const { return inner > 0 ? inner : (count + per - 1) / per; }
};
struct EdgeSegment {     // geometry of columns along an edge
  OverflowEdge columns;  // without buffers
  glm::dvec3 corner{0};  // of its first column, at the edge; y of the grid's origin
  glm::dvec3 outwards{0}, along{0};
  double width = 0;    // of a column along the edge, m
  double gravity = 0;  // of the giver, m/s²
};

// Bed steps inside of a grid, sorted by rows so that neighbors form strips.
struct BedSteps {
  struct Column {
    glm::ivec2 at{0};
    int side = 0;  // -x +x -z +z: of the lower neighbor
  };
  std::vector<Column> columns;
  glm::dvec3 corner{0};             // of the grid; y of its origin
  glm::dvec2 cell{0};               // m
  double gravity = 0;               // m/s²
  std::uint64_t falling_bytes = 0;  // of OverflowEdge::falling
};

// Columns along one edge with a level boundary condition, beyond which another grid continues.
struct LevelEdge {
  int side = 0;                        // -x +x -z +z
  std::uint32_t first = 0, count = 0;  // columns along it
  graph::Buffer crossed;               // LedgerDeposit of each: outflow; negative: inflow
  graph::Buffer fractions;             // float of each: outflow that is less than a quantum
  graph::Buffer beyond;                // floats of each: levels and more, as InterfaceLevelParams says
};

// Edges of a grid of columns, where couplings take water from it.
class EdgePort {
 public:
  virtual ~EdgePort() = default;
  virtual std::vector<EdgeSegment> open_edges(const CouplingBox&) const = 0;  // whose columns lie in the box
  // Columns in the box whose bed is `drop` meters or more above a neighbor's; empty: the solver does not overflow
  // there.
  virtual BedSteps bed_steps(const CouplingBox&, double drop) const = 0;
  virtual bool has_level_edges() const = 0;  // whether interfaces are possible
  virtual std::vector<EdgeSegment> level_edges(const CouplingBox&) const = 0;
  virtual void set_overflows(std::vector<OverflowEdge> all) = 0;  // replace those set before
  virtual void set_interfaces(std::vector<LevelEdge> all) = 0;
  virtual void hold(graph::Graph&, const LevelEdge&) = 0;  // applies `beyond` as the level of the edge
  virtual glm::dvec2 cell() const = 0;                     // m
  virtual glm::dvec3 origin() const = 0;                   // center of the grid
};

// A flow that advects the waves of another grid in a clock step.
struct AdvectingFlow {
  // vec2 of (nx + 1)(nz + 1) places in rows: m/s along x and z through the low sides of a cell.
  graph::Buffer faces;
  graph::Buffer peak;  // float at offset 0: the largest |u| / dx + |w| / dz, 1/s
  double dt = 0;       // s
};
// Waves that a flow may advect.
struct WavePort {
  glm::uvec2 cells{0};
  glm::dvec2 size{0};    // meters along x and z
  glm::dvec3 origin{0};  // center of the grid
  std::function<void(graph::Graph&, const AdvectingFlow&)> carry;
  std::function<double(double dt)> most;  // largest Courant number of a clock step; faster flows advect no further
};

// Particles that couplings create and remove.
struct ParticlePort {
  graph::Buffer position, velocity, control;  // control: SphControl. Velocity's w under 0: the particle is removed
  graph::Buffer taken;                        // uint: particles removed since the last sort
  std::uint32_t capacity = 0;
  double spacing = 0;
  glm::dvec3 low{0}, high{0};  // its domain
};

}  // namespace undine
