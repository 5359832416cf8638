// Interface of white water: diffuse particles (spray, foam, bubbles) of one water. Implemented by passes/spray.
#pragma once  // public
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "engine/scene/bodies.h"
#include "engine/scene/ports.h"
#include "engine/scene/solver.h"

namespace undine {

struct SprayFigures {  // at the end of a step
  std::uint32_t alive = 0;
  std::uint32_t born = 0, refused = 0;  // since the start; those that there was no room for
  // Since the start, of a water that exchanges: those that went on in another one's white water, and came from there.
  std::uint32_t left = 0, came = 0;
  bool crosses = false;
};

// Particles that left a store in its last step, for another store.
struct SprayGone {
  graph::Buffer particles;  // SprayParticle; those with a life over 0
  std::uint32_t capacity = 0;
};

class Spray {
 public:
  virtual ~Spray() = default;
  // Once the white waters of all waters are made, and again when any or the exchanges are others: in which of them this
  // one's goes on, by the exchanges of the scene; null: none there.
  virtual void join(graph::State& state, const Scene& scene, const std::vector<Spray*>& all) = 0;
  virtual std::vector<SprayGone> gone_to(std::size_t water) const = 0;  // by each exchange
  virtual void start(graph::Graph& g) = 0;
  // After the water's own step, with the water as it is then: its grid, or its particles; and with the bodies.
  virtual void step(graph::Graph& g, const StepInfo& step, const SurfaceField& surface,
                    const std::optional<ParticleSet>& particles, const BodyHulls& hulls,
                    const std::function<SurfaceField(std::size_t)>& surface_of) = 0;  // of any water, as it is then
  // Live values of the scene, which is else the one it was made of, as Solver::retune() takes them.
  virtual void retune(const Scene& scene, std::size_t water) = 0;
  virtual SpraySet show() const = 0;
  virtual std::vector<Field> fields() = 0;  // NAME.spray
  virtual void stats(graph::Graph& g, std::function<void(const SprayFigures&)> done) = 0;
};

}  // namespace undine
