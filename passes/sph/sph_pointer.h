// The pointer on particles. A push or drag adds momentum to particles in a cylinder around the pointer's ray; a pour
// drops layers of particles above the first ones that the ray hits.
#ifndef PASSES_SPH_SPH_POINTER_H
#define PASSES_SPH_SPH_POINTER_H
#include "passes/sph/sph_params.h"
SHARED_BEGIN(undine::sph)

// A particle at distance d from the ray gets (1 - (d / radius)^2)^2 * push.
struct SphPressParams {
  vec3 at;     // on the ray
  vec3 along;  // of length 1
  vec3 push;   // m/s
  float radius;
};

// Layers of a square lattice inside of a disc, one above the other, whose particles fall at `speed`.
struct SphPourParams {
  vec3 low, high;  // of the domain
  vec3 at;         // where the ray comes in
  vec3 along;
  float radius;   // of the ray and of the disc
  float spacing;  // of the lattice
  float lift;     // of the disc over what the ray meets
  float speed;    // downwards, m/s
  float ahead;    // meters that the lowest layer has fallen
  uint layers;
  uint capacity;
};

const uint sph_pour_side = 33u;  // points of a layer along x and along z, of which the disc takes some
const uint sph_pour_layers = 8u;
const float sph_pour_apart = 0.8f;  // spacings that a new particle keeps from all others

// Points from the middle of a layer to its rim.
SHARED int sph_pour_reach(float radius, float spacing) {
  return min(int(radius / spacing + 1e-4f), int(sph_pour_side) / 2);
}

SHARED_END
#ifdef __cplusplus
#include <string>

#include "passes/grid/pointer_queue.h"

namespace undine::sph {

struct SphPointerSettings {
  double strength = 1;
  double seconds = 5;
  void describe(settings::Visitor& v);
};

struct SphBuffers {  // what the pointer's kernels work on
  graph::Buffer control, reports, position, velocity;
};

class SphPointer {
 public:
  SphPointer() = default;
  SphPointer(graph::State& state, const std::string& owner, const SphPointerSettings& settings, const SphParams& params,
             double spacing);
  // Particles that may be poured in a domain of these sides, m, where `begun` are at the beginning.
  static double room(const SphPointerSettings& settings, const glm::dvec3& sides, double spacing, double gravity,
                     double begun);
  void take(const Disturbance& d);
  void forget();
  void retune(const SphPointerSettings& settings, const SphParams& params) {
    s_ = settings;
    params_ = params;
  }
  // At the beginning of a clock step. nozzles: there are some, which keep track of what is new by themselves.
  void apply(graph::Graph& g, double dt, const SphBuffers& buffers, bool nozzles);

 private:
  double radius(const Disturbance& d) const;
  void press(graph::Graph& g, const Disturbance& d, double seconds, double share, const SphBuffers& buffers);
  void pour(graph::Graph& g, const Disturbance& d, double seconds, const SphBuffers& buffers);
  void emit(graph::Graph& g, const SphPourParams& p, const SphBuffers& buffers);
  SphPointerSettings s_;
  SphParams params_{};
  double spacing_ = 0;
  std::string name_;
  grid::PointerQueue presses_, pours_;
  double fallen_ = 0;  // meters that the last layer has fallen; 0: none yet
  bool pouring_ = false, poured_ = false;
  graph::Buffer found_, taken_;
};

}  // namespace undine::sph
#endif
#endif
