#include "tests/reference/wave.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace undine::reference {

namespace {

int wrap(int i, int n) { return (i % n + n) % n; }

}  // namespace

void Wave::start(std::vector<double> height) {
  now = std::move(height);
  if (!island.empty()) {
    for (std::size_t k = 0; k < now.size(); ++k) now[k] = island[k] ? 0 : now[k];
  }
  before = now;
  dt_ = 0;
}

double Wave::neighbour(const std::vector<double>& h, int i, int j, int di, int dj) const {
  const int a = i + di, b = j + dj;
  if (a >= 0 && a < nx && b >= 0 && b < nz) return h[index(a, b)];
  const WaveEdge edge = edges[a < 0 ? 0u : a >= nx ? 1u : b < 0 ? 2u : 3u];
  if (edge == WaveEdge::periodic) return h[index(wrap(a, nx), wrap(b, nz))];
  return edge == WaveEdge::fixed ? -h[index(i, j)] : h[index(i, j)];
}

double Wave::face(int i, int j, int di, int dj) const {
  if (land(i, j)) return 0;
  int a = i + di, b = j + dj;
  if (a < 0 || a >= nx || b < 0 || b >= nz) {
    const WaveEdge edge = edges[a < 0 ? 0u : a >= nx ? 1u : b < 0 ? 2u : 3u];
    if (edge == WaveEdge::wall) return 0;
    if (edge != WaveEdge::periodic) return at(square, i, j);
    a = wrap(a, nx);
    b = wrap(b, nz);
  }
  if (land(a, b)) return 0;
  const double p = at(square, i, j), q = at(square, a, b);
  return p + q > 0 ? 2 * p * q / (p + q) : 0;
}

double Wave::force(const std::vector<double>& h, int i, int j) const {
  const double here = h[index(i, j)];
  double sum = 0;
  for (int side : {-1, 1}) {
    sum += face(i, j, side, 0) * (neighbour(h, i, j, side, 0) - here) / (dx * dx);
    sum += face(i, j, 0, side) * (neighbour(h, i, j, 0, side) - here) / (dz * dz);
  }
  return sum;
}

// Higdon's condition as the product of two box schemes, written out from the operators; Z shifts back in time, K
// inwards.
double Wave::radiate(const std::vector<double>& next, int i, int j, int di, int dj, double dt) const {
  const double length = std::sqrt((di ? dx * dx : 0) + (dj ? dz * dz : 0));
  const double lambda = std::sqrt(at(square, i, j)) * dt / length, drag = 0.5 * dt * at(damping, i, j);
  const bool first_order = land(i + di, j + dj) || land(i + 2 * di, j + 2 * dj);
  const std::vector<double>* levels[3] = {&next, &now, &before};
  double operators[2][2][2];  // [operator][Z power][K power]
  for (int k = 0; k < 2; ++k) {
    const double beta = k == 0 ? 1.0 : std::sqrt(0.5), pull = drag + lambda * (k == 0 ? 5e-5 : 1e-2);
    const double scale = 1 / (beta + lambda + pull);
    operators[k][0][0] = 1;
    operators[k][1][0] = (lambda - beta + pull) * scale;
    operators[k][0][1] = (beta - lambda + pull) * scale;
    operators[k][1][1] = (pull - beta - lambda) * scale;
  }
  double product[3][3] = {};
  for (int z1 = 0; z1 < 2; ++z1)
    for (int k1 = 0; k1 < 2; ++k1) {
      if (first_order) {
        product[z1][k1] = operators[0][z1][k1];
        continue;
      }
      for (int z2 = 0; z2 < 2; ++z2)
        for (int k2 = 0; k2 < 2; ++k2) product[z1 + z2][k1 + k2] += operators[0][z1][k1] * operators[1][z2][k2];
    }
  double sum = 0;
  for (int z = 0; z < 3; ++z)
    for (int k = 0; k < 3; ++k) {
      if (z + k == 0 || product[z][k] == 0) continue;
      sum += product[z][k] * (*levels[z])[index(i + k * di, j + k * dj)];
    }
  return -sum;
}

void Wave::step(double dt, int sub_steps) {
  const double h = dt / sub_steps;
  for (int s = 0; s < sub_steps; ++s) {
    std::vector<double> next(now.size(), 0.0);
    for (int j = 0; j < nz; ++j) {
      for (int i = 0; i < nx; ++i) {
        if (land(i, j)) continue;
        const std::size_t k = index(i, j);
        const double g = 0.5 * h * at(damping, i, j), pushed = h * h * force(now, i, j);
        if (dt_ == 0) {
          next[k] = now[k] + 0.5 * pushed;
        } else {
          next[k] = now[k] + ((1 - g) * (now[k] - before[k]) * h / dt_ + pushed) / (1 + g);
        }
      }
    }
    std::vector<double> edged = next;
    for (int j = 0; j < nz; ++j) {
      for (int i = 0; i < nx; ++i) {
        int di = 0, dj = 0;
        if (i == 0 && edges[0] == WaveEdge::absorb) di = 1;
        if (i == nx - 1 && edges[1] == WaveEdge::absorb) di = -1;
        if (j == 0 && edges[2] == WaveEdge::absorb) dj = 1;
        if (j == nz - 1 && edges[3] == WaveEdge::absorb) dj = -1;
        if ((di != 0 || dj != 0) && !land(i, j)) edged[index(i, j)] = radiate(next, i, j, di, dj, h);
      }
    }
    before = std::move(now);
    now = std::move(edged);
    dt_ = h;
  }
}

void Wave::poke(double x, double z, double radius, double amplitude, bool neutral) {
  auto apart = [](double a, double b, double length, bool periodic) {
    const double d = a - b;
    return periodic ? d - length * std::round(d / length) : d;
  };
  for (int j = 0; j < nz; ++j) {
    for (int i = 0; i < nx; ++i) {
      if (land(i, j)) continue;
      const double u = apart((i + 0.5) * dx, x, nx * dx, edges[0] == WaveEdge::periodic);
      const double v = apart((j + 0.5) * dz, z, nz * dz, edges[2] == WaveEdge::periodic);
      const double s = (u * u + v * v) / (radius * radius);
      if (s >= 1) continue;
      const double change = amplitude * (1 - s) * (neutral ? 1 - 3 * s : 1);
      now[index(i, j)] += change;
      before[index(i, j)] += change;
    }
  }
}

double Wave::volume() const {
  double sum = 0;
  for (double h : now) sum += h;
  return sum * dx * dz;
}

// By parts, 1/2 sum c² grad a . grad b = -1/2 sum a div(c² grad b): no separate treatment of borders.
double Wave::energy() const {
  double sum = 0;
  for (int j = 0; j < nz; ++j) {
    for (int i = 0; i < nx; ++i) {
      const std::size_t k = index(i, j);
      const double rise = dt_ > 0 ? (now[k] - before[k]) / dt_ : 0;
      sum += 0.5 * rise * rise - 0.5 * now[k] * force(before, i, j);
    }
  }
  return sum * dx * dz;
}

std::vector<double> Wave::rate() const {
  std::vector<double> out(now.size(), 0.0);
  for (int j = 0; j < nz; ++j) {
    for (int i = 0; i < nx; ++i) {
      if (land(i, j) || dt_ == 0) continue;
      const std::size_t k = index(i, j);
      const double g = 0.5 * dt_ * at(damping, i, j), rise = now[k] - before[k];
      const double next = ((1 - g) * rise + dt_ * dt_ * force(now, i, j)) / (1 + g);
      out[k] = 0.5 * (rise + next) / dt_;
    }
  }
  return out;
}

std::vector<double> Wave::slope(int axis) const {
  std::vector<double> out(now.size(), 0.0);
  const int di = axis == 0 ? 1 : 0, dj = 1 - di;
  for (int j = 0; j < nz; ++j) {
    for (int i = 0; i < nx; ++i) {
      if (land(i, j)) continue;
      auto side = [&](int sign) {
        const int a = i + sign * di, b = j + sign * dj;
        const bool inside = a >= 0 && a < nx && b >= 0 && b < nz;
        const bool through = edges[sign < 0 ? (axis == 0 ? 0u : 2u) : (axis == 0 ? 1u : 3u)] == WaveEdge::periodic;
        if ((inside || through) && land(wrap(a, nx), wrap(b, nz))) return now[index(i, j)];
        return neighbour(now, i, j, sign * di, sign * dj);
      };
      out[index(i, j)] = (side(1) - side(-1)) / (2 * (axis == 0 ? dx : dz));
    }
  }
  return out;
}

}  // namespace undine::reference
