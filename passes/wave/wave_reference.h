// Double-precision reference of the wave step for tests, and its native twin in single precision (AVX2 if available,
// all cores) for benchmarks.
#pragma once
#include <array>
#include <cstdint>
#include <memory>
#include <vector>

namespace undine::reference {

enum class WaveEdge { wall, fixed, periodic, absorb };

// Elevation over the rest level on nx * nz cell centers, rows along z. Every feature of passes/wave/wave.cpp.
class Wave {
 public:
  int nx = 1, nz = 1;
  double dx = 1, dz = 1;
  std::array<WaveEdge, 4> edges{};   // -x +x -z +z
  std::vector<double> square{1.0};   // c², one for all or one per cell
  std::vector<double> damping{0.0};  // 1/s, one for all or one per cell
  std::vector<std::uint8_t> island;  // 1 is land; empty: none
  std::vector<double> now, before;   // nx * nz; before is of one sub-step ago

  void start(std::vector<double> height);  // at rest
  void step(double dt, int sub_steps = 1);
  void poke(double x, double z, double radius, double amplitude, bool neutral);  // meters from the corner of cell 0
  void poke_neutral(double x, double z, double radius, double amplitude);
  double volume() const;                      // of the water within absorbing borders
  double energy() const;                      // the scheme's invariant times dx dz
  std::vector<double> rate() const;           // dh/dt at the time of now
  std::vector<double> slope(int axis) const;  // central differences
  double neighbor(const std::vector<double>& h, int i, int j, int di, int dj) const;  // with edges, without islands

 private:
  double at(const std::vector<double>& v, int i, int j) const { return v.size() == 1 ? v[0] : v[index(i, j)]; }
  std::size_t index(int i, int j) const {
    return static_cast<std::size_t>(j) * static_cast<std::size_t>(nx) + static_cast<std::size_t>(i);
  }
  bool land(int i, int j) const { return !island.empty() && island[index(i, j)] != 0; }
  double face(int i, int j, int di, int dj) const;
  double force(const std::vector<double>& h, int i, int j) const;  // div(c² grad h)
  void radiate(std::vector<double>& next, std::size_t side, double dt, double kick);
  struct Border {
    double flux = 0, bend = 0, rate = 0;
  };
  std::array<std::vector<Border>, 4> borders_;  // of absorbing sides
  double dt_ = 0;
};

// Plain water between walls: the native floor. Two levels, strips of rows per thread, one barrier per step.
class WaveNative {
 public:
  WaveNative(std::uint32_t nx, std::uint32_t nz, float force_x, float force_z, float inertia, unsigned threads = 0);
  ~WaveNative();
  WaveNative(const WaveNative&) = delete;
  WaveNative& operator=(const WaveNative&) = delete;
  void start(const std::vector<float>& height);  // nx * nz
  void run(int steps);
  std::vector<float> height() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace undine::reference
