// Double-precision reference of the fluid step; its arrays are laid out as in passes/fluid/fluid_params.h.
#pragma once
#include <array>
#include <cstddef>
#include <functional>
#include <vector>

namespace undine::reference {

enum class FluidEdge { wall, slip, outflow, periodic, inflow };
struct FluidSide {
  FluidEdge edge = FluidEdge::wall;
  double x = 0, z = 0;  // velocity
};

struct Fluid {
  int nx = 1, nz = 1;
  double dx = 1, dz = 1, viscosity = 0, diffusion = 0, confinement = 0;
  bool maccormack = true;
  std::array<FluidSide, 4> sides;  // -x +x -z +z
  // Distance from the obstacle at a place in meters from the corner of cell 0, positive outside; its velocity.
  std::function<double(double x, double z)> obstacle;
  double obstacle_x = 0, obstacle_z = 0;

  std::vector<double> u, w, p, dye;  // dye: one channel
  std::vector<double> open_x, open_z, free_share;

  void start();  // sizes planes that are empty, cuts faces by the obstacle
  void step(double dt);
  std::vector<double> divergence() const;

 private:
  struct Point {
    double x, z;
  };
  enum class Plane { u, w, cells };
  bool periodic_x() const { return sides[0].edge == FluidEdge::periodic; }
  bool periodic_z() const { return sides[2].edge == FluidEdge::periodic; }
  std::size_t face_x(int i, int j) const { return static_cast<std::size_t>(j * (nx + 1) + i); }
  std::size_t face_z(int i, int j) const { return static_cast<std::size_t>(j * nx + i); }
  std::size_t cell(int i, int j) const;
  double at(Plane plane, const std::vector<double>& v, int i, int j) const;
  double sample(Plane plane, const std::vector<double>& v, double x, double z) const;
  double beyond(Plane plane, const std::vector<double>& v, int i, int j) const;
  double cubic(Plane plane, const std::vector<double>& v, double x, double z) const;
  Point velocity(double x, double z) const;
  bool solid(double x, double z) const;
  bool split(int i, int j) const;  // the obstacle cuts the fluid of the cell in two
  int held(int at, int n, bool periodic) const;
  bool passes(int xa, int za, int xb, int zb) const;  // from a cell to one that touches it, through open faces
  struct Path {
    Point end;
    bool whole, outside;
  };
  Path bounded(Point from, Point offset) const;
  Path path(Point from, double dt) const;
  bool given(Plane plane, int i, int j, double& value) const;
  double slope(Plane plane, const std::vector<double>& pressure, int i, int j) const;
  std::vector<double> carried(Plane plane, const std::vector<double>& from, double dt) const;
  double clearance(Plane plane, int i, int j) const;  // distance from the obstacle in the middle of a face
  void diffuse(Plane plane, std::vector<double>& v, double coefficient, double dt) const;
  double sample_dye(const std::vector<double>& v, double x, double z, double without, double* low, double* high,
                    bool* clear) const;
  void solve(std::vector<double> rhs, std::vector<double>& pressure) const;
  template <class F>
  void each(Plane plane, F&& f) const;
};

}  // namespace undine::reference
