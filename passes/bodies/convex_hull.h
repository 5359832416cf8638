// Convex hulls of points, as polyhedra with polygonal faces.
#pragma once
#include <glm/glm.hpp>
#include <vector>

namespace undine::bodies {

struct ConvexHull {
  struct Face {
    glm::dvec3 normal{0};           // outward
    std::vector<unsigned> corners;  // counter-clockwise seen from outside
  };
  std::vector<glm::dvec3> points;
  std::vector<Face> faces;
};

// Convex hull. Beyond `most` points, takes those that lie farthest in as many directions. Without faces if the points
// lie in one plane, to 1e-6 of their extent.
ConvexHull convex_hull(const std::vector<glm::dvec3>& points, std::size_t most = 256);

}  // namespace undine::bodies
