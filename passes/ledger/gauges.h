// Gauges: readings at a point or over a line at the end of a clock step. One schema for all solvers. Gauges on grids
// sample the fields, only in runs that request statistics.
#ifndef PASSES_LEDGER_GAUGES_H
#define PASSES_LEDGER_GAUGES_H
#include "engine/core/shared.h"
SHARED_BEGIN(undine::grid)

struct GaugePlace {
  vec2 from, to;  // in cells, from the corner of cell 0; at a place both are the same
};
struct GaugesParams {
  uint first;   // gauge of workgroup 0
  uint offset;  // of the field's first value, in floats
  uint pitch;   // floats of a row
  vec2 cell;    // m
};

SHARED_END
#ifdef __cplusplus
#include <functional>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "engine/scene/solver.h"
#include "passes/ledger/figures.h"

namespace undine::grid {

struct Gauge {
  std::string name;  // under which --stats lists it
  // Level: world y of the surface; depth; velocity: along x and z; discharge: over the line to `to`, positive to the
  // left of one who goes along it (from the left to the right bank of a stream it is positive downstream). Of particles
  // also: pressure, and height, which is their depth.
  enum class Measures { level, depth, velocity, discharge, pressure, height };
  Measures measures = Measures::level;
  glm::dvec3 position{0}, to{0};  // world, m
  void describe(settings::Visitor& v);
};

// One gauge, of whatever struct holds it.
void describe_gauge(settings::Visitor& v, std::string& name, Gauge::Measures& measures, glm::dvec3& position,
                    glm::dvec3& to);
// Refuses a gauge of a list that measures what is not among `allowed`, or has the name of another one.
void check_gauge(settings::Visitor& v, const std::vector<Gauge>& list, std::initializer_list<std::string_view> allowed);
// The list "gauges" of a solver.
void describe_gauges(settings::Visitor& v, std::vector<Gauge>& list, std::initializer_list<std::string_view> allowed);

// Source of gauges of a kind: a value per cell, or two for velocities and discharges per meter. `factor`: of
// readings, as the depth of a flow that is seen from above.
struct Gauged {
  FieldView field;
  double factor = 1;
};

class GaugeReadings {  // of one step, on their way
 public:
  void tell(const Figures::Reader& reader, Stats& stats) const;

 private:
  friend class Gauges;
  struct Reading {
    std::string name;
    Gauge::Measures measures;
    double scale, bias;
  };
  std::vector<Reading> list_;
  std::uint32_t at_ = 0;  // first byte of the readings
};

class Gauges {
 public:
  Gauges() = default;
  // Errors name a gauge outside of the grid.
  Gauges(graph::State& state, const std::vector<Gauge>& list, const SceneContext& context, const Place& place,
         glm::uvec2 cells);
  void start(graph::Graph& g);
  std::uint32_t figures() const;  // bytes of figures beyond the usual
  // `field`: called once for each kind that is wanted.
  GaugeReadings read(graph::Graph& g, Figures& figures, const std::function<Gauged(Gauge::Measures)>& field) const;

 private:
  std::vector<Gauge> list_;  // by kind
  std::vector<GaugePlace> places_;
  std::string owner_;
  glm::uvec2 cells_{0};
  glm::dvec2 cell_{1};
  graph::Buffer buffer_;
};

}  // namespace undine::grid
#endif
#endif
