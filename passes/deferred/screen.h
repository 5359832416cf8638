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

// Runs `fragment` once for every pixel of the colors that the node is given next; it gets its place as `uv`.
inline graph::DrawNode fill(graph::Graph& g, std::string_view verb, std::string_view fragment,
                            graph::Variant variant = {}) {
  return g.draw(verb, "deferred/screen.vert", fragment, variant).raster(no_depth).draw({});
}

}  // namespace undine::deferred
