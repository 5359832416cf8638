// Emitters and sinks of the particle solver. Emitters release whole layers of a lattice at their rate while there is
// capacity; the GPU decides at the start of every sub-step.
#pragma once
#include <string>
#include <vector>

#include "engine/scene/solver.h"
#include "passes/sph/sph_params.h"
#include "passes/sph/sph_settings.h"

namespace undine::sph {

// A layer of an opening: its points across and aside, in meters, and what follows from them.
struct SphLayer {
  std::vector<glm::dvec2> points;
  double distance;  // between layers: points * spacing^3 of water over the opening's area
};
SphLayer sph_layer(const SphEmitter& emitter, double spacing);

class SphNozzles {
 public:
  SphNozzles() = default;
  // Error where an opening reaches out of the domain, is smaller than a particle, or there are too many.
  SphNozzles(graph::State& state, const SphSettings& settings, const SceneContext& context, double spacing,
             double gravity);
  std::uint32_t count() const { return static_cast<std::uint32_t>(nozzles_.size()); }
  double top() const { return top_; }      // world y of the highest opening
  double speed() const { return speed_; }  // of the fastest
  // Particles that all give in their time, each in no more than `longest` seconds.
  double given(double longest) const;

  void start(graph::Graph& g);
  void begin(graph::Graph& g, const StepInfo& step, std::uint32_t capacity);  // of a clock step
  // Live values of the same emitters: what has come stays, what comes from the next step on comes by them.
  void retune(const SphSettings& settings, double gravity);
  // Binds the inputs of sph/nozzles.glsl.
  graph::ComputeNode& bind(graph::ComputeNode& node) const {
    return node.constant("nozzle_count", count()).optional("nozzles", buffer_);
  }
  const SphNozzleClock& clock() const { return clock_; }  // of the clock step that has begun
  graph::Buffer points() const { return offsets_; }       // vec2 of all layers
  graph::Buffer nozzles() const { return buffer_; }

 private:
  void set_rate(std::size_t k);
  double come(std::size_t k, double time) const;  // layers
  std::vector<SphNozzle> nozzles_;
  std::vector<glm::vec2> points_;
  std::vector<SphEmitter> emitters_;
  std::vector<double> distances_;  // between layers, meters
  double gravity_ = 0;
  std::vector<double> before_;  // layers that have come by settings from before, over what these would have given
  double time_ = 0;             // when the next clock step begins
  bool varies_ = false, retuned_ = false;
  SphNozzleClock clock_{};
  double top_ = -1e30, speed_ = 0;
  graph::Buffer buffer_, offsets_;
};

}  // namespace undine::sph
