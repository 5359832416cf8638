#include "passes/models/shapes.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <glm/gtc/constants.hpp>

namespace undine::solids {
namespace {

// A rectangle from corner `origin` along u and v; faces along cross(u, v).
void add_quad(TriangleMesh& mesh, glm::vec3 origin, glm::vec3 u, glm::vec3 v) {
  const auto base = static_cast<std::uint32_t>(mesh.vertices.size());
  const glm::vec3 normal = glm::normalize(glm::cross(u, v));
  mesh.vertices.push_back({origin, normal, {0, 0}});
  mesh.vertices.push_back({origin + u, normal, {1, 0}});
  mesh.vertices.push_back({origin + u + v, normal, {1, 1}});
  mesh.vertices.push_back({origin + v, normal, {0, 1}});
  for (std::uint32_t i : {0u, 1u, 2u, 0u, 2u, 3u}) mesh.indices.push_back(base + i);
}

// Rows of a (columns + 1) * (rows + 1) lattice of vertices that starts at `base`.
void add_lattice(TriangleMesh& mesh, std::uint32_t base, std::uint32_t columns, std::uint32_t rows) {
  for (std::uint32_t r = 0; r < rows; ++r) {
    for (std::uint32_t c = 0; c < columns; ++c) {
      const std::uint32_t i = base + r * (columns + 1) + c, below = i + columns + 1;
      for (std::uint32_t k : {i, below, below + 1, i, below + 1, i + 1}) mesh.indices.push_back(k);
    }
  }
}

}  // namespace

TriangleMesh make_box(glm::vec3 size) {
  TriangleMesh mesh;
  const glm::vec3 h = size * 0.5f;
  const glm::vec3 x{size.x, 0, 0}, y{0, size.y, 0}, z{0, 0, size.z};
  add_quad(mesh, {-h.x, -h.y, h.z}, x, y);
  add_quad(mesh, {h.x, -h.y, -h.z}, -x, y);
  add_quad(mesh, {h.x, -h.y, h.z}, -z, y);
  add_quad(mesh, {-h.x, -h.y, -h.z}, z, y);
  add_quad(mesh, {-h.x, h.y, h.z}, x, -z);
  add_quad(mesh, {-h.x, -h.y, -h.z}, x, z);
  return mesh;
}

TriangleMesh make_sphere(glm::vec3 diameters, std::uint32_t columns) {
  const std::uint32_t rows = columns / 2;
  TriangleMesh mesh;
  const glm::vec3 radius = diameters * 0.5f;
  for (std::uint32_t r = 0; r <= rows; ++r) {
    const float polar = glm::pi<float>() * static_cast<float>(r) / static_cast<float>(rows);
    for (std::uint32_t c = 0; c <= columns; ++c) {
      const float around = glm::two_pi<float>() * static_cast<float>(c) / static_cast<float>(columns);
      const glm::vec3 unit{std::sin(polar) * std::sin(around), std::cos(polar), std::sin(polar) * std::cos(around)};
      mesh.vertices.push_back(
          {unit * radius,
           glm::normalize(unit / radius),
           {static_cast<float>(c) / static_cast<float>(columns), static_cast<float>(r) / static_cast<float>(rows)}});
    }
  }
  add_lattice(mesh, 0, columns, rows);
  return mesh;
}

TriangleMesh make_plane(glm::vec2 size, std::span<const Rectangle> holes) {
  // A grid through all sides of the holes, so that no edge ends in the middle of another one.
  std::vector<float> xs{-0.5f * size.x, 0.5f * size.x}, zs{-0.5f * size.y, 0.5f * size.y};
  for (const Rectangle& hole : holes)
    for (const glm::vec2 corner : {hole.low, hole.high}) {
      xs.push_back(std::clamp(corner.x, -0.5f * size.x, 0.5f * size.x));
      zs.push_back(std::clamp(corner.y, -0.5f * size.y, 0.5f * size.y));
    }
  for (std::vector<float>* lines : {&xs, &zs}) {
    std::ranges::sort(*lines);
    lines->erase(std::unique(lines->begin(), lines->end()), lines->end());
  }
  TriangleMesh mesh;
  for (std::size_t j = 0; j + 1 < zs.size(); ++j)
    for (std::size_t i = 0; i + 1 < xs.size(); ++i) {
      const glm::vec2 middle(0.5f * (xs[i] + xs[i + 1]), 0.5f * (zs[j] + zs[j + 1]));
      const auto holds = [&](const Rectangle& hole) {
        return glm::all(glm::greaterThan(middle, hole.low)) && glm::all(glm::lessThan(middle, hole.high));
      };
      if (std::ranges::any_of(holes, holds)) continue;
      add_quad(mesh, {xs[i], 0, zs[j + 1]}, {xs[i + 1] - xs[i], 0, 0}, {0, 0, zs[j] - zs[j + 1]});
    }
  return mesh;
}

TriangleMesh make_cylinder(glm::vec3 diameters, std::uint32_t columns) {
  TriangleMesh mesh;
  const glm::vec3 radius = diameters * 0.5f;
  for (float side : {1.0f, -1.0f}) {
    for (std::uint32_t c = 0; c <= columns; ++c) {
      const float around = glm::two_pi<float>() * static_cast<float>(c) / static_cast<float>(columns);
      const glm::vec2 unit{std::sin(around), std::cos(around)};
      mesh.vertices.push_back({{unit.x * radius.x, side * radius.y, unit.y * radius.z},
                               glm::normalize(glm::vec3{unit.x / radius.x, 0, unit.y / radius.z}),
                               {static_cast<float>(c) / static_cast<float>(columns), 0.5f - 0.5f * side}});
    }
  }
  add_lattice(mesh, 0, columns, 1);
  for (float side : {1.0f, -1.0f}) {
    const auto center = static_cast<std::uint32_t>(mesh.vertices.size());
    mesh.vertices.push_back({{0, side * radius.y, 0}, {0, side, 0}, {0.5f, 0.5f}});
    for (std::uint32_t c = 0; c <= columns; ++c) {
      const float around = glm::two_pi<float>() * static_cast<float>(c) / static_cast<float>(columns);
      const glm::vec2 unit{std::sin(around), std::cos(around)};
      mesh.vertices.push_back(
          {{unit.x * radius.x, side * radius.y, unit.y * radius.z}, {0, side, 0}, unit * 0.5f + 0.5f});
    }
    for (std::uint32_t c = 0; c < columns; ++c) {
      const std::uint32_t a = center + 1 + c, b = a + 1;
      mesh.indices.insert(mesh.indices.end(), {center, side > 0 ? a : b, side > 0 ? b : a});
    }
  }
  return mesh;
}

TriangleMesh make_capsule(float radius, float length) {
  TriangleMesh mesh = make_sphere(glm::vec3(2 * radius));
  const float half = std::max(length / 2 - radius, 0.0f);
  for (Vertex& v : mesh.vertices) v.position.y += v.position.y > -1e-4f * radius ? half : -half;
  return mesh;
}

TriangleMesh make_basin(glm::vec3 size, float wall, float rim) {
  TriangleMesh mesh;
  const float x = size.x * 0.5f, z = size.z * 0.5f, floor = -size.y, height = size.y + rim;
  const float ox = x + wall, oz = z + wall, underside = floor - wall;
  const glm::vec3 up{0, height, 0};
  add_quad(mesh, {-x, floor, z}, {size.x, 0, 0}, {0, 0, -size.z});
  add_quad(mesh, {x, floor, z}, {-size.x, 0, 0}, up);
  add_quad(mesh, {-x, floor, -z}, {size.x, 0, 0}, up);
  add_quad(mesh, {x, floor, -z}, {0, 0, size.z}, up);
  add_quad(mesh, {-x, floor, z}, {0, 0, -size.z}, up);
  // The rim as four strips whose corners meet, so that no edge ends in the middle of another one.
  const std::array<glm::vec3, 4> inner{{{-x, rim, z}, {x, rim, z}, {x, rim, -z}, {-x, rim, -z}}};
  const std::array<glm::vec3, 4> outer{{{-ox, rim, oz}, {ox, rim, oz}, {ox, rim, -oz}, {-ox, rim, -oz}}};
  for (std::size_t i = 0; i < 4; ++i) {
    const std::size_t next = (i + 1) % 4;
    const auto base = static_cast<std::uint32_t>(mesh.vertices.size());
    for (const glm::vec3& corner : {outer[i], outer[next], inner[next], inner[i]})
      mesh.vertices.push_back({corner, {0, 1, 0}, {corner.x, corner.z}});
    for (std::uint32_t k : {0u, 1u, 2u, 0u, 2u, 3u}) mesh.indices.push_back(base + k);
    add_quad(mesh, glm::vec3{outer[i].x, underside, outer[i].z}, outer[next] - outer[i], {0, rim - underside, 0});
  }
  add_quad(mesh, {-ox, underside, -oz}, {2 * ox, 0, 0}, {0, 0, 2 * oz});
  return mesh;
}

glm::ivec2 terrain_samples(const Heightmap& map) {
  return {std::min(map.nx, most_terrain_samples), std::min(map.nz, most_terrain_samples)};
}

TriangleMesh make_terrain(const Heightmap& map) {
  TriangleMesh mesh;
  const glm::uvec2 samples = terrain_samples(map);
  const std::uint32_t columns = samples.x - 1, rows = samples.y - 1;
  mesh.vertices.reserve(std::size_t{columns + 1} * (rows + 1));
  for (std::uint32_t r = 0; r <= rows; ++r) {
    const auto from_row = static_cast<std::size_t>(std::uint64_t{r} * (map.nz - 1) / rows);
    for (std::uint32_t c = 0; c <= columns; ++c) {
      const auto from_column = static_cast<std::size_t>(std::uint64_t{c} * (map.nx - 1) / columns);
      const glm::vec2 uv{static_cast<float>(from_column) / static_cast<float>(map.nx - 1),
                         static_cast<float>(from_row) / static_cast<float>(map.nz - 1)};
      const glm::dvec2 flat = (glm::dvec2(uv) - 0.5) * map.size;
      const double height = map.origin.y + static_cast<double>(map.height[from_row * map.nx + from_column]);
      mesh.vertices.push_back({glm::vec3(map.origin.x + flat.x, height, map.origin.z + flat.y), {0, 1, 0}, uv});
    }
  }
  add_lattice(mesh, 0, columns, rows);
  generate_normals(mesh);
  return mesh;
}

void add_backs(TriangleMesh& mesh) {
  const std::vector<Vertex> fronts = mesh.vertices;
  const std::vector<std::uint32_t> corners = mesh.indices;
  const auto first = static_cast<std::uint32_t>(fronts.size());
  for (Vertex v : fronts) {
    v.normal = -v.normal;
    mesh.vertices.push_back(v);
  }
  // A relief that rises in front sinks behind: the whole normal is reversed.
  const std::size_t tangents = mesh.tangents.size();
  for (std::size_t i = 0; i < tangents; ++i) mesh.tangents.push_back(-mesh.tangents[i]);
  for (std::size_t i = 0; i + 2 < corners.size(); i += 3)
    mesh.indices.insert(mesh.indices.end(), {first + corners[i], first + corners[i + 2], first + corners[i + 1]});
}

void generate_normals(TriangleMesh& mesh) {
  for (Vertex& v : mesh.vertices) v.normal = glm::vec3(0);
  for (std::size_t i = 0; i + 2 < mesh.indices.size(); i += 3) {
    Vertex& a = mesh.vertices[mesh.indices[i]];
    Vertex& b = mesh.vertices[mesh.indices[i + 1]];
    Vertex& c = mesh.vertices[mesh.indices[i + 2]];
    const glm::vec3 area = glm::cross(b.position - a.position, c.position - a.position);
    a.normal += area;
    b.normal += area;
    c.normal += area;
  }
  for (Vertex& v : mesh.vertices) {
    const float length = glm::length(v.normal);
    v.normal = length > 0 ? v.normal / length : glm::vec3(0, 1, 0);
  }
}

}  // namespace undine::solids
