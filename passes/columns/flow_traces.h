// Foam on the surface and wetness of the ground, per cell of a SurfaceField. Any solver whose surface has a flow can
// use them.
//   foam      share f of the surface, 0..1: f_t + u grad f = birth (1 - f) - f / life + div(spread f^2 grad f). Foam
//             starts where water breaks (foam_birth). Advection is semi-Lagrangian along the surface's velocity, cubic
//             and clamped to the surrounding cells
//   wetness   1 under water; falls to 0 in `drying` seconds after the water has left; creeps a few centimeters into dry
//             ground
//   wet_up_to highest elevation that the water has reached in the cell or in the cell from which wetness crept. After
//             the water has sunk, it decays towards the level, to 37 % of its height above it in `drying` seconds
#ifndef PASSES_COLUMNS_FLOW_TRACES_H
#define PASSES_COLUMNS_FLOW_TRACES_H
#include "passes/spray/flow_breaking.h"
SHARED_BEGIN(undine::columns)

const float foam_spread = 0.04f;   // m^2/s at which foam that covers everything spreads
const float foam_densest = 0.75f;  // share that foam covers where water breaks all over

struct FlowTracesParams {
  vec2 per_meter;  // cells
  float dt;
  float gravity;
  float amount;  // factor on the birth of foam
  float decay;   // 1/s
  float drying;  // 1/s
  float creep;   // wetness lost per cell on dry ground
};

struct FlowStrikeParams {
  ivec2 first, count;  // cells that water may have fallen into
  float meters;        // of a cell for a quantum
  float amount;
};

SHARED_USING(spray::FlowState)
SHARED_USING(spray::foam_birth)
SHARED_USING(spray::foam_touched)

SHARED_END

#ifdef __cplusplus
#include <string>
#include <vector>

#include "engine/graph/graph.h"
#include "engine/scene/coupling_ports.h"
#include "engine/scene/ports.h"
#include "engine/scene/solver.h"

namespace undine::columns {

struct FoamSettings {  // "foam" of a water
  double amount = 1, life = 3;
  void describe(settings::Visitor& v);
};
struct SedimentSettings {  // "sediment" of a water
  double extinction = 0;   // 1/m
  glm::dvec3 color{0.45, 0.35, 0.22};
  void describe(settings::Visitor& v);
};
struct FlowTracesSettings {  // members of a water's settings
  FoamSettings foam;
  SedimentSettings sediment;
  double drying = 30;  // seconds
  void describe(settings::Visitor& v);
  bool any() const { return foam.amount > 0 || drying > 0; }
};

class FlowTraces {
 public:
  FlowTraces() = default;  // keeps nothing
  // Resources are named owner/traces[...]. Settings without anything to keep: as the default one.
  // tells: SurfaceField::touched too.
  FlowTraces(graph::State& state, std::string owner, glm::uvec2 cells, const FlowTracesSettings& settings,
             bool tells = false);
  explicit operator bool() const { return traces_.levels() > 0; }
  void retune(const FlowTracesSettings& settings) { settings_ = settings; }
  void start(graph::Graph& g);
  // After the water's own step, with the surface that it has then. surface.flow is needed.
  void step(graph::Graph& g, const SurfaceField& surface, double gravity, double dt);
  // Foam of what has fallen in; meters: of a cell for a quantum.
  void strike(graph::Graph& g, const Deposit& deposits, double meters);
  graph::Buffer touched() const { return touched_; }
  void attach(graph::Graph& g, SurfaceField& surface);  // fills surface.traces and surface.sediment
  void add_fields(std::vector<Field>& fields);          // OWNER.foam, OWNER.wetness, OWNER.wet_up_to

 private:
  template <class Node>
  Node& grid(Node& node) const;
  std::string owner_;
  glm::uvec2 cells_{0};
  FlowTracesSettings settings_;
  graph::History traces_;  // planes of floats, row after row: foam, wetness, wet_up_to
  graph::Buffer touched_;
};

}  // namespace undine::columns
#endif
#endif
