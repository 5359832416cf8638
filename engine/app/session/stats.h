// Figures of a run for --stats. Solvers report frames later; the file follows the order of the steps.
#pragma once
#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "engine/app/session/session.h"

namespace undine::session {

// Accounts that --audit, --stats and --checkpoint require of solvers: a run resumed from a checkpoint may need figures.
inline Accounting accounting_of(bool audit, bool stats, bool saves) {
  return audit ? Accounting::audited : stats || saves ? Accounting::volumes : Accounting::none;
}

class StatsLog {
 public:
  explicit StatsLog(Session& session) : session_(session) {}
  // Records the state of the declared frame; call after declaring its picture, if any.
  void declare();
  std::string json() const;  // all complete rows
  // Checks mass balance in all complete rows: water and pending volume must equal the first row's plus net inflow, to
  // 1e-9 of the water. Error: the balance is violated, or a solver does not account for its inflow and outflow.
  void audit();

 private:
  struct WaterRow {
    std::string name;
    Stats stats{};
    std::optional<SurfaceFigures> surface;  // of particles that were drawn as one
    std::optional<SprayFigures> spray;      // of waters that have white water
    Transferred before{};                   // by exchanges that have ended
  };
  struct Row {
    std::uint64_t step = 0;
    double time = 0;
    std::vector<WaterRow> water;
    std::optional<BodyStats> bodies;  // of scenes that have any
    std::vector<CouplingFigures> exchanges;
    ReloadFigures reloads{};
    std::size_t arrived = 0, expected = 0;
  };
  struct Balance {
    // m³: with pending volume; net inflow; all water, including resting water
    double total = 0, outside = 0, water = 0;
    double off(const Balance& first) const { return (total - first.total) - (outside - first.outside); }
  };
  static Balance balance(const Row& row);
  static Transferred exchanged_by(const Row& row, const WaterRow& water);
  static Budget budget(const Row& row, const WaterRow& water);  // without exchanges
  Session& session_;
  std::deque<Row> rows_;
  std::size_t audited_ = 0;  // rows checked
};

}  // namespace undine::session
