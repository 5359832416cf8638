#include "engine/app/export/usd_scene.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <glm/gtc/quaternion.hpp>

#include "engine/app/export/usd_water.h"
#include "engine/scene/solver.h"

namespace undine::session {
namespace {

constexpr const char* bound = "prepend apiSchemas = [\"MaterialBindingAPI\"]";

void bind_material(files::UsdLayer& layer, const std::string& material) {
  layer.line(fmt::format("rel material:binding = </scene/materials/{}>", material));
}

void write_color(files::UsdLayer& layer, const glm::vec3& color) {
  layer.set("color3f[] primvars:displayColor", std::vector{color}, "constant");
}

// Rigid motion of the current prim.
void write_motion(files::UsdLayer& layer, std::span<const double> times, std::span<const glm::dvec3> places,
                  std::vector<glm::quat> turns) {
  for (std::size_t i = 1; i < turns.size(); ++i)
    if (glm::dot(turns[i], turns[i - 1]) < 0) turns[i] = -turns[i];  // take the shorter rotation
  layer.samples("double3 xformOp:translate", times, places);
  if (!turns.empty()) layer.samples("quatf xformOp:orient", times, std::span<const glm::quat>(turns));
  layer.line(turns.empty() ? "uniform token[] xformOpOrder = [\"xformOp:translate\"]"
                           : "uniform token[] xformOpOrder = [\"xformOp:translate\", \"xformOp:orient\"]");
}

// Materials of `meshes`, which are those of "bodies", then solid "meshes" that move.
std::vector<SurfaceLook> looks_of(const Scene& scene, std::span<const BodyMesh> meshes) {
  std::vector<SurfaceLook> out;
  for (const BodySettings& body : scene.bodies) out.push_back(look_of(body.material));
  for (const MeshSettings& mesh : scene.meshes)
    if (mesh.motion && mesh.solid) out.push_back(look_of(mesh.material));
  out.resize(meshes.size());
  return out;
}

struct Gate {
  MovingWall wall;
  std::string name;
};

std::vector<Gate> gates_of(const Scene& scene) {
  std::vector<Gate> out;
  for (const WaterEntry& water : scene.water)
    for (const MovingWall& wall : water.settings->walls(scene.terrain))
      out.push_back({wall, fmt::format("gate_{}", out.size())});
  return out;
}

void write_gates(files::UsdLayer& layer, std::span<const Gate> gates, const UsdMotion& motion) {
  layer.begin("def Xform", "gates");
  for (const Gate& gate : gates) {
    const MovingWall& wall = gate.wall;
    const glm::vec3 half(0.5 * (wall.high - wall.low));
    std::vector<glm::vec3> corners;
    for (int i = 0; i < 8; ++i) corners.push_back(half * glm::vec3(i & 1 ? 1 : -1, i & 2 ? 1 : -1, i & 4 ? 1 : -1));
    const std::vector<glm::uvec3> triangles{{0, 4, 6}, {0, 6, 2}, {1, 3, 7}, {1, 7, 5}, {0, 1, 5}, {0, 5, 4},
                                            {2, 6, 7}, {2, 7, 3}, {0, 2, 3}, {0, 3, 1}, {4, 5, 7}, {4, 7, 6}};
    std::vector<glm::dvec3> places;
    for (const SceneMoment& m : motion.moments) {
      places.push_back(0.5 * (wall.low + wall.high));
      places.back().y -= wall.travel * moved_share(wall.opens, wall.time, m.time);
    }
    layer.begin("def Mesh", gate.name, {bound});
    write_usd_mesh(layer, corners, triangles);
    write_color(layer, glm::vec3(wall.material.color));
    bind_material(layer, gate.name);
    write_motion(layer, motion.times, places, {});
    layer.end();
  }
  layer.end();
}

void write_hull(files::UsdLayer& layer, const BodyMesh& mesh, const SurfaceLook& look) {
  write_usd_mesh(layer, mesh.points, mesh.facets);
  write_color(layer, look.color);
}

// Prims of the bodies: one per body, and before several of one entry their common hull.
std::vector<std::string> names_of(std::span<const BodyMesh> meshes) {
  std::vector<std::string> out;
  for (std::size_t i = 0; i < meshes.size(); ++i) {
    const std::string name = meshes[i].name.empty() ? fmt::format("body_{}", i) : meshes[i].name;
    out.push_back(meshes[i].count > 1 ? name + "_hull" : name);
    for (std::uint32_t k = 0; k < meshes[i].count && meshes[i].count > 1; ++k)
      out.push_back(fmt::format("{}_{}", name, k));
  }
  return files::usd_identifiers(out);
}

std::string material_of(const BodyMesh& mesh) { return fmt::format("body_{}", mesh.first); }

void write_bodies(files::UsdLayer& layer, const UsdMotion& motion, std::span<const SurfaceLook> looks) {
  constexpr std::size_t row = 13;  // values per row of bodies.state: position, rotation as x, y, z, w, and more
  const std::vector<std::string> names = names_of(motion.meshes);
  std::size_t next = 0;
  layer.begin("def Xform", "bodies");
  for (std::size_t i = 0; i < motion.meshes.size(); ++i) {
    const BodyMesh& mesh = motion.meshes[i];
    const std::string& hull = names[next];
    if (mesh.count > 1) {
      layer.begin("class Mesh", names[next++]);
      write_hull(layer, mesh, looks[i]);
      layer.end();
    }
    for (std::uint32_t k = 0; k < mesh.count; ++k) {
      std::vector<glm::dvec3> places;
      std::vector<glm::quat> turns;
      for (const SceneMoment& m : motion.moments) {
        const float* state = &m.bodies[(mesh.first + k) * row];
        places.emplace_back(state[0], state[1], state[2]);
        turns.push_back(glm::normalize(glm::quat(state[6], state[3], state[4], state[5])));
      }
      layer.begin("def Xform", names[next++],
                  {"customData = {", fmt::format("    string name = {}", files::usd_quoted(mesh.name)), "}"});
      write_motion(layer, motion.times, places, std::move(turns));
      std::vector<std::string> metadata{bound};
      if (mesh.count > 1) metadata.push_back(fmt::format("references = </scene/bodies/{}>", hull));
      layer.begin("def Mesh", "hull", metadata);
      if (mesh.count == 1) write_hull(layer, mesh, looks[i]);
      bind_material(layer, material_of(mesh));
      layer.end();
      layer.end();
    }
  }
  layer.end();
}

// Apertures and focal length in tenths of the stage's unit, a meter: a frame 24 mm high.
void write_camera(files::UsdLayer& layer, const UsdMotion& motion) {
  constexpr double height = 0.24;
  std::vector<glm::dvec3> places;
  std::vector<glm::quat> turns;
  std::vector<float> lengths;
  for (const SceneMoment& m : motion.moments) {
    places.push_back(m.camera.eye);
    turns.push_back(camera_rotation(m.camera));
    lengths.push_back(static_cast<float>(0.5 * height / std::tan(0.5 * glm::radians(m.camera.fov))));
  }
  layer.begin("def Camera", "camera");
  layer.set("float2 clippingRange", glm::vec2(0.05f, 1e5f));
  layer.samples("float focalLength", motion.times, std::span<const float>(lengths));
  layer.set("float horizontalAperture", static_cast<float>(height * motion.aspect));
  layer.line("token projection = \"perspective\"");
  layer.set("float verticalAperture", static_cast<float>(height));
  write_motion(layer, motion.times, places, std::move(turns));
  layer.end();
}

// A DistantLight shines along its -z.
void write_sun(files::UsdLayer& layer, const SunSettings& sun) {
  layer.begin("def DistantLight", "sun");
  layer.set("float inputs:angle", static_cast<float>(sun.diameter));
  layer.set("color3f inputs:color", glm::vec3(sun.color));
  layer.set("float inputs:intensity", static_cast<float>(sun.intensity));
  layer.line("bool inputs:normalize = 1");
  const CameraPlace place{.eye = sun.direction, .target = glm::dvec3(0)};
  layer.set("quatf xformOp:orient", camera_rotation(place));
  layer.line("uniform token[] xformOpOrder = [\"xformOp:orient\"]");
  layer.end();
}

}  // namespace

void write_usd_material(files::UsdLayer& layer, const std::string& name, const SurfaceLook& look, float ior) {
  const std::string path = "/scene/materials/" + name;
  layer.begin("def Material", name);
  layer.line(fmt::format("token outputs:surface.connect = <{}/preview.outputs:surface>", path));
  layer.begin("def Shader", "preview");
  layer.line("uniform token info:id = \"UsdPreviewSurface\"");
  layer.set("color3f inputs:diffuseColor", look.color);
  if (look.emission != glm::vec3(0)) layer.set("color3f inputs:emissiveColor", look.emission);
  if (ior > 0) layer.set("float inputs:ior", ior);
  layer.set("float inputs:metallic", look.metallic);
  layer.set("float inputs:opacity", look.opacity);
  layer.set("float inputs:roughness", look.roughness);
  layer.line("token outputs:surface");
  layer.end();
  layer.end();
}

std::string usd_motion(const files::UsdStage& stage, const Scene& scene, const UsdMotion& motion) {
  const std::vector<Gate> gates = gates_of(scene);
  const std::vector<SurfaceLook> looks = looks_of(scene, motion.meshes);
  files::UsdLayer layer(stage, "scene");
  layer.begin("def Xform", "scene");
  layer.begin("def Scope", "materials");
  for (std::size_t i = 0; i < looks.size(); ++i) write_usd_material(layer, material_of(motion.meshes[i]), looks[i]);
  for (const Gate& gate : gates) write_usd_material(layer, gate.name, look_of(gate.wall.material));
  layer.end();
  write_bodies(layer, motion, looks);
  write_gates(layer, gates, motion);
  write_camera(layer, motion);
  layer.end();
  return std::move(layer).take();
}

std::string usd_scenery(const files::UsdStage& stage, const Scene& scene, std::span<const SceneryMesh> meshes) {
  // Meshes of one look share its material, which has the name of the first one.
  const auto material_of = [&](const SceneryMesh& mesh) {
    return "scenery_" + std::ranges::find(meshes, mesh.look, &SceneryMesh::look)->name;
  };
  files::UsdLayer layer(stage, "scene");
  layer.begin("def Xform", "scene");
  layer.begin("def Scope", "materials");
  for (const SceneryMesh& mesh : meshes)
    if (const std::string name = material_of(mesh); name == "scenery_" + mesh.name)
      write_usd_material(layer, name, mesh.look);
  layer.end();
  layer.begin("def Xform", "scenery");
  for (const SceneryMesh& mesh : meshes) {
    layer.begin("def Mesh", mesh.name, {bound});
    write_usd_mesh(layer, mesh.points, mesh.triangles);
    layer.set("normal3f[] normals", mesh.normals, "vertex");
    layer.set("texCoord2f[] primvars:st", mesh.uv, "vertex");
    if (mesh.colors.empty())
      write_color(layer, mesh.look.color);
    else
      layer.set("color3f[] primvars:displayColor", mesh.colors, "vertex");
    if (mesh.double_sided) layer.line("uniform bool doubleSided = 1");
    bind_material(layer, material_of(mesh));
    layer.end();
  }
  layer.end();
  write_sun(layer, scene.sun);
  layer.end();
  return std::move(layer).take();
}

}  // namespace undine::session
