// Double-precision reference of the pipe model, as a list of pipes, for tests. Has every feature of
// passes/pipes/pipes.cpp.
#pragma once
#include <array>
#include <cstddef>
#include <vector>

namespace undine::reference {

enum class PipesEdge { wall, open, level };

class Pipes {
 public:
  struct SourceOrDrain {
    double rate = 0, held = -1, most = -1;  // m/s, m, m; negative: none
  };
  int nx = 1, nz = 1;
  int layers = 1;           // cells of a column, of equal height
  double viscosity = 1e-6;  // least eddy viscosity between them, m²/s
  double dx = 1, dz = 1, gravity = 9.81, friction = 0, manning = 0, weir = 0.544331, rain = 0, sink = 0, deepest = 1e30;
  double mixing = 0;                 // eddy viscosity between columns, m²/s
  double wind_x = 0, wind_z = 0;     // stress over density, m²/s²
  std::array<PipesEdge, 4> edges{};  // -x +x -z +z
  std::vector<double> bed, depth;    // nx * nz
  std::vector<SourceOrDrain> feed;   // nx * nz or empty

  void start();  // after all members are set
  void step(double dt);
  double volume() const;
  double discharge_x(std::size_t column) const { return through_[column][0]; }  // per meter of width
  double discharge_z(std::size_t column) const { return through_[column][1]; }
  // Discharge per meter of width through one cell of a column, 0 at the ground.
  std::array<double, 2> discharge(std::size_t column, int layer) const;

 private:
  struct Pipe {
    std::size_t a, b;              // flow from a to b is positive
    double weight, x, z;           // conductance; b's place seen from a
    double corner = -1e30;         // lower bed of the two columns beside a diagonal pipe
    double flow = 0;               // m³/s, as asked for
    std::array<double, 4> part{};  // the same by layers; their sum is `flow`
  };
  void push(Pipe& pipe, double dt) const;
  void push_layers(Pipe& pipe, double dt, double kept, double pull, double wind, double aperture) const;
  double over_edges(std::size_t column) const;
  std::array<double, 2> through_borders(std::size_t column) const;  // flow through it over that of its pipes
  std::vector<Pipe> pipes_;
  std::vector<double> share_, bottom_;
  std::vector<std::array<double, 2>> through_;
};

}  // namespace undine::reference
