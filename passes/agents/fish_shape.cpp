#include "passes/agents/fish_shape.h"

#include <array>
#include <cmath>

namespace undine::agents {
namespace {

struct Ring {
  double s, top, bottom, width;  // place from the nose; heights over and under the axis, half width
};
// Profile of a carp: a blunt head, a back higher than the belly is low, and a thin tail stalk.
constexpr std::array rings{
    Ring{0.000, 0.000, 0.000, 0.000}, Ring{0.001, 0.006, 0.011, 0.011}, Ring{0.012, 0.018, 0.024, 0.026},
    Ring{0.035, 0.030, 0.036, 0.041}, Ring{0.070, 0.044, 0.048, 0.053}, Ring{0.110, 0.058, 0.058, 0.062},
    Ring{0.160, 0.074, 0.067, 0.070}, Ring{0.220, 0.088, 0.075, 0.076}, Ring{0.290, 0.096, 0.080, 0.079},
    Ring{0.360, 0.097, 0.081, 0.077}, Ring{0.430, 0.092, 0.078, 0.070}, Ring{0.500, 0.083, 0.071, 0.060},
    Ring{0.570, 0.071, 0.060, 0.048}, Ring{0.630, 0.058, 0.048, 0.036}, Ring{0.690, 0.045, 0.038, 0.025},
    Ring{0.740, 0.038, 0.034, 0.017}, Ring{0.780, 0.036, 0.034, 0.010}, Ring{0.800, 0.030, 0.028, 0.004},
    Ring{0.802, 0.000, 0.000, 0.000},
};
constexpr int sectors = 16;
constexpr double pi = 3.14159265358979;

void add_body(solids::TriangleMesh& mesh) {
  for (const Ring& r : rings) {
    for (int k = 0; k <= sectors; ++k) {
      const double a = 2 * pi * k / sectors;
      const double y = std::sin(a) * (std::sin(a) > 0 ? r.top : r.bottom), z = std::cos(a) * r.width;
      mesh.vertices.push_back({.position = {0.5 - r.s, y, z}, .normal = {0, 0, 0}, .uv = {r.s, 0}});
    }
  }
  const auto at = [](std::size_t ring, int k) {
    return static_cast<std::uint32_t>(ring * (sectors + 1)) + static_cast<std::uint32_t>(k);
  };
  for (std::size_t i = 0; i + 1 < rings.size(); ++i)
    for (int k = 0; k < sectors; ++k) {
      const std::uint32_t a = at(i, k), b = at(i + 1, k), c = at(i + 1, k + 1), d = at(i, k + 1);
      mesh.indices.insert(mesh.indices.end(), {a, c, b, a, d, c});
    }
  solids::generate_normals(mesh);
  // The seam's two halves share a normal.
  for (std::size_t i = 0; i < rings.size(); ++i) {
    solids::Vertex &first = mesh.vertices[at(i, 0)], &last = mesh.vertices[at(i, sectors)];
    first.normal = last.normal = glm::normalize(first.normal + last.normal);
  }
}

// Two-sided fin between a root line and an edge line. code: offset of uv's second coordinate.
template <class Place>
void add_fin(solids::TriangleMesh& mesh, int along, int across, double code, const Place& place) {
  solids::TriangleMesh sheet;
  for (int j = 0; j <= across; ++j)
    for (int i = 0; i <= along; ++i) {
      const double t = double(i) / along, u = double(j) / across;
      sheet.vertices.push_back({.position = glm::vec3(place(t, u)), .normal = {0, 0, 0}, .uv = {t, code + 0.9 * u}});
    }
  for (int j = 0; j < across; ++j)
    for (int i = 0; i < along; ++i) {
      const auto a = static_cast<std::uint32_t>(j * (along + 1) + i), b = a + 1,
                 d = a + static_cast<std::uint32_t>(along) + 1, c = d + 1;
      sheet.indices.insert(sheet.indices.end(), {a, b, c, a, c, d});
    }
  solids::generate_normals(sheet);
  for (int side = 0; side < 2; ++side) {
    const auto base = static_cast<std::uint32_t>(mesh.vertices.size());
    for (solids::Vertex v : sheet.vertices) {
      if (side == 1) v.normal = -v.normal;
      mesh.vertices.push_back(v);
    }
    for (std::size_t i = 0; i < sheet.indices.size(); i += 3) {
      const std::size_t second = side == 0 ? 1 : 2;
      for (std::size_t k : {std::size_t{0}, second, 3 - second}) mesh.indices.push_back(base + sheet.indices[i + k]);
    }
  }
}

glm::dvec3 from_nose(double s, double y, double z) { return {0.5 - s, y, z}; }

}  // namespace

solids::TriangleMesh make_fish_mesh() {
  solids::TriangleMesh mesh;
  add_body(mesh);
  add_fin(mesh, 5, 8, 1, [](double t, double u) {  // tail: two lobes
    const double v = 2 * u - 1, reach = 0.755 + t * (0.17 + 0.075 * v * v);
    return from_nose(reach, v * (0.030 + 0.105 * std::pow(t, 0.8)), 0);
  });
  add_fin(mesh, 2, 8, 1, [](double t, double u) {  // back
    const double s = 0.32 + 0.30 * u;
    const double root = 0.090 - 0.10 * std::max(0.0, u - 0.35) * 0.75;
    const double high = 0.075 * std::pow(1 - u, 0.6) * std::min(1.0, u / 0.08 + 0.3) + 0.006;
    return from_nose(s + 0.06 * t, root + t * high, 0);
  });
  add_fin(mesh, 2, 4, 1, [](double t, double u) {  // under the tail
    const double s = 0.62 + 0.09 * u;
    return from_nose(s + 0.06 * t, -0.046 + 0.010 * u - t * 0.062 * (1 - 0.6 * u), 0);
  });
  for (double side : {1.0, -1.0}) {
    add_fin(mesh, 3, 5, 3, [side](double t, double u) {  // breast
      const double fan = 0.35 + 1.0 * u, length = 0.155 * (1 - 0.35 * u * u);
      return from_nose(0.205 + 0.025 * u + t * length * std::sin(fan), -0.048 - 0.035 * t,
                       side * (0.060 + t * length * std::cos(fan)));
    });
    add_fin(mesh, 2, 4, 3, [side](double t, double u) {  // belly
      const double fan = 0.7 + 0.7 * u, length = 0.090 * (1 - 0.3 * u);
      return from_nose(0.465 + 0.02 * u + t * length * std::sin(fan), -0.068 - 0.030 * t,
                       side * (0.030 + t * length * std::cos(fan)));
    });
  }
  return mesh;
}

}  // namespace undine::agents
