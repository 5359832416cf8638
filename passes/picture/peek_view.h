// Shows any resource of the frame as a picture: images texel by texel, buffers as a table of numbers.
#pragma once
#include <string>

#include "engine/graph/graph.h"
#include "engine/scene/renderer.h"
#include "passes/picture/field_view.h"

namespace undine::picture {

class PeekView {
 public:
  explicit PeekView(FieldViewPass& ranges) : ranges_(ranges) {}
  // rgba8_unorm, sRGB-encoded, of view.size: what the node of view.show has left in its resource. Images of two and
  // less components (the first one, or FieldShow::component: x, y, length) and one component of others go through a
  // color map, depth through grey; the GPU finds the range. Images of four are colors. Throws Error(Exit::bad_input)
  // for a path, layer, mip or component that does not exist; where !view.strict, a path that this frame does not have
  // is no image, or with view.keep the last one of that path.
  graph::Image draw(graph::Graph& g, const View& view);
  const PeekInfo& info() const { return info_; }

 private:
  graph::Image last(graph::Graph& g, const View& view);  // none: there is none
  void keep(graph::Graph& g, const View& view, graph::Image picture);

  FieldViewPass& ranges_;
  graph::Image kept_{};  // persistent
  std::string kept_path_;
  PeekInfo info_;
};

}  // namespace undine::picture
