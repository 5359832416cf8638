// Native twin of the shallow-water step: the scheme of passes/shallow/shallow.cpp between walls, without sources and
// eddy viscosity, in single precision with AVX2 on all cores. Performance baseline without a driver.
#pragma once
#include <cstdint>
#include <memory>
#include <vector>

namespace undine::reference {

class ShallowNative {
 public:
  struct Setup {
    std::uint32_t nx = 1, nz = 1;
    float dx = 1, dz = 1, gravity = 9.81f, friction = 0, manning = 0, fastest = 1e30f;  // m, m/s², 1/s, s/m^(1/3), m/s
    unsigned threads = 0;                                                               // 0: all cores
  };
  // `bed` and `depth`: nx * nz meters.
  ShallowNative(const Setup& setup, const std::vector<float>& bed, const std::vector<float>& depth);
  ~ShallowNative();
  void run(int steps, float dt);        // of Heun's method, with dt seconds each
  std::vector<float> depth() const;     // nx * nz meters
  std::vector<float> velocity() const;  // nx * nz pairs, m/s
  double volume() const;                // m³, with the rounding rests

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace undine::reference
