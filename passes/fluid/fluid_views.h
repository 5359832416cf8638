// Published fields and surface of a flow: its pressure determines a level, with ripples on it.
#pragma once
#include <string>
#include <utility>

#include "engine/scene/ports.h"
#include "passes/fluid/fluid_kernels.h"
#include "passes/fluid/fluid_settings.h"
#include "passes/fluid/fluid_waves.h"

namespace undine::fluid {

class FluidViews {
 public:
  // All but the name outlive the object.
  FluidViews(std::string name, const FluidSettings& settings, const FluidKernels& kernels, const FluidWaves& waves)
      : name_(std::move(name)), s_(settings), kernels_(kernels), waves_(waves) {}
  SurfaceField surface(graph::Graph& g, FluidPair v, graph::Buffer pressure, graph::Buffer dye) const;
  graph::Buffer level(graph::Graph& g, graph::Buffer pressure) const;  // m over the rest level, a plane
  graph::Buffer packed_dye(graph::Graph& g, graph::Buffer dye) const;  // dye.channels floats a cell

 private:
  graph::ComputeNode& raise(graph::ComputeNode& node, graph::Buffer pressure) const;
  std::string name_;
  const FluidSettings& s_;
  const FluidKernels& kernels_;
  const FluidWaves& waves_;
};

}  // namespace undine::fluid
