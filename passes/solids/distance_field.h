// Signed distance field of solids, baked on the GPU into a 3D image, and the share of a smoothing kernel inside them,
// for particle waters.
#ifndef PASSES_SOLIDS_DISTANCE_FIELD_H
#define PASSES_SOLIDS_DISTANCE_FIELD_H
#include "engine/core/shared.h"
SHARED_BEGIN(undine::solids)

// Samples lie at low + index * cell, values between them are trilinear.
struct DistanceGrid {
  vec3 low;
  vec3 cell;
  ivec3 samples;
};

// A triangle with the normals that tell inside from outside [Baerentzen & Aanaes 2005]: of itself, of its edges
// ab, bc, ca (sums of two), of its corners (sums weighted by angles).
struct DistanceFacet {
  vec3 a;
  vec3 b;
  vec3 c;
  vec3 normal;
  vec3 edges[3];
  vec3 corners[3];
};

// Range of a solid's facets in the list, and a box around them.
struct DistanceSolid {
  uint first;
  uint end;
  vec3 low;
  vec3 high;
};

struct DistanceParams {
  DistanceGrid grid;
  uint solids;
  float band;        // distances over it are told as it: of what is farther the water knows nothing
  vec2 ground_size;  // of the terrain, if there is one
  vec3 ground_origin;
};

struct CrowdParams {
  DistanceGrid grid;
  float support;
};

SHARED_END
#ifdef __cplusplus
#include <string>
#include <vector>

#include "engine/graph/graph.h"
#include "engine/scene/ports.h"
#include "passes/solids/solids.h"

namespace undine::solids {

// The facets of solids one after the other, with spheres around them: middle and radius.
struct DistanceFacets {
  std::vector<DistanceFacet> facets;
  std::vector<glm::vec4> spheres;
  std::vector<DistanceSolid> solids;
};
DistanceFacets distance_facets(const std::vector<Solid>& solids);

class DistanceField {
 public:
  DistanceField() = default;
  // Closed solids and the terrain together. `support` of the water's kernel, in meters; its walls are the grid's
  // borders, behind which the solids go on as their mirror images.
  DistanceField(const std::string& owner, const DistanceGrid& grid, DistanceFacets facets, const Heightmap* terrain,
                double support);
  void reserve(graph::State& state);
  void bake(graph::Graph& g);
  // rg32f: signed distance, negative inside, at most band(), meters; and the distance of the plane that would cover as
  // much of a kernel as the solids do there, between -support and support.
  graph::Image image() const { return image_; }
  const DistanceGrid& grid() const { return grid_; }
  double band() const { return static_cast<double>(params_.band); }  // what two kernels side by side can reach

 private:
  std::string owner_;
  DistanceGrid grid_{};
  DistanceFacets facets_;
  std::vector<float> heights_;
  DistanceParams params_{};
  graph::Extent ground_;
  double support_ = 0;
  graph::Image image_;
};

}  // namespace undine::solids
#endif
#endif
