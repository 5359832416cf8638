// Interface of couplings, which transfer water between solvers, and of their statistics in whole quanta.
#pragma once  // public
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "engine/graph/graph.h"

namespace undine {

struct StepInfo;

// Totals of one coupling since the start, in quanta.
struct CouplingFigures {
  std::string name;
  std::string from, to;                       // waters
  std::int64_t given = 0;                     // outflow of the source; at an interface the net outflow
  std::int64_t pending = 0;                   // pending: of `given`, not yet received
  std::int64_t particles = 0;                 // emitted or absorbed
  std::int64_t particle = 0;                  // quanta of one
  std::int64_t momentum[3] = {0, 0, 0};       // of emitted or absorbed particles along x, y, z
  std::int64_t lost_momentum[3] = {0, 0, 0};  // of it, what the grid discarded
  std::int64_t waiting = 0;                   // particles without room in the last clock step: they stay pending
  std::int64_t spilled = 0;                   // of `given`, what left over open edges as the particles were full
  // Absorption receives at once; a current transfers nothing.
  enum class Kind { overflow, absorb, grid_interface, current } kind = Kind::overflow;
  double fastest = 0;                                       // m/s, of a current in the last clock step
  double carried = 1;                                       // share of it that advected the waves
  static constexpr double quantum = 1.0 / 1099511627776.0;  // m³
  // m³ that have left the source, and that the receiver has.
  double left() const { return static_cast<double>(kind == Kind::absorb ? particles * particle : given) * quantum; }
  double got() const {
    return static_cast<double>(kind == Kind::grid_interface ? given - pending : particles * particle) * quantum;
  }
};

// Volume that a water has received from couplings and given to them, m³.
struct Transferred {
  double got = 0, left = 0;
};
inline Transferred transferred(const std::vector<CouplingFigures>& all, const std::string& water) {
  Transferred out;
  for (const CouplingFigures& f : all) {
    if (f.to == water) out.got += f.got();
    if (f.from == water) out.left += f.left();
  }
  return out;
}

// Effect of scene reloads on the account since the start; m³. A water that stays keeps its volume.
struct ReloadFigures {
  double added = 0;                     // volume of waters that began
  double removed = 0;                   // volume of waters that ended, and pending volume that none could take back
  double returned = 0;                  // pending volume of couplings that ended, returned to its source
  double closed = 0;                    // external inflow of waters and couplings that have ended
  double lost_momentum[3] = {0, 0, 0};  // m⁴/s along x, y, z: pending in couplings that ended, discarded
  double net() const { return added - removed + closed; }
  bool any() const { return added != 0 || removed != 0 || returned != 0 || closed != 0 || pushed(); }
  bool pushed() const { return lost_momentum[0] != 0 || lost_momentum[1] != 0 || lost_momentum[2] != 0; }
};

// All couplings of a scene, in its order.
class Couplings {
 public:
  virtual ~Couplings() = default;
  virtual void start(graph::Graph& g) = 0;
  virtual void step(graph::Graph& g, const StepInfo& step) = 0;  // after the steps of all waters
  // Returns pending volume to its source, if that stays; otherwise discards its momentum. Before the couplings end.
  virtual void rollback(graph::Graph& g, const std::function<bool(const std::string& water)>& stays) = 0;
  virtual void stats(graph::Graph& g, std::function<void(const std::vector<CouplingFigures>&)> done) = 0;
};

}  // namespace undine
