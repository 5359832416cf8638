#include "passes/pipes/pipes_reference.h"

#include <algorithm>
#include <cmath>

namespace undine::reference {

namespace {

constexpr double film = 1e-6;

}  // namespace

void Pipes::start() {
  pipes_.clear();
  share_.assign(bed.size(), 1);
  bottom_.assign(bed.size(), 0);
  through_.assign(bed.size(), {0, 0});
  const double ratio = dx / dz;
  const double diagonal = std::min((dx * dx + dz * dz) / (12 * dx * dz), std::min(ratio, 1 / ratio) / 3);
  auto at = [&](int i, int j) {
    return static_cast<std::size_t>(j) * static_cast<std::size_t>(nx) + static_cast<std::size_t>(i);
  };
  for (int j = 0; j < nz; ++j) {
    for (int i = 0; i < nx; ++i) {
      // Diagonals beyond the border fold onto the straight pipe between them.
      const int rows = (j > 0) + (j + 1 < nz), columns = (i > 0) + (i + 1 < nx);
      if (i + 1 < nx) pipes_.push_back({at(i, j), at(i + 1, j), dz / dx - diagonal * rows, dx, 0});
      if (j + 1 < nz) pipes_.push_back({at(i, j), at(i, j + 1), dx / dz - diagonal * columns, 0, dz});
      if (i + 1 < nx && j + 1 < nz) {
        const std::size_t corners[4] = {at(i, j), at(i + 1, j), at(i, j + 1), at(i + 1, j + 1)};
        pipes_.push_back({corners[0], corners[3], diagonal, dx, dz, std::min(bed[corners[1]], bed[corners[2]])});
        pipes_.push_back({corners[1], corners[2], diagonal, -dx, dz, std::min(bed[corners[0]], bed[corners[3]])});
      }
    }
  }
}

// One step of all cells of a pipe: equal parts of the pressure, stress nu du/dy between neighbors, the ground's stress
// on the lowest. Gauss's elimination with the full matrix.
void Pipes::push_layers(Pipe& pipe, double dt, double kept, double pull, double wind, double aperture) const {
  const double n = layers, thin = aperture / n, kappa = 0.41;
  const double rough = std::sqrt(gravity) * manning * std::pow(aperture, -1.0 / 6.0);
  double lag = 0;
  for (int k = 1; k < layers; ++k) lag += 6 / (kappa * n) * (1 - k / n) * (1 - k / n);
  const double ratio = std::max(0.25, 1 - lag * rough), bottom = (bottom_[pipe.a] + bottom_[pipe.b]) / 2;
  const double shear_speed = rough * bottom / ratio, nu = std::max(viscosity, kappa / 6 * shear_speed * aperture);
  const double exchange = dt * nu / (thin * thin), drag = dt * rough * rough * bottom / (ratio * ratio * thin);
  double m[4][5] = {};
  for (int i = 0; i < layers; ++i) {
    m[i][i] = 1 + dt * friction + (i == 0 ? drag : 0);
    for (int j : {i - 1, i + 1}) {
      if (j < 0 || j >= layers) continue;
      m[i][i] += exchange;
      m[i][j] -= exchange;
    }
    m[i][4] = pipe.part[static_cast<std::size_t>(i)] * kept + pull / n + (i + 1 == layers ? wind : 0);
  }
  for (int i = 0; i < layers; ++i)
    for (int j = 0; j < layers; ++j) {
      if (i == j) continue;
      const double f = m[j][i] / m[i][i];
      for (int k = 0; k < 5; ++k) m[j][k] -= f * m[i][k];
    }
  pipe.flow = 0;
  for (int i = 0; i < layers; ++i) pipe.flow += pipe.part[static_cast<std::size_t>(i)] = m[i][4] / m[i][i];
}

std::array<double, 2> Pipes::discharge(std::size_t column, int layer) const {
  std::array<double, 2> out{};
  for (const Pipe& pipe : pipes_) {
    if (pipe.a != column && pipe.b != column) continue;
    const double flow = pipe.part[static_cast<std::size_t>(layer)] / (2 * dx * dz);
    out[0] += flow * pipe.x;
    out[1] += flow * pipe.z;
  }
  for (std::size_t axis : {0u, 1u}) out[axis] *= through_borders(column)[axis];
  return out;
}

void Pipes::push(Pipe& pipe, double dt) const {
  const double level_a = bed[pipe.a] + depth[pipe.a], level_b = bed[pipe.b] + depth[pipe.b];
  const double face_bed = std::max({bed[pipe.a], bed[pipe.b], pipe.corner});
  const double step = face_bed - std::min(bed[pipe.a], bed[pipe.b]);
  const double head = std::max(level_a, level_b) - face_bed;
  const double share = share_[pipe.flow >= 0 ? pipe.a : pipe.b], kept = pipe.flow * share;
  const std::array<double, 4> parts = pipe.part;
  pipe.flow = 0;
  pipe.part = {};
  if (head <= film) return;
  const double aperture = std::min({(depth[pipe.a] + depth[pipe.b]) / 2, 2 * head, deepest});
  auto speed = [&](std::size_t i) { return std::hypot(through_[i][0], through_[i][1]); };
  const double drag =
      friction + gravity * manning * manning * (speed(pipe.a) + speed(pipe.b)) / 2 * std::pow(aperture, -7.0 / 3.0);
  const double length = std::hypot(pipe.x, pipe.z), x = pipe.x / length, z = pipe.z / length;
  auto part = [&](std::size_t i) { return through_[i][0] * x + through_[i][1] * z; };
  const double around = pipe.weight * length * (part(pipe.a) + part(pipe.b)) / 2;
  const double apart = length * length / (pipe.x != 0 && pipe.z != 0 ? 2 : 1);
  const double mixed = std::min(0.18, 4 * mixing * dt / apart) * (around - kept);
  const double pull = dt * gravity * pipe.weight * aperture * (level_a - level_b) + mixed;
  const double wind = dt * pipe.weight * (wind_x * pipe.x + wind_z * pipe.z) * std::min(1.0, aperture / 0.01);
  Pipe layered = pipe;
  layered.part = parts;
  if (layers > 1) push_layers(layered, dt, share, pull, wind, aperture);
  const double next = layers > 1 ? layered.flow : (kept + pull + wind) / (1 + dt * drag);
  const bool forward = next >= 0;
  const double over = (forward ? level_a : level_b) - face_bed, below = (forward ? level_b : level_a) - face_bed;
  if (over <= film) return;
  pipe.flow = next;
  pipe.part = layered.part;
  if (step <= over / 3 || below >= over * 2 / 3) return;
  // The cosine between discharge and pipe, 1 where there is next to no discharge.
  const auto& q = through_[forward ? pipe.a : pipe.b];
  const double crest = weir * over * std::sqrt(gravity * over), none = crest / 10;
  const double cosine =
      std::max(std::sqrt(0.5), std::hypot(part(forward ? pipe.a : pipe.b), none) / std::hypot(q[0], q[1], none));
  const double most = crest * cosine * pipe.weight * length;
  pipe.flow = std::clamp(next, -most, most);
  if (std::abs(next) > most)
    for (double& part : pipe.part) part *= most / std::abs(next);
}

double Pipes::over_edges(std::size_t column) const {
  const int i = static_cast<int>(column) % nx, j = static_cast<int>(column) / nx;
  const double h = depth[column];
  if (h <= film) return 0;
  double sides = 0;
  if (i == 0 && edges[0] == PipesEdge::open) sides += dz;
  if (i == nx - 1 && edges[1] == PipesEdge::open) sides += dz;
  if (j == 0 && edges[2] == PipesEdge::open) sides += dx;
  if (j == nz - 1 && edges[3] == PipesEdge::open) sides += dx;
  return sides * weir * h * std::sqrt(gravity * h);
}

std::array<double, 2> Pipes::through_borders(std::size_t column) const {
  const int i = static_cast<int>(column) % nx, j = static_cast<int>(column) / nx;
  const auto wall = [&](std::size_t side) { return edges[side] == PipesEdge::wall; };
  return {(i == 0 && !wall(0)) || (i == nx - 1 && !wall(1)) ? 2.0 : 1.0,
          (j == 0 && !wall(2)) || (j == nz - 1 && !wall(3)) ? 2.0 : 1.0};
}

void Pipes::step(double dt) {
  const double area = dx * dz;
  for (Pipe& pipe : pipes_) push(pipe, dt);
  std::vector<double> leaving(bed.size());
  for (std::size_t i = 0; i < bed.size(); ++i) leaving[i] = over_edges(i);
  for (auto& q : through_) q = {0, 0};
  std::vector<std::array<double, 2>> low(bed.size(), {0, 0});
  for (const Pipe& pipe : pipes_) {
    leaving[pipe.flow > 0 ? pipe.a : pipe.b] += std::abs(pipe.flow);
    for (std::size_t end : {pipe.a, pipe.b}) {
      through_[end][0] += pipe.flow * pipe.x / (2 * area);
      through_[end][1] += pipe.flow * pipe.z / (2 * area);
      low[end][0] += pipe.part[0] * pipe.x / (2 * area);
      low[end][1] += pipe.part[0] * pipe.z / (2 * area);
    }
  }
  for (std::size_t i = 0; i < bed.size(); ++i)
    for (std::size_t axis : {0u, 1u}) {
      through_[i][axis] *= through_borders(i)[axis];
      low[i][axis] *= through_borders(i)[axis];
    }
  for (std::size_t i = 0; i < bed.size(); ++i)
    bottom_[i] = depth[i] > 1e-4 ? layers * std::hypot(low[i][0], low[i][1]) / depth[i] : 0;
  std::vector<double> change(bed.size());
  for (std::size_t i = 0; i < bed.size(); ++i) {
    const double wanted = leaving[i] * dt, held = depth[i] * area * (1 - 2e-6);
    share_[i] = wanted > held ? held / wanted : 1;
    change[i] = (rain - over_edges(i) * share_[i] / area) * dt;
  }
  for (const Pipe& pipe : pipes_) {
    const double moved = pipe.flow * share_[pipe.flow > 0 ? pipe.a : pipe.b] * dt / area;
    change[pipe.a] -= moved;
    change[pipe.b] += moved;
  }
  for (std::size_t i = 0; i < bed.size(); ++i) {
    double taken = depth[i] + change[i] > 0 ? sink * dt : 0, given = 0;
    if (!feed.empty()) (feed[i].rate > 0 ? given : taken) += std::abs(feed[i].rate) * dt;
    depth[i] = std::max(0.0, depth[i] + change[i] + given - taken);
    if (feed.empty()) continue;
    if (feed[i].held >= 0) depth[i] = feed[i].held;
    if (feed[i].most >= 0) depth[i] = std::min(depth[i], feed[i].most);
  }
}

double Pipes::volume() const {
  double sum = 0;
  for (double h : depth) sum += h;
  return sum * dx * dz;
}

}  // namespace undine::reference
