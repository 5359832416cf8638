// Nodes of a glTF file: meshes of the selected nodes, lights, cameras, and animations.
#pragma once
#include <filesystem>
#include <glm/glm.hpp>
#include <optional>
#include <string>
#include <vector>

#include "engine/scene/scene_motion.h"

namespace undine::solids {

struct GltfLight {
  enum class Kind { point, spot, sun } kind = Kind::point;
  std::string name;
  glm::dvec3 position{0}, direction{0, 0, -1};  // the file's world; along which it shines
  glm::dvec3 color{1};
  double intensity = 1, range = 0;  // candela, of a sun lux; 0: endless
  double inner = 0, outer = 45;     // degrees from the axis
};

struct GltfCamera {
  std::string name;
  glm::dvec3 eye{0}, forward{0, 0, -1};
  double fov = 45;  // degrees
  bool perspective = true;
};

struct GltfLook {  // first material of a node's mesh
  glm::dvec3 color{0.8};
  double roughness = 0.6;
  bool glass = false, textured = false;
};

struct GltfNode {
  std::string name;
  int parent = -1;
  glm::dmat4 world{1};  // at rest
  bool in_scene = false, has_mesh = false;
  glm::dvec3 low{1e30},
      high{-1e30};     // box of its mesh in the file's world, by accessor bounds; low > high: without a mesh
  std::string extras;  // JSON, or empty
  std::vector<glm::dvec3> points;  // vertices of its mesh in the file's world, if it or an ancestor represents a body
  std::optional<GltfLook> look;
};

struct GltfAnimation {
  std::string name;
  double length = 0;       // seconds
  std::vector<int> nodes;  // animated nodes
};

struct GltfWorld {
  std::vector<GltfNode> nodes;
  std::vector<GltfLight> lights;
  std::vector<GltfCamera> cameras;
  std::vector<GltfAnimation> animations;
  std::vector<std::string> gaps;  // list of gltf_gaps.h, without lights and animations
};

// Errors as load_gltf().
GltfWorld read_gltf_world(const std::filesystem::path& file);

// Checks whether a node's extras say that it stands for a water, a body or the terrain: it is not drawn then.
bool gltf_stands_for_more(const std::string& extras);

// Poses of the node's parts in the file's world against where they are at rest, from time 0 on, gltf_track_rate in a
// second. node: by name; empty: the one that the animation moves. Errors name what is wrong: an animation that the file
// has not, scales that change, morphs, a node that does not move, several that do.
inline constexpr double gltf_track_rate = 120;
std::vector<RigidPose> read_gltf_track(const std::filesystem::path& file, const std::string& animation,
                                       const std::string& node);

}  // namespace undine::solids
