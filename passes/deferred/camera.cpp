#include "passes/deferred/camera.h"

#include <cmath>
#include <glm/gtc/matrix_transform.hpp>

#include "engine/scene/renderer.h"
#include "passes/deferred/optics.h"
#include "passes/deferred/water_look.h"

namespace undine::deferred {
namespace {

// Meters from the eye to the near plane: the lens's distance times lens_depth. In scenes of millimeters the near
// plane lies within the first quarter of the distance to the target. Powers of two keep the bits of all other depths.
double near_plane(const View& view) {
  constexpr double lens = 0.05, share = 0.25, least = 1e-6;
  const double wanted = std::max(share * glm::distance(view.eye, view.target), least);
  const double halvings = std::max(0.0, std::ceil(std::log2(lens / wanted)));
  return static_cast<double>(lens_depth) * std::ldexp(lens, -static_cast<int>(halvings));
}

// Infinite perspective with reversed depth.
glm::dmat4 reversed_projection(double fov, double aspect, double near) {
  const double f = 1 / std::tan(glm::radians(fov) / 2);
  glm::dmat4 p(0);
  p[0][0] = f / aspect;
  p[1][1] = f;
  p[2][3] = -1;
  p[3][2] = near;
  return p;
}

glm::dmat4 world_to_view(const View& view) {
  const glm::dvec3 ahead = view.target - view.eye;
  const glm::dvec3 forward = glm::length(ahead) > 1e-9 ? glm::normalize(ahead) : glm::dvec3(0, 0, -1);
  // Straight up or down has no roll of its own: any other axis will do.
  const glm::dvec3 up = glm::length(glm::cross(forward, view.up)) > 1e-6 ? view.up : glm::dvec3(0, 0, -1);
  return glm::lookAt(view.eye, view.eye + forward, up);
}

glm::dmat4 projection_of(const View& view) {
  const double own = static_cast<double>(view.size.x) / static_cast<double>(view.size.y);
  return reversed_projection(view.fov, view.aspect > 0 ? view.aspect : own, near_plane(view));
}

}  // namespace

glm::dmat4 view_projection(const View& view) { return projection_of(view) * world_to_view(view); }

Camera make_camera(const View& view, const Scene& scene) {
  const glm::dvec3 eye = view.eye;
  const glm::dmat4 look = world_to_view(view);
  const glm::dvec2 size(view.size);
  const glm::dvec2 shift = glm::dvec2(-2, 2) * view.offset / size;  // y points up in clip space
  glm::dmat4 shifted(1);
  shifted[3] = glm::dvec4(shift, 0, 1);
  const glm::dmat4 projection = shifted * projection_of(view);

  Camera c{};
  c.view = glm::mat4(look);
  c.projection = glm::mat4(projection);
  c.view_projection = glm::mat4(projection * look);
  c.inverse_view_projection = glm::mat4(glm::inverse(projection * look));
  c.sun_matrix = c.bent_matrix = c.mirrored_matrix = glm::mat4(1);
  c.jitter = glm::vec4(glm::dvec4(shift, view.turn, view.detail));
  c.eye = glm::vec4(glm::dvec4(eye, view.time));
  c.viewport = glm::vec4(glm::dvec4(size, 1.0 / size.x, 1.0 / size.y));
  c.sun_direction = glm::vec4(glm::dvec4(glm::normalize(scene.sun.direction), near_plane(view)));
  const auto index = static_cast<float>(scene.render.of<WaterLook>().ior);
  const glm::vec3 down =
      -glm::normalize(glm::vec3(c.sun_direction.x, std::max(c.sun_direction.y, 0.0f), c.sun_direction.z));
  c.bent_direction = glm::vec4(-snell_refract(down, glm::vec3(0, 1, 0), 1 / index), index);
  c.sun_radiance =
      glm::vec4(glm::dvec4(scene.sun.color * scene.sun.intensity, scene.render.of<ExposureSettings>().factor()));
  c.near_shadow[0] = c.near_shadow[1] = glm::vec4(1, 1, 0, 0);
  c.cloud_sheet = glm::vec4(0, 0, 0, std::tan(glm::radians(scene.sun.diameter) / 2));
  return c;
}

}  // namespace undine::deferred
