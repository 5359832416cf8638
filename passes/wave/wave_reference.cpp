#include "passes/wave/wave_reference.h"

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
  borders_ = {};
  dt_ = 0;
}

double Wave::neighbor(const std::vector<double>& h, int i, int j, int di, int dj) const {
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
    sum += face(i, j, side, 0) * (neighbor(h, i, j, side, 0) - here) / (dx * dx);
    sum += face(i, j, 0, side) * (neighbor(h, i, j, 0, side) - here) / (dz * dz);
  }
  return sum;
}

// One absorbing side: `across` is the direction inwards, `from` its first cell, `along` the way to the next one. The
// face between the outermost and the next cells is the border; flux and bend of passes/wave/wave_params.h per cell of
// the side.
void Wave::radiate(std::vector<double>& next, std::size_t side, double dt, double kick) {
  const bool upright = side < 2;
  const int count = upright ? nz : nx, inward = side % 2 == 0 ? 1 : -1,
            outer = inward > 0 ? 0 : (upright ? nx : nz) - 1;
  const auto absorbs = [&](std::size_t k) { return edges[k] == WaveEdge::absorb; };
  const std::size_t low_side = upright ? 2 : 0, high_side = low_side + 1;
  const int low = absorbs(low_side) ? 1 : 0, high = absorbs(high_side) ? count - 2 : count - 1;
  const double across = upright ? dx : dz, length = upright ? dz : dx;
  const auto cell = [&](int place, int depth) {
    return upright ? index(outer + depth * inward, place) : index(place, outer + depth * inward);
  };
  const auto dry = [&](int place, int depth) { return !island.empty() && island[cell(place, depth)] != 0; };
  const auto border = [&](int place) {
    return upright ? face(outer, place, inward, 0) : face(place, outer, 0, inward);
  };
  std::vector<Border>& states = borders_[side];
  states.resize(static_cast<std::size_t>(count));
  for (int p = 0; p < count; ++p) {
    if (dry(p, 0)) continue;
    if (p < low || p > high) {
      next[cell(p, 0)] = next[cell(p < low ? p + 1 : p - 1, 1)];
      continue;
    }
    const double square = border(p), c = std::sqrt(square);
    if (square == 0) {
      next[cell(p, 0)] = 0;
      continue;
    }
    const auto now_at = [&](int q) { return 0.5 * (now[cell(q, 0)] + now[cell(q, 1)]); };
    double bending = 0, beside = 0;
    for (int way : {-1, 1}) {
      int q = p + way;
      if (q < low || q > high) {
        const WaveEdge edge = edges[way < 0 ? low_side : high_side];
        if (edge == WaveEdge::fixed) {
          bending -= 2 * c * square * now_at(p);
          beside -= 2 * next[cell(p, 1)];
        }
        if (edge != WaveEdge::periodic) continue;
        q = wrap(q, count);
      }
      if (dry(q, 0) || dry(q, 1)) continue;
      const double least = std::min(square, border(q));
      bending += least * std::sqrt(least) * (now_at(q) - now_at(p));
      beside += next[cell(q, 1)] - next[cell(p, 1)];
    }
    Border& s = states[static_cast<std::size_t>(p)];
    const double lambda = c * dt / across, mu = c * dt / length;
    const double drag = 0.5 * dt * (damping.size() == 1 ? damping[0] : damping[cell(p, 0)]);
    const double fade = 2e-3 * lambda + 0.5 * drag, k = 1 / (1 + std::sqrt(0.5));
    const double slope = (now[cell(p, 0)] - now[cell(p, 1)]) / across;
    s.flux = ((1 - 0.5 * drag) * s.flux - kick * dt * square * slope) / (1 + 0.5 * drag);
    s.rate = ((1 - fade) * s.rate - kick * dt * k * bending / (length * length)) / (1 + fade);
    s.bend = ((1 - fade) * s.bend + dt * s.rate) / (1 + fade);
    // c (elevation at the border) + bend = flux half a step on, which is flux - lambda c / 2 (outer - inner).
    double e = std::min((1 - lambda * lambda) / 8, (2.8 - 2.7 * (lambda * lambda + mu * mu)) / 16);
    if (e < 0 || dry(p, 2)) e = 0;
    const double v1 = next[cell(p, 1)];
    const double elevation = (0.5 + 2 * e) * v1 - e * next[cell(p, 2)] + std::min(mu * mu, 0.5) / 8 * beside;
    next[cell(p, 0)] = ((s.flux - s.bend) / c - elevation + 0.5 * lambda * v1) / (0.5 - e + 0.5 * lambda);
  }
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
    for (std::size_t side = 0; side < 4; ++side)
      if (edges[side] == WaveEdge::absorb) radiate(next, side, h, dt_ == 0 ? 0.5 : 1);
    before = std::move(now);
    now = std::move(next);
    dt_ = h;
  }
}

// Through faces go the parts across them of offset (1 - s)^2 / 2; sides that are not periodic mirror.
void Wave::poke_neutral(double x, double z, double radius, double amplitude) {
  const std::array<int, 2> n{nx, nz};
  const std::array<double, 2> h{dx, dz};
  std::array<double, 2> middle{x, z};
  const auto periodic = [&](std::size_t axis) { return edges[2 * axis] == WaveEdge::periodic; };
  const auto rim = [&](std::size_t side) { return edges[side] == WaveEdge::absorb ? 1 : 0; };
  const std::array<double, 2> low{1.0 * rim(0), 1.0 * rim(2)}, high{1.0 * (nx - rim(1)), 1.0 * (nz - rim(3))};
  for (std::size_t k : {std::size_t{0}, std::size_t{1}})
    if (!periodic(k)) middle[k] = std::clamp(middle[k], low[k] * h[k], high[k] * h[k]);
  const auto part = [&](std::array<double, 2> at, std::size_t axis) {
    std::array<double, 2> off{};
    for (std::size_t k : {std::size_t{0}, std::size_t{1}}) {
      off[k] = at[k] * h[k] - middle[k];
      if (periodic(k)) off[k] -= n[k] * h[k] * std::round(off[k] / (n[k] * h[k]));
    }
    const double s = (off[0] * off[0] + off[1] * off[1]) / (radius * radius);
    return s >= 1 ? 0 : off[axis] * (1 - s) * (1 - s) / 2;
  };
  const auto through = [&](std::array<double, 2> at, std::size_t axis) {
    const std::size_t other = 1 - axis;
    const auto image = [&](double place, std::size_t k) {
      return 2 * place < low[k] + high[k] ? 2 * low[k] - place : 2 * high[k] - place;
    };
    double sum = 0;
    for (const bool across : {false, true})
      for (const bool along : {false, true}) {
        if ((across && periodic(axis)) || (along && periodic(other))) continue;
        std::array<double, 2> place = at;
        if (across) place[axis] = image(at[axis], axis);
        if (along) place[other] = image(at[other], other);
        sum += (across ? -1 : 1) * part(place, axis);
      }
    return sum;
  };
  std::vector<double> change(now.size(), 0.0);
  for (std::size_t axis : {std::size_t{0}, std::size_t{1}})
    for (int j = 0; j < nz; ++j)
      for (int i = 0; i < nx; ++i) {
        const int at = axis == 0 ? i : j, before = at > 0 ? at - 1 : n[axis] - 1;
        if (periodic(axis) ? false : at <= low[axis] || at >= high[axis]) continue;
        const int bi = axis == 0 ? before : i, bj = axis == 0 ? j : before;
        if (land(i, j) || land(bi, bj)) continue;
        const double flux = amplitude * through({i + (axis == 0 ? 0 : 0.5), j + (axis == 0 ? 0.5 : 0)}, axis) / h[axis];
        change[index(i, j)] -= flux;
        change[index(bi, bj)] += flux;
      }
  for (int j = rim(2); j < nz - rim(3); ++j)
    for (int i = rim(0); i < nx - rim(1); ++i) {
      now[index(i, j)] += change[index(i, j)];
      before[index(i, j)] += change[index(i, j)];
    }
}

void Wave::poke(double x, double z, double radius, double amplitude, bool neutral) {
  if (neutral) return poke_neutral(x, z, radius, amplitude);
  auto apart = [](double a, double b, double length, bool periodic) {
    const double d = a - b;
    return periodic ? d - length * std::round(d / length) : d;
  };
  for (int j = 0; j < nz; ++j) {
    for (int i = 0; i < nx; ++i) {
      if (land(i, j)) continue;
      const auto profile = [&](double a, double b) {
        const double u = apart((a + 0.5) * dx, x, nx * dx, edges[0] == WaveEdge::periodic);
        const double v = apart((b + 0.5) * dz, z, nz * dz, edges[2] == WaveEdge::periodic);
        const double s = (u * u + v * v) / (radius * radius);
        return s >= 1 ? 0 : amplitude * (1 - s);
      };
      const double change = profile(i, j);
      now[index(i, j)] += change;
      before[index(i, j)] += change;
    }
  }
}

double Wave::volume() const {
  const auto rim = [&](std::size_t side) { return edges[side] == WaveEdge::absorb ? 1 : 0; };
  double sum = 0;
  for (int j = rim(2); j < nz - rim(3); ++j)
    for (int i = rim(0); i < nx - rim(1); ++i) sum += now[index(i, j)];
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
        return neighbor(now, i, j, sign * di, sign * dj);
      };
      out[index(i, j)] = (side(1) - side(-1)) / (2 * (axis == 0 ? dx : dz));
    }
  }
  return out;
}

}  // namespace undine::reference
