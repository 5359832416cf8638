#include "passes/models/gltf_nodes.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <glm/gtc/quaternion.hpp>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "engine/core/error.h"
#include "passes/models/gltf_file.h"

namespace undine::solids {
namespace {

constexpr double most_seconds = 600;

bool finite(const glm::dvec3& v) { return std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.z); }

std::vector<int> roots_of(const GltfAccessors& accessors, const tinygltf::Model& model) {
  if (!model.scenes.empty()) {
    const int scene = std::max(model.defaultScene, 0);
    if (static_cast<std::size_t>(scene) >= model.scenes.size())
      accessors.fail("scene", "scene " + std::to_string(scene) + " does not exist", "an index into scenes");
    return model.scenes[static_cast<std::size_t>(scene)].nodes;
  }
  std::vector<bool> child(model.nodes.size(), false);
  for (const tinygltf::Node& n : model.nodes)
    for (int c : n.children)
      if (c >= 0 && static_cast<std::size_t>(c) < child.size()) child[static_cast<std::size_t>(c)] = true;
  std::vector<int> roots;
  for (std::size_t i = 0; i < child.size(); ++i)
    if (!child[i]) roots.push_back(static_cast<int>(i));
  return roots;
}

// One channel of an animation: values of `n` numbers over time.
struct Channel {
  std::string path;
  enum class Way { step, linear, cubic } way = Way::linear;
  std::vector<float> times, values;
  std::size_t n = 3;

  glm::dvec4 value(std::size_t key,
                   std::size_t part = 0) const {  // part of cubic keys: 0 slope in, 1 value, 2 slope out
    const std::size_t at = (way == Way::cubic ? 3 * key + part : key) * n;
    glm::dvec4 out(0);
    for (std::size_t c = 0; c < n; ++c) out[static_cast<int>(c)] = static_cast<double>(values[at + c]);
    return out;
  }
  glm::dvec4 at(double time) const {
    const std::size_t middle = way == Way::cubic ? 1 : 0;
    if (time <= static_cast<double>(times.front())) return value(0, middle);
    if (time >= static_cast<double>(times.back())) return value(times.size() - 1, middle);
    const auto next =
        static_cast<std::size_t>(std::upper_bound(times.begin(), times.end(), time,
                                                  [](double t, float key) { return t < static_cast<double>(key); }) -
                                 times.begin());
    const std::size_t k = next - 1;
    const double from = static_cast<double>(times[k]), span = static_cast<double>(times[next]) - from;
    const double s = span > 0 ? (time - from) / span : 0;
    if (way == Way::step) return value(k);
    if (way == Way::cubic) {
      const double s2 = s * s, s3 = s2 * s;
      return (2 * s3 - 3 * s2 + 1) * value(k, 1) + span * (s3 - 2 * s2 + s) * value(k, 2) +
             (3 * s2 - 2 * s3) * value(next, 1) + span * (s3 - s2) * value(next, 0);
    }
    if (n == 3) return glm::mix(value(k), value(next), s);
    const auto turn = [&](std::size_t key) {
      const glm::dvec4 v = value(key);
      return glm::normalize(glm::dquat(v.w, v.x, v.y, v.z));
    };
    const glm::dquat q = glm::slerp(turn(k), turn(next), s);
    return {q.x, q.y, q.z, q.w};
  }
};

Channel read_channel(const GltfAccessors& accessors, const tinygltf::Animation& animation,
                     const tinygltf::AnimationChannel& channel, const std::string& place) {
  if (channel.sampler < 0 || static_cast<std::size_t>(channel.sampler) >= animation.samplers.size())
    accessors.fail(place, "sampler " + std::to_string(channel.sampler) + " does not exist", "an index into samplers");
  const tinygltf::AnimationSampler& sampler = animation.samplers[static_cast<std::size_t>(channel.sampler)];
  Channel out;
  out.path = channel.target_path;
  out.n = out.path == "rotation" ? 4 : 3;
  if (sampler.interpolation == "STEP")
    out.way = Channel::Way::step;
  else if (sampler.interpolation == "CUBICSPLINE")
    out.way = Channel::Way::cubic;
  else if (sampler.interpolation != "LINEAR")
    accessors.fail(place, "interpolation is '" + sampler.interpolation + "'", "LINEAR, STEP or CUBICSPLINE");
  out.times = accessors.floats(sampler.input, 1);
  out.values = accessors.floats(sampler.output, static_cast<int>(out.n));
  const std::size_t parts = out.way == Channel::Way::cubic ? 3 : 1;
  if (out.times.empty() || out.values.size() != out.times.size() * out.n * parts)
    accessors.fail(place, fmt::format("{} values for {} times", out.values.size() / out.n, out.times.size()),
                   parts > 1 ? "three values for each time" : "a value for each time");
  for (std::size_t i = 0; i < out.times.size(); ++i)
    if (!(out.times[i] >= 0 && static_cast<double>(out.times[i]) <= most_seconds) ||
        (i > 0 && !(out.times[i] > out.times[i - 1])))
      accessors.fail(place, fmt::format("time {} is {} s", i, out.times[i]),
                     fmt::format("times that rise, from 0 to {} s", most_seconds));
  return out;
}

std::string name_of(const tinygltf::Animation& animation, std::size_t index) {
  return animation.name.empty() ? std::to_string(index) : animation.name;
}

}  // namespace

std::vector<GltfVisit> walk_gltf(const GltfAccessors& accessors, const tinygltf::Model& model) {
  // A node has one parent at most, so a second visit is a cycle or a shared child. A list, not recursion: depth is
  // free.
  std::vector<GltfVisit> out, todo;
  std::vector<bool> seen(model.nodes.size(), false);
  const std::vector<int> roots = roots_of(accessors, model);
  for (auto it = roots.rbegin(); it != roots.rend(); ++it) todo.push_back({*it, -1, glm::dmat4(1)});
  while (!todo.empty()) {
    GltfVisit now = todo.back();
    todo.pop_back();
    const std::string place = "node " + std::to_string(now.node);
    if (now.node < 0 || static_cast<std::size_t>(now.node) >= model.nodes.size())
      accessors.fail(place, "does not exist", "0 to " + std::to_string(model.nodes.size()) + " exclusive");
    const auto index = static_cast<std::size_t>(now.node);
    if (seen[index]) accessors.fail(place, "is reached twice", "a tree of nodes without cycles");
    seen[index] = true;
    const tinygltf::Node& node = model.nodes[index];
    now.world = now.world * gltf_node_matrix(accessors, node, place);
    for (auto it = node.children.rbegin(); it != node.children.rend(); ++it) todo.push_back({*it, now.node, now.world});
    out.push_back(now);
  }
  return out;
}

std::optional<GltfLight> gltf_light_of(const GltfAccessors& accessors, const tinygltf::Model& model,
                                       const GltfVisit& at) {
  const tinygltf::Node& node = model.nodes[static_cast<std::size_t>(at.node)];
  const auto found = node.extensions.find("KHR_lights_punctual");
  if (found == node.extensions.end() || !found->second.IsObject()) return {};
  const std::string place = "node " + std::to_string(at.node);
  const tinygltf::Value& number = found->second.Get("light");
  const int index = number.IsNumber() ? number.GetNumberAsInt() : -1;
  if (index < 0 || static_cast<std::size_t>(index) >= model.lights.size())
    accessors.fail(place, "light " + std::to_string(index) + " does not exist", "an index into lights");
  const tinygltf::Light& l = model.lights[static_cast<std::size_t>(index)];
  const std::string name = "light " + std::to_string(index);
  GltfLight out;
  if (l.type == "spot")
    out.kind = GltfLight::Kind::spot;
  else if (l.type == "directional")
    out.kind = GltfLight::Kind::sun;
  else if (l.type != "point")
    accessors.fail(name, "type is '" + l.type + "'", "directional, point or spot");
  out.name = !node.name.empty() ? node.name : l.name;
  out.position = glm::dvec3(at.world[3]);
  const glm::dvec3 along = -glm::dvec3(at.world[2]);
  if (!finite(out.position) || !finite(along) || glm::length(along) < 1e-12)
    accessors.fail(place, "has no place or direction for a light",
                   "a transform with finite numbers and without 0 as scale");
  out.direction = glm::normalize(along);
  if (l.color.size() >= 3) out.color = {l.color[0], l.color[1], l.color[2]};
  out.intensity = l.intensity;
  out.range = l.range;
  out.inner = glm::degrees(l.spot.innerConeAngle);
  out.outer = glm::degrees(l.spot.outerConeAngle);
  const bool sound = finite(out.color) && glm::all(glm::greaterThanEqual(out.color, glm::dvec3(0))) &&
                     out.intensity >= 0 && out.intensity < 1e12 && out.range >= 0 && out.range < 1e6 &&
                     out.inner >= 0 && out.inner < out.outer && out.outer <= 90.001;
  if (!sound)
    accessors.fail(name, "color, intensity, range or cones are out of bounds",
                   "numbers from 0, and an inner cone that is smaller than the outer one, up to 90 degrees");
  return out;
}

bool gltf_stands_for_more(const std::string& extras) {
  if (extras.find("undine") == std::string::npos) return false;
  const auto json = nlohmann::json::parse(extras, nullptr, false);
  if (!json.is_object() || !json.contains("undine")) return false;
  auto own = json["undine"];
  if (own.is_string()) own = nlohmann::json::parse(own.get<std::string>(), nullptr, false);
  return own.is_object() && (own.contains("water") || own.contains("body") || own.contains("terrain"));
}

// None where the primitive has no material.
static std::optional<GltfLook> look_of(const tinygltf::Model& model, const tinygltf::Primitive& primitive) {
  if (primitive.material < 0 || static_cast<std::size_t>(primitive.material) >= model.materials.size()) return {};
  const tinygltf::Material& material = model.materials[static_cast<std::size_t>(primitive.material)];
  const tinygltf::PbrMetallicRoughness& pbr = material.pbrMetallicRoughness;
  GltfLook out;
  if (pbr.baseColorFactor.size() >= 3)
    for (int c = 0; c < 3; ++c) out.color[c] = std::clamp(pbr.baseColorFactor[static_cast<std::size_t>(c)], 0.0, 1.0);
  out.roughness = std::clamp(pbr.roughnessFactor, 0.03, 1.0);
  out.glass = gltf_transmission(material).share > 0.5;
  out.textured = pbr.baseColorTexture.index >= 0;
  return out;
}

GltfWorld read_gltf_world(const std::filesystem::path& file) {
  const tinygltf::Model model = parse_gltf(file);
  const GltfAccessors accessors(model, file.string());
  GltfWorld out;
  out.nodes.resize(model.nodes.size());
  for (const GltfVisit& at : walk_gltf(accessors, model)) {
    const tinygltf::Node& node = model.nodes[static_cast<std::size_t>(at.node)];
    const std::string place = "node " + std::to_string(at.node);
    GltfNode& to = out.nodes[static_cast<std::size_t>(at.node)];
    to.name = node.name;
    to.parent = at.parent;
    to.world = at.world;
    to.in_scene = true;
    to.extras = node.extras_json_string;
    bool keeps = false;
    if (const auto light = gltf_light_of(accessors, model, at)) out.lights.push_back(*light);
    if (node.camera >= 0) {
      if (static_cast<std::size_t>(node.camera) >= model.cameras.size())
        accessors.fail(place, "camera " + std::to_string(node.camera) + " does not exist", "an index into cameras");
      const tinygltf::Camera& camera = model.cameras[static_cast<std::size_t>(node.camera)];
      GltfCamera seen;
      seen.name = !node.name.empty() ? node.name : camera.name;
      seen.eye = glm::dvec3(at.world[3]);
      seen.forward = -glm::dvec3(at.world[2]);
      if (!finite(seen.eye) || !finite(seen.forward) || glm::length(seen.forward) < 1e-12)
        accessors.fail(place, "has no place or direction for a camera",
                       "a transform with finite numbers and without 0 as scale");
      seen.forward = glm::normalize(seen.forward);
      seen.perspective = camera.type == "perspective";
      if (seen.perspective) seen.fov = glm::degrees(camera.perspective.yfov);
      if (!(seen.fov > 0 && seen.fov < 180))
        accessors.fail("camera " + std::to_string(node.camera), fmt::format("yfov is {} degrees", seen.fov),
                       "0 to 180 degrees");
      out.cameras.push_back(seen);
    }
    if (node.mesh < 0) continue;
    if (static_cast<std::size_t>(node.mesh) >= model.meshes.size())
      accessors.fail(place, "mesh " + std::to_string(node.mesh) + " does not exist", "an index into meshes");
    to.has_mesh = true;
    for (auto up = at.node; up >= 0 && !keeps; up = out.nodes[static_cast<std::size_t>(up)].parent)
      keeps = gltf_stands_for_more(out.nodes[static_cast<std::size_t>(up)].extras);
    for (const tinygltf::Primitive& p : model.meshes[static_cast<std::size_t>(node.mesh)].primitives) {
      if (!to.look) to.look = look_of(model, p);
      const auto position = p.attributes.find("POSITION");
      if (position == p.attributes.end()) continue;
      const std::vector<float> xyz = accessors.floats(position->second, 3);
      for (std::size_t i = 0; i + 2 < xyz.size(); i += 3) {
        const glm::dvec3 at_world = at.world * glm::dvec4(xyz[i], xyz[i + 1], xyz[i + 2], 1);
        to.low = glm::min(to.low, at_world);
        to.high = glm::max(to.high, at_world);
        if (keeps) to.points.push_back(at_world);
      }
    }
  }
  for (std::size_t i = 0; i < model.animations.size(); ++i) {
    const tinygltf::Animation& animation = model.animations[i];
    GltfAnimation& to = out.animations.emplace_back();
    to.name = name_of(animation, i);
    for (const tinygltf::AnimationChannel& channel : animation.channels) {
      if (channel.target_path == "weights" || channel.target_node < 0) continue;
      const Channel read = read_channel(accessors, animation, channel, fmt::format("animation {}", i));
      to.length = std::max(to.length, static_cast<double>(read.times.back()));
      if (std::ranges::find(to.nodes, channel.target_node) == to.nodes.end()) to.nodes.push_back(channel.target_node);
    }
  }
  out.gaps = gltf_gaps(model, {.animations = true, .lights = true});
  return out;
}

std::vector<RigidPose> read_gltf_track(const std::filesystem::path& file, const std::string& animation,
                                       const std::string& node) {
  const tinygltf::Model model = parse_gltf(file);
  const GltfAccessors accessors(model, file.string());
  std::vector<std::string> names;
  std::size_t index = model.animations.size();
  for (std::size_t i = 0; i < model.animations.size(); ++i) {
    names.push_back(name_of(model.animations[i], i));
    if (names.back() == animation || std::to_string(i) == animation) index = i;
  }
  if (index == model.animations.size())
    accessors.fail("animations", "none is named '" + animation + "'",
                   names.empty() ? "a file with animations" : fmt::format("{}", fmt::join(names, ", ")));
  const std::string place = fmt::format("animation '{}'", names[index]);
  std::map<int, std::vector<Channel>> moved;
  double length = 0;
  for (const tinygltf::AnimationChannel& channel : model.animations[index].channels) {
    if (channel.target_node < 0) continue;
    if (channel.target_path == "weights")
      accessors.fail(place, "changes the shape of a mesh (weights)", "translation and rotation of nodes");
    if (static_cast<std::size_t>(channel.target_node) >= model.nodes.size())
      accessors.fail(place, "node " + std::to_string(channel.target_node) + " does not exist", "an index into nodes");
    if (!model.nodes[static_cast<std::size_t>(channel.target_node)].matrix.empty())
      accessors.fail(place, "moves a node that has a matrix", "translation, rotation and scale of that node");
    Channel read = read_channel(accessors, model.animations[index], channel, place);
    length = std::max(length, static_cast<double>(read.times.back()));
    moved[channel.target_node].push_back(std::move(read));
  }
  // The node, and those above it: they carry it along.
  std::map<int, int> parents;
  int meant = -1;
  for (const GltfVisit& at : walk_gltf(accessors, model)) {
    parents[at.node] = at.parent;
    if (!node.empty() && model.nodes[static_cast<std::size_t>(at.node)].name == node && meant < 0) meant = at.node;
  }
  if (!node.empty() && meant < 0)
    accessors.fail("nodes", "none is named '" + node + "'", "the name of a node of the scene");
  if (node.empty()) {
    std::vector<std::string> moving;
    for (const auto& [number, channels] : moved) moving.push_back(model.nodes[static_cast<std::size_t>(number)].name);
    if (moved.size() != 1)
      accessors.fail(place, fmt::format("moves {} nodes: {}", moved.size(), fmt::join(moving, ", ")),
                     "\"node\" of the mesh: the name of one of them");
    meant = moved.begin()->first;
  }
  const auto matrix_at = [&](double time, bool rest) {
    glm::dmat4 out(1);
    for (int at = meant; at >= 0; at = parents.at(at)) {
      tinygltf::Node now = model.nodes[static_cast<std::size_t>(at)];
      const auto channels = moved.find(at);
      if (!rest && channels != moved.end())
        for (const Channel& c : channels->second) {
          const glm::dvec4 v = c.at(time);
          std::vector<double>& to = c.path == "rotation" ? now.rotation
                                    : c.path == "scale"  ? now.scale
                                                         : now.translation;
          to.assign({v.x, v.y, v.z});
          if (c.n == 4) to.push_back(v.w);
        }
      out = gltf_node_matrix(accessors, now, "node " + std::to_string(at)) * out;
    }
    return out;
  };
  bool moves = false;
  for (int at = meant; at >= 0; at = parents.at(at)) moves = moves || moved.contains(at);
  if (!moves) accessors.fail(place, "does not move the node '" + node + "'", "a node that it moves");
  const glm::dmat4 rest = glm::inverse(matrix_at(0, true));
  std::vector<RigidPose> out;
  const auto poses = static_cast<std::size_t>(std::ceil(length * gltf_track_rate - 1e-6)) + 1;
  for (std::size_t i = 0; i < poses; ++i) {
    const double time = std::min(static_cast<double>(i) / gltf_track_rate, length);
    const glm::dmat4 m = matrix_at(time, false) * rest;
    const glm::dmat3 turn(m);
    for (int c = 0; c < 3; ++c)
      for (int d = 0; d < 3; ++d)
        if (!(std::abs(glm::dot(turn[c], turn[d]) - (c == d ? 1 : 0)) < 2e-3))
          accessors.fail(place, fmt::format("changes the size of what it moves, at {} s", time),
                         "translation and rotation: a mesh that moves keeps its size");
    glm::dquat q = glm::normalize(glm::quat_cast(turn));
    if (!out.empty() && glm::dot(q, out.back().turn) < 0) q = -q;
    out.push_back({glm::dvec3(m[3]), q});
  }
  return out;
}

}  // namespace undine::solids
