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

class StatsLog {
 public:
  explicit StatsLog(Session& session) : session_(session) {}
  // Records the world as it stands in the frame that is being declared, after its picture if there is one.
  void declare();
  std::string json() const;  // all rows that have arrived in full

 private:
  struct WaterRow {
    std::string name;
    Stats stats{};
    std::optional<SurfaceFigures> surface;  // of particles that were drawn as one
    std::optional<SprayFigures> spray;      // of waters that have white water
  };
  struct Row {
    std::uint64_t step = 0;
    double time = 0;
    std::vector<WaterRow> water;
    std::optional<BodyStats> bodies;  // of scenes that have any
    std::size_t arrived = 0, expected = 0;
  };
  Session& session_;
  std::deque<Row> rows_;
};

}  // namespace undine::session
