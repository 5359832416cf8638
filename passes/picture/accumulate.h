// Mean radiance of several sub-frame pictures, at different shutter times and subpixel offsets. Summed on the GPU
// before exposure and tone mapping.
#pragma once
#include "engine/graph/graph.h"
#include "engine/scene/ports.h"
#include "engine/scene/renderer.h"

namespace undine::picture {

class Accumulation {
 public:
  explicit Accumulation(graph::State& state) : state_(&state) {}
  // With the last sample the mean of all, rgba16f; before that `lit` as it is.
  Lit add(graph::Graph& g, const Lit& lit, graph::Extent size, const View::Sample& sample);

 private:
  graph::State* state_;
  graph::Image sum_;  // rgba32f; none before the first picture of several
};

}  // namespace undine::picture
