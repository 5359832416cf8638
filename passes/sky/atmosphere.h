// Radiance of a clear sky by atmospheric scattering: molecules, aerosols and ozone above a spherical earth; higher
// orders of scattering form a geometric series [Hillaire 2020]; densities and cross sections of [Bruneton and Neyret
// 2008], [Bucholtz 1995].
#pragma once
#include <array>
#include <glm/glm.hpp>
#include <vector>

namespace undine::deferred {

class Atmosphere {
 public:
  // sun: unit vector towards it. turbidity: optical thickness of air with haze over that of air alone, at 550 nm.
  Atmosphere(const glm::dvec3& sun, double turbidity);

  // Above the horizon, without the sun's disc, for an eye near the ground; linear Rec. 709 in the unit of irradiance in
  // which 100 klux are 3, per sr. Below the horizon: as on it.
  glm::dvec3 radiance(const glm::dvec3& direction) const;
  // Share of the sun's light that reaches the ground, per channel.
  glm::dvec3 sunlight() const;

 private:
  struct Medium {
    glm::dvec3 rayleigh, extinction;  // 1/km
    double mie;
    glm::dvec3 scattering() const { return rayleigh + mie; }
  };
  Medium medium(double altitude) const;
  glm::dvec3 transmittance(double radius, double up) const;  // to the top of the air; up: cosine to the zenith
  glm::dvec3 further_orders(double radius, double sun_up) const;
  void tabulate_transmittance();
  void tabulate_orders();
  void tabulate_view();
  struct Path {
    glm::dvec3 light{0}, share{0}, through{1};  // scattered once; that a light of 1 all around scatters; what is left
    bool ground = false;
  };
  Path march(const glm::dvec3& from, const glm::dvec3& along, const glm::dvec3& sun, int steps, bool isotropic) const;

  glm::dvec3 sun_;
  double haze_;
  std::vector<glm::dvec3> transmittance_, orders_, view_;
};

}  // namespace undine::deferred
