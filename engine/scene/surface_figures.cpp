#include "engine/scene/surface_figures.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

namespace undine {

SurfaceFigures surface_figures(std::span<const std::byte> bytes) {
  SurfaceFigures out;
  std::memcpy(&out, bytes.data(), std::min(bytes.size(), sizeof out));
  return out;
}

std::string overflow_text(const SurfaceFigures& f) {
  std::string text;
  const auto part = [&](std::uint32_t wanted, std::uint32_t room, const char* what) {
    if (wanted > room)
      text += fmt::format("{}{} {} where there is room for {}", text.empty() ? "" : ", ", wanted, what, room);
  };
  part(f.blocks_wanted, f.blocks, "blocks of the field");
  part(f.vertices_wanted, f.vertices, "vertices");
  part(f.triangles_wanted, f.triangles, "triangles");
  return text;
}

}  // namespace undine
