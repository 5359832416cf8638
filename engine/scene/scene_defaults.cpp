#include "engine/scene/scene_defaults.h"

#include <algorithm>
#include <cmath>

#include "engine/scene/farthest.h"

namespace undine {
namespace {

MeshSettings basin_around(const Place& place) {
  const double narrow = std::min(place.size.x, place.size.y);
  MeshSettings m;
  m.shape = MeshSettings::Shape::basin;
  m.size = glm::clamp(glm::dvec3(place.size.x, std::min(0.35 * narrow, 3.0), place.size.y), 1e-6, farthest);
  m.wall = std::clamp(0.04 * narrow, 1e-6, 1000.0);
  m.rim = std::min(0.03 * narrow, 0.3);
  m.translate = place.origin;
  m.material.pattern = MaterialSettings::Pattern::tiles;
  m.material.scale = std::clamp(narrow / 16, 1e-6, 1000.0);
  m.material.color = {0.34, 0.58, 0.66};
  m.material.color2 = {0.78, 0.80, 0.78};
  m.material.roughness = 0.25;
  return m;
}

MeshSettings tray_under(const Room& room) {
  const glm::dvec3 size = room.high - room.low, middle = (room.low + room.high) / 2.0;
  MeshSettings tray = basin_around({{middle.x, room.low.y, middle.z}, {size.x, size.z}});
  tray.size.y = std::clamp(0.04 * std::min(size.x, size.z), 1e-6, farthest);
  tray.rim = 0;
  tray.translate.y += tray.size.y;
  return tray;
}

}  // namespace

void complete_scene(Scene& scene, bool meshes, bool camera) {
  if (camera && !scene.camera.path.empty()) {
    static_cast<CameraPlace&>(scene.camera) = camera_at(scene.camera.path, 0, [&](const std::string& name) {
      const auto body = std::ranges::find(scene.bodies, name, &BodySettings::name);
      return body == scene.bodies.end() ? glm::dvec3(0) : body->position;
    });
    camera = false;
  }
  glm::dvec3 low(HUGE_VAL), high(-HUGE_VAL);
  double floor = HUGE_VAL;
  for (const WaterEntry& water : scene.water) {
    const auto place = water.settings->place();
    const auto room = water.settings->room();
    if (place) {
      const glm::dvec3 half(place->size.x / 2, 0, place->size.y / 2);
      low = glm::min(low, place->origin - half);
      high = glm::max(high, place->origin + half);
    } else if (room) {
      low = glm::min(low, room->low);
      high = glm::max(high, room->high);
    }
    if ((!place && !room) || !meshes || scene.terrain) continue;
    const MeshSettings basin = place ? basin_around(*place) : tray_under(*room);
    floor = std::min(floor, basin.translate.y - basin.size.y - basin.wall);
    scene.meshes.push_back(basin);
  }
  if (low.x > high.x) return;
  const glm::dvec3 middle = glm::clamp((low + high) / 2.0, -farthest, farthest);
  const double radius = glm::length(high - low) / 2;
  if (std::isfinite(floor)) {
    MeshSettings ground;
    ground.shape = MeshSettings::Shape::plane;
    ground.size = glm::dvec3(std::min(60 * radius, farthest));
    ground.translate = {middle.x, std::clamp(floor, -farthest, farthest), middle.z};
    ground.material.color = {0.36, 0.34, 0.30};
    ground.material.roughness = 0.9;
    scene.meshes.push_back(ground);
  }
  if (!camera) return;
  const double away = 1.02 * radius / std::tan(glm::radians(scene.camera.fov) / 2);
  const glm::dvec3 eye = glm::clamp(middle + away * glm::normalize(glm::dvec3(0.52, 0.55, 0.80)), -farthest, farthest);
  if (eye == middle) return;
  scene.camera.eye = eye;
  scene.camera.target = middle;
}

}  // namespace undine
