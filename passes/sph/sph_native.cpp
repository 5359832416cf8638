#include "passes/sph/sph_native.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "passes/native/simd.h"
#include "passes/native/thread_pool.h"

namespace undine::reference {

namespace {

UNDINE_SIMD inline SimdFloat positive(SimdFloat a) { return a > 0 ? a : SimdFloat{}; }
UNDINE_SIMD inline float sum(SimdFloat a) { return ((a[0] + a[4]) + (a[1] + a[5])) + ((a[2] + a[6]) + (a[3] + a[7])); }

// Arrays are padded, because whole SIMD vectors are read at their end.
struct Particles {
  std::array<std::vector<float>, 3> x, v;
  std::vector<float> density;
  std::vector<std::uint32_t> id;
  explicit Particles(std::size_t n = 0) : density(n + lanes, 1.0f), id(n + lanes) {
    for (int a = 0; a < 3; ++a) {
      x[a].assign(n + lanes, 1e9f);
      v[a].assign(n + lanes, 0.0f);
    }
  }
};

}  // namespace

struct SphNative::Impl {
  Setup s;
  std::size_t n;
  Particles now, sorted;
  glm::ivec3 cells;
  float per_cell;
  std::vector<std::uint32_t> cell, starts;
  std::vector<std::vector<std::uint32_t>> counts;  // of each thread
  ThreadPool pool;

  Impl(const Setup& setup, const std::vector<glm::vec3>& position, const std::vector<glm::vec3>& velocity)
      : s(setup),
        n(position.size()),
        now(n),
        sorted(n),
        per_cell(1 / (1.001f * setup.support)),
        cell(n),
        pool(setup.threads) {
    cells = glm::ivec3(glm::ceil((s.high - s.low) * per_cell)) + 2;
    const auto count = static_cast<std::size_t>(cells.x) * static_cast<std::size_t>(cells.y * cells.z) + 1;
    starts.resize(count);
    counts.assign(pool.size(), std::vector<std::uint32_t>(count));
    for (std::size_t i = 0; i < n; ++i) {
      for (int a = 0; a < 3; ++a) {
        now.x[a][i] = position[i][a];
        now.v[a][i] = velocity[i][a];
      }
      now.id[i] = static_cast<std::uint32_t>(i);
    }
  }

  glm::ivec3 cell_of(const Particles& p, std::size_t i) const {
    const glm::vec3 x(p.x[0][i], p.x[1][i], p.x[2][i]);
    return glm::ivec3(glm::clamp((x - s.low) * per_cell, glm::vec3(0), glm::vec3(cells - 3))) + 1;
  }
  int index(const glm::ivec3& c) const { return (c.z * cells.y + c.y) * cells.x + c.x; }

  // Each thread counts its particles; together they are placed in the order of threads, which is the old order.
  void sort(unsigned me, std::size_t from, std::size_t to) {
    auto& own = counts[me];
    std::fill(own.begin(), own.end(), 0u);
    for (std::size_t i = from; i < to; ++i) ++own[cell[i] = static_cast<std::uint32_t>(index(cell_of(now, i)))];
    pool.wait();
    if (me == 0) {
      std::uint32_t sum = 0;
      for (std::size_t c = 0; c < starts.size(); ++c) {
        starts[c] = sum;
        for (auto& part : counts) {
          const std::uint32_t here = part[c];
          part[c] = sum;
          sum += here;
        }
      }
    }
    pool.wait();
    for (std::size_t i = from; i < to; ++i) {
      const std::uint32_t place = own[cell[i]]++;
      for (int a = 0; a < 3; ++a) {
        sorted.x[a][place] = now.x[a][i];
        sorted.v[a][place] = now.v[a][i];
      }
      sorted.id[place] = now.id[i];
    }
    pool.wait();
  }

  // Calls each(mirrored axes, image's place) for a particle and its images in near walls.
  template <class Each>
  UNDINE_SIMD void images(std::size_t i, Each&& each) const {
    glm::vec3 x(sorted.x[0][i], sorted.x[1][i], sorted.x[2][i]), mirrored;
    unsigned near = 0;
    for (int a = 0; a < 3; ++a) {
      const float low = x[a] - s.low[a], high = s.high[a] - x[a];
      mirrored[a] = x[a] + 2 * (low <= high ? -low : high);
      near |= static_cast<unsigned>(std::min(low, high) < s.support) << a;
    }
    for (unsigned image = 0; image <= near; ++image) {
      if ((image & near) != image) continue;
      glm::vec3 there = x;
      for (int a = 0; a < 3; ++a)
        if (image >> a & 1) there[a] = mirrored[a];
      each(image, there);
    }
  }
  template <class Each>
  UNDINE_SIMD void rows(std::size_t i, Each&& each) const {
    const int corner = index(cell_of(sorted, i) - 1);
    for (int row = 0; row < 9; ++row) {
      const int first = corner + cells.x * (row % 3 + cells.y * (row / 3));
      const std::uint32_t end = starts[static_cast<std::size_t>(first + 3)];
      for (std::uint32_t j = starts[static_cast<std::size_t>(first)]; j < end; j += lanes)
        each(j, SimdInt{0, 1, 2, 3, 4, 5, 6, 7} < static_cast<std::int32_t>(end - j));
    }
  }

  UNDINE_SIMD void measure(std::size_t from, std::size_t to) {
    const float inverse = 1 / s.support,
                scale = s.volume * 8 / (std::numbers::pi_v<float> * s.support * s.support * s.support);
    for (std::size_t i = from; i < to; ++i) {
      SimdFloat shapes{};
      images(i, [&](unsigned, const glm::vec3& there) UNDINE_SIMD {
        rows(i, [&](std::uint32_t j, SimdInt inside) UNDINE_SIMD {
          const SimdFloat dx = there.x - at(&sorted.x[0][j]), dy = there.y - at(&sorted.x[1][j]),
                          dz = there.z - at(&sorted.x[2][j]);
          const SimdFloat q = root(dx * dx + dy * dy + dz * dz) * inverse, u = positive(1 - q), w = positive(0.5f - q);
          shapes += inside ? 2 * u * u * u - 8 * w * w * w : SimdFloat{};
        });
      });
      sorted.density[i] = scale * sum(shapes);
    }
  }

  UNDINE_SIMD void move(std::size_t from, std::size_t to, float dt) {
    const float h = s.support, inverse = 1 / h;
    const float slope = s.volume * 48 / (std::numbers::pi_v<float> * h * h * h * h);
    for (std::size_t i = from; i < to; ++i) {
      const float density = sorted.density[i], own = s.stiffness * std::max(density - 1, 0.0f) / (density * density);
      glm::vec3 push(0), v(sorted.v[0][i], sorted.v[1][i], sorted.v[2][i]);
      images(i, [&](unsigned image, const glm::vec3& there) UNDINE_SIMD {
        glm::vec3 along = v, part;
        for (int a = 0; a < 3; ++a)
          if (image >> a & 1) along[a] = -along[a];
        SimdFloat px{}, py{}, pz{};
        rows(i, [&](std::uint32_t j, SimdInt inside) UNDINE_SIMD {
          const SimdFloat dx = there.x - at(&sorted.x[0][j]), dy = there.y - at(&sorted.x[1][j]),
                          dz = there.z - at(&sorted.x[2][j]);
          const SimdFloat q = root(dx * dx + dy * dy + dz * dz) * inverse, u = positive(1 - q), w = positive(1 - 2 * q);
          const SimdFloat d = at(&sorted.density[j]), r = q * h + 1e-12f;
          const SimdFloat approach =
              positive((at(&sorted.v[0][j]) - along.x) * dx + (at(&sorted.v[1][j]) - along.y) * dy +
                       (at(&sorted.v[2][j]) - along.z) * dz) /
              r;
          SimdFloat force = own + s.stiffness * positive(d - 1) / (d * d);
          force += 2 * s.damping * approach * q / ((q * q + 0.0025f) * h * (density + d));
          force *= (u * u - w * w) / r;
          force = inside ? force : SimdFloat{};
          px += force * dx;
          py += force * dy;
          pz += force * dz;
        });
        part = {sum(px), sum(py), sum(pz)};
        for (int a = 0; a < 3; ++a) push[a] += image >> a & 1 ? -part[a] : part[a];
      });
      v += dt * (slope * push - glm::vec3(0, s.gravity, 0));
      for (int a = 0; a < 3; ++a) {
        float x = sorted.x[a][i] + dt * v[a];
        if ((x < s.low[a] && v[a] < 0) || (x > s.high[a] && v[a] > 0)) v[a] = 0;
        now.x[a][i] = std::clamp(x, s.low[a], s.high[a]);
        now.v[a][i] = v[a];
      }
      now.id[i] = sorted.id[i];
    }
  }

  void run(int steps, float dt) {
    pool.run([&](unsigned me) {
      const std::size_t from = n * me / pool.size(), to = n * (me + 1) / pool.size();
      for (int k = 0; k < steps; ++k) {
        sort(me, from, to);
        measure(from, to);
        pool.wait();
        move(from, to, dt);
        pool.wait();
      }
    });
  }
  std::vector<glm::vec3> in_order(const std::array<std::vector<float>, 3>& values) const {
    std::vector<glm::vec3> out(n);
    for (std::size_t i = 0; i < n; ++i) out[now.id[i]] = {values[0][i], values[1][i], values[2][i]};
    return out;
  }
};

SphNative::SphNative(const Setup& setup, const std::vector<glm::vec3>& position, const std::vector<glm::vec3>& velocity)
    : impl_(std::make_unique<Impl>(setup, position, velocity)) {}
SphNative::~SphNative() = default;
void SphNative::run(int steps, float dt) { impl_->run(steps, dt); }
std::vector<glm::vec3> SphNative::position() const { return impl_->in_order(impl_->now.x); }
std::vector<glm::vec3> SphNative::velocity() const { return impl_->in_order(impl_->now.v); }

}  // namespace undine::reference
