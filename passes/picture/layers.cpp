#include "passes/picture/layers.h"

#include <algorithm>
#include <iterator>

#include "passes/deferred/screen.h"

namespace undine::picture {

PictureLayers draw_layers(graph::Graph& g, const deferred::Camera& camera, const LayerSources& from) {
  auto scope = g.scope("layers");
  LayerWaters waters{};
  const auto number = [](const auto& list, auto& to) {
    for (std::size_t i = 0; i < std::min(list.size(), std::size(to)); ++i) to[i] = static_cast<int>(list[i].water);
  };
  number(from.surfaces, waters.grids);
  number(from.waters, waters.meshes);
  const graph::ImageDesc desc{deferred::picture_extent(camera), graph::Format::rgba32_float};
  PictureLayers out{g.image("layers/surface", desc), g.image("layers/whose", desc)};
  deferred::fill(g, "draw", "picture/layers.frag")
      .uniform("camera", camera)
      .uniform("waters", waters)
      .read("scene_normal", from.gbuffer.normal, graph::Sampler::nearest_clamp)
      .read("scene_depth", from.gbuffer.depth, graph::Sampler::nearest_clamp)
      .read("ids", from.ids, graph::Sampler::nearest_clamp)
      .read("motion", from.motion, graph::Sampler::nearest_clamp)
      .optional("grid_normal", from.grids.normal, graph::Sampler::nearest_clamp)
      .optional("grid_depth", from.grids.depth, graph::Sampler::nearest_clamp)
      .optional("mesh_normal", from.meshes.normal, graph::Sampler::nearest_clamp)
      .optional("mesh_depth", from.meshes.depth, graph::Sampler::nearest_clamp)
      .color(out.surface, graph::Load::discard)
      .color(out.whose, graph::Load::discard);
  return out;
}

}  // namespace undine::picture
