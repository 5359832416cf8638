#include "passes/fluid/fluid_reference.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace undine::reference {

namespace {

int wrap(int i, int n) { return (i % n + n) % n; }
bool shut(FluidEdge e) { return e == FluidEdge::wall || e == FluidEdge::slip || e == FluidEdge::inflow; }
bool clings(FluidEdge e) { return e == FluidEdge::wall || e == FluidEdge::inflow; }
double share(double a, double b) {
  if (a > 0 && b > 0) return 1;
  if (a <= 0 && b <= 0) return 0;
  const double s = std::max(a, b) / (std::max(a, b) - std::min(a, b));
  return s < 0.05 ? 0 : s;
}

}  // namespace

template <class F>
void Fluid::each(Plane plane, F&& f) const {
  for (int j = 0; j < nz + (plane == Plane::w); ++j)
    for (int i = 0; i < nx + (plane == Plane::u); ++i)
      f(i, j, static_cast<std::size_t>(j * (nx + (plane == Plane::u)) + i));
}

std::size_t Fluid::cell(int i, int j) const {
  i = periodic_x() ? wrap(i, nx) : std::clamp(i, 0, nx - 1);
  j = periodic_z() ? wrap(j, nz) : std::clamp(j, 0, nz - 1);
  return static_cast<std::size_t>(j * nx + i);
}

void Fluid::start() {
  const auto count = static_cast<std::size_t>(nx) * static_cast<std::size_t>(nz);
  u.resize(count + static_cast<std::size_t>(nz));
  w.resize(count + static_cast<std::size_t>(nx));
  p.resize(count);
  dye.resize(count);
  open_x.assign(u.size(), 1);
  open_z.assign(w.size(), 1);
  free_share.assign(count, 1);
  auto node = [&](int i, int j) { return obstacle ? obstacle(i * dx, j * dz) : 1e9; };
  each(Plane::u, [&](int i, int j, std::size_t n) { open_x[n] = share(node(i, j), node(i, j + 1)); });
  each(Plane::w, [&](int i, int j, std::size_t n) { open_z[n] = share(node(i, j), node(i + 1, j)); });
  each(Plane::cells, [&](int i, int j, std::size_t n) {
    free_share[n] =
        0.25 * (open_x[face_x(i, j)] + open_x[face_x(i + 1, j)] + open_z[face_z(i, j)] + open_z[face_z(i, j + 1)]);
  });
  if (obstacle)
    each(Plane::cells, [&](int i, int j, std::size_t n) {
      if (!split(i, j)) return;
      free_share[n] = 0;
      for (int high : {0, 1}) {
        open_x[face_x(periodic_x() && i + high == nx ? 0 : i + high, j)] = 0;
        open_z[face_z(i, periodic_z() && j + high == nz ? 0 : j + high)] = 0;
        if (periodic_x() && i + high == 0) open_x[face_x(nx, j)] = 0;
        if (periodic_z() && j + high == 0) open_z[face_z(i, nz)] = 0;
        open_x[face_x(i + high, j)] = 0;
        open_z[face_z(i, j + high)] = 0;
      }
    });
  for (int j = 0; j < nz; ++j) {
    if (shut(sides[0].edge)) open_x[face_x(0, j)] = 0;
    if (shut(sides[1].edge)) open_x[face_x(nx, j)] = 0;
  }
  for (int i = 0; i < nx; ++i) {
    if (shut(sides[2].edge)) open_z[face_z(i, 0)] = 0;
    if (shut(sides[3].edge)) open_z[face_z(i, nz)] = 0;
  }
}

// True if the free ones of 5 x 5 places in the cell do not hang together along x and z.
bool Fluid::split(int i, int j) const {
  std::array<int, 25> piece{};
  int pieces = 0;
  const auto free_at = [&](int k) { return obstacle((i + (k % 5) / 4.0) * dx, (j + (k / 5) / 4.0) * dz) > 0; };
  for (int k = 0; k < 25; ++k) {
    if (piece[static_cast<std::size_t>(k)] != 0 || !free_at(k)) continue;
    ++pieces;
    std::vector<int> open{k};
    while (!open.empty()) {
      const int at = open.back();
      open.pop_back();
      if (std::exchange(piece[static_cast<std::size_t>(at)], pieces) != 0) continue;
      const auto see = [&](bool there, int next) {
        if (there && piece[static_cast<std::size_t>(next)] == 0 && free_at(next)) open.push_back(next);
      };
      see(at % 5 > 0, at - 1);
      see(at % 5 < 4, at + 1);
      see(at >= 5, at - 5);
      see(at < 20, at + 5);
    }
  }
  return pieces > 1;
}

int Fluid::held(int at, int n, bool periodic) const { return periodic ? at : std::clamp(at, 0, n - 1); }

bool Fluid::passes(int xa, int za, int xb, int zb) const {
  const auto along_x = [&](int west, int z) {
    const std::size_t c = cell(west + 1, z);
    return open_x[c / static_cast<std::size_t>(nx) * static_cast<std::size_t>(nx + 1) +
                  c % static_cast<std::size_t>(nx)] > 0;
  };
  const auto along_z = [&](int x, int north) { return open_z[cell(x, north + 1)] > 0; };
  if (xa == xb && za == zb) return true;
  const int west = std::min(xa, xb), north = std::min(za, zb);
  if (za == zb) return along_x(west, za);
  if (xa == xb) return along_z(xa, north);
  return (along_x(west, za) && along_z(xb, north)) || (along_z(xa, north) && along_x(west, zb));
}

double Fluid::at(Plane plane, const std::vector<double>& v, int i, int j) const {
  if (plane == Plane::cells) return v[cell(i, j)];
  const bool along_x = plane == Plane::u;
  // Across a side that the fluid clings to: mirrored about its velocity.
  if (along_x) {
    i = periodic_x() ? wrap(i, nx) : std::clamp(i, 0, nx);
    if (periodic_z()) return v[face_x(i, wrap(j, nz))];
    if (j < 0 && clings(sides[2].edge)) return 2 * sides[2].x - v[face_x(i, 0)];
    if (j >= nz && clings(sides[3].edge)) return 2 * sides[3].x - v[face_x(i, nz - 1)];
    return v[face_x(i, std::clamp(j, 0, nz - 1))];
  }
  j = periodic_z() ? wrap(j, nz) : std::clamp(j, 0, nz);
  if (periodic_x()) return v[face_z(wrap(i, nx), j)];
  if (i < 0 && clings(sides[0].edge)) return 2 * sides[0].z - v[face_z(0, j)];
  if (i >= nx && clings(sides[1].edge)) return 2 * sides[1].z - v[face_z(nx - 1, j)];
  return v[face_z(std::clamp(i, 0, nx - 1), j)];
}

// x, z: cells from the corner of cell 0.
double Fluid::sample(Plane plane, const std::vector<double>& v, double x, double z) const {
  if (plane != Plane::u) x -= 0.5;
  if (plane != Plane::w) z -= 0.5;
  const int i = static_cast<int>(std::floor(x)), j = static_cast<int>(std::floor(z));
  const double fx = x - i, fz = z - j;
  return (at(plane, v, i, j) * (1 - fx) + at(plane, v, i + 1, j) * fx) * (1 - fz) +
         (at(plane, v, i, j + 1) * (1 - fx) + at(plane, v, i + 1, j + 1) * fx) * fz;
}

// A face's velocity, extrapolated beyond closed and open sides: see cubic().
double Fluid::beyond(Plane plane, const std::vector<double>& v, int i, int j) const {
  const bool along_x = plane == Plane::u;
  const std::array<int, 2> n{nx, nz};
  const std::array<bool, 2> periodic{periodic_x(), periodic_z()};
  std::array<int, 2> at{i, j};
  for (std::size_t axis : {std::size_t{0}, std::size_t{1}}) {
    if (periodic[axis]) continue;
    const bool across = (axis == 0) == along_x;
    const int last = across ? n[axis] : n[axis] - 1;
    const bool low = at[axis] < 0;
    if (!low && at[axis] <= last) continue;
    auto inside = [&](int k) {
      std::array<int, 2> to = at;
      to[axis] = low ? k : last - k;
      return beyond(plane, v, to[0], to[1]);
    };
    const int k = low ? -at[axis] : at[axis] - last;
    if (across) return k == 1 ? 3 * inside(0) - 3 * inside(1) + inside(2) : 0;
    const FluidSide& side = sides[2 * axis + (low ? 0 : 1)];
    if (!clings(side.edge)) return inside(k - 1);
    // The parabola through (0, wall), (1/2, first), (3/2, second) at 1/2 - k.
    const double t = 0.5 - k, wall = along_x ? side.x : side.z;
    return wall * (t - 0.5) * (t - 1.5) / 0.75 - inside(0) * t * (t - 1.5) / 0.5 + inside(1) * t * (t - 0.5) / 1.5;
  }
  return this->at(plane, v, at[0], at[1]);
}

// By Lagrange's cubics through four values each way.
double Fluid::cubic(Plane plane, const std::vector<double>& v, double x, double z) const {
  if (plane != Plane::u) x -= 0.5;
  if (plane != Plane::w) z -= 0.5;
  const int i = static_cast<int>(std::floor(x)), j = static_cast<int>(std::floor(z));
  auto weights = [](double t) {
    std::array<double, 4> w{};
    for (std::size_t k = 0; k < 4; ++k) {
      w[k] = 1;
      for (std::size_t other = 0; other < 4; ++other) {
        const double here = static_cast<double>(k) - 1, there = static_cast<double>(other) - 1;
        if (other != k) w[k] *= (t - there) / (here - there);
      }
    }
    return w;
  };
  const auto wx = weights(x - i), wz = weights(z - j);
  double sum = 0;
  for (int b = 0; b < 4; ++b)
    for (int a = 0; a < 4; ++a) {
      const double weight = wx[static_cast<std::size_t>(a)] * wz[static_cast<std::size_t>(b)];
      if (weight != 0) sum += weight * beyond(plane, v, i + a - 1, j + b - 1);
    }
  return sum;
}

Fluid::Point Fluid::velocity(double x, double z) const {
  return {sample(Plane::u, u, x, z) / dx, sample(Plane::w, w, x, z) / dz};
}

bool Fluid::solid(double x, double z) const {
  return free_share[cell(static_cast<int>(std::floor(x)), static_cast<int>(std::floor(z)))] <= 0;
}

Fluid::Path Fluid::bounded(Point from, Point offset) const {
  Path out{offset, true, false};
  const double low_x = -from.x, high_x = nx - from.x, low_z = -from.z, high_z = nz - from.z;
  auto in = [&](std::size_t k) { return sides[k].edge == FluidEdge::inflow; };
  out.outside = (in(0) && offset.x < low_x) || (in(1) && offset.x > high_x) || (in(2) && offset.z < low_z) ||
                (in(3) && offset.z > high_z);
  if (!periodic_x()) out.end.x = std::clamp(offset.x, low_x, high_x);
  if (!periodic_z()) out.end.z = std::clamp(offset.z, low_z, high_z);
  out.whole = out.end.x == offset.x && out.end.z == offset.z;
  if (!obstacle) return out;
  const Point o = out.end;
  const int steps = static_cast<int>(std::clamp(std::ceil(2 * std::max(std::abs(o.x), std::abs(o.z))), 1.0, 256.0));
  Point kept{0, 0};
  const auto column = [&](double x) { return held(static_cast<int>(std::floor(x)), nx, periodic_x()); };
  const auto row = [&](double z) { return held(static_cast<int>(std::floor(z)), nz, periodic_z()); };
  for (int k = 1; k <= steps; ++k) {
    const Point next{o.x * k / steps, o.z * k / steps};
    if (solid(from.x + next.x, from.z + next.z) ||
        !passes(column(from.x + kept.x), row(from.z + kept.z), column(from.x + next.x), row(from.z + next.z)))
      return {kept, false, false};
    kept = next;
  }
  return out;
}

Fluid::Path Fluid::path(Point from, double dt) const {
  const Point here = velocity(from.x, from.z);
  const Path middle = bounded(from, {0.5 * dt * here.x, 0.5 * dt * here.z});
  const Point there = velocity(from.x + middle.end.x, from.z + middle.end.z);
  return bounded(from, {dt * there.x, dt * there.z});
}

std::vector<double> Fluid::carried(Plane plane, const std::vector<double>& from, double dt) const {
  std::vector<double> step(from.size()), out(from.size());
  auto place = [&](int i, int j) {
    return Point{i + (plane == Plane::u ? 0 : 0.5), j + (plane == Plane::w ? 0 : 0.5)};
  };
  each(plane, [&](int i, int j, std::size_t n) {
    const Point s = place(i, j);
    const Path t = path(s, -dt);
    if (plane != Plane::cells) {
      step[n] = maccormack ? cubic(plane, from, s.x + t.end.x, s.z + t.end.z)
                           : sample(plane, from, s.x + t.end.x, s.z + t.end.z);
    } else {
      step[n] = sample_dye(from, s.x + t.end.x, s.z + t.end.z, from[n], nullptr, nullptr, nullptr);
      if (t.outside || (obstacle && free_share[n] <= 0)) step[n] = 0;
    }
  });
  if (!maccormack) return step;
  each(plane, [&](int i, int j, std::size_t n) {
    const Point s = place(i, j);
    const Path t = path(s, -dt), forth = path(s, dt);
    const double x = s.x + t.end.x, z = s.z + t.end.z, fx = s.x + forth.end.x, fz = s.z + forth.end.z;
    double low = 1e300, high = -1e300, back = 0;
    bool clear = true;
    if (plane == Plane::cells) {
      sample_dye(from, x, z, 0, &low, &high, &clear);
      back = sample_dye(step, fx, fz, step[n], nullptr, nullptr, nullptr);
      if (obstacle && free_share[n] <= 0) clear = false;
    } else {
      const int a = static_cast<int>(std::floor(plane == Plane::u ? x : x - 0.5)),
                b = static_cast<int>(std::floor(plane == Plane::w ? z : z - 0.5));
      for (int k = 0; k < 4; ++k) {
        const double v = at(plane, from, a + k % 2, b + k / 2);
        low = std::min(low, v);
        high = std::max(high, v);
      }
      back = cubic(plane, step, fx, fz);
    }
    const bool whole = clear && t.whole && forth.whole;
    out[n] = whole ? step[n] + 0.5 * (from[n] - back) : step[n];
    if (whole || plane != Plane::cells) out[n] = std::clamp(out[n], low, high);
  });
  return out;
}

double Fluid::sample_dye(const std::vector<double>& v, double x, double z, double without, double* low, double* high,
                         bool* clear) const {
  const int i = static_cast<int>(std::floor(x - 0.5)), j = static_cast<int>(std::floor(z - 0.5));
  const double fx = x - 0.5 - i, fz = z - 0.5 - j;
  double sum = 0, all = 0;
  for (int k = 0; k < 4; ++k) {
    const std::size_t n = cell(i + k % 2, j + k / 2);
    const bool free_cell =
        !obstacle ||
        (free_share[n] > 0 && passes(held(i + (fx >= 0.5), nx, periodic_x()), held(j + (fz >= 0.5), nz, periodic_z()),
                                     held(i + k % 2, nx, periodic_x()), held(j + k / 2, nz, periodic_z())));
    const double weight = (k % 2 ? fx : 1 - fx) * (k / 2 ? fz : 1 - fz) * free_cell;
    sum += weight * v[n];
    all += weight;
    if (low) *low = std::min(*low, v[n]), *high = std::max(*high, v[n]);
    if (clear && !free_cell) *clear = false;
  }
  return all > 1e-3 ? sum / all : without;
}

bool Fluid::given(Plane plane, int i, int j, double& value) const {
  const bool along_x = plane == Plane::u;
  const int k = along_x ? i : j, n = along_x ? nx : nz;
  for (int high = 0; high < 2; ++high) {
    const FluidSide& side = sides[static_cast<std::size_t>((along_x ? 0 : 2) + high)];
    if (k != (high ? n : 0) || !shut(side.edge)) continue;
    const bool filled = obstacle && free_share[cell(i - (along_x && high), j - (!along_x && high))] <= 0;
    value = side.edge == FluidEdge::inflow && !filled ? (along_x ? side.x : side.z) : 0;
    return true;
  }
  if (!obstacle || (along_x ? open_x[face_x(i, j)] : open_z[face_z(i, j)]) > 0) return false;
  value = along_x ? obstacle_x : obstacle_z;
  return true;
}

double Fluid::slope(Plane plane, const std::vector<double>& pressure, int i, int j) const {
  const bool along_x = plane == Plane::u;
  const int k = along_x ? i : j, n = along_x ? nx : nz;
  const bool periodic = along_x ? periodic_x() : periodic_z();
  const double a = !periodic && k == 0 ? 0 : pressure[cell(i - along_x, j - !along_x)];
  const double b = !periodic && k == n ? 0 : pressure[cell(i, j)];
  return (b - a) / (along_x ? dx : dz);
}

double Fluid::clearance(Plane plane, int i, int j) const {
  auto node = [&](int a, int b) { return obstacle(a * dx, b * dz); };
  return 0.5 * (node(i, j) + node(i + (plane == Plane::w), j + (plane == Plane::u)));
}

void Fluid::diffuse(Plane plane, std::vector<double>& v, double coefficient, double dt) const {
  const std::vector<double> right = v;
  const int mx = nx + (plane == Plane::u && !periodic_x()), mz = nz + (plane == Plane::w && !periodic_z());
  const int pitch = nx + (plane == Plane::u);
  const double kx = coefficient * dt / (dx * dx), kz = coefficient * dt / (dz * dz);
  for (int sweep = 0; sweep < 3000; ++sweep) {
    double change = 0;
    for (int j = 0; j < mz; ++j)
      for (int i = 0; i < mx; ++i) {
        double value;
        if (plane != Plane::cells && given(plane, i, j, value)) continue;
        const auto n = static_cast<std::size_t>(j * pitch + i);
        const bool cut = obstacle && plane != Plane::cells;
        const double here = cut ? clearance(plane, i, j) : 1;
        if (here <= 0) {
          change = std::max(change, std::abs((plane == Plane::u ? obstacle_x : obstacle_z) - v[n]));
          v[n] = plane == Plane::u ? obstacle_x : obstacle_z;
          continue;
        }
        std::array<double, 4> away{1, 1, 1, 1};
        for (std::size_t k = 0; k < 4 && plane != Plane::cells; ++k) {
          const bool across = plane == (k < 2 ? Plane::w : Plane::u);
          int x = i + (k == 0 ? -1 : k == 1), z = j + (k == 2 ? -1 : k == 3);
          if (periodic_x()) x = wrap(x, mx);
          if (periodic_z()) z = wrap(z, mz);
          if (x < 0 || x >= mx || z < 0 || z >= mz) {
            if (across && clings(sides[k].edge)) away[k] = 0.5;
            continue;
          }
          if (!cut) continue;
          const double there = clearance(plane, x, z);
          if (there <= 0) away[k] = std::max(here / (here - there), 0.05);
        }
        double sum = right[n], diagonal = 1;
        for (std::size_t k = 0; k < 4; ++k) {
          const bool along_x = k < 2, across = plane == (along_x ? Plane::w : Plane::u);
          int x = i + (along_x ? (k % 2 ? 1 : -1) : 0), z = j + (along_x ? 0 : (k % 2 ? 1 : -1));
          double weight = (along_x ? kx : kz) * 2 / (away[k] * (away[k] + away[k ^ 1]));
          if (plane == Plane::cells)
            weight *= along_x ? open_x[face_x(i + (k % 2 != 0), j)] : open_z[face_z(i, j + (k % 2 != 0))];
          if (periodic_x()) x = wrap(x, mx);
          if (periodic_z()) z = wrap(z, mz);
          if (x >= 0 && x < mx && z >= 0 && z < mz) {
            sum += weight * v[static_cast<std::size_t>(z * pitch + x)];
            diagonal += weight;
          } else if (across && clings(sides[k].edge)) {
            sum += weight * (along_x ? sides[k].z : sides[k].x);
            diagonal += weight;
          }
        }
        change = std::max(change, std::abs(sum / diagonal - v[n]));
        v[n] = sum / diagonal;
        if (plane == Plane::u && periodic_x() && i == 0) v[n + static_cast<std::size_t>(nx)] = v[n];
        if (plane == Plane::w && periodic_z() && j == 0) v[n + static_cast<std::size_t>(nz * nx)] = v[n];
      }
    if (change < 1e-13) break;
  }
}

std::vector<double> Fluid::divergence() const {
  std::vector<double> out(p.size());
  each(Plane::cells, [&](int i, int j, std::size_t n) {
    auto through = [&](Plane plane, int a, int b) {
      const bool along_x = plane == Plane::u;
      const int k = along_x ? a : b, last = along_x ? nx : nz;
      double s = along_x ? open_x[face_x(a, b)] : open_z[face_z(a, b)];
      for (int high = 0; high < 2; ++high)
        if (k == (high ? last : 0) &&
            sides[static_cast<std::size_t>((along_x ? 0 : 2) + high)].edge == FluidEdge::inflow)
          s = 1;
      const bool cut = obstacle && free_share[n] < 1;
      return along_x ? s * (u[face_x(a, b)] - (cut ? obstacle_x : 0)) : s * (w[face_z(a, b)] - (cut ? obstacle_z : 0));
    };
    out[n] = (through(Plane::u, i + 1, j) - through(Plane::u, i, j)) / dx +
             (through(Plane::w, i, j + 1) - through(Plane::w, i, j)) / dz;
  });
  return out;
}

// -div(open grad p) = rhs by over-relaxation, to rounding.
void Fluid::solve(std::vector<double> rhs, std::vector<double>& pressure) const {
  bool open_border = false;
  for (const FluidSide& s : sides) open_border = open_border || s.edge == FluidEdge::outflow;
  auto faces = [&](int i, int j) {
    return std::array<double, 4>{open_x[face_x(i, j)] / (dx * dx), open_x[face_x(i + 1, j)] / (dx * dx),
                                 open_z[face_z(i, j)] / (dz * dz), open_z[face_z(i, j + 1)] / (dz * dz)};
  };
  if (!open_border) {
    double mean = 0, count = 0;
    each(Plane::cells, [&](int i, int j, std::size_t n) {
      const auto f = faces(i, j);
      if (f[0] + f[1] + f[2] + f[3] > 0) mean += rhs[n], count += 1;
    });
    for (double& r : rhs) r -= mean / count;
  }
  const double omega = 2 / (1 + std::sin(3.14159 / std::max(nx, nz)));
  for (int sweep = 0; sweep < 20000; ++sweep) {
    double change = 0;
    each(Plane::cells, [&](int i, int j, std::size_t n) {
      const auto f = faces(i, j);
      const double diagonal = f[0] + f[1] + f[2] + f[3];
      if (diagonal <= 0) {
        pressure[n] = 0;
        return;
      }
      auto beyond = [&](int a, int b) {
        const bool out = (!periodic_x() && (a < 0 || a >= nx)) || (!periodic_z() && (b < 0 || b >= nz));
        return out ? 0 : pressure[cell(a, b)];
      };
      const double sum = rhs[n] + f[0] * beyond(i - 1, j) + f[1] * beyond(i + 1, j) + f[2] * beyond(i, j - 1) +
                         f[3] * beyond(i, j + 1);
      const double step = omega * (sum / diagonal - pressure[n]);
      change = std::max(change, std::abs(step));
      pressure[n] += step;
    });
    if (change < 1e-14) break;
  }
}

void Fluid::step(double dt) {
  const double carry = maccormack ? dt : 0;
  std::vector<double> a = u, b = w;
  auto add_slope = [&](std::vector<double>& v, Plane plane, const std::vector<double>& pressure, double scale) {
    each(plane, [&](int i, int j, std::size_t n) {
      double value;
      if (!given(plane, i, j, value)) v[n] += scale * slope(plane, pressure, i, j);
    });
  };
  auto fix = [&](std::vector<double>& v, Plane plane) {
    each(plane, [&](int i, int j, std::size_t n) {
      double value;
      if (given(plane, i, j, value)) v[n] = value;
    });
  };
  add_slope(a, Plane::u, p, -0.5 * carry);
  add_slope(b, Plane::w, p, -0.5 * carry);
  a = carried(Plane::u, a, dt);
  b = carried(Plane::w, b, dt);
  dye = carried(Plane::cells, dye, dt);
  if (confinement > 0) {
    std::swap(u, a);
    std::swap(w, b);
    std::vector<double> spin(p.size());
    each(Plane::cells, [&](int i, int j, std::size_t n) {
      auto mean = [&](Plane plane, int x, int z) {
        const std::vector<double>& v = plane == Plane::u ? u : w;
        return 0.5 * (at(plane, v, x, z) + at(plane, v, x + (plane == Plane::u), z + (plane == Plane::w)));
      };
      spin[n] = (mean(Plane::w, i + 1, j) - mean(Plane::w, i - 1, j)) / (2 * dx) -
                (mean(Plane::u, i, j + 1) - mean(Plane::u, i, j - 1)) / (2 * dz);
    });
    std::swap(u, a);
    std::swap(w, b);
    auto push = [&](int i, int j) {
      auto size = [&](int x, int z) { return std::abs(spin[cell(x, z)]); };
      const double gx = (size(i + 1, j) - size(i - 1, j)) / (2 * dx), gz = (size(i, j + 1) - size(i, j - 1)) / (2 * dz);
      const double k = confinement * std::sqrt(dx * dz) * spin[cell(i, j)] / (std::hypot(gx, gz) + 1e-9);
      return Point{k * gz, -k * gx};
    };
    each(Plane::u, [&](int i, int j, std::size_t n) { a[n] += 0.5 * dt * (push(i - 1, j).x + push(i, j).x); });
    each(Plane::w, [&](int i, int j, std::size_t n) { b[n] += 0.5 * dt * (push(i, j - 1).z + push(i, j).z); });
  }
  add_slope(a, Plane::u, p, -0.5 * carry);
  add_slope(b, Plane::w, p, -0.5 * carry);
  fix(a, Plane::u);
  fix(b, Plane::w);
  if (viscosity > 0) {
    diffuse(Plane::u, a, viscosity, dt);
    diffuse(Plane::w, b, viscosity, dt);
  }
  u = a;
  w = b;
  add_slope(u, Plane::u, p, carry);
  add_slope(w, Plane::w, p, carry);
  std::vector<double> rhs = divergence();
  for (double& r : rhs) r /= -dt;
  solve(rhs, p);
  add_slope(u, Plane::u, p, -dt);
  add_slope(w, Plane::w, p, -dt);
  fix(u, Plane::u);
  fix(w, Plane::w);
  if (diffusion > 0) diffuse(Plane::cells, dye, diffusion, dt);
}

}  // namespace undine::reference
