#include "passes/deferred/mirrored.h"

#include <algorithm>
#include <cmath>

#include "passes/deferred/gbuffer.h"
#include "passes/deferred/lighting.h"

namespace undine::deferred {
namespace {

constexpr float mirror_margin = 1.1f, share = 0.7f;
constexpr double same_level = 1e-3, least_height = 0.02;  // meters

Camera mirror(const Camera& camera, float level) {
  glm::dmat4 flip(1);  // world y to 2 level - y
  flip[1][1] = -1;
  flip[3][1] = 2.0 * static_cast<double>(level);
  glm::dmat4 image(1);
  image[0][0] = -1.0 / static_cast<double>(mirror_margin);
  image[1][1] = 1.0 / static_cast<double>(mirror_margin);
  Camera c = camera;
  c.view = glm::mat4(glm::dmat4(camera.view) * flip);
  c.projection = glm::mat4(image * glm::dmat4(camera.projection));
  const glm::dmat4 all = image * glm::dmat4(camera.view_projection) * flip;
  c.view_projection = glm::mat4(all);
  c.inverse_view_projection = glm::mat4(glm::inverse(all));
  c.eye.y = 2 * level - camera.eye.y;
  const glm::vec2 size = glm::max(glm::ceil(glm::vec2(camera.viewport) * (mirror_margin * share)), glm::vec2(1));
  c.viewport = glm::vec4(size, 1.0f / size);
  return c;
}

const SurfaceField* largest(std::span<const SurfaceField> waters, double eye) {
  const SurfaceField* out = nullptr;
  for (const SurfaceField& w : waters) {
    if (!w.level || eye < w.origin.y + least_height) continue;
    if (!out || w.size.x * w.size.y > out->size.x * out->size.y) out = &w;
  }
  return out;
}

}  // namespace

std::optional<Mirrored> draw_mirrored(graph::Graph& g, const Camera& camera, const Geometry& geometry,
                                      const Light& light, const SsaoSettings& ssao,
                                      std::span<const SurfaceField> waters, const WetGround& wet, SunSearch sun) {
  const SurfaceField* plane = largest(waters, static_cast<double>(camera.eye.y));
  if (!plane) return {};
  auto scope = g.scope("mirrored");
  Mirrored out;
  const auto level = static_cast<float>(plane->origin.y);
  out.camera = mirror(camera, level);
  for (std::size_t i = 0; i < waters.size() && i < 32; ++i)
    if (waters[i].level && std::abs(waters[i].origin.y - plane->origin.y) < same_level) out.waters |= 1u << i;
  SsaoSettings none = ssao;
  none.enabled = false;
  GBuffer gbuffer;
  graph::Image ambient;
  {
    auto cached = g.cached("standing");
    const Camera still = without_time(out.camera);
    gbuffer = draw_gbuffer(g, still, geometry, {.fish = false, .least = level, .wet = &wet});
    ambient = draw_ambient(g, still, gbuffer, none);
  }
  out.lit = draw_lighting(g, out.camera, gbuffer, light, ambient,
                          {.sky = false, .all_in_air = out.waters + 1 == 1u << waters.size(), .sun = sun});
  draw_bulbs(g, out.camera, light.lamps, out.lit, {.least = level});
  return out;
}

}  // namespace undine::deferred
