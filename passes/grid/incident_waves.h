// Incident waves at a sea boundary: long-crested, perpendicular to the edge or at the angle `direction`. Oblique
// waves travel along the edge with the wavenumber w sin(direction) / c, c their phase speed at its mean depth.
//   regular   H / 2 sin(2 pi t / T)
//   jonswap   a sum of 256 frequencies of the spectrum [Hasselmann et al. 1973], scaled to its significant height
//             Both grow to their height in the first period
//   series    elevation over the still level, and optionally velocity, linear between the rows of a file
#pragma once
#include <complex>
#include <filesystem>
#include <glm/glm.hpp>
#include <span>
#include <string>
#include <vector>

#include "engine/settings/settings.h"

namespace undine::grid {

struct IncidentWaves {  // "waves"
  enum class Kind { regular, jonswap, series } kind = Kind::regular;
  enum class From { west, east, north, south } from = From::west;  // -x +x -z +z
  double height = 0, period = 8, gamma = 3.3;                      // m; s; peak enhancement
  double direction = 0;        // degrees from the normal of the side towards rising z, or x for sides along x
  std::filesystem::path file;  // .csv: seconds, meters[, m/s inwards]
  bool any() const { return kind == Kind::series || height > 0; }
  void describe(settings::Visitor& v);
  bool operator==(const IncidentWaves&) const = default;
};

// Elevation and velocity of the waves over time. `where`: for errors of the file, Error(bad_input).
class IncidentElevation {
 public:
  IncidentElevation() = default;  // none
  IncidentElevation(const IncidentWaves& waves, std::uint64_t seed, const std::string& where);
  double elevation(double time) const;  // m, over the still level
  double velocity(double time) const;   // m/s inwards, where told() has one
  bool tells_velocity() const { return tells_velocity_; }
  double highest() const { return highest_; }  // of the elevation, at any time
  // Waves elsewhere, of each of frequencies(): how long they take to there, their amplitude over that at the side as a
  // phasor that has the delay in it, and the velocity outwards over their elevation there.
  struct Path {
    double delay = 0;               // s
    std::complex<double> turn = 1;  // gain e^(-i w delay)
    double outward = 0;             // 1/s
  };
  std::vector<double> frequencies() const;                       // rad/s; of a series 0
  std::vector<std::complex<double>> phasors(double time) const;  // a e^(i (w t + phase)), m; of a series none
  // Elevation, m, and velocity outwards, m/s. phasors: of this time, for all places.
  glm::dvec2 along(double time, std::span<const std::complex<double>> phasors, std::span<const Path> paths) const;

 private:
  struct Component {
    double amplitude, frequency, phase;  // m, rad/s, rad
  };
  struct Row {
    double time, elevation, velocity;
  };
  void read(const std::string& where);
  double at(double time, double Row::*value) const;
  IncidentWaves w_;
  std::vector<Component> components_;
  std::vector<Row> rows_;
  bool tells_velocity_ = false;
  double highest_ = 0;
};

}  // namespace undine::grid
