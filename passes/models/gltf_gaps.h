// Names of the parts of a glTF file that are not drawn, for the log.
#pragma once
#include <array>
#include <string>
#include <string_view>
#include <vector>

namespace tinygltf {
class Model;
struct Material;
struct TextureInfo;
}  // namespace tinygltf

namespace undine::solids {

constexpr std::array<std::string_view, 5> known_extensions{"KHR_lights_punctual", "KHR_materials_emissive_strength",
                                                           "KHR_materials_transmission", "KHR_mesh_quantization",
                                                           "KHR_texture_transform"};

struct GltfKnown {  // content that the scene uses besides the meshes
  bool animations = false, lights = false, cameras = false;
};

// "2 animations", "normal maps of 3 materials", "the extension KHR_materials_transmission"; empty: all is drawn.
std::vector<std::string> gltf_gaps(const tinygltf::Model& model, const GltfKnown& known = {});

// KHR_texture_transform of a texture, and which coordinates it is laid by.
struct GltfTextureTransform {
  double offset[2] = {0, 0}, scale[2] = {1, 1};
  double rotation = 0;  // radians
  int set = 0;          // index of TEXCOORD_
  bool operator==(const GltfTextureTransform&) const = default;
  bool plain() const { return *this == GltfTextureTransform{.set = set}; }
};
GltfTextureTransform gltf_texture_transform(const tinygltf::TextureInfo& texture);
// Texture transform of a material: of its base color, or else of the first texture that it has.
GltfTextureTransform gltf_layout(const tinygltf::Material& material);

// The share of light that a thin pane lets through, 0 where the material is none; its texture, red.
struct GltfTransmission {
  double share = 0;
  int texture = -1;
  GltfTextureTransform laid;
};
GltfTransmission gltf_transmission(const tinygltf::Material& material);

// Textures of linear values; those that are laid in another way than gltf_layout() are not drawn. Of blended materials
// none is, of panes that of their transmission alone.
struct GltfMaps {
  int normal = -1, occlusion = -1, surface = -1, transmission = -1;  // textures; surface: metallic-roughness
};
GltfMaps gltf_maps(const tinygltf::Material& material);

}  // namespace undine::solids
