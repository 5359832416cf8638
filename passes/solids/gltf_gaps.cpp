#include "passes/solids/gltf_gaps.h"

#include <fmt/format.h>
#include <tiny_gltf.h>

#include <algorithm>

namespace undine::solids {
namespace {

class Gaps {
 public:
  explicit Gaps(const tinygltf::Model& model) : model_(model) {}

  std::vector<std::string> find() {
    extensions();
    materials();
    primitives();
    count(model_.animations.size(), "animation");
    count(model_.skins.size(), "skin");
    count(model_.cameras.size(), "camera");
    return std::move(out_);
  }

 private:
  void count(std::size_t n, const char* what) {
    if (n > 0) out_.push_back(fmt::format("{} {}{}", n, what, n > 1 ? "s" : ""));
  }
  template <class List, class Has>
  void count_of(const List& list, const char* what, const char* owner, Has has) {
    const auto n = std::ranges::count_if(list, has);
    if (n > 0) out_.push_back(fmt::format("{} of {} {}{}", what, n, owner, n > 1 ? "s" : ""));
  }

  void extensions() {
    for (const std::string& name : model_.extensionsUsed)
      if (std::ranges::find(known_extensions, name) == known_extensions.end()) out_.push_back("the extension " + name);
  }

  void materials() {
    using Material = tinygltf::Material;
    const auto all = [&](const char* what, auto has) { count_of(model_.materials, what, "material", has); };
    all("normal maps", [](const Material& m) { return m.normalTexture.index >= 0; });
    all("metallic-roughness maps",
        [](const Material& m) { return m.pbrMetallicRoughness.metallicRoughnessTexture.index >= 0; });
    all("occlusion maps", [](const Material& m) { return m.occlusionTexture.index >= 0; });
    all("emissive maps that are laid in another way than the base colour,", [](const Material& m) {
      const tinygltf::TextureInfo& base = m.pbrMetallicRoughness.baseColorTexture;
      return base.index >= 0 && m.emissiveTexture.index >= 0 &&
             !(gltf_texture_transform(base) == gltf_texture_transform(m.emissiveTexture));
    });
  }

  void primitives() {
    std::vector<tinygltf::Primitive> all;
    for (const tinygltf::Mesh& mesh : model_.meshes)
      all.insert(all.end(), mesh.primitives.begin(), mesh.primitives.end());
    using Primitive = tinygltf::Primitive;
    count_of(all, "points or lines", "primitive",
             [](const Primitive& p) { return p.mode >= 0 && p.mode < TINYGLTF_MODE_TRIANGLES; });
    count_of(all, "vertex colours", "primitive", [](const Primitive& p) { return p.attributes.contains("COLOR_0"); });
    count_of(all, "morph targets", "primitive", [](const Primitive& p) { return !p.targets.empty(); });
  }

  const tinygltf::Model& model_;
  std::vector<std::string> out_;
};

}  // namespace

std::vector<std::string> gltf_gaps(const tinygltf::Model& model) { return Gaps(model).find(); }

GltfTextureTransform gltf_texture_transform(const tinygltf::TextureInfo& texture) {
  GltfTextureTransform out;
  out.set = texture.texCoord;
  const auto found = texture.extensions.find("KHR_texture_transform");
  if (found == texture.extensions.end() || !found->second.IsObject()) return out;
  const tinygltf::Value& v = found->second;
  const auto number = [](const tinygltf::Value& x, double& to) {
    if (x.IsNumber()) to = x.GetNumberAsDouble();
  };
  const auto pair = [&](const char* name, double(&to)[2]) {
    const tinygltf::Value& list = v.Get(name);
    if (!list.IsArray() || list.ArrayLen() != 2) return;
    for (std::size_t i = 0; i < 2; ++i) number(list.Get(static_cast<int>(i)), to[i]);
  };
  pair("offset", out.offset);
  pair("scale", out.scale);
  number(v.Get("rotation"), out.rotation);
  if (const tinygltf::Value& set = v.Get("texCoord"); set.IsNumber()) out.set = set.GetNumberAsInt();
  return out;
}

}  // namespace undine::solids
