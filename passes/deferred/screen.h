// Declares full-screen passes.
#pragma once
#include <string_view>

#include "engine/graph/graph.h"
#include "passes/deferred/camera.h"

namespace undine::deferred {

inline graph::Extent picture_extent(const Camera& camera) {
  return {static_cast<std::uint32_t>(camera.viewport.x), static_cast<std::uint32_t>(camera.viewport.y)};
}

inline constexpr graph::Raster no_depth{.depth = graph::Compare::always, .depth_write = false};

// Runs `fragment` once for each pixel of the targets that the node is given next, with its place as `uv`: as a draw or
// a compute kernel (engine/graph/pixel_kernels.h).
inline graph::DrawNode fill(graph::Graph& g, std::string_view verb, std::string_view fragment,
                            graph::Variant variant = {}) {
  return g.draw(verb, "deferred/screen.vert", fragment, variant).raster(no_depth).full_screen().draw({});
}

// The same if the VkDrawIndirectCommand at `offset` of `draws` is not empty.
inline graph::DrawNode fill_if(graph::Graph& g, std::string_view verb, std::string_view fragment, graph::Buffer draws,
                               std::uint64_t offset) {
  return g.draw(verb, "deferred/screen.vert", fragment).raster(no_depth).full_screen().indirect(draws, offset);
}

}  // namespace undine::deferred
