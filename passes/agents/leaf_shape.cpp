#include "passes/agents/leaf_shape.h"

#include <algorithm>
#include <cmath>

#include "passes/agents/leaves_params.h"

namespace undine::agents {
namespace {

// Grid of (along + 1) x (across + 1) vertices that face up, and copies that face down.
template <class Place>
solids::TriangleMesh two_sided(int along, int across, const Place& place) {
  solids::TriangleMesh sheet;
  for (int j = 0; j <= across; ++j)
    for (int i = 0; i <= along; ++i) sheet.vertices.push_back(place(double(i) / along, double(j) / across));
  for (int j = 0; j < across; ++j)
    for (int i = 0; i < along; ++i) {
      const auto row = static_cast<std::uint32_t>(along) + 1;
      const auto a = static_cast<std::uint32_t>(j) * row + static_cast<std::uint32_t>(i), b = a + 1, d = a + row,
                 c = d + 1;
      sheet.indices.insert(sheet.indices.end(), {a, d, c, a, c, b});
    }
  solids::generate_normals(sheet);
  solids::TriangleMesh out = sheet;
  const auto base = static_cast<std::uint32_t>(sheet.vertices.size());
  for (solids::Vertex v : sheet.vertices) {
    v.normal = -v.normal;
    out.vertices.push_back(v);
  }
  for (std::size_t i = 0; i < sheet.indices.size(); i += 3)
    for (std::size_t k : {0u, 2u, 1u}) out.indices.push_back(base + sheet.indices[i + k]);
  return out;
}

solids::TriangleMesh leaf(double width, double lobes, double curl, double stalk) {
  constexpr double pi = 3.14159265358979;
  return two_sided(20, 6, [=](double t, double u) {
    const double v = 2 * u - 1, blade = std::clamp((t - stalk) / (1 - stalk), 0.0, 1.0);
    double half = width * std::pow(std::sin(pi * std::pow(blade, 0.72)), 0.9);
    half *= 1 + lobes * std::cos(10 * pi * blade);  // teeth
    half = std::max(half, t < stalk ? 0.012 : 0.0);
    const double x = t - 0.5, z = v * half;
    const double y = curl * (0.9 * (x * x - 0.05) + 1.6 * z * z);
    return solids::Vertex{.position = {x, y, z}, .normal = {0, 0, 0}, .uv = {t, v}};
  });
}

solids::TriangleMesh pad() {
  constexpr double pi = 3.14159265358979, notch = 0.16;  // notch: half of its angle, radians
  return two_sided(5, 40, [](double t, double u) {
    const double angle = notch + (2 * pi - 2 * notch) * u;
    const double wavy = 1 + 0.02 * std::sin(5 * angle + 1.3) + 0.012 * std::sin(11 * angle);
    const double r = 0.5 * t * wavy;
    const double y = 0.035 * t * t * t + 0.006 * t * std::sin(3 * angle);
    return solids::Vertex{
        .position = {r * std::cos(angle), y, -r * std::sin(angle)}, .normal = {0, 0, 0}, .uv = {u, t}};
  });
}

}  // namespace

solids::TriangleMesh make_leaf_mesh(int shape) {
  switch (shape) {
    case leaf_shape_petal:
      return leaf(0.34, 0, 0.9, 0);
    case leaf_shape_pad:
      return pad();
    default:
      return leaf(0.26, 0.10, 0.45, 0.18);
  }
}

}  // namespace undine::agents
