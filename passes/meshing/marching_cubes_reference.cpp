#include "passes/meshing/marching_cubes_reference.h"

#include <algorithm>
#include <cmath>
#include <thread>

#include "passes/meshing/marching_cubes_table.h"

namespace undine::reference {

MarchingNative::MarchingNative(std::size_t n, std::vector<float> values)
    : n_(n), values_(std::move(values)), inside_(n * n * n), rows_(n * n) {
  for (auto& e : edges_) e.resize(n * n * n);
}

void MarchingNative::over_rows(const std::function<void(std::size_t, std::size_t)>& work) const {
  const auto half = [&](std::size_t from, std::size_t to) {
    for (std::size_t z = from; z < to; ++z)
      for (std::size_t y = 0; y < n_; ++y) work(y, z);
  };
  std::thread other(half, n_ / 2, n_);
  half(0, n_ / 2);
  other.join();
}

unsigned MarchingNative::case_at(std::size_t x, std::size_t y, std::size_t z) const {
  unsigned out = 0;
  for (unsigned c = 0; c < 8; ++c)
    out |= static_cast<unsigned>(inside_[at(x + (c & 1), y + (c >> 1 & 1), z + (c >> 2))]) << c;
  return out;
}

void MarchingNative::count(std::size_t y, std::size_t z) {
  Row row;
  const unsigned char* here = &inside_[at(0, y, z)];
  for (std::size_t x = 0; x + 1 < n_; ++x) row.vertices += here[x] ^ here[x + 1];
  for (std::size_t x = 0; x < n_ && y + 1 < n_; ++x) row.vertices += here[x] ^ here[x + n_];
  for (std::size_t x = 0; x < n_ && z + 1 < n_; ++x) row.vertices += here[x] ^ here[x + n_ * n_];
  for (std::size_t x = 0; x + 1 < n_ && y + 1 < n_ && z + 1 < n_; ++x)
    row.triangles += static_cast<std::uint32_t>(marching::cases[case_at(x, y, z)].triangles);
  rows_[y + n_ * z] = row;
}

void MarchingNative::make_vertices(std::size_t y, std::size_t z, float iso) {
  std::uint32_t next = rows_[y + n_ * z].vertices;
  const std::array<std::size_t, 3> strides{1, n_, n_ * n_};
  const auto slope = [&](const std::array<std::size_t, 3>& p, std::size_t axis) {
    const std::size_t i = at(p[0], p[1], p[2]), low = p[axis] > 0 ? 1 : 0, high = p[axis] + 1 < n_ ? 1 : 0;
    return (values_[i + high * strides[axis]] - values_[i - low * strides[axis]]) / static_cast<float>(low + high);
  };
  for (std::size_t axis = 0; axis < 3; ++axis) {
    for (std::size_t x = 0; x < n_; ++x) {
      const std::array<std::size_t, 3> p{x, y, z};
      if (p[axis] + 1 == n_) break;
      const std::size_t i = at(x, y, z), j = i + strides[axis];
      if (inside_[i] == inside_[j]) continue;
      std::array<std::size_t, 3> q = p;
      ++q[axis];
      const float t = (iso - values_[i]) / (values_[j] - values_[i]);
      std::array<float, 6> v{};
      float length = 0;
      for (std::size_t k = 0; k < 3; ++k) {
        v[k] = static_cast<float>(p[k]) + (k == axis ? t : 0);
        v[3 + k] = -(1 - t) * slope(p, k) - t * slope(q, k);
        length += v[3 + k] * v[3 + k];
      }
      length = std::sqrt(std::max(length, 1e-30f));
      for (std::size_t k = 3; k < 6; ++k) v[k] /= length;
      vertices_[next] = v;
      edges_[axis][i] = next++;
    }
  }
}

void MarchingNative::make_triangles(std::size_t y, std::size_t z) {
  if (y + 1 == n_ || z + 1 == n_) return;
  std::uint32_t next = rows_[y + n_ * z].triangles;
  for (std::size_t x = 0; x + 1 < n_; ++x) {
    const marching::Case& c = marching::cases[case_at(x, y, z)];
    for (std::size_t t = 0; t < static_cast<std::size_t>(c.triangles); ++t) {
      for (std::size_t k = 0; k < 3; ++k) {
        const int edge = c.edges[3 * t + k];
        const auto corner = static_cast<std::size_t>(marching::edge_corner(edge));
        triangles_[next][k] = edges_[static_cast<std::size_t>(marching::edge_axis(edge))]
                                    [at(x + (corner & 1), y + (corner >> 1 & 1), z + (corner >> 2))];
      }
      ++next;
    }
  }
}

void MarchingNative::run(float iso) {
  over_rows([&](std::size_t y, std::size_t z) {
    const std::size_t row = at(0, y, z);
    for (std::size_t x = 0; x < n_; ++x) inside_[row + x] = values_[row + x] >= iso;
  });
  over_rows([&](std::size_t y, std::size_t z) { count(y, z); });
  Row sum;
  for (Row& row : rows_) {
    const Row own = row;
    row = sum;
    sum.vertices += own.vertices;
    sum.triangles += own.triangles;
  }
  vertices_.resize(sum.vertices);
  triangles_.resize(sum.triangles);
  over_rows([&](std::size_t y, std::size_t z) { make_vertices(y, z, iso); });
  over_rows([&](std::size_t y, std::size_t z) { make_triangles(y, z); });
}

}  // namespace undine::reference
