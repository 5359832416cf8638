// Native twin of a compressible sub-step: passes/sph/sph.cpp with cubic kernels, in single precision with AVX2 on all
// cores. The force loop traverses the cells again, after the loop of densities: with 8 particles per vector this costs
// as much as storing neighbor lists.
#pragma once
#include <cstdint>
#include <glm/glm.hpp>
#include <memory>
#include <vector>

namespace undine::reference {

class SphNative {
 public:
  struct Setup {
    glm::vec3 low{0}, high{1};
    float support = 0.1f, volume = 1, stiffness = 1, damping = 0, gravity = 9.81f;
    unsigned threads = 0;  // 0: all cores
  };
  SphNative(const Setup& setup, const std::vector<glm::vec3>& position, const std::vector<glm::vec3>& velocity);
  ~SphNative();
  void run(int steps, float dt);
  // In the order of the particles given.
  std::vector<glm::vec3> position() const;
  std::vector<glm::vec3> velocity() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace undine::reference
