// Solids of a scene as closed triangle surfaces in world space, for collisions.
#pragma once
#include <glm/glm.hpp>
#include <optional>
#include <string>
#include <vector>

#include "engine/scene/scene.h"

namespace undine::solids {

struct Solid {                     // one connected surface, with the hollows inside it
  std::vector<glm::dvec3> points;  // world, each once
  std::vector<glm::uvec3> facets;  // counter-clockwise seen from outside
  glm::dvec3 low{1e30}, high{-1e30};
  std::string where;     // "scene.json: /meshes/3"
  std::size_t open = 0;  // edges that do not join two facets of opposite direction: it has no inside
  bool flat = false;     // encloses nothing
};

// Solids whose boxes meet the one between low and high, in the scene's order; of all meshes or of the solid ones,
// without those that move. Facets of round shapes stay within `tolerance` meters of them. Errors name the model's file.
std::vector<Solid> scene_solids(const Scene& scene, const glm::dvec3& low, const glm::dvec3& high, double tolerance,
                                bool only_solid = false);

// Triangles of a mesh of the scene in its own axes, at its size. Errors name the model's file.
struct MeshTriangles {
  std::vector<glm::dvec3> points;
  std::vector<glm::uvec3> triangles;
};
MeshTriangles triangles_of(const Scene& scene, const MeshSettings& mesh, double tolerance);

// From triangles in the world; corners at the same place are joined.
std::vector<Solid> solids_of(const std::vector<glm::dvec3>& points, const std::vector<glm::uvec3>& triangles,
                             const std::string& where);

// Height at which the vertical line through (x, z) passes a facet of `solid`. A line meets one facet of several that
// share an edge or a corner.
std::optional<double> crossing(const Solid& solid, const glm::uvec3& facet, double x, double z);

// Heights over the plane y = 0 at which the vertical line through (x, z) passes surfaces of `solid`; sorted.
std::vector<double> crossings(const Solid& solid, double x, double z);

}  // namespace undine::solids
