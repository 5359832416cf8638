#include "passes/pipes/pipes_native.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>

#include "passes/native/simd.h"
#include "passes/native/thread_pool.h"

namespace undine::reference {

namespace {

constexpr float film = 1e-6f, margin = 2e-6f;
constexpr std::size_t ghost = 8;  // ghost columns on both sides of a row

struct End {
  SimdFloat bed, depth, level, share, speed, part;
};

constexpr float straight = -1e5f;  // corner of pipes along x and z

struct Constants {
  float push, still, rough, crest, deepest;
};

UNDINE_SIMD inline SimdFloat flow(const End& a, const End& b, SimdFloat corner, SimdFloat before, SimdFloat weight,
                                  SimdFloat width, const Constants& c) {
  const SimdFloat none = {};
  const SimdFloat face_bed = upper(upper(a.bed, b.bed), corner), head = upper(a.level, b.level) - face_bed;
  const SimdFloat aperture = lower(lower(0.5f * (a.depth + b.depth), 2.0f * head), none + c.deepest);
  const SimdFloat asked =
      before * (before >= none ? a.share : b.share) + c.push * weight * aperture * (a.level - b.level);
  const SimdFloat drag = c.rough * (a.speed + b.speed) * roughness(aperture) + c.still;
  const auto forward = asked >= none;
  const SimdFloat over = (forward ? a.level : b.level) - face_bed, below = (forward ? b.level : a.level) - face_bed;
  const SimdFloat part = forward ? a.part : b.part, speed = forward ? a.speed : b.speed;
  const SimdFloat crest = c.crest * over * over * over, little = 0.01f * crest;
  const SimdFloat whole = speed * speed + little, along = lower(upper(part * part + little, 0.5f * whole), whole);
  const SimdFloat once = 1.0f / (drag * whole);
  const SimdFloat most = width * root(crest * along * (drag * once)), size = size_of(asked) * (whole * once);
  const auto falls = (3.0f * (face_bed - lower(a.bed, b.bed)) > over) & (3.0f * below < 2.0f * over) & (size > most);
  const SimdFloat limited = falls ? most : size;
  return over > none + film ? (forward ? limited : -limited) : none;
}

struct Pair {
  SimdFloat sum, rest;
};

// Two-sum. `x` comes from memory, so that no product is fused into the sum.
UNDINE_SIMD inline void add(Pair& h, SimdFloat x) {
  const SimdFloat s = h.sum + x, v = s - h.sum;
  h.rest += (h.sum - (s - v)) + (x - v);
  h.sum = s;
}

using Row = std::vector<float>;

}  // namespace

struct PipesNative::Impl {
  explicit Impl(const Setup& setup) : s(setup), pool(setup.threads) {}
  Setup s;
  ThreadPool pool;
  std::size_t nx = 0, nz = 0, pitch = 0;
  std::vector<float> bed, h, rest, share, qx, qz, fx, fz, fr, ff;  // with ghosts; fr to (+x +z), ff to (-x +z)
  Row weight_z, open_x, open_rise, open_fall, wet;                 // by column: weights, and 1 where there is a pipe
  std::vector<Row> edge;  // per thread: first and last row's depth before a step
  std::array<float, 3> weight{};
  float dt = 0;

  std::size_t row(std::ptrdiff_t j) const { return static_cast<std::size_t>(j + 1) * pitch + ghost; }
  std::size_t first(unsigned t) const { return nz * t / pool.size(); }

  struct Prepared {  // level and speed of a row
    Row level, speed;
  };
  UNDINE_SIMD void prepare(Prepared& p, std::size_t j) const {
    const std::size_t r = row(static_cast<std::ptrdiff_t>(j));
    for (std::size_t i = 0; i < pitch - ghost; i += lanes) {
      const std::size_t k = r + i - ghost;
      put(&p.level[i], (at(&bed[k]) + at(&h[k])) + at(&rest[k]));
      put(&p.speed[i], root(at(&qx[k]) * at(&qx[k]) + at(&qz[k]) * at(&qz[k])));
    }
  }

  UNDINE_SIMD void push(std::size_t from, std::size_t to) {
    Prepared here{Row(pitch), Row(pitch)}, south{Row(pitch), Row(pitch)};
    const Constants c{dt * s.gravity, 1 + dt * s.friction, 0.5f * dt * s.gravity * s.manning * s.manning,
                      s.weir * s.weir * s.gravity, s.deepest};
    const float slant = weight[2] * std::hypot(s.dx, s.dz);
    const float across_x = s.dx / std::hypot(s.dx, s.dz), across_z = s.dz / std::hypot(s.dx, s.dz);
    const SimdFloat zero = {};
    prepare(here, from);
    for (std::size_t j = from; j < to; ++j) {
      const bool last = j + 1 == nz;
      if (!last) prepare(south, j + 1);
      const float weight_x = weight[0] + weight[2] * static_cast<float>((j == 0) + last);
      const std::size_t r = row(static_cast<std::ptrdiff_t>(j));
      for (std::size_t i = 0; i < nx; i += lanes) {
        const std::size_t k = r + i, below = last ? k : k + pitch;
        const Prepared& lower_row = last ? here : south;
        auto end = [&](std::size_t place, const Prepared& p, std::size_t column) UNDINE_SIMD {
          return End{at(&bed[place]),
                     at(&h[place]),
                     at(&p.level[column + ghost]),
                     at(&share[place]),
                     at(&p.speed[column + ghost]),
                     zero};
        };
        End a = end(k, here, i);
        const SimdFloat ax = at(&qx[k]), az = at(&qz[k]);
        {
          End b = end(k + 1, here, i + 1);
          a.part = ax, b.part = at(&qx[k + 1]);
          put(&fx[k],
              flow(a, b, zero + straight, at(&fx[k]), zero + weight_x, zero + weight_x * s.dx, c) * at(&open_x[i]));
        }
        if (last) continue;
        {
          End b = end(below, lower_row, i);
          a.part = az, b.part = at(&qz[below]);
          const SimdFloat w = at(&weight_z[i]);
          put(&fz[k], flow(a, b, zero + straight, at(&fz[k]), w, w * s.dz, c) * at(&wet[i]));
        }
        {
          End b = end(below + 1, lower_row, i + 1);
          a.part = across_x * ax + across_z * az;
          b.part = across_x * at(&qx[below + 1]) + across_z * at(&qz[below + 1]);
          put(&fr[k],
              flow(a, b, lower(at(&bed[k + 1]), at(&bed[below])), at(&fr[k]), zero + weight[2], zero + slant, c) *
                  at(&open_rise[i]));
        }
        {
          End b = end(below - 1, lower_row, i - 1);
          a.part = across_z * az - across_x * ax;
          b.part = across_z * at(&qz[below - 1]) - across_x * at(&qx[below - 1]);
          put(&ff[k],
              flow(a, b, lower(at(&bed[k - 1]), at(&bed[below])), at(&ff[k]), zero + weight[2], zero + slant, c) *
                  at(&open_fall[i]));
        }
      }
      std::swap(here, south);
    }
  }

  // Shares of row j, from its depths before the step; and its discharge.
  UNDINE_SIMD void shares(std::ptrdiff_t j, const float* depth, Row& out, bool own) {
    const std::size_t r = row(j);
    const SimdFloat none = {};
    const float area = s.dx * s.dz;
    for (std::size_t i = 0; i < nx; i += lanes) {
      const std::size_t k = r + i, n = k - pitch;
      const SimdFloat e = at(&fx[k]), w = at(&fx[k - 1]), so = at(&fz[k]), no = at(&fz[n]), se = at(&fr[k]),
                      nw = at(&fr[n - 1]), sw = at(&ff[k]), ne = at(&ff[n + 1]);
      const SimdFloat leaving = ((upper(e, none) - lower(w, none)) + (upper(so, none) - lower(no, none))) +
                                ((upper(se, none) - lower(nw, none)) + (upper(sw, none) - lower(ne, none)));
      const SimdFloat wanted = leaving * dt, has = at(depth + i) * area * (1 - margin);
      put(&out[i + ghost], wanted > has ? has / wanted : none + 1.0f);
      if (!own) continue;
      put(&qx[k], ((e + w) + (se + nw) - (sw + ne)) * (0.5f / s.dz));
      put(&qz[k], ((so + no) + (se + nw) + (sw + ne)) * (0.5f / s.dx));
    }
  }

  struct Moved {  // meters of a column through the pipes that a row owns
    Row x, z, rise, fall;
  };
  UNDINE_SIMD void amounts(std::ptrdiff_t j, const Row& mine, const Row& south, Moved& m) const {
    const std::size_t r = row(j);
    const SimdFloat none = {};
    const float per_area = dt / (s.dx * s.dz);
    for (std::size_t i = 0; i < nx; i += lanes) {
      const std::size_t k = r + i, c = i + ghost;
      const SimdFloat own = at(&mine[c]);
      auto moved = [&](SimdFloat q, SimdFloat theirs)
                       UNDINE_SIMD { return (q * (q > none ? own : theirs)) * per_area; };
      put(&m.x[c], moved(at(&fx[k]), at(&mine[c + 1])));
      put(&m.z[c], moved(at(&fz[k]), at(&south[c])));
      put(&m.rise[c], moved(at(&fr[k]), at(&south[c + 1])));
      put(&m.fall[c], moved(at(&ff[k]), at(&south[c - 1])));
    }
  }

  UNDINE_SIMD void settle(unsigned thread) {
    const auto from = static_cast<std::ptrdiff_t>(first(thread)), to = static_cast<std::ptrdiff_t>(first(thread + 1));
    const auto end = static_cast<std::ptrdiff_t>(nz);
    Row above(pitch, 1.0f), mine(pitch, 1.0f), south(pitch, 1.0f);
    auto moved = [&] { return Moved{Row(pitch), Row(pitch), Row(pitch), Row(pitch)}; };
    Moved up = moved(), now = moved();
    if (from > 0) shares(from - 1, &edge[2 * thread - 1][0], above, false);
    shares(from, &h[row(from)], mine, true);
    if (from > 0) amounts(from - 1, above, mine, up);
    for (std::ptrdiff_t j = from; j < to; ++j) {
      if (j + 1 < to)
        shares(j + 1, &h[row(j + 1)], south, true);
      else if (to < end)
        shares(to, &edge[2 * thread + 2][0], south, false);
      amounts(j, mine, south, now);
      const std::size_t r = row(j);
      for (std::size_t i = 0; i < nx; i += lanes) {
        const std::size_t k = r + i, c = i + ghost;
        Pair p{at(&h[k]), at(&rest[k])};
        add(p, -at(&now.x[c]));
        add(p, at(&now.x[c - 1]));
        add(p, -at(&now.z[c]));
        add(p, at(&up.z[c]));
        add(p, -at(&now.rise[c]));
        add(p, at(&up.rise[c - 1]));
        add(p, -at(&now.fall[c]));
        add(p, at(&up.fall[c + 1]));
        const SimdFloat total = p.sum + p.rest;
        const SimdFloat none = {}, lost = p.rest - (total - p.sum);
        put(&h[k], total > none ? total : none);
        put(&rest[k], total > none ? lost : none);
        put(&share[k], at(&mine[c]));
      }
      std::swap(up, now);
      std::swap(mine, south);
    }
  }

  void steps(unsigned thread, int count) {
    const std::size_t from = first(thread), to = first(thread + 1);
    if (from == to) {
      for (int n = 0; n < 2 * count; ++n) pool.wait();
      return;
    }
    for (int n = 0; n < count; ++n) {
      push(from, to);
      // Neighbors ask for these rows after they have changed.
      std::copy_n(&h[row(static_cast<std::ptrdiff_t>(from))], pitch - ghost, edge[2 * thread].begin());
      std::copy_n(&h[row(static_cast<std::ptrdiff_t>(to) - 1)], pitch - ghost, edge[2 * thread + 1].begin());
      pool.wait();
      settle(thread);
      pool.wait();
    }
  }
};

PipesNative::PipesNative(const Setup& setup, const std::vector<float>& bed, const std::vector<float>& depth)
    : impl_(std::make_unique<Impl>(setup)) {
  Impl& m = *impl_;
  m.nx = setup.nx;
  m.nz = setup.nz;
  m.pitch = (m.nx + lanes - 1) / lanes * lanes + 2 * ghost;
  const std::size_t count = m.pitch * (m.nz + 2) + lanes;
  for (auto* plane : {&m.bed, &m.h, &m.rest, &m.qx, &m.qz, &m.fx, &m.fz, &m.fr, &m.ff}) plane->assign(count, 0.0f);
  m.share.assign(count, 1.0f);
  m.edge.assign(2 * m.pool.size(), Row(m.pitch));
  for (std::size_t j = 0; j < m.nz; ++j) {
    std::copy_n(&bed[j * m.nx], m.nx, &m.bed[m.row(static_cast<std::ptrdiff_t>(j))]);
    std::copy_n(&depth[j * m.nx], m.nx, &m.h[m.row(static_cast<std::ptrdiff_t>(j))]);
  }
  const float ratio = setup.dx / setup.dz;
  const float diagonal = std::min((ratio + 1 / ratio) / 12, std::min(ratio, 1 / ratio) / 3);
  m.weight = {1 / ratio - 2 * diagonal, ratio - 2 * diagonal, diagonal};
  for (auto* r : {&m.weight_z, &m.open_x, &m.open_rise, &m.open_fall, &m.wet}) r->assign(m.pitch, 0.0f);
  for (std::size_t i = 0; i < m.nx; ++i) {
    m.weight_z[i] = m.weight[1] + diagonal * static_cast<float>((i == 0) + (i + 1 == m.nx));
    m.wet[i] = 1;
    m.open_x[i] = m.open_rise[i] = i + 1 < m.nx ? 1.0f : 0.0f;
    m.open_fall[i] = i > 0 ? 1.0f : 0.0f;
  }
}

PipesNative::~PipesNative() = default;

void PipesNative::run(int steps, float dt) {
  impl_->dt = dt;
  impl_->pool.run([this, steps](unsigned thread) { impl_->steps(thread, steps); });
}

std::vector<float> PipesNative::depth() const {
  const Impl& m = *impl_;
  std::vector<float> out(m.nx * m.nz);
  for (std::size_t j = 0; j < m.nz; ++j) std::copy_n(&m.h[m.row(static_cast<std::ptrdiff_t>(j))], m.nx, &out[j * m.nx]);
  return out;
}

double PipesNative::volume() const {
  const Impl& m = *impl_;
  double sum = 0;
  for (std::size_t j = 0; j < m.nz; ++j)
    for (std::size_t i = 0; i < m.nx; ++i) {
      const std::size_t k = m.row(static_cast<std::ptrdiff_t>(j)) + i;
      sum += static_cast<double>(m.h[k]) + m.rest[k];
    }
  return sum * m.s.dx * m.s.dz;
}

}  // namespace undine::reference
