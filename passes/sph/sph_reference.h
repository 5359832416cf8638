// Double-precision reference of the particle solver: all pairs, and walls by mirror images of the particles.
#pragma once
#include <array>
#include <glm/glm.hpp>
#include <vector>

namespace undine::reference {

class Sph {
 public:
  bool cubic = true;  // else poly6 for densities and spiky for pressures
  double support = 0.1, volume = 1, slope_volume = 1, stiffness = 1, viscosity = 0, damping = 0, gravity = 9.81;
  double restitution = 1;
  glm::dvec3 low{0}, high{1};
  std::vector<glm::dvec3> position, velocity;
  std::vector<double> density;

  void measure();         // densities at the present places
  void step(double dt);   // measure, accelerate, move
  double energy() const;  // per particle mass, over low.y; of places, velocities and densities as they are
  double kernel(double r) const;
  double slope(double r) const;  // of the pressure's kernel

 private:
  template <class Each>
  void images(std::size_t i, Each&& each) const;  // each(j, copy's place, copy's velocity), without i itself
};

}  // namespace undine::reference
