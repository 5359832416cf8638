// Native twin of the wave step: performance baseline without a driver.
#include <algorithm>
#include <cstring>

#include "passes/native/thread_pool.h"
#include "passes/wave/wave_reference.h"
#if defined(__x86_64__) && !defined(_MSC_VER)  // whose linker lacks what __builtin_cpu_supports() asks
#include <immintrin.h>
#define UNDINE_AVX2 __attribute__((target("avx2,fma")))
#endif

namespace undine::reference {

namespace {

struct Rows {  // one row of the step; `now` has a ghost cell on both sides
  const float* north;
  const float* now;
  const float* south;
  float* next;  // holds the previous time
  std::size_t nx;
  float force_x, force_z, inertia;
};

void step_plain(const Rows& r, std::size_t from) {
  for (std::size_t i = from; i < r.nx; ++i) {
    const float h = r.now[i];
    const float along_x = (r.now[i - 1] - h) + (r.now[i + 1] - h), along_z = (r.north[i] - h) + (r.south[i] - h);
    r.next[i] = h + (r.inertia * (h - r.next[i]) + (r.force_x * along_x + r.force_z * along_z));
  }
}

#ifdef UNDINE_AVX2
UNDINE_AVX2 void step_avx2(const Rows& r) {
  const __m256 fx = _mm256_set1_ps(r.force_x), fz = _mm256_set1_ps(r.force_z), inertia = _mm256_set1_ps(r.inertia);
  std::size_t i = 0;
  for (; i + 8 <= r.nx; i += 8) {
    const __m256 h = _mm256_loadu_ps(r.now + i);
    const __m256 x = _mm256_add_ps(_mm256_sub_ps(_mm256_loadu_ps(r.now + i - 1), h),
                                   _mm256_sub_ps(_mm256_loadu_ps(r.now + i + 1), h));
    const __m256 z =
        _mm256_add_ps(_mm256_sub_ps(_mm256_loadu_ps(r.north + i), h), _mm256_sub_ps(_mm256_loadu_ps(r.south + i), h));
    const __m256 kept = _mm256_mul_ps(inertia, _mm256_sub_ps(h, _mm256_loadu_ps(r.next + i)));
    const __m256 rise = _mm256_fmadd_ps(fx, x, _mm256_fmadd_ps(fz, z, kept));
    _mm256_storeu_ps(r.next + i, _mm256_add_ps(h, rise));
  }
  step_plain(r, i);
}
#endif

void step_row(const Rows& r) {
#ifdef UNDINE_AVX2
  static const bool wide = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
  if (wide) return step_avx2(r);
#endif
  step_plain(r, 0);
}

}  // namespace

struct WaveNative::Impl {
  explicit Impl(unsigned threads) : pool(threads) {}
  ThreadPool pool;
  std::size_t nx = 0, nz = 0, pitch = 0;
  float force_x = 0, force_z = 0, inertia = 1;
  std::vector<float> level[2];  // row j at (j * pitch + 8), ghosts at -1 and nx
  int now = 0;

  void strip(unsigned thread, int first, int count) {
    const std::size_t from = nz * thread / pool.size(), to = nz * (thread + 1) / pool.size();
    for (int s = 0; s < count; ++s) {
      const float* now_rows = level[(first + s) & 1].data() + 8;
      float* next_rows = level[(first + s + 1) & 1].data() + 8;
      for (std::size_t j = from; j < to; ++j) {
        const float* row = now_rows + j * pitch;
        float* next = next_rows + j * pitch;
        step_row({j > 0 ? row - pitch : row, row, j + 1 < nz ? row + pitch : row, next, nx, force_x, force_z, inertia});
        next[-1] = next[0];
        next[nx] = next[nx - 1];
      }
      pool.wait();
    }
  }
};

WaveNative::WaveNative(std::uint32_t nx, std::uint32_t nz, float force_x, float force_z, float inertia,
                       unsigned threads)
    : impl_(std::make_unique<Impl>(threads)) {
  Impl& m = *impl_;
  m.nx = nx;
  m.nz = nz;
  m.pitch = (std::size_t{nx} + 7) / 8 * 8 + 16;
  m.force_x = force_x;
  m.force_z = force_z;
  m.inertia = inertia;
  for (auto& level : m.level) level.assign(m.pitch * nz + 16, 0.0f);
}

WaveNative::~WaveNative() = default;

void WaveNative::start(const std::vector<float>& height) {
  Impl& m = *impl_;
  for (auto& level : m.level) {
    for (std::size_t j = 0; j < m.nz; ++j) {
      float* row = level.data() + 8 + j * m.pitch;
      std::memcpy(row, height.data() + j * m.nx, m.nx * sizeof(float));
      row[-1] = row[0];
      row[m.nx] = row[m.nx - 1];
    }
  }
  m.now = 0;
}

void WaveNative::run(int steps) {
  Impl& m = *impl_;
  const int first = m.now;
  m.pool.run([&m, first, steps](unsigned thread) { m.strip(thread, first, steps); });
  m.now = (first + steps) & 1;
}

std::vector<float> WaveNative::height() const {
  const Impl& m = *impl_;
  std::vector<float> out(m.nx * m.nz);
  for (std::size_t j = 0; j < m.nz; ++j)
    std::memcpy(out.data() + j * m.nx, m.level[m.now].data() + 8 + j * m.pitch, m.nx * sizeof(float));
  return out;
}

}  // namespace undine::reference
