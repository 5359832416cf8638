// Triangle meshes of simple shapes. Meters, y up; front faces are counter-clockwise seen from outside.
#pragma once
#include <cstdint>
#include <glm/glm.hpp>
#include <span>
#include <vector>

#include "engine/scene/ports.h"

namespace undine::solids {

struct Vertex {
  glm::vec3 position{0}, normal{0, 1, 0};
  glm::vec2 uv{0};
};
static_assert(sizeof(Vertex) == 32, "the shaders read eight floats per vertex");

struct TriangleMesh {
  std::vector<Vertex> vertices;
  std::vector<std::uint32_t> indices;  // three per triangle
  // Tangent of each vertex, or empty: direction of a normal map's x; its y lies along w * cross(normal, xyz). Without
  // length: as the texture runs, and w is -1 on backs.
  std::vector<glm::vec4> tangents;
};

TriangleMesh make_box(glm::vec3 size);  // middle at the origin
// `columns`: facets around the axis y; even.
TriangleMesh make_sphere(glm::vec3 diameters, std::uint32_t columns = 64);  // middle at the origin
struct Rectangle {
  glm::vec2 low{0}, high{0};  // x and z
};
TriangleMesh make_plane(glm::vec2 size, std::span<const Rectangle> holes = {});  // y = 0, facing up
TriangleMesh make_cylinder(glm::vec3 diameters, std::uint32_t columns = 64);     // axis y, middle at the origin, closed
TriangleMesh make_capsule(float radius, float length);  // axis y, middle at the origin; length: with its caps
// A pool: inner size.x * size.z, floor at -size.y, walls up to `rim`, outer walls and a closed underside.
TriangleMesh make_basin(glm::vec3 size, float wall, float rim);
// The ground of a terrain; along a side at most so many samples.
inline constexpr std::uint32_t most_terrain_samples = 1024;
glm::ivec2 terrain_samples(const Heightmap& map);  // vertices of make_terrain() along x and z, in rows along x
TriangleMesh make_terrain(const Heightmap& map);

// Every triangle once more from behind, for drawing.
void add_backs(TriangleMesh& mesh);

// Area-weighted vertex normals from the triangles, for meshes that bring none.
void generate_normals(TriangleMesh& mesh);

}  // namespace undine::solids
