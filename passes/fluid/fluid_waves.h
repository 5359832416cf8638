// Ripples on a fluid: small waves that the current advects and the pressure drives.
//   equation   D^2 eta / Dt^2 = c^2 lap (eta - eta_p) - damping D eta / Dt, D / Dt along the current; eta_p is the
//              equilibrium surface of the pressure: steady currents keep it, changes radiate rings
//   scheme     bicubic semi-Lagrangian advection of (eta, D eta / Dt) at cell centers; symplectic Euler
//   stability  sub-steps of c dt sqrt(1 / dx^2 + 1 / dz^2) <= 0.9
//   edges      reflecting at closed faces, transmitting at outflow
#ifndef PASSES_FLUID_FLUID_WAVES_H
#define PASSES_FLUID_FLUID_WAVES_H
#include "passes/fluid/fluid_params.h"
SHARED_BEGIN(undine::fluid)

struct FluidWaveParams {
  FluidLevelParams level;
  vec2 stiffness;  // c^2 / h^2, 1/s^2
  float dt;        // of a sub-step
  float damping;   // 1/s
  vec4 leak;       // damping in the cells at -x, +x, -z, +z, 1/s
};

struct FluidPokeParams {
  ivec2 first;
  ivec2 count;
  vec2 middle;  // meters from the corner of cell 0
  vec2 cell;
  float radius;
  float height;  // in the middle
  int neutral;   // 1: a rim makes up for the volume
};

SHARED_END

#ifdef __cplusplus
#include "passes/fluid/fluid_kernels.h"

namespace undine::fluid {

class FluidWaves {
 public:
  FluidWaves(graph::State& state, const FluidSettings& settings, const FluidKernels& kernels,
             const SceneContext& context);
  explicit operator bool() const { return s_.waves.speed > 0; }
  void start(graph::Graph& g);
  void set_gravity(double gravity) { gravity_ = gravity; }
  // Drops and pokes first; with the velocity and the pressure at the end of the step.
  void step(graph::Graph& g, const StepInfo& step, FluidPair v, graph::Buffer pressure);
  // center: meters from the middle of the grid. Within the next step().
  void poke(glm::dvec2 center, double radius, double height, bool neutral);
  FluidLevelParams level() const;
  // Per cell: elevation and its rate, m and m/s. None without ripples.
  graph::Buffer now() const { return *this ? state_[0] : graph::Buffer{}; }

 private:
  struct Poke {
    glm::dvec2 center;
    double radius, height;
    bool neutral;
  };
  void drops(const StepInfo& step);
  const FluidSettings& s_;
  const FluidKernels& kernels_;
  std::string name_;
  std::uint64_t seed_;
  double gravity_;
  graph::History state_;
  std::vector<Poke> pokes_;
};

}  // namespace undine::fluid
#endif
#endif
