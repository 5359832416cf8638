// Height map of a scene's solids, rasterized from above.
#ifndef PASSES_SOLIDS_HEIGHT_VIEW_H
#define PASSES_SOLIDS_HEIGHT_VIEW_H
#include "engine/core/shared.h"
SHARED_BEGIN(undine::solids)

struct HeightViewParams {
  vec3 low;   // x, z: of the first sample; y: told where there is nothing
  vec3 size;  // x, z: up to the last sample; y: what is higher hides nothing else
  uvec2 samples;
};

SHARED_END
#ifdef __cplusplus
#include <string>
#include <vector>

#include "engine/graph/graph.h"
#include "engine/scene/ports.h"
#include "passes/solids/solids.h"

namespace undine::solids {

class HeightView {
 public:
  HeightView() = default;
  HeightView(const std::string& owner, const HeightViewParams& params, const std::vector<Solid>& solids,
             const Heightmap* terrain);
  void reserve(graph::State& state);
  void draw(graph::Graph& g);
  graph::Image image() const { return image_; }  // r32f: world y; samples over the whole size

 private:
  std::string owner_;
  HeightViewParams params_{};
  std::vector<glm::vec3> points_;
  std::vector<std::uint32_t> indices_;
  graph::Image image_;
};

}  // namespace undine::solids
#endif
#endif
