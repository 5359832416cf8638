// Native twin of the multigrid solver: V(2,2), red-black, bilinear, between walls, cells of one meter, n a power of
// two. Cells of one color are contiguous, as on the GPU.
#include <algorithm>
#include <cmath>

#include "passes/native/thread_pool.h"
#include "passes/poisson/poisson_reference.h"
#if defined(__x86_64__) && !defined(__clang__)
#define UNDINE_SIMD __attribute__((target("avx2,fma"), optimize("O3"), noinline))
#elif defined(__x86_64__)
#define UNDINE_SIMD __attribute__((target("avx2,fma"), noinline))
#else
#define UNDINE_SIMD
#endif

namespace undine::reference {

namespace {

constexpr std::size_t ghost = 8;  // floats before and after a row, always 0

struct Plane {
  std::size_t half = 0, pitch = 0;
  std::vector<float> data;
  Plane(std::size_t n) : half(n / 2), pitch(half + 2 * ghost), data(pitch * (n + 2), 0.0f) {}
  float* row(std::ptrdiff_t z) { return data.data() + static_cast<std::size_t>(z + 1) * pitch + ghost; }
};

struct Grid {
  std::size_t n;
  Plane value[2], rhs[2];
  std::vector<float> line;  // scratch of the interpolation, per thread
  explicit Grid(std::size_t cells) : n(cells), value{cells, cells}, rhs{cells, cells}, line(4 * (cells + 32)) {}
};

// next[i] = (west + east + north + south + rhs) / count, where one of west and east is i itself of the other color.
UNDINE_SIMD void relax_row(const float* __restrict here, const float* __restrict beside, const float* __restrict north,
                           const float* __restrict south, const float* __restrict rhs, float* __restrict next,
                           std::size_t half, float inverse) {
  for (std::size_t i = 0; i < half; ++i) next[i] = ((here[i] + beside[i]) + (north[i] + south[i]) + rhs[i]) * inverse;
}

UNDINE_SIMD void residual_row(const float* __restrict here, const float* __restrict beside,
                              const float* __restrict north, const float* __restrict south, const float* __restrict rhs,
                              const float* __restrict own, float* __restrict out, std::size_t half, float count) {
  for (std::size_t i = 0; i < half; ++i)
    out[i] = rhs[i] + ((here[i] + beside[i]) + (north[i] + south[i])) - count * own[i];
}

UNDINE_SIMD double square_row(const float* __restrict v, std::size_t half) {
  float part[16] = {};
  std::size_t i = 0;
  for (; i + 16 <= half; i += 16)
    for (std::size_t k = 0; k < 16; ++k) part[k] += v[i + k] * v[i + k];
  double sum = 0;
  for (; i < half; ++i) sum += static_cast<double>(v[i]) * v[i];
  for (float p : part) sum += static_cast<double>(p);
  return sum;
}

}  // namespace

struct PoissonNative::Impl {
  std::vector<std::unique_ptr<Grid>> grids;
  ThreadPool pool;
  std::vector<std::vector<float>> scratch;
  std::vector<double> sums;
  double limit = 0;
  int most = 0, cycles = 0;
  explicit Impl(unsigned threads) : pool(threads), sums(pool.size()) {}

  struct Rows {
    std::ptrdiff_t from, to;
  };
  // One thread processes small grids.
  Rows share(std::size_t n, unsigned thread) const {
    const auto rows = static_cast<std::ptrdiff_t>(n);
    if (n < 64) return thread == 0 ? Rows{0, rows} : Rows{0, 0};
    return {rows * thread / pool.size(), rows * (thread + 1) / pool.size()};
  }
  void meet(std::size_t n) {
    if (n >= 64) pool.wait();
  }

  void relax(Grid& g, int color, unsigned thread) {
    const Rows rows = share(g.n, thread);
    const auto last = static_cast<std::ptrdiff_t>(g.n) - 1;
    const std::size_t half = g.n / 2;
    Plane &mine = g.value[color], &other = g.value[1 - color];
    for (std::ptrdiff_t z = rows.from; z < rows.to; ++z) {
      const bool shifted = ((z + color) & 1) != 0;  // cells at odd x
      const float* here = other.row(z);
      const float* rhs = g.rhs[color].row(z);
      float* next = mine.row(z);
      const float count = 4.0f - (z == 0 ? 1.0f : 0.0f) - (z == last ? 1.0f : 0.0f);
      relax_row(here, shifted ? here + 1 : here - 1, other.row(z - 1), other.row(z + 1), rhs, next, half, 1 / count);
      next[shifted ? half - 1 : 0] *= count / (count - 1);  // one side is a wall
    }
    meet(g.n);
  }

  void residual(Grid& g, int color, std::ptrdiff_t z, float* out) {
    Plane &mine = g.value[color], &other = g.value[1 - color];
    const auto last = static_cast<std::ptrdiff_t>(g.n) - 1;
    const std::size_t half = g.n / 2;
    const bool shifted = ((z + color) & 1) != 0;
    const float* here = other.row(z);
    const float count = 4.0f - (z == 0 ? 1.0f : 0.0f) - (z == last ? 1.0f : 0.0f);
    residual_row(here, shifted ? here + 1 : here - 1, other.row(z - 1), other.row(z + 1), g.rhs[color].row(z),
                 mine.row(z), out, half, count);
    const std::size_t end = shifted ? half - 1 : 0;
    out[end] += mine.row(z)[end];
  }

  // The residual of black cells is 0 after their own sweep.
  void restrict_to(Grid& fine, Grid& coarse, unsigned thread) {
    const Rows rows = share(coarse.n, thread);
    std::vector<float>& line = scratch[thread];
    for (std::ptrdiff_t z = rows.from; z < rows.to; ++z) {
      float *a = line.data(), *b = a + coarse.n;
      residual(fine, 0, 2 * z, a);
      residual(fine, 0, 2 * z + 1, b);
      float* even = coarse.rhs[z & 1].row(z);
      float* odd = coarse.rhs[1 - (z & 1)].row(z);
      for (std::size_t i = 0; i < coarse.n / 2; ++i) {
        even[i] = a[2 * i] + b[2 * i];
        odd[i] = a[2 * i + 1] + b[2 * i + 1];
      }
      std::fill_n(coarse.value[1].row(z), coarse.n / 2, 0.0f);
    }
    meet(fine.n);
  }

  // Only black: the red sweep that follows overwrites red.
  void prolong(Grid& coarse, Grid& fine, unsigned thread) {
    const Rows rows = share(coarse.n, thread);
    const auto n = static_cast<std::ptrdiff_t>(coarse.n);
    std::vector<float>& line = scratch[thread];
    auto natural = [&](std::ptrdiff_t z, float* out) {
      z = std::clamp<std::ptrdiff_t>(z, 0, n - 1);
      const float* even = coarse.value[z & 1].row(z);
      const float* odd = coarse.value[1 - (z & 1)].row(z);
      for (std::size_t i = 0; i < coarse.n / 2; ++i) {
        out[2 * i] = even[i];
        out[2 * i + 1] = odd[i];
      }
      out[-1] = out[0];
      out[n] = out[n - 1];
    };
    float* run[3];
    for (std::size_t k = 0; k < 3; ++k) run[k] = line.data() + 8 + k * (coarse.n + 16);
    natural(rows.from - 1, run[0]);
    natural(rows.from, run[1]);
    for (std::ptrdiff_t z = rows.from; z < rows.to; ++z) {
      natural(z + 1, run[2]);
      float* upper = fine.value[1].row(2 * z);  // cells at odd x: the coarse neighbor lies east
      float* lower = fine.value[1].row(2 * z + 1);
      const float *a = run[0], *b = run[1], *c = run[2];
      for (std::ptrdiff_t i = 0; i < n; ++i) {
        upper[i] += 0.75f * (0.75f * b[i] + 0.25f * b[i + 1]) + 0.25f * (0.75f * a[i] + 0.25f * a[i + 1]);
        lower[i] += 0.75f * (0.75f * b[i] + 0.25f * b[i - 1]) + 0.25f * (0.75f * c[i] + 0.25f * c[i - 1]);
      }
      std::swap(run[0], run[1]);
      std::swap(run[1], run[2]);
    }
    meet(fine.n);
  }

  void cycle(std::size_t level, unsigned thread) {
    Grid& g = *grids[level];
    if (g.n == 2) {  // the sums of both colors are equal and opposite
      if (thread == 0)
        for (int k = 0; k < 8; ++k)
          for (int color : {0, 1}) relax(g, color, 0);
      return;
    }
    for (int k = 0; k < 2; ++k)
      for (int color : {0, 1}) relax(g, color, thread);
    restrict_to(g, *grids[level + 1], thread);
    cycle(level + 1, thread);
    prolong(*grids[level + 1], g, thread);
    for (int k = 0; k < 2; ++k)
      for (int color : {0, 1}) relax(g, color, thread);
  }

  void work(unsigned thread) {
    Grid& top = *grids[0];
    for (int done = 0; done < most; ++done) {
      if (top.n >= 64 || thread == 0) cycle(0, thread);
      double sum = 0;
      const Rows rows = share(top.n, thread);
      for (std::ptrdiff_t z = rows.from; z < rows.to; ++z) {
        residual(top, 0, z, scratch[thread].data());
        sum += square_row(scratch[thread].data(), top.n / 2);
      }
      sums[thread] = sum;
      pool.wait();
      double all = 0;
      for (double s : sums) all += s;
      if (thread == 0) cycles = done + 1;
      pool.wait();
      if (std::sqrt(all) <= limit) return;
    }
  }
};

PoissonNative::PoissonNative(std::uint32_t n, unsigned threads) : impl_(std::make_unique<Impl>(threads)) {
  Impl& m = *impl_;
  for (std::size_t cells = n; cells >= 2; cells /= 2) m.grids.push_back(std::make_unique<Grid>(cells));
  m.scratch.assign(m.pool.size(), std::vector<float>(4 * (n + 32), 0.0f));
}

PoissonNative::~PoissonNative() = default;

int PoissonNative::solve(const std::vector<float>& rhs, double tolerance, int most) {
  Impl& m = *impl_;
  Grid& g = *m.grids[0];
  double mean = 0, norm = 0;
  for (float f : rhs) mean += static_cast<double>(f);
  mean /= static_cast<double>(rhs.size());
  for (std::size_t z = 0; z < g.n; ++z)
    for (std::size_t x = 0; x < g.n; ++x) {
      const double f = static_cast<double>(rhs[z * g.n + x]) - mean;
      norm += f * f;
      const std::size_t color = (x + z) & 1;
      g.rhs[color].row(static_cast<std::ptrdiff_t>(z))[x / 2] = static_cast<float>(f);
      g.value[color].row(static_cast<std::ptrdiff_t>(z))[x / 2] = 0;
    }
  m.limit = tolerance * std::sqrt(norm);
  m.most = most;
  m.pool.run([&m](unsigned thread) { m.work(thread); });
  return m.cycles;
}

std::vector<float> PoissonNative::p() const {
  Grid& g = *impl_->grids[0];
  std::vector<float> out(g.n * g.n);
  for (std::size_t z = 0; z < g.n; ++z)
    for (std::size_t x = 0; x < g.n; ++x)
      out[z * g.n + x] = g.value[(x + z) & 1].row(static_cast<std::ptrdiff_t>(z))[x / 2];
  return out;
}

}  // namespace undine::reference
