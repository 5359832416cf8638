#include "passes/shallow/shallow_native.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "passes/native/thread_pool.h"
#include "passes/shallow/shallow_native_face.h"

namespace undine::reference {

namespace {

using native::Row;
constexpr std::size_t ghost = 8;  // columns on both sides of a row; the nearest two are the mirror image at a wall

struct Planes {  // depth, its rounding rest, discharge along x and z
  std::vector<float> h, rest, qx, qz;
};

struct Cells {  // of a row; u counts along x, v along z
  explicit Cells(std::size_t pitch) : h(pitch), bed(pitch), w(pitch), u(pitch), v(pitch) {}
  Row h, bed, w, u, v;
};
struct Sides {
  explicit Sides(std::size_t pitch) : h(pitch), w(pitch), u(pitch), v(pitch), own(pitch), wall(pitch) {}
  Row h, w, u, v, own, wall;
  UNDINE_SIMD native::Side get(std::size_t i) const {
    return {at(&h[i]), at(&w[i]), at(&u[i]), at(&v[i]), at(&own[i]), at(&wall[i])};
  }
  UNDINE_SIMD void set(std::size_t i, const native::Side& s) {
    put(&h[i], s.h), put(&w[i], s.w), put(&u[i], s.u), put(&v[i], s.v), put(&own[i], s.own), put(&wall[i], s.wall);
  }
  void mirror(std::size_t to, const Sides& from, std::size_t i) {
    h[to] = from.h[i], w[to] = from.w[i], u[to] = -from.u[i], v[to] = from.v[i], own[to] = from.own[i],
    wall[to] = from.wall[i];
  }
};
struct Faces {
  explicit Faces(std::size_t pitch) : mass(pitch), low(pitch), high(pitch), along(pitch) {}
  Row mass, low, high, along;
  UNDINE_SIMD void set(std::size_t i, const native::Face& f) {
    put(&mass[i], f.mass), put(&low[i], f.low), put(&high[i], f.high), put(&along[i], f.along);
  }
};

struct Work {  // rows of a thread
  explicit Work(std::size_t pitch)
      : cells{Cells(pitch), Cells(pitch), Cells(pitch)},
        low_x(pitch),
        high_x(pitch),
        low_z(pitch),
        high_z(pitch),
        before_z(pitch),
        x(pitch),
        north(pitch),
        south(pitch),
        moved(4, Row(pitch)) {}
  std::array<Cells, 3> cells;  // of the rows north, here, south
  Sides low_x, high_x, low_z, high_z, before_z;
  Faces x, north, south;
  std::vector<Row> moved;
};

}  // namespace

struct ShallowNative::Impl {
  explicit Impl(const Setup& setup) : s(setup), pool(setup.threads) {}
  Setup s;
  ThreadPool pool;
  std::size_t nx = 0, nz = 0, pitch = 0;
  std::vector<float> bed, plain_x, plain_z;  // of the stage, before friction on the ground
  Planes water, stage;
  std::vector<Work> work;
  float dt = 0;

  std::size_t row(std::size_t j) const { return j * pitch + ghost; }
  std::size_t first(unsigned t) const { return nz * t / pool.size(); }
  native::Laws laws() const {
    const float share = nx == 1 || nz == 1 ? 0.5f : 0.25f;
    return {s.gravity, share, s.gravity * s.manning * s.manning, s.fastest};
  }

  // Row j; beyond the border the mirror image.
  UNDINE_SIMD void prepare(Cells& out, const Planes& from, std::ptrdiff_t j) const {
    const bool beyond = j < 0 || j >= static_cast<std::ptrdiff_t>(nz);
    const std::size_t r =
        row(static_cast<std::size_t>(std::clamp<std::ptrdiff_t>(j, 0, static_cast<std::ptrdiff_t>(nz) - 1)));
    for (std::size_t i = 0; i < nx; i += lanes) {
      const std::size_t k = r + i, c = i + ghost;
      const native::Cell m =
          native::cell(at(&bed[k]), at(&from.h[k]), at(&from.rest[k]), at(&from.qx[k]), at(&from.qz[k]));
      put(&out.h[c], m.h), put(&out.bed[c], m.bed), put(&out.w[c], m.w), put(&out.u[c], m.u);
      put(&out.v[c], beyond ? -m.v : m.v);
    }
    auto mirror = [&](std::size_t to, std::size_t c) {
      out.h[to] = out.h[c], out.bed[to] = out.bed[c], out.w[to] = out.w[c], out.u[to] = -out.u[c], out.v[to] = out.v[c];
    };
    mirror(ghost - 1, ghost);
    mirror(ghost + nx, ghost + nx - 1);
  }

  UNDINE_SIMD void along_x(Work& w, const native::Laws& laws) const {
    const Cells& c = w.cells[1];
    for (std::size_t i = ghost; i < ghost + nx; i += lanes) {
      auto cell = [&](std::size_t k) UNDINE_SIMD {
        return native::Cell{at(&c.h[k]), at(&c.bed[k]), at(&c.w[k]), at(&c.u[k]), at(&c.v[k])};
      };
      const native::Both both = native::sides_of(cell(i - 1), cell(i), cell(i + 1), laws);
      w.low_x.set(i, both.low);
      w.high_x.set(i, both.high);
    }
    w.high_x.mirror(ghost - 1, w.low_x, ghost);
    w.low_x.mirror(ghost + nx, w.high_x, ghost + nx - 1);
    const float most = laws.share * (1 - native::margin) * s.dx / dt;
    for (std::size_t i = ghost; i <= ghost + nx; i += lanes)
      w.x.set(i, native::face_between(w.high_x.get(i - 1), w.low_x.get(i), laws, most));
    w.x.mass[ghost] = w.x.along[ghost] = w.x.mass[ghost + nx] = w.x.along[ghost + nx] = 0;
  }

  // Sides of the row in the middle; across is z.
  UNDINE_SIMD void along_z(Work& w, const native::Laws& laws) const {
    for (std::size_t i = ghost; i < ghost + nx; i += lanes) {
      auto cell = [&](const Cells& c) UNDINE_SIMD {
        return native::Cell{at(&c.h[i]), at(&c.bed[i]), at(&c.w[i]), at(&c.v[i]), at(&c.u[i])};
      };
      const native::Both both = native::sides_of(cell(w.cells[0]), cell(w.cells[1]), cell(w.cells[2]), laws);
      w.low_z.set(i, both.low);
      w.high_z.set(i, both.high);
    }
  }

  UNDINE_SIMD void faces_z(Faces& out, const Sides& a, const Sides& b, bool wall, bool mirrored_a,
                           const native::Laws& laws) const {
    const float most = laws.share * (1 - native::margin) * s.dz / dt;
    const SimdFloat none = {};
    for (std::size_t i = ghost; i < ghost + nx; i += lanes) {
      native::Side l = a.get(i), h = b.get(i);
      if (wall && mirrored_a) l.u = -h.u;
      if (wall && !mirrored_a) h.u = -l.u;
      native::Face f = native::face_between(l, h, laws, most);
      if (wall) f.mass = f.along = none;
      out.set(i, f);
    }
  }

  // Updates row j from the water and fluxes of `from`. Half: the second stage, from the mean of water and stage.
  UNDINE_SIMD void update(Work& w, std::size_t j, bool half, const native::Laws& laws) {
    const float per_x = (half ? 0.5f : 1.0f) * dt / s.dx, per_z = (half ? 0.5f : 1.0f) * dt / s.dz;
    const float kept = s.friction > 0 ? std::exp(-dt * s.friction) : 1.0f;
    const std::size_t r = row(j);
    for (std::size_t i = ghost; i <= ghost + nx; i += lanes) put(&w.moved[0][i], at(&w.x.mass[i]) * per_x);
    for (std::size_t i = ghost; i < ghost + nx; i += lanes) {
      put(&w.moved[1][i], at(&w.north.mass[i]) * per_z);
      put(&w.moved[2][i], at(&w.south.mass[i]) * per_z);
    }
    for (std::size_t i = 0; i < nx; i += lanes) {
      const std::size_t k = r + i, c = i + ghost;
      native::Pair h{at(&water.h[k]), at(&water.rest[k])};
      SimdFloat qx = at(&water.qx[k]), qz = at(&water.qz[k]);
      const SimdFloat push_x =
          per_x * (at(&w.x.low[c + 1]) - at(&w.x.high[c])) + per_z * (at(&w.south.along[c]) - at(&w.north.along[c]));
      const SimdFloat push_z =
          per_z * (at(&w.south.low[c]) - at(&w.north.high[c])) + per_x * (at(&w.x.along[c + 1]) - at(&w.x.along[c]));
      if (half) {
        h = native::mean(h, {at(&stage.h[k]), at(&stage.rest[k])});
        qx = 0.5f * (qx * kept + at(&plain_x[k])) - push_x;
        qz = 0.5f * (qz * kept + at(&plain_z[k])) - push_z;
      } else {
        qx = (qx - push_x) * kept;
        qz = (qz - push_z) * kept;
        put(&plain_x[k], qx);
        put(&plain_z[k], qz);
      }
      native::add(h, at(&w.moved[0][c]));
      native::add(h, -at(&w.moved[0][c + 1]));
      native::add(h, at(&w.moved[1][c]));
      native::add(h, -at(&w.moved[2][c]));
      native::tame(h, qx, qz, dt, half, laws);
      Planes& to = half ? water : stage;
      put(&to.h[k], h.sum), put(&to.rest[k], h.rest), put(&to.qx[k], qx), put(&to.qz[k], qz);
    }
  }

  UNDINE_SIMD void pass(unsigned thread, bool half) {
    const std::size_t from = first(thread), to = first(thread + 1);
    if (from == to) return;
    const native::Laws l = laws();
    const Planes& source = half ? stage : water;
    Work& w = work[thread];
    const auto begin = static_cast<std::ptrdiff_t>(from);
    if (from > 0) {  // what the row to the north gives
      for (int k = 0; k < 3; ++k) prepare(w.cells[static_cast<std::size_t>(k)], source, begin - 2 + k);
      along_z(w, l);
      std::swap(w.before_z, w.high_z);
      std::rotate(w.cells.begin(), w.cells.begin() + 1, w.cells.end());
    } else {
      prepare(w.cells[0], source, -1);
      prepare(w.cells[1], source, 0);
    }
    prepare(w.cells[2], source, begin + 1);
    along_z(w, l);
    if (from == 0)
      faces_z(w.north, w.low_z, w.low_z, true, true, l);
    else
      faces_z(w.north, w.before_z, w.low_z, false, false, l);
    for (std::size_t j = from; j < to; ++j) {
      along_x(w, l);
      std::swap(w.before_z, w.high_z);
      std::rotate(w.cells.begin(), w.cells.begin() + 1, w.cells.end());
      if (j + 1 < nz) {
        prepare(w.cells[2], source, static_cast<std::ptrdiff_t>(j) + 2);
        along_z(w, l);
        faces_z(w.south, w.before_z, w.low_z, false, false, l);
      } else {
        faces_z(w.south, w.before_z, w.before_z, true, false, l);
      }
      update(w, j, half, l);
      std::swap(w.north, w.south);
    }
  }

  void steps(unsigned thread, int count) {
    for (int n = 0; n < count; ++n) {
      pass(thread, false);
      pool.wait();
      pass(thread, true);
      pool.wait();
    }
  }
};

ShallowNative::ShallowNative(const Setup& setup, const std::vector<float>& bed, const std::vector<float>& depth)
    : impl_(std::make_unique<Impl>(setup)) {
  Impl& m = *impl_;
  m.nx = setup.nx;
  m.nz = setup.nz;
  m.pitch = (m.nx + lanes) / lanes * lanes + 2 * ghost;
  const std::size_t count = m.pitch * m.nz + lanes;
  for (Planes* p : {&m.water, &m.stage})
    for (auto* plane : {&p->h, &p->rest, &p->qx, &p->qz}) plane->assign(count, 0.0f);
  for (auto* plane : {&m.bed, &m.plain_x, &m.plain_z}) plane->assign(count, 0.0f);
  for (unsigned t = 0; t < m.pool.size(); ++t) m.work.emplace_back(m.pitch);
  for (std::size_t j = 0; j < m.nz; ++j) {
    std::copy_n(&bed[j * m.nx], m.nx, &m.bed[m.row(j)]);
    std::copy_n(&depth[j * m.nx], m.nx, &m.water.h[m.row(j)]);
  }
}

ShallowNative::~ShallowNative() = default;

void ShallowNative::run(int steps, float dt) {
  impl_->dt = dt;
  impl_->pool.run([this, steps](unsigned thread) { impl_->steps(thread, steps); });
}

std::vector<float> ShallowNative::depth() const {
  const Impl& m = *impl_;
  std::vector<float> out(m.nx * m.nz);
  for (std::size_t j = 0; j < m.nz; ++j) std::copy_n(&m.water.h[m.row(j)], m.nx, &out[j * m.nx]);
  return out;
}

std::vector<float> ShallowNative::velocity() const {
  const Impl& m = *impl_;
  std::vector<float> out;
  for (std::size_t j = 0; j < m.nz; ++j)
    for (std::size_t k = m.row(j); k < m.row(j) + m.nx; ++k) {
      const float h = m.water.h[k];
      out.push_back(h > native::film ? m.water.qx[k] / h : 0);
      out.push_back(h > native::film ? m.water.qz[k] / h : 0);
    }
  return out;
}

double ShallowNative::volume() const {
  const Impl& m = *impl_;
  double sum = 0;
  for (std::size_t j = 0; j < m.nz; ++j)
    for (std::size_t k = m.row(j); k < m.row(j) + m.nx; ++k) sum += static_cast<double>(m.water.h[k]) + m.water.rest[k];
  return sum * m.s.dx * m.s.dz;
}

}  // namespace undine::reference
