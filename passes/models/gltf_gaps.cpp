#include "passes/models/gltf_gaps.h"

#include <fmt/format.h>
#include <tiny_gltf.h>

#include <algorithm>

#include "engine/core/error.h"

namespace undine::solids {
namespace {

class Gaps {
 public:
  Gaps(const tinygltf::Model& model, const GltfKnown& known) : model_(model), known_(known) {}

  std::vector<std::string> find() {
    extensions();
    materials();
    primitives();
    count_of(model_.samplers, "clamped or mirrored edges", "sampler", [](const tinygltf::Sampler& s) {
      return s.wrapS != TINYGLTF_TEXTURE_WRAP_REPEAT || s.wrapT != TINYGLTF_TEXTURE_WRAP_REPEAT;
    });
    count_of(model_.samplers, "magnification without a filter", "sampler",
             [](const tinygltf::Sampler& s) { return s.magFilter == TINYGLTF_TEXTURE_FILTER_NEAREST; });
    if (!known_.animations) count(model_.animations.size(), "animation");
    count(model_.skins.size(), "skin");
    if (!known_.cameras) count(model_.cameras.size(), "camera");
    if (!known_.lights) count(model_.lights.size(), "light");
    const auto suns = std::ranges::count(model_.lights, "directional", &tinygltf::Light::type);
    if (known_.lights) count(static_cast<std::size_t>(suns), "directional light");
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
      if (std::ranges::find(known_extensions, name) == known_extensions.end())
        out_.push_back("the extension " + shortened(name));
  }

  void materials() {
    using Material = tinygltf::Material;
    const auto all = [&](const char* what, auto has) { count_of(model_.materials, what, "material", has); };
    // Maps that a material has and gltf_maps() leaves out.
    const auto left = [&](const char* what, auto has, auto drawn) {
      const auto out = [&](const Material& m) { return has(m) >= 0 && drawn(gltf_maps(m)) < 0; };
      const auto pane = [&](const Material& m) { return out(m) && gltf_transmission(m).share > 0; };
      const auto blends = [&](const Material& m) { return out(m) && !pane(m) && m.alphaMode == "BLEND"; };
      const auto lies = [&](const Material& m) { return out(m) && !pane(m) && m.alphaMode != "BLEND"; };
      count_of(model_.materials, fmt::format("{} maps", what).c_str(), "blended material", blends);
      count_of(model_.materials, fmt::format("{} maps", what).c_str(), "transmissive material", pane);
      all(fmt::format("{} maps that are laid in another way than the base color,", what).c_str(), lies);
    };
    left(
        "normal", [](const Material& m) { return m.normalTexture.index; }, [](const GltfMaps& d) { return d.normal; });
    left(
        "metallic-roughness", [](const Material& m) { return m.pbrMetallicRoughness.metallicRoughnessTexture.index; },
        [](const GltfMaps& d) { return d.surface; });
    left(
        "occlusion", [](const Material& m) { return m.occlusionTexture.index; },
        [](const GltfMaps& d) { return d.occlusion; });
    all("transmission maps that are laid in another way than the base color,",
        [](const Material& m) { return gltf_transmission(m).texture >= 0 && gltf_maps(m).transmission < 0; });
    const auto under = [&](const char* what, auto has) {
      count_of(model_.materials, what, "transmissive material",
               [&](const Material& m) { return gltf_transmission(m).share > 0 && has(m); });
    };
    under("opacity", [](const Material& m) { return m.alphaMode != "OPAQUE"; });
    under("emission",
          [](const Material& m) { return std::ranges::any_of(m.emissiveFactor, [](double x) { return x > 0; }); });
    all("emissive maps that are laid in another way than the base color,", [](const Material& m) {
      return m.emissiveTexture.index >= 0 && !(gltf_layout(m) == gltf_texture_transform(m.emissiveTexture));
    });
  }

  void primitives() {
    std::vector<tinygltf::Primitive> all;
    for (const tinygltf::Mesh& mesh : model_.meshes)
      all.insert(all.end(), mesh.primitives.begin(), mesh.primitives.end());
    using Primitive = tinygltf::Primitive;
    count_of(all, "points or lines", "primitive",
             [](const Primitive& p) { return p.mode >= 0 && p.mode < TINYGLTF_MODE_TRIANGLES; });
    count_of(all, "vertex colors", "primitive", [](const Primitive& p) { return p.attributes.contains("COLOR_0"); });
    count_of(all, "morph targets", "primitive", [](const Primitive& p) { return !p.targets.empty(); });
  }

  const tinygltf::Model& model_;
  const GltfKnown& known_;
  std::vector<std::string> out_;
};

}  // namespace

std::vector<std::string> gltf_gaps(const tinygltf::Model& model, const GltfKnown& known) {
  return Gaps(model, known).find();
}

namespace {

template <class Info>  // three types of one content
GltfTextureTransform transform_of(const Info& texture) {
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

}  // namespace

GltfTextureTransform gltf_texture_transform(const tinygltf::TextureInfo& texture) { return transform_of(texture); }

GltfTransmission gltf_transmission(const tinygltf::Material& m) {
  GltfTransmission out;
  const auto found = m.extensions.find("KHR_materials_transmission");
  if (found == m.extensions.end() || !found->second.IsObject()) return out;
  if (const tinygltf::Value& share = found->second.Get("transmissionFactor"); share.IsNumber())
    out.share = share.GetNumberAsDouble();
  const tinygltf::Value& texture = found->second.Get("transmissionTexture");
  if (!texture.IsObject() || !texture.Get("index").IsNumber()) return out;
  out.texture = texture.Get("index").GetNumberAsInt();
  tinygltf::TextureInfo info;
  if (texture.Get("texCoord").IsNumber()) info.texCoord = texture.Get("texCoord").GetNumberAsInt();
  if (const tinygltf::Value& more = texture.Get("extensions"); more.IsObject() && more.Has("KHR_texture_transform"))
    info.extensions["KHR_texture_transform"] = more.Get("KHR_texture_transform");
  out.laid = transform_of(info);
  return out;
}

GltfTextureTransform gltf_layout(const tinygltf::Material& m) {
  const tinygltf::TextureInfo& base = m.pbrMetallicRoughness.baseColorTexture;
  const tinygltf::TextureInfo& surface = m.pbrMetallicRoughness.metallicRoughnessTexture;
  if (base.index >= 0) return transform_of(base);
  if (m.emissiveTexture.index >= 0) return transform_of(m.emissiveTexture);
  if (m.normalTexture.index >= 0) return transform_of(m.normalTexture);
  if (surface.index >= 0) return transform_of(surface);
  return m.occlusionTexture.index >= 0 ? transform_of(m.occlusionTexture) : gltf_transmission(m).laid;
}

GltfMaps gltf_maps(const tinygltf::Material& m) {
  const GltfTextureTransform laid = gltf_layout(m);
  if (const GltfTransmission pane = gltf_transmission(m); pane.share > 0)
    return {.transmission = pane.laid == laid ? pane.texture : -1};
  if (m.alphaMode == "BLEND") return {};
  const auto drawn = [&](const auto& texture) { return transform_of(texture) == laid ? texture.index : -1; };
  return {.normal = drawn(m.normalTexture),
          .occlusion = drawn(m.occlusionTexture),
          .surface = drawn(m.pbrMetallicRoughness.metallicRoughnessTexture)};
}

}  // namespace undine::solids
