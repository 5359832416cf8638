// Emitters and sinks of the particle solver. Emitters give whole layers of a lattice, when the time has come and there
// is room; the GPU decides at the beginning of every sub-step.
#pragma once
#include <string>
#include <vector>

#include "engine/scene/solver.h"
#include "passes/sph/sph_params.h"
#include "passes/sph/sph_settings.h"

namespace undine::sph {

// A layer of an opening: its points across and aside, in metres, and what follows from them.
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
  void begin(const StepInfo& step, std::uint32_t capacity);  // of a clock step
  // Adds what has come in the sub-step that `control` has begun; its for_particles take it in.
  void emit(graph::Graph& g, graph::Buffer control, graph::Buffer position, graph::Buffer velocity);
  // Particles on their way through an opening: no denser than at rest, which a wall behind it makes them look; with its
  // velocity; and in the place it takes them to.
  enum class Hold : std::uint32_t { density, velocity, place };
  void hold(graph::Graph& g, Hold what, graph::Buffer control, graph::Buffer before, graph::Buffer position,
            graph::Buffer velocity);
  graph::Buffer nozzles() const { return buffer_; }

 private:
  std::vector<SphNozzle> nozzles_;
  std::vector<glm::vec2> points_;
  std::vector<double> begins_;
  SphNozzleClock clock_{};
  double top_ = -1e30, speed_ = 0;
  graph::Buffer buffer_, offsets_;
};

}  // namespace undine::sph
