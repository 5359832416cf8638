// Native twin of the fluid step for the benchmark: walls on all sides, no viscosity, dye of four channels,
// MacCormack's transport (cubics for velocities), multigrid to a relative residual of 1e-3
// (passes/poisson/poisson_native.cpp).
#pragma once
#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "passes/poisson/poisson_reference.h"

namespace undine::reference {

class FluidNative {
 public:
  explicit FluidNative(std::uint32_t n);  // n: power of two; the grid is 1 m wide
  void step(double dt);
  double divergence() const;  // largest, 1/s

 private:
  template <class F>
  void rows(int count, F&& f) const;
  // Departure point of what arrives at (x, z), in cells, after dt.
  std::array<float, 2> origin(float x, float z, float dt) const;
  void carry(int nx, int nz, float x0, float z0, const std::vector<float>& from, std::vector<float>& to, int channels,
             float dt) const;
  int n_;
  std::vector<float> u_, w_, dye_, rhs_;
  PoissonNative poisson_;
};

}  // namespace undine::reference
