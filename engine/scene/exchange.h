// How waters hand water to each other: the ports of solvers that take part, and what does the handing. Volume counts in
// whole quanta of 2^-40 m³, momentum (per density) in quanta of 2^-40 m⁴/s, as integers of 64 bits
// (passes/ledger/ledger_params.h).
#pragma once  // public
#include <cstdint>
#include <functional>
#include <glm/glm.hpp>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/graph/graph.h"
#include "engine/scene/ports.h"
#include "engine/scene/scene_exchanges.h"

namespace undine {

struct StepInfo;
class Solver;
struct Scene;

// What came into a box of a grid's cells in one clock step: rows of LedgerGain from cell `first` on.
struct Gains {
  graph::Buffer cells;
  glm::uvec2 first{0}, count{0};
  double dt = 0;           // of the clock step, s
  glm::ivec2 through{0};   // along x and z: through a wall of the grid this way; 0: from above
  graph::Buffer lost{};    // LedgerLost, to which is added what the grid does not keep; none: nobody asks
  graph::Buffer struck{};  // LedgerList of the cells that may have got something; none: all may
};

// What hulls add to the level of each cell, m: the first of a pair. No buffer: none float there.
struct HullHeads {
  graph::Buffer pairs;
  std::uint32_t pitch = 0;  // pairs of a row
};

// A grid that particles fall into.
struct Catcher {
  glm::uvec2 cells{0};
  glm::dvec2 size{0};                                        // metres along x and z
  glm::dvec3 origin{0};                                      // middle of the grid
  std::function<SurfaceField(graph::Graph&)> surface;        // as it is now
  std::function<void(graph::Graph&, const Gains&)> receive;  // makes it so much more
  // Told once that what it receives of these stays as it is until it has made its next step; none: it need not be.
  std::function<void(const Gains&)> expect{};
  std::function<void(graph::Graph&, const Gains&)> forget{};  // what has not come to bear yet is lost; none: all has
  bool walls[4] = {false, false, false, false};               // sides -x +x -z +z that nothing passes
  double fastest = 0;        // m/s: of its waves, where columns may go on in it; 0: none may
  std::string_view lacks{};  // why particles cannot fall into it after all; empty: they can
  // Part of what came in a clock step by which the level stands too high on the mean over the next one, while it moves
  // on.
  double ahead = 0;
  std::function<HullHeads()> heads = {};
};

// Columns along one open edge, over which water falls.
struct Brink {
  int side = 0;                        // -x +x -z +z
  std::uint32_t first = 0, count = 0;  // columns along it
  std::uint32_t per = 1;               // columns of a strip; the last one may have fewer
  graph::Buffer strips;                // LedgerStrip of each
  // Inside of a grid: LedgerReach of each strip, which are `inner`; two uint per column of the grid, for its low sides
  // along x and z: over which falls what the column below gives (1) or the column itself (2); and what the level
  // below has to sink under the sill for a fall to begin, m.
  std::uint32_t inner = 0;
  graph::Buffer reaches, falling;
  graph::Buffer room;  // LedgerRoom: of what takes it
  double under = 0;
  std::uint32_t strip_count() const { return inner > 0 ? inner : (count + per - 1) / per; }
};
struct BrinkEdge {       // what a water knows of a brink
  Brink columns;         // without strips
  glm::dvec3 corner{0};  // of its first column, at the edge; y of the grid's origin
  glm::dvec3 outwards{0}, along{0};
  double width = 0;    // of a column along the edge, m
  double gravity = 0;  // of the giver, m/s²
};

// Where the ground drops inside of a grid: columns in rows, in the order in which strips take them.
struct Sills {
  struct Column {
    glm::ivec2 at{0};
    int side = 0;  // -x +x -z +z: to which it drops
  };
  std::vector<Column> columns;
  glm::dvec3 corner{0};             // of the grid; y of its origin
  glm::dvec2 cell{0};               // m
  double gravity = 0;               // m/s²
  std::uint64_t falling_bytes = 0;  // of Brink::falling
};

// Columns along one edge that is held at a level, with another grid beyond it.
struct Seam {
  int side = 0;                        // -x +x -z +z
  std::uint32_t first = 0, count = 0;  // columns along it
  graph::Buffer crossed;               // LedgerGain of each: what has left over the edge; negative: what came in
  graph::Buffer fractions;             // float of each: of a quantum, that has left too
  graph::Buffer beyond;                // floats of each: levels and more, as ExchangeLevelParams says
};
struct Seams {  // of columns
  std::vector<BrinkEdge> edges;
  glm::dvec3 origin{0};
  glm::dvec2 cell{0};
  double gravity = 0;                                    // m/s²
  std::function<void(std::vector<Seam>)> join;           // takes note of what crosses them
  std::function<void(graph::Graph&, const Seam&)> hold;  // `beyond` is the level of the edge from here on
};

// How the flow of a grid carries another's waves in a clock step.
struct Stream {
  // vec2 of (nx + 1)(nz + 1) places in rows: m/s along x and z through the low sides of a cell.
  graph::Buffer faces;
  graph::Buffer peak;  // float at offset 0: the largest |u| / dx + |w| / dz, 1/s
  double dt = 0;       // s
};
// Waves that a flow may carry.
struct Carried {
  glm::uvec2 cells{0};
  glm::dvec2 size{0};    // metres along x and z
  glm::dvec3 origin{0};  // middle of the grid
  std::function<void(graph::Graph&, const Stream&)> carry;
  // So many cells a clock step at most, of that length; what flows faster carries them no further.
  std::function<double(double dt)> most;
};

// A water of particles that come from and go to other waters.
struct ParticleGate {
  graph::Buffer position, velocity, control;  // control: SphControl. Velocity's w under 0: the particle has been taken
  graph::Buffer taken;                        // uint: so many have been since the particles were sorted last
  std::uint32_t capacity = 0;
  double spacing = 0;
  glm::dvec3 low{0}, high{0};  // its domain
  // Binds what shaders/sph/occupied.glsl reads: solid things and bodies among the particles. None: there are none.
  std::function<void(graph::ComputeNode&)> occupied = {};
  bool grounded = false;  // the terrain is one of the solid things
  bool led = false;       // and meshes that move are
};

// Since the start, in quanta.
struct ExchangeFigures {
  std::string name;
  std::string from, to;                       // waters
  std::int64_t given = 0;                     // that has left the giver; over a line, less what came back
  std::int64_t owed = 0;                      // of it, what the receiver has not got yet
  std::int64_t particles = 0;                 // emitted or caught; in a region less what went back
  std::int64_t particle = 0;                  // quanta of one
  std::int64_t momentum[3] = {0, 0, 0};       // that particles took or brought along x, y, z
  std::int64_t lost_momentum[3] = {0, 0, 0};  // of what they brought, what the grid could not keep
  std::int64_t waiting = 0;  // particles that had no room in the last clock step: their water stays owed
  std::int64_t spilled = 0;  // of what was given, what left over open edges as the particles were full for long
  // A dip gives what it catches at once; a current gives nothing.
  enum class Kind { brink, dip, join, region, current } kind = Kind::brink;
  double fastest = 0;                                       // m/s, of a current in the last clock step
  double carried = 1;                                       // share of it that carried the waves
  static constexpr double quantum = 1.0 / 1099511627776.0;  // m³
  // m³ that have left the giver, and that the receiver has got.
  double left() const { return static_cast<double>(kind == Kind::dip ? particles * particle : given) * quantum; }
  double got() const { return static_cast<double>(kind == Kind::join ? given - owed : particles * particle) * quantum; }
};

// m³ that a water has got from exchanges, and given to them.
struct Exchanged {
  double got = 0, left = 0;
};
inline Exchanged exchanged(const std::vector<ExchangeFigures>& all, const std::string& water) {
  Exchanged out;
  for (const ExchangeFigures& f : all) {
    if (f.to == water) out.got += f.got();
    if (f.from == water) out.left += f.left();
  }
  return out;
}

// What changes of the scene have done to what is counted, since the start; m³. A water that goes on keeps all it has.
struct ReloadFigures {
  double added = 0;     // waters that began
  double removed = 0;   // waters that ended, and what was under way that none of them could take back
  double returned = 0;  // was owed by exchanges that ended: the water that gave it has it again
  double closed = 0;    // of what has come from outside, what came to waters and exchanges that have ended
  // m⁴/s along x, y, z: was under way in exchanges that ended, and no water has it.
  double lost_momentum[3] = {0, 0, 0};
  double net() const { return added - removed + closed; }
  bool any() const { return added != 0 || removed != 0 || returned != 0 || closed != 0 || pushed(); }
  bool pushed() const { return lost_momentum[0] != 0 || lost_momentum[1] != 0 || lost_momentum[2] != 0; }
};

class Exchanges {
 public:
  virtual ~Exchanges() = default;
  virtual void start(graph::Graph& g) = 0;
  virtual void step(graph::Graph& g, const StepInfo& step) = 0;  // after all waters' step
  // Before they end, while waters go on: what is owed goes back to the water that gave it, if it does.
  virtual void hand_back(graph::Graph& g, const std::function<bool(const std::string& water)>& goes_on) = 0;
  virtual void stats(graph::Graph& g, std::function<void(const std::vector<ExchangeFigures>&)> done) = 0;
};

}  // namespace undine
