// Double-precision reference for shift * p - div(open grad p) = rhs on cell centers, with the discretization, sweeps
// and cycles of passes/poisson/poisson.h. Row-major: cell (x, z) at z * nx + x.
#pragma once
#include <cstdint>
#include <memory>
#include <vector>

namespace undine::reference {

struct PoissonGrid {
  int nx = 1, nz = 1;
  double dx = 1, dz = 1;
  bool periodic_x = false, periodic_z = false;
};

class Poisson {
 public:
  struct Level {
    int nx, nz, scale;                     // scale: cells of the finest level across a whole cell
    std::vector<double> face_x, face_z;    // flux per difference: face x of row z at z * (nx + 1) + x
    std::vector<double> reach_x, reach_z;  // reach of faces over the distance of whole cells, of 1D profiles
    std::vector<double> volume;            // area of open cells over dx dz
    std::vector<double> p, f;
  };

  // Openness of faces as in passes/poisson/poisson.h; empty: all inner faces open, borders closed.
  Poisson(const PoissonGrid& grid, std::vector<double> open_x, std::vector<double> open_z, double shift);

  void jacobi(double omega);
  void red_black(double omega);           // red ((x + z) even) first
  void cycle(bool full, int smoothings);  // V or F
  double residual() const;                // 2-norm over the norm of rhs
  std::vector<double> residuals() const { return residual_of(levels[0]); }
  void start(const std::vector<double>& rhs, const std::vector<double>& p);  // projects rhs where no border is open
  const std::vector<double>& p() const { return levels[0].p; }
  bool singular() const { return singular_; }

  std::vector<Level> levels;

 private:
  void relax(Level& l, int color, double omega) const;
  std::vector<double> residual_of(const Level& l) const;
  void coarsen(const Level& fine);
  void cycle(std::size_t level, bool full, int smoothings, bool from_zero);
  void prolong(const Level& coarse, Level& fine) const;
  template <class Visit>
  void stencil(const Level& l, int x, int z, Visit&& visit) const;
  PoissonGrid grid_;
  double shift_, norm_ = 1;
  bool singular_ = false;
};

// Two threads and AVX2 where the machine has it: multigrid V(2,2) of red-black sweeps between walls, n a power of two.
class PoissonNative {
 public:
  PoissonNative(std::uint32_t n, unsigned threads = 0);
  ~PoissonNative();
  PoissonNative(const PoissonNative&) = delete;
  PoissonNative& operator=(const PoissonNative&) = delete;
  // Cells of one meter, p from zero; cycles until the residual is `tolerance` of the norm of rhs. Returns their number.
  int solve(const std::vector<float>& rhs, double tolerance, int most);
  std::vector<float> p() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace undine::reference
