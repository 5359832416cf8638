// Wave spectra in double precision: frequency spectra, directional spreading, and their integral over the cells of a
// patch's lattice of wave vectors.
//   jonswap           [Hasselmann et al. 1973]: alpha g^2 w^-5 exp(-5/4 (wp/w)^4) gamma^r
//   tma               [Bouws et al. 1985]: JONSWAP times Kitaigorodskii's factor of finite depth
//   pierson-moskowitz [Pierson & Moskowitz 1964]: a fully developed sea
//   swell             normal distribution of frequency of relative width 0.07
//   spreading         cos^2s((theta - direction) / 2) [Longuet-Higgins et al. 1963]
//   dispersion        w^2 = (g k + sigma/rho k^3) tanh(k d)
#pragma once
#include <complex>
#include <cstddef>
#include <cstdint>
#include <glm/glm.hpp>
#include <numbers>
#include <span>
#include <vector>

#include "engine/settings/settings.h"

namespace undine::sea {

constexpr double pi = std::numbers::pi;

struct SpectrumSettings {
  enum class Shape { jonswap, tma, pierson_moskowitz, swell } shape = Shape::jonswap;
  double height = 0;      // significant, m; 0: as wind and fetch raise
  double period = 0;      // of the peak, s; 0: as of wind and fetch
  double wind = 8;        // m/s, 10 m over the sea
  double fetch = 100000;  // m
  double gamma = 3.3;     // peak enhancement
  double direction = 0;   // towards which waves travel, degrees from +x towards +z
  double spreading = 8;   // s of cos^2s
  void describe(settings::Visitor& v);
  bool by_wind() const { return height <= 0; }
};

struct Water {                            // in which waves travel
  double gravity = 9.81;                  // m/s^2
  double depth = 0;                       // m; 0: infinitely deep
  double tension = 7.3e-5;                // surface tension over density, m^3/s^2
  double frequency(double k) const;       // angular, rad/s, of wave number k in 1/m
  double group_velocity(double k) const;  // d omega / d k, m/s
};

class Spectrum {
 public:
  Spectrum(const SpectrumSettings& settings, const Water& water);
  double frequency_density(double omega) const;  // m^2 s / rad
  double density(glm::dvec2 k) const;            // variance of elevation per area of wave vectors, m^4
  double peak() const { return peak_; }          // angular frequency; 0: a flat sea
  double height() const { return height_; }      // significant; of TMA that in deep water, m
  double peak_length() const;                    // wavelength of the peak, m
  double steepness() const { return height_ / peak_length(); }

 private:
  double shape(double omega) const;  // frequency_density() before it is scaled
  SpectrumSettings s_;
  Water water_;
  double peak_ = 0, height_ = 0, scale_ = 1, spread_norm_ = 1;
};

// Periodic square of the sea with the components of one band of wave numbers.
struct Patch {
  double length = 0;         // m
  double low = 0, high = 0;  // band of wave numbers [low, high), 1/m
};
// Element of a column and a row of n x n.
inline std::size_t element(int column, int row, int n) {
  return static_cast<std::size_t>(row) * static_cast<std::size_t>(n) + static_cast<std::size_t>(column);
}
// Patches of n x n texels whose bands join; the first has `length` meters.
std::vector<Patch> make_patches(double length, int count, int n);

struct Component {
  std::complex<double> amplitude;  // m; zero outside of the band
  double frequency = 0;            // turns per second
};
// Components of a patch, n x n, wave vector 2 pi / length * (i, j) with i, j in [-n/2, n/2) at (j mod n) * n + i mod n.
// Normal amplitudes by seed, patch and wave vector: the same for every n. loop > 0: all frequencies are multiples of
// 1/loop.
std::vector<Component> make_components(std::span<const Spectrum> spectra, const Water& water, const Patch& patch, int n,
                                       std::uint64_t seed, int index, double loop);
// Expected variance of the component of wave vector (i, j).
double cell_variance(std::span<const Spectrum> spectra, const Patch& patch, int i, int j);

}  // namespace undine::sea
