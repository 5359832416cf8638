// External forces on a flow in a clock step: emitters, then the pointer. Each drives the velocity inside a disc and
// adds dye.
#pragma once
#include <string_view>
#include <vector>

#include "engine/scene/solver.h"
#include "passes/fluid/fluid_kernels.h"
#include "passes/fluid/fluid_settings.h"
#include "passes/fluid/fluid_waves.h"
#include "passes/grid/pointer_queue.h"

namespace undine::fluid {

class FluidPushes {
 public:
  struct Flow {
    FluidPair v;
    graph::Buffer dye;
  };
  // `settings` and `kernels` outlive the object.
  FluidPushes(const FluidSettings& settings, const FluidKernels& kernels, std::uint64_t seed)
      : s_(settings), kernels_(kernels), seed_(seed) {}
  void take(const Disturbance& d);  // of the pointer, for the next step
  void forget();
  void step(graph::Graph& g, const StepInfo& step, const Flow& flow, FluidWaves& waves);

 private:
  void emit(graph::Graph& g, const StepInfo& step, const Flow& flow) const;
  // follow: share of the velocity that the water takes on; < 0: it gains `velocity`.
  void push(graph::Graph& g, std::string_view verb, const Flow& flow, glm::dvec2 center, double radius,
            glm::dvec2 velocity, double follow, glm::dvec3 dye) const;
  const FluidSettings& s_;
  const FluidKernels& kernels_;
  std::uint64_t seed_;
  std::vector<Disturbance> pushes_;
  grid::PointerQueue pours_;
};

}  // namespace undine::fluid
