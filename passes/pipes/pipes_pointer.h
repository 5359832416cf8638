// The pointer on a river: it presses the water aside, or pours. A press is an external pressure on a disc that goes
// with the pointer, given to the pipes as the momentum of one clock step: it moves water and makes none.
#pragma once
#include <optional>
#include <vector>

#include "passes/pipes/pipes_settings.h"

namespace undine::pipes {

struct PipesPlanes {  // what the pointer's kernels work on
  graph::Buffer water, bed, flux, peaks;
};
struct PipesTime {     // of a clock step
  double dt = 0;       // seconds
  double deepest = 0;  // metres over which a pipe would be unstable
};

class PipesPointer {
 public:
  PipesPointer(const PipesSettings& settings, const SceneContext& context) : s_(settings), name_(context.name) {}
  void take(const Disturbance& d);
  void forget();
  // At the beginning of a clock step. top, bottom: over level origin.y, between which a ray meets water or ground.
  void apply(graph::Graph& g, const PipesPlanes& planes, const PipesParams& params, PipesTime time, double top,
             double bottom);

 private:
  graph::Buffer find(graph::Graph& g, const Disturbance& d, const PipesPlanes& planes, double top, double bottom) const;
  glm::dvec2 place(const glm::dvec3& point) const;  // metres from the corner of column 0
  double radius(const Disturbance& d) const;
  PipesSettings s_;
  std::string name_;
  std::vector<Disturbance> pours_;  // one after the other; `seconds` is what is left
  std::optional<Disturbance> press_;
  double pressed_ = 0;  // seconds since it came
};

}  // namespace undine::pipes
