// Figures of a run for --stats: solvers report frames later, the file keeps the order of the steps.
#pragma once
#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "engine/app/session/session.h"

namespace undine::session {

// What --audit, --stats and --checkpoint ask waters to count: who goes on from a checkpoint may ask for figures.
inline Books books_of(bool audit, bool stats, bool saves) {
  return audit ? Books::audited : stats || saves ? Books::budget : Books::none;
}

class StatsLog {
 public:
  explicit StatsLog(Session& session) : session_(session) {}
  // Records the world as it stands in the frame that is being declared, after its picture if there is one.
  void declare();
  std::string json() const;  // all rows that have arrived in full
  // Whether waters and what is under way between them hold as much as at the first row and what has come from outside,
  // to 1e-9 of the water, in all rows that have arrived. Error: they do not, or a water does not say what comes and
  // goes.
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
    double total = 0, outside = 0, water = 0;  // m³: with what is under way; come in; all of it, with what lies at rest
    double off(const Balance& first) const { return (total - first.total) - (outside - first.outside); }
  };
  static Balance balance(const Row& row);
  static Transferred exchanged_by(const Row& row, const WaterRow& water);
  static Budget budget(const Row& row, const WaterRow& water);  // without exchanges
  Session& session_;
  std::deque<Row> rows_;
  std::size_t audited_ = 0;  // rows
};

}  // namespace undine::session
