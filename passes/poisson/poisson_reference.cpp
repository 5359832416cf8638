#include "passes/poisson/poisson_reference.h"

#include <algorithm>
#include <cmath>

namespace undine::reference {
namespace {

// Profile of an axis of n cells made of `fine` cells of the finest level: 1 / distance of centers over a whole cell's
// width for each of the n + 1 faces, and the width of the last cell over a whole one.
struct Axis {
  std::vector<double> reach;
  double last;
};
Axis axis_of(int n, int fine, int scale, bool periodic) {
  Axis a;
  a.last = static_cast<double>(fine - (n - 1) * scale) / scale;
  a.reach.assign(static_cast<std::size_t>(n) + 1, 1.0);
  const auto at = [&](int i) -> double& { return a.reach[static_cast<std::size_t>(i)]; };
  const double outside = 0.5 / scale;  // p = 0 half a cell of the finest level outside
  if (n > 1) at(n - 1) = 2 / (1 + a.last);
  at(0) = periodic ? (n > 1 ? 2 / (1 + a.last) : 0) : 1 / ((n > 1 ? 0.5 : 0.5 * a.last) + outside);
  at(n) = periodic ? at(0) : 1 / (0.5 * a.last + outside);
  return a;
}

// On small levels an F-cycle is two V-cycles.
bool is_small(const Poisson::Level& l) { return l.nx * l.nz <= 80 * 64 && std::max(l.nx, l.nz) <= 128; }

double center(int i, int n, double last) { return i + 0.5 * (i == n - 1 ? last : 1.0); }

}  // namespace

template <class Visit>
void Poisson::stencil(const Level& l, int x, int z, Visit&& visit) const {
  const auto sx = [&](int i, int j) { return l.face_x[static_cast<std::size_t>(j * (l.nx + 1) + i)]; };
  const auto sz = [&](int i, int j) { return l.face_z[static_cast<std::size_t>(j * l.nx + i)]; };
  const auto side = [&](int i, int j, double face) {
    if (grid_.periodic_x) i = (i + l.nx) % l.nx;
    if (grid_.periodic_z) j = (j + l.nz) % l.nz;
    const bool inside = i >= 0 && j >= 0 && i < l.nx && j < l.nz;
    visit(inside ? j * l.nx + i : -1, face);
  };
  side(x - 1, z, sx(x, z));
  side(x + 1, z, sx(x + 1, z));
  side(x, z - 1, sz(x, z));
  side(x, z + 1, sz(x, z + 1));
}

Poisson::Poisson(const PoissonGrid& grid, std::vector<double> open_x, std::vector<double> open_z, double shift)
    : grid_(grid), shift_(shift) {
  const auto nx = static_cast<std::size_t>(grid.nx), nz = static_cast<std::size_t>(grid.nz);
  if (open_x.empty()) {
    open_x.assign((nx + 1) * nz, 1);
    open_z.assign(nx * (nz + 1), 1);
    if (!grid.periodic_x)
      for (std::size_t z = 0; z < nz; ++z) open_x[z * (nx + 1)] = open_x[z * (nx + 1) + nx] = 0;
    if (!grid.periodic_z)
      for (std::size_t x = 0; x < nx; ++x) open_z[x] = open_z[nz * nx + x] = 0;
  }
  Level l{grid.nx, grid.nz, 1, std::move(open_x), std::move(open_z), {}, {}, {}, {}, {}};
  l.reach_x = axis_of(l.nx, grid.nx, 1, grid.periodic_x).reach;
  l.reach_z = axis_of(l.nz, grid.nz, 1, grid.periodic_z).reach;
  singular_ = shift == 0;
  for (std::size_t z = 0; z < nz; ++z)
    for (std::size_t x = 0; x <= nx; ++x) {
      double& face = l.face_x[z * (nx + 1) + x];
      if (!grid.periodic_x && (x == 0 || x == nx) && face > 0) singular_ = false;
      face *= grid.dz / grid.dx * l.reach_x[x];
    }
  for (std::size_t z = 0; z <= nz; ++z)
    for (std::size_t x = 0; x < nx; ++x) {
      double& face = l.face_z[z * nx + x];
      if (!grid.periodic_z && (z == 0 || z == nz) && face > 0) singular_ = false;
      face *= grid.dx / grid.dz * l.reach_z[z];
    }
  l.volume.assign(nx * nz, 0);
  for (int z = 0; z < l.nz; ++z)
    for (int x = 0; x < l.nx; ++x)
      stencil(l, x, z, [&](int, double face) {
        if (face > 0) l.volume[static_cast<std::size_t>(z * l.nx + x)] = 1;
      });
  l.p.assign(nx * nz, 0);
  l.f.assign(nx * nz, 0);
  levels.push_back(std::move(l));
  while (levels.back().nx > 1 || levels.back().nz > 1) {
    const Level fine = levels.back();
    coarsen(fine);
  }
}

void Poisson::coarsen(const Level& fine) {
  Level l{(fine.nx + 1) / 2, (fine.nz + 1) / 2, fine.scale * 2, {}, {}, {}, {}, {}, {}, {}};
  const Axis ax = axis_of(l.nx, grid_.nx, l.scale, grid_.periodic_x);
  const Axis az = axis_of(l.nz, grid_.nz, l.scale, grid_.periodic_z);
  l.reach_x = ax.reach;
  l.reach_z = az.reach;
  const std::size_t count = static_cast<std::size_t>(l.nx * l.nz);
  l.face_x.assign(count + static_cast<std::size_t>(l.nz), 0);
  l.face_z.assign(count + static_cast<std::size_t>(l.nx), 0);
  l.volume.assign(count, 0);
  // A face's openness is that of its two halves; it spans the distance of the coarse centers.
  for (int z = 0; z < l.nz; ++z)
    for (int x = 0; x <= l.nx; ++x) {
      const int fx = std::min(2 * x, fine.nx);
      double sum = 0;
      for (int j = 2 * z; j < std::min(2 * z + 2, fine.nz); ++j)
        sum += fine.face_x[static_cast<std::size_t>(j * (fine.nx + 1) + fx)];
      const double reach = fine.reach_x[static_cast<std::size_t>(fx)];
      l.face_x[static_cast<std::size_t>(z * (l.nx + 1) + x)] =
          reach > 0 ? sum * 0.5 * l.reach_x[static_cast<std::size_t>(x)] / reach : 0;
    }
  for (int z = 0; z <= l.nz; ++z)
    for (int x = 0; x < l.nx; ++x) {
      const int fz = std::min(2 * z, fine.nz);
      double sum = 0;
      for (int i = 2 * x; i < std::min(2 * x + 2, fine.nx); ++i)
        sum += fine.face_z[static_cast<std::size_t>(fz * fine.nx + i)];
      const double reach = fine.reach_z[static_cast<std::size_t>(fz)];
      l.face_z[static_cast<std::size_t>(z * l.nx + x)] =
          reach > 0 ? sum * 0.5 * l.reach_z[static_cast<std::size_t>(z)] / reach : 0;
    }
  for (int z = 0; z < fine.nz; ++z)
    for (int x = 0; x < fine.nx; ++x)
      l.volume[static_cast<std::size_t>(z / 2 * l.nx + x / 2)] +=
          fine.volume[static_cast<std::size_t>(z * fine.nx + x)];
  l.p.assign(count, 0);
  l.f.assign(count, 0);
  levels.push_back(std::move(l));
}

void Poisson::relax(Level& l, int color, double omega) const {
  const std::vector<double> old = l.p;  // neighbors of the same color, across an odd period, keep their old values
  const double mass = shift_ * grid_.dx * grid_.dz;
  for (int z = 0; z < l.nz; ++z)
    for (int x = 0; x < l.nx; ++x) {
      if (color >= 0 && ((x + z) & 1) != color) continue;
      const auto at = static_cast<std::size_t>(z * l.nx + x);
      double sum = l.f[at], weight = mass * l.volume[at];
      stencil(l, x, z, [&](int i, double face) {
        weight += face;
        if (i >= 0) sum += face * old[static_cast<std::size_t>(i)];
      });
      if (weight > 0) l.p[at] = old[at] + omega * (sum / weight - old[at]);
    }
}

std::vector<double> Poisson::residual_of(const Level& l) const {
  std::vector<double> out(l.p.size());
  const double mass = shift_ * grid_.dx * grid_.dz;
  for (int z = 0; z < l.nz; ++z)
    for (int x = 0; x < l.nx; ++x) {
      const auto at = static_cast<std::size_t>(z * l.nx + x);
      double r = l.f[at] - mass * l.volume[at] * l.p[at], weight = mass * l.volume[at];
      stencil(l, x, z, [&](int i, double face) {
        weight += face;
        r += face * ((i >= 0 ? l.p[static_cast<std::size_t>(i)] : 0) - l.p[at]);
      });
      out[at] = weight > 0 ? r : 0;
    }
  return out;
}

double Poisson::residual() const {
  double sum = 0;
  for (double r : residual_of(levels[0])) sum += r * r;
  return std::sqrt(sum) / norm_;
}

void Poisson::start(const std::vector<double>& rhs, const std::vector<double>& p) {
  Level& l = levels[0];
  double sum = 0, count = 0, norm = 0;
  for (std::size_t i = 0; i < l.f.size(); ++i) {
    sum += rhs[i] * l.volume[i];
    count += l.volume[i];
  }
  const double mean = singular_ && count > 0 ? sum / count : 0;
  for (std::size_t i = 0; i < l.f.size(); ++i) {
    l.f[i] = (rhs[i] - mean) * grid_.dx * grid_.dz * l.volume[i];
    norm += l.f[i] * l.f[i];
    l.p[i] = p[i] * l.volume[i];
  }
  norm_ = norm > 0 ? std::sqrt(norm) : 1;
}

void Poisson::jacobi(double omega) { relax(levels[0], -1, omega); }

void Poisson::red_black(double omega) {
  relax(levels[0], 0, omega);
  relax(levels[0], 1, omega);
}

void Poisson::prolong(const Level& coarse, Level& fine) const {
  const auto last = [](int n, int cells, int scale) { return static_cast<double>(cells - (n - 1) * scale) / scale; };
  const double fx = last(fine.nx, grid_.nx, fine.scale), fz = last(fine.nz, grid_.nz, fine.scale);
  const double cx = last(coarse.nx, grid_.nx, coarse.scale), cz = last(coarse.nz, grid_.nz, coarse.scale);
  const auto value = [&](int i, int j) {
    if (grid_.periodic_x) i = (i + coarse.nx) % coarse.nx;
    if (grid_.periodic_z) j = (j + coarse.nz) % coarse.nz;
    if (i < 0 || j < 0 || i >= coarse.nx || j >= coarse.nz) return 0.0;
    return coarse.p[static_cast<std::size_t>(j * coarse.nx + i)];
  };
  for (int z = 0; z < fine.nz; ++z)
    for (int x = 0; x < fine.nx; ++x) {
      const int i = x / 2, j = z / 2, di = x % 2 ? 1 : -1, dj = z % 2 ? 1 : -1;
      const double off_x = std::abs(center(x, fine.nx, fx) - 2 * center(i, coarse.nx, cx)) * 0.5;
      const double off_z = std::abs(center(z, fine.nz, fz) - 2 * center(j, coarse.nz, cz)) * 0.5;
      const double tall = j == coarse.nz - 1 ? cz : 1, wide = i == coarse.nx - 1 ? cx : 1;
      // Weights go to neighbors through open faces only.
      const double wx = off_x * coarse.face_x[static_cast<std::size_t>(j * (coarse.nx + 1) + i + (di > 0))] /
                        (grid_.dz / grid_.dx * tall);
      const double wz = off_z * coarse.face_z[static_cast<std::size_t>((j + (dj > 0)) * coarse.nx + i)] /
                        (grid_.dx / grid_.dz * wide);
      const double here = value(i, j), px = value(i + di, j), pz = value(i, j + dj);
      const double v = here + wx * (px - here) + wz * (pz - here) + wx * wz * (here - px - pz + value(i + di, j + dj));
      const auto at = static_cast<std::size_t>(z * fine.nx + x);
      if (fine.volume[at] > 0) fine.p[at] += v;
    }
}

void Poisson::cycle(bool full, int smoothings) { cycle(0, full, smoothings, false); }

void Poisson::cycle(std::size_t level, bool full, int smoothings, bool from_zero) {
  Level& l = levels[level];
  if (full && is_small(l)) {
    cycle(level, false, smoothings, from_zero);
    return cycle(level, false, smoothings, false);
  }
  if (from_zero) std::fill(l.p.begin(), l.p.end(), 0.0);
  if (level + 1 == levels.size()) {
    relax(l, 0, 1);
    return;
  }
  for (int i = 0; i < smoothings; ++i) {
    relax(l, 0, 1);
    relax(l, 1, 1);
  }
  Level& coarse = levels[level + 1];
  std::fill(coarse.f.begin(), coarse.f.end(), 0.0);
  const std::vector<double> r = residual_of(l);
  for (int z = 0; z < l.nz; ++z)
    for (int x = 0; x < l.nx; ++x)
      coarse.f[static_cast<std::size_t>(z / 2 * coarse.nx + x / 2)] += r[static_cast<std::size_t>(z * l.nx + x)];
  cycle(level + 1, full, smoothings, true);
  if (full && !is_small(coarse)) cycle(level + 1, false, smoothings, false);
  prolong(coarse, l);
  for (int i = 0; i < smoothings; ++i) {
    relax(l, 0, 1);
    relax(l, 1, 1);
  }
}

}  // namespace undine::reference
