// A solver's field in false colors: a map from above, or painted on the water's surface in the picture. The GPU finds
// the range of the color map; the CPU does not wait for it.
#pragma once
#include <memory>
#include <optional>
#include <string>

#include "engine/graph/graph.h"
#include "engine/scene/field_show.h"
#include "engine/scene/ports.h"
#include "passes/deferred/camera.h"
#include "passes/picture/field_view_params.h"

namespace undine::picture {

// A field that was published in this frame, and the water that it belongs to.
struct FieldOnWater {
  const Field& field;
  FieldView data;
  SurfaceField water;
};

// Colors of a field's numbers, for shaders that draw them in their own way.
struct FieldColors {
  FieldSource source;
  graph::Buffer field, range;  // range: FieldRange
  std::uint32_t map;
};

class FieldViewPass {
 public:
  explicit FieldViewPass(graph::State& state);
  // rgba8_unorm, sRGB-encoded, of the camera's viewport size; cells keep their shape, x to the right and z down.
  graph::Image map(graph::Graph& g, const deferred::Camera& camera, const FieldOnWater& on, const FieldShow& how);
  // `picture` with the surface of number `index` painted: from Tonemap::encode(), as water_normal and water_depth of
  // WaterPass saw it. smooth_edges: its alpha is luma.
  graph::Image paint(graph::Graph& g, const deferred::Camera& camera, const FieldOnWater& on, std::size_t index,
                     const FieldShow& how, graph::Image picture, graph::Image water_normal, graph::Image water_depth,
                     bool smooth_edges);
  FieldColors colors(graph::Graph& g, const FieldOnWater& on, const FieldShow& how);
  std::optional<FieldFigures> figures() const { return *figures_; }

  // The ends of the color map from the least and largest numbers of parts, of `what` as shown in the way `how`.
  // middle: that of an automatic range; centered: it is even around that. Returns FieldRange, until the next call.
  struct RangeOf {
    const std::string& what;
    double middle = 0;
    bool centered = false;
  };
  graph::Buffer join_range(graph::Graph& g, graph::Buffer parts, const RangeOf& of, const FieldShow& how);

 private:
  void find_range(graph::Graph& g, const FieldOnWater& on, const FieldShow& how);

  graph::Buffer range_;
  std::string shown_;  // what range_ is of
  std::shared_ptr<std::optional<FieldFigures>> figures_ = std::make_shared<std::optional<FieldFigures>>();
};

}  // namespace undine::picture
