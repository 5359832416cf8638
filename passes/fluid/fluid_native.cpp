#include "passes/fluid/fluid_native.h"

#include <algorithm>
#include <cmath>
#include <thread>

namespace undine::reference {

namespace {

struct Corners {
  int at[4];
  float weight[4];
};
// Around (x, z), counted from the first value; nx values in a row.
Corners corners(float x, float z, int nx, int nz) {
  x = std::clamp(x, 0.0f, static_cast<float>(nx - 1));
  z = std::clamp(z, 0.0f, static_cast<float>(nz - 1));
  const int i = std::min(static_cast<int>(x), nx - 2), j = std::min(static_cast<int>(z), nz - 2);
  const float fx = x - static_cast<float>(i), fz = z - static_cast<float>(j);
  return {{j * nx + i, j * nx + i + 1, (j + 1) * nx + i, (j + 1) * nx + i + 1},
          {(1 - fx) * (1 - fz), fx * (1 - fz), (1 - fx) * fz, fx * fz}};
}

// Lagrange's cubics around (x, z); beyond the borders lies what is there.
struct Patch {
  int column[4], row[4];
  float across[4], along[4];
  float of(const std::vector<float>& v) const {
    float sum = 0;
    for (int b = 0; b < 4; ++b) {
      const float* const line = v.data() + row[b];
      float part = 0;
      for (int a = 0; a < 4; ++a) part += across[a] * line[column[a]];
      sum += along[b] * part;
    }
    return sum;
  }
};
Patch patch(float x, float z, int nx, int nz) {
  Patch out{};
  auto axis = [](float at, int n, int* index, float* weight) {
    const int i = static_cast<int>(std::floor(at));
    const float t = at - static_cast<float>(i), s = 1 - t;
    weight[0] = -t * s * (1 + s) / 6;
    weight[1] = s * (1 + t) * (1 + s) / 2;
    weight[2] = t * (1 + t) * (1 + s) / 2;
    weight[3] = -t * s * (1 + t) / 6;
    for (int k = 0; k < 4; ++k) index[k] = std::clamp(i - 1 + k, 0, n - 1);
  };
  axis(x, nx, out.column, out.across);
  axis(z, nz, out.row, out.along);
  for (int& r : out.row) r *= nx;
  return out;
}

std::size_t size_of(int a, int b) { return static_cast<std::size_t>(a) * static_cast<std::size_t>(b); }

}  // namespace

FluidNative::FluidNative(std::uint32_t n)
    : n_(static_cast<int>(n)),
      u_(size_of(n_ + 1, n_)),
      w_(size_of(n_, n_ + 1)),
      dye_(4 * size_of(n_, n_), 0.5f),
      rhs_(size_of(n_, n_)),
      poisson_(n) {
  for (int j = 0; j < n_; ++j)
    for (int i = 1; i < n_; ++i) {
      const float x = static_cast<float>(i) / static_cast<float>(n_),
                  z = (static_cast<float>(j) + 0.5f) / static_cast<float>(n_);
      u_[size_of(j, n_ + 1) + static_cast<std::size_t>(i)] = std::sin(6.2832f * x) * std::cos(12.566f * z);
    }
}

template <class F>
void FluidNative::rows(int count, F&& f) const {
  const int threads = static_cast<int>(std::clamp(std::thread::hardware_concurrency(), 1u, 8u));
  std::vector<std::jthread> pool;
  for (int t = 0; t < threads; ++t)
    pool.emplace_back([&, t] {
      for (int j = count * t / threads; j < count * (t + 1) / threads; ++j) f(j);
    });
}

std::array<float, 2> FluidNative::origin(float x, float z, float dt) const {
  auto velocity = [this](float a, float b) {
    const Corners cu = corners(a, b - 0.5f, n_ + 1, n_), cw = corners(a - 0.5f, b, n_, n_ + 1);
    std::array<float, 2> v{0, 0};
    for (int k = 0; k < 4; ++k) {
      v[0] += cu.weight[k] * u_[static_cast<std::size_t>(cu.at[k])];
      v[1] += cw.weight[k] * w_[static_cast<std::size_t>(cw.at[k])];
    }
    return v;
  };
  const float cells = dt * static_cast<float>(n_), last = static_cast<float>(n_);
  const auto here = velocity(x, z);
  const auto there = velocity(x - 0.5f * cells * here[0], z - 0.5f * cells * here[1]);
  return {std::clamp(x - cells * there[0], 0.0f, last), std::clamp(z - cells * there[1], 0.0f, last)};
}

void FluidNative::carry(int nx, int nz, float x0, float z0, const std::vector<float>& from, std::vector<float>& to,
                        int channels, float dt) const {
  std::vector<float> step(from.size());
  const auto wide = static_cast<std::size_t>(channels);
  auto each = [&](bool correct) {
    rows(nz, [&](int j) {
      for (int i = 0; i < nx; ++i) {
        const float x = static_cast<float>(i) + x0, z = static_cast<float>(j) + z0;
        const auto back = origin(x, z, dt);
        const Corners c = corners(back[0] - x0, back[1] - z0, nx, nz);
        const std::size_t at = wide * (size_of(j, nx) + static_cast<std::size_t>(i));
        Corners d{};
        std::array<float, 2> forth{};
        if (correct) {
          forth = origin(x, z, -dt);
          d = corners(forth[0] - x0, forth[1] - z0, nx, nz);
        }
        if (wide == 1 && !correct) {
          step[at] = patch(back[0] - x0, back[1] - z0, nx, nz).of(from);
          continue;
        }
        for (std::size_t k = 0; k < wide; ++k) {
          float sum = 0, low = 1e30f, high = -1e30f, again = 0;
          for (int q = 0; q < 4; ++q) {
            const float v = from[wide * static_cast<std::size_t>(c.at[q]) + k];
            sum += c.weight[q] * v;
            low = std::min(low, v);
            high = std::max(high, v);
            if (correct) again += d.weight[q] * step[wide * static_cast<std::size_t>(d.at[q]) + k];
          }
          if (correct && wide == 1) again = patch(forth[0] - x0, forth[1] - z0, nx, nz).of(step);
          if (correct)
            to[at + k] = std::clamp(step[at + k] + 0.5f * (from[at + k] - again), low, high);
          else
            step[at + k] = sum;
        }
      }
    });
  };
  each(false);
  each(true);
}

void FluidNative::step(double dt) {
  const auto t = static_cast<float>(dt);
  std::vector<float> u = u_, w = w_, dye = dye_;
  carry(n_ + 1, n_, 0, 0.5f, u_, u, 1, t);
  carry(n_, n_ + 1, 0.5f, 0, w_, w, 1, t);
  carry(n_, n_, 0.5f, 0.5f, dye_, dye, 4, t);
  dye_ = std::move(dye);
  auto ux = [&](int i, int j) -> float& { return u[size_of(j, n_ + 1) + static_cast<std::size_t>(i)]; };
  auto wz = [&](int i, int j) -> float& { return w[size_of(j, n_) + static_cast<std::size_t>(i)]; };
  for (int k = 0; k < n_; ++k) ux(0, k) = ux(n_, k) = wz(k, 0) = wz(k, n_) = 0;
  // Cells of one meter: the pressure comes out times dt / h.
  rows(n_, [&](int j) {
    for (int i = 0; i < n_; ++i)
      rhs_[size_of(j, n_) + static_cast<std::size_t>(i)] = -(ux(i + 1, j) - ux(i, j) + wz(i, j + 1) - wz(i, j));
  });
  poisson_.solve(rhs_, 1e-3, 20);
  const std::vector<float> p = poisson_.p();
  rows(n_, [&](int j) {
    for (int i = 0; i < n_; ++i) {
      const std::size_t at = size_of(j, n_) + static_cast<std::size_t>(i);
      if (i > 0) ux(i, j) -= p[at] - p[at - 1];
      if (j > 0) wz(i, j) -= p[at] - p[at - static_cast<std::size_t>(n_)];
    }
  });
  u_ = std::move(u);
  w_ = std::move(w);
}

double FluidNative::divergence() const {
  double most = 0;
  for (int j = 0; j < n_; ++j)
    for (int i = 0; i < n_; ++i) {
      const std::size_t a = size_of(j, n_ + 1) + static_cast<std::size_t>(i),
                        b = size_of(j, n_) + static_cast<std::size_t>(i);
      most = std::max(
          most, static_cast<double>(std::abs(u_[a + 1] - u_[a] + w_[b + static_cast<std::size_t>(n_)] - w_[b])) * n_);
    }
  return most;
}

}  // namespace undine::reference
