// Instances of models on the terrain. A kernel culls them against the view and chooses their levels of detail; one
// indirect draw call draws the clusters of triangles that it lists.
#pragma once
#include <vector>

#include "engine/graph/graph.h"
#include "engine/scene/render_settings.h"
#include "engine/scene/scene.h"
#include "passes/deferred/bounds.h"
#include "passes/deferred/camera.h"
#include "passes/deferred/scatter_models.h"
#include "passes/deferred/scatter_params.h"

namespace undine::deferred {

struct GBufferChoice;

struct ScatterLook {
  bool scatter = true;
  double detail = 1;
  void describe(settings::Visitor& v) {
    v.value("instances", scatter, {.help = "instances of \"terrain.scatter\""});
    v.value("instance_detail", detail,
            {.help = "factor on the distances at which instances have all their detail, and up to which they are drawn",
             .min = 0.05,
             .max = 20});
  }
};

class Scatter {
 public:
  // Loads models and places instances on the CPU: Error(Exit::bad_input) names what does not fit.
  Scatter(graph::State& state, const Scene& scene);
  void start(graph::Graph& g);
  bool shown() const { return look_.scatter && !instances_.empty(); }
  const Bounds& bounds() const { return bounds_; }  // of those that cast shadows
  std::size_t count() const { return instances_.size(); }

  // Draws into a G-buffer that has been cleared.
  void draw(graph::Graph& g, const Camera& camera, const GBufferChoice& choice, const GBuffer& out) const;
  // Draws identifiers (ids.h) where instances are what the G-buffer's `depth` shows.
  void identify(graph::Graph& g, const Camera& camera, graph::Image depth, graph::Image out) const;
  // Draws into a map of the sun, through sun.sun_matrix.
  void cast(graph::Graph& g, const Camera& sun, graph::Image map, const graph::ImageDesc& desc,
            const graph::Raster& raster) const;

 private:
  struct Visible {
    graph::Buffer items, arguments;
  };
  enum class For { picture, mirror, waters, shadow };
  static ScatterCullParams seen_from(const Camera& camera);
  graph::DrawNode begin(graph::DrawNode node, const Camera& camera, const Visible& visible) const;
  Visible cull(graph::Graph& g, const glm::mat4& clip, ScatterCullParams params, For use,
               const GBufferChoice* choice) const;
  const ScatterLook& look_;
  ScatterModels models_;
  std::vector<ScatterInstance> instances_;
  std::vector<ScatterBlock> blocks_;
  Bounds bounds_;
  std::uint32_t capacity_ = 0;  // items
  graph::Buffer vertices_, kinds_, instance_data_, block_data_;
};

}  // namespace undine::deferred
