// Triangles of the HUD, drawn over a finished picture.
#pragma once  // public
#include <cstddef>
#include <cstdint>
#include <glm/glm.hpp>
#include <memory>
#include <vector>

#include "engine/graph/graph.h"

namespace undine {

struct OverlayVertex {
  glm::vec2 position;   // pixels from the upper left corner of the picture
  glm::vec2 uv;         // in the atlas
  std::uint32_t color;  // rgba8 from the low byte on, sRGB-encoded, alpha not multiplied
};
struct OverlayCall {
  std::uint32_t first_index = 0, indices = 0;
  glm::vec4 clip{};       // pixels: left, top, right, bottom
  bool pictures = false;  // uv are in the atlas of pictures, else in that of coverage
};
struct OverlayShapes {
  std::vector<OverlayVertex> vertices;
  std::vector<std::uint32_t> indices;  // three per triangle
  std::vector<OverlayCall> calls;      // drawn in this order
};

class Overlay {
 public:
  virtual ~Overlay() = default;
  // The atlas of pictures: size.y * size.x texels of sRGB-encoded rgba8. It is uploaded with the next drawing.
  virtual void set_pictures(glm::uvec2 size, std::vector<std::byte> rgba) = 0;
  // Blends the shapes onto `picture`, an sRGB-encoded rgba8_unorm image.
  virtual void draw(graph::Graph& g, graph::Image picture, const OverlayShapes& shapes) = 0;
};

}  // namespace undine
