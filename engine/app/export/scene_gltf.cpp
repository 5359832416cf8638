// [glTF] Khronos Group, glTF 2.0 Specification, 2021.
#include "engine/app/export/scene_gltf.h"

#include <fmt/format.h>

#include <bit>
#include <cstring>
#include <glm/gtc/quaternion.hpp>
#include <nlohmann/json.hpp>

namespace undine::session {
namespace {

using Json = nlohmann::ordered_json;
static_assert(std::endian::native == std::endian::little);

constexpr int floats = 5126, words = 5125;  // component types

class Glb {
 public:
  Json json{{"asset", {{"version", "2.0"}, {"generator", "undine " UNDINE_VERSION}}}};

  // target: 34962 vertices, 34963 indices, 0 animations.
  template <class T>
  std::size_t accessor(std::span<const T> values, const char* type, int component, int target) {
    Json view{{"buffer", 0}, {"byteOffset", bytes_.size()}, {"byteLength", values.size_bytes()}};
    if (target > 0) view["target"] = target;
    json["bufferViews"].push_back(std::move(view));
    const std::size_t count = component == words ? values.size() * sizeof(T) / 4 : values.size();
    json["accessors"].push_back({{"bufferView", json["bufferViews"].size() - 1},
                                 {"componentType", component},
                                 {"count", count},
                                 {"type", type}});
    bytes_.append(reinterpret_cast<const char*>(values.data()), values.size_bytes());
    return json["accessors"].size() - 1;
  }
  Json& last_accessor() { return json["accessors"].back(); }

  std::string file() {
    json["buffers"] = Json::array({{{"byteLength", bytes_.size()}}});
    std::string text = json.dump();
    text.resize((text.size() + 3) / 4 * 4, ' ');
    std::string out;
    const auto word = [&](std::size_t value) {
      const auto w = static_cast<std::uint32_t>(value);
      out.append(reinterpret_cast<const char*>(&w), sizeof w);
    };
    const std::size_t chunk = 8;
    out += "glTF";
    word(2);
    word(12 + chunk + text.size() + chunk + bytes_.size());
    word(text.size());
    out += "JSON" + text;
    word(bytes_.size());
    out.append("BIN\0", 4);
    return out + bytes_;
  }

 private:
  std::string bytes_;
};

}  // namespace

glm::quat camera_rotation(const CameraPlace& place) {
  const glm::dvec3 back = glm::normalize(place.eye - place.target);
  const glm::dvec3 up = std::abs(back.y) > 0.9999 ? glm::dvec3(0, 0, -1) : glm::dvec3(0, 1, 0);
  const glm::dvec3 right = glm::normalize(glm::cross(up, back));
  return glm::quat(glm::quat_cast(glm::dmat3(right, glm::cross(back, right), back)));
}

std::string scene_glb(std::span<const BodyMesh> meshes, std::span<const SceneMoment> moments) {
  constexpr std::size_t row = 13;  // values per row of bodies.state: position, rotation as x, y, z, w, and more
  Glb glb;
  Json& json = glb.json;
  json["scene"] = 0;
  json["scenes"] = Json::array({{{"nodes", Json::array()}}});
  for (const char* list : {"nodes", "bufferViews", "accessors"}) json[list] = Json::array();
  Json animation{{"name", "undine"}, {"channels", Json::array()}, {"samplers", Json::array()}};
  std::vector<float> times;
  for (const SceneMoment& moment : moments) times.push_back(static_cast<float>(moment.time));
  const std::size_t time = glb.accessor(std::span<const float>(times), "SCALAR", floats, 0);
  glb.last_accessor()["min"] = Json::array({times.front()});
  glb.last_accessor()["max"] = Json::array({times.back()});
  const auto animate = [&](std::size_t node, const char* path, std::size_t values) {
    animation["samplers"].push_back({{"input", time}, {"output", values}, {"interpolation", "LINEAR"}});
    animation["channels"].push_back(
        {{"sampler", animation["samplers"].size() - 1}, {"target", {{"node", node}, {"path", path}}}});
  };
  const auto add = [&](Json node, const auto& place, const auto& turn) {
    json["nodes"].push_back(std::move(node));
    const std::size_t index = json["nodes"].size() - 1;
    json["scenes"][0]["nodes"].push_back(index);
    std::vector<glm::vec3> places;
    std::vector<glm::vec4> turns;
    for (const SceneMoment& moment : moments) {
      places.push_back(place(moment));
      glm::vec4 q = turn(moment);
      if (!turns.empty() && glm::dot(q, turns.back()) < 0) q = -q;  // take the shorter rotation
      turns.push_back(glm::normalize(q));
    }
    animate(index, "translation", glb.accessor(std::span<const glm::vec3>(places), "VEC3", floats, 0));
    animate(index, "rotation", glb.accessor(std::span<const glm::vec4>(turns), "VEC4", floats, 0));
  };

  for (std::size_t i = 0; i < meshes.size(); ++i) {
    const BodyMesh& mesh = meshes[i];
    const std::string name = mesh.name.empty() ? fmt::format("body_{}", i) : mesh.name;
    glm::vec3 low(1e30f), high(-1e30f);
    for (const glm::vec3& p : mesh.points) {
      low = glm::min(low, p);
      high = glm::max(high, p);
    }
    const std::size_t points = glb.accessor(std::span<const glm::vec3>(mesh.points), "VEC3", floats, 34962);
    glb.last_accessor()["min"] = {low.x, low.y, low.z};
    glb.last_accessor()["max"] = {high.x, high.y, high.z};
    const std::size_t facets = glb.accessor(std::span<const glm::uvec3>(mesh.facets), "SCALAR", words, 34963);
    json["meshes"].push_back(
        {{"name", name}, {"primitives", Json::array({{{"attributes", {{"POSITION", points}}}, {"indices", facets}}})}});
    for (std::uint32_t k = 0; k < mesh.count; ++k) {
      const std::size_t at = (mesh.first + k) * row;
      const auto place = [at](const SceneMoment& m) {
        return glm::vec3(m.bodies[at], m.bodies[at + 1], m.bodies[at + 2]);
      };
      const auto turn = [at](const SceneMoment& m) {
        return glm::vec4(m.bodies[at + 3], m.bodies[at + 4], m.bodies[at + 5], m.bodies[at + 6]);
      };
      add({{"name", mesh.count > 1 ? fmt::format("{}_{}", name, k) : name}, {"mesh", json["meshes"].size() - 1}}, place,
          turn);
    }
  }
  json["cameras"] = Json::array({{{"name", "camera"},
                                  {"type", "perspective"},
                                  {"perspective", {{"yfov", glm::radians(moments[0].camera.fov)}, {"znear", 0.05}}}}});
  add(
      {{"name", "camera"}, {"camera", 0}}, [](const SceneMoment& m) { return glm::vec3(m.camera.eye); },
      [](const SceneMoment& m) {
        const glm::quat q = camera_rotation(m.camera);
        return glm::vec4(q.x, q.y, q.z, q.w);
      });
  json["animations"] = Json::array();
  json["animations"].push_back(std::move(animation));
  return glb.file();
}

}  // namespace undine::session
