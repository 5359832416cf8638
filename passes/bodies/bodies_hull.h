// Hulls of floating bodies: closed triangle surfaces with the mass properties of the enclosed volume.
#pragma once
#include <string>
#include <utility>

#include "engine/scene/scene.h"
#include "passes/bodies/bodies_basins.h"
#include "passes/models/shapes.h"

namespace undine::bodies {

struct Hull {
  std::vector<glm::dvec3> points;  // from the middle of the volume
  std::vector<glm::uvec3> facets;  // counter-clockwise seen from outside
  // Moments of the enclosed volume with unit density, about its center.
  double volume = 0;
  glm::dmat3 inertia{0};
  glm::dvec3 shift{0};  // where the middle was in the axes that the points came in
  // Triangles of quads that are split along both diagonals, those of either one; each counts half.
  std::vector<glm::uvec3> crossed[2];
  // Facets of a mesh that are dry until water passes its rim (bodies_basins.h).
  std::vector<Basin> basins;
  std::vector<RimEdge> rims;
};

// Hulls of round shapes are polyhedra of the shape's own volume; a box is itself. Facets stay under a third of the
// shape's extent, so that the water is felt at several places of every side, and are symmetric about the shape's
// planes.
Hull make_hull(const BodySettings& s);  // not for meshes

// From any triangles: corners at the same place are joined. Error(Exit::bad_input) at `where` if an edge does not
// belong to two triangles of opposite direction, or nothing is enclosed.
Hull make_hull(const std::vector<solids::TriangleMesh>& parts, double scale, const std::string& where);

// The same as bodies have it: symmetric, without sealed cavities, with its basins; `up`: in its axes, at the start.
// Messages say what the mesh leaves undecided.
Hull make_vessel(const std::vector<solids::TriangleMesh>& parts, double scale, const std::string& where,
                 const glm::dvec3& up, std::vector<std::string>& messages);

// All facets and the weight of each: those that count half are the last ones.
std::vector<std::pair<glm::uvec3, double>> weighted_facets(const Hull& hull);

// Volume, middle and inertia by signed tetrahedra; moves the points so that the middle is their origin.
void weigh(Hull& hull);

}  // namespace undine::bodies
