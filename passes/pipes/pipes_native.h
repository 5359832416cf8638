// Native twin of the pipe step: the scheme of passes/pipes/pipes.cpp between walls, without sources, in single
// precision with AVX2 on all cores. Performance baseline without a driver.
#pragma once
#include <cstdint>
#include <memory>
#include <vector>

namespace undine::reference {

class PipesNative {
 public:
  struct Setup {
    std::uint32_t nx = 1, nz = 1;
    float dx = 1, dz = 1, gravity = 9.81f, friction = 0, manning = 0, weir = 0.544331f, deepest = 1e30f;
    unsigned threads = 0;  // 0: all cores
  };
  // `bed` and `depth`: nx * nz meters.
  PipesNative(const Setup& setup, const std::vector<float>& bed, const std::vector<float>& depth);
  ~PipesNative();
  void run(int steps, float dt);
  std::vector<float> depth() const;
  double volume() const;  // m³, with the rounding rests

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace undine::reference
