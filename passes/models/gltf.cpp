#include "passes/models/gltf.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>

#include "engine/core/error.h"
#include "passes/models/gltf_accessor.h"
#include "passes/models/gltf_file.h"
#include "passes/models/gltf_gaps.h"
#include "passes/models/gltf_json.h"
#include "passes/models/gltf_nodes.h"
#include "passes/models/gltf_pattern.h"

namespace undine::solids {
namespace {

class Reader {
 public:
  Reader(const std::filesystem::path& file, const GltfWhich& which)
      : file_(file.string()), model_(parse_gltf(file)), accessors_(model_, file_), which_(which) {}

  GltfModel read() {
    read_images();
    for (const GltfVisit& at : walk_gltf(accessors_, model_)) visit(at);
    if (!which_.node.empty() && !found_)
      accessors_.fail("nodes", "none is named '" + which_.node + "'", "the name of a node of the scene");
    if (out_.parts.empty() && out_.lights.empty())
      accessors_.fail("scene", "holds no triangles", "a mesh of triangles in a node of the scene");
    tell_gltf_gaps(model_, file_, {.animations = which_.moves, .lights = which_.shines, .cameras = filmed_});
    return std::move(out_);
  }

 private:
  void visit(const GltfVisit& at) {
    const tinygltf::Node& node = model_.nodes[static_cast<std::size_t>(at.node)];
    const auto up = at.parent >= 0 ? meant_.at(at.parent) : which_.node.empty();
    const bool here = !node.name.empty() && node.name == which_.node;
    const bool out = std::ranges::find(which_.without, node.name) != which_.without.end() ||
                     gltf_stands_for_more(node.extras_json_string);
    found_ = found_ || here;
    filmed_ = filmed_ || (node.camera >= 0 && which_.eye && glm::distance(*which_.eye, glm::dvec3(at.world[3])) < 1e-3);
    const bool meant = (up || here) && (here || !out);
    meant_[at.node] = meant;
    if (!meant) return;
    if (const auto light = gltf_light_of(accessors_, model_, at)) out_.lights.push_back(*light);
    if (node.mesh < 0) return;
    if (static_cast<std::size_t>(node.mesh) >= model_.meshes.size())
      accessors_.fail("node " + std::to_string(at.node), "mesh " + std::to_string(node.mesh) + " does not exist",
                      "an index into meshes");
    const tinygltf::Mesh& mesh = model_.meshes[static_cast<std::size_t>(node.mesh)];
    for (std::size_t p = 0; p < mesh.primitives.size(); ++p)
      add(mesh.primitives[p], at.world, "mesh " + std::to_string(node.mesh) + " primitive " + std::to_string(p));
  }

  void add(const tinygltf::Primitive& primitive, const glm::dmat4& matrix, const std::string& place) {
    const int mode = primitive.mode < 0 ? TINYGLTF_MODE_TRIANGLES : primitive.mode;
    if (mode < TINYGLTF_MODE_TRIANGLES) return;
    const auto position = primitive.attributes.find("POSITION");
    if (position == primitive.attributes.end()) accessors_.fail(place, "has no POSITION", "positions");
    GltfPart part;
    const std::vector<float> xyz = accessors_.floats(position->second, 3);
    const std::size_t count = xyz.size() / 3;
    total_ += count;
    if (total_ > (std::size_t{1} << 24)) accessors_.fail(place, "more than 16777216 vertices", "a simpler model");
    part.mesh.vertices.resize(count);
    for (std::size_t i = 0; i < count; ++i)
      part.mesh.vertices[i].position = glm::vec3(matrix * glm::dvec4(xyz[3 * i], xyz[3 * i + 1], xyz[3 * i + 2], 1));
    read_indices(primitive, mode, part.mesh, place);
    // A mirrored node turns its triangles inside out.
    if (glm::determinant(glm::dmat3(matrix)) < 0)
      for (std::size_t i = 0; i + 2 < part.mesh.indices.size(); i += 3)
        std::swap(part.mesh.indices[i + 1], part.mesh.indices[i + 2]);
    read_attributes(primitive, matrix, part.mesh, place);
    read_material(primitive, part, place);
    read_tangents(primitive, matrix, part, place);
    for (const Vertex& v : part.mesh.vertices)
      if (!(glm::length(v.position) < 1e9f)) accessors_.fail(place, "a vertex lies beyond 1e9 m", "smaller transforms");
    if (!part.mesh.indices.empty()) out_.parts.push_back(std::move(part));
  }

  void read_indices(const tinygltf::Primitive& primitive, int mode, TriangleMesh& mesh,
                    const std::string& place) const {
    std::vector<std::uint32_t> order;
    const std::size_t count = mesh.vertices.size();
    int indices = primitive.indices;
    if (indices < 0 && primitive.extras.IsObject() && primitive.extras.Has(gltf_indices_without_view))
      indices = primitive.extras.Get(gltf_indices_without_view).GetNumberAsInt();
    if (indices >= 0) {
      order = accessors_.indices(indices);
      for (std::uint32_t i : order)
        if (i >= count)
          accessors_.fail("accessor " + std::to_string(indices),
                          "index " + std::to_string(i) + " in " + place + " is not below the vertex count",
                          "below " + std::to_string(count));
    } else {
      order.resize(count);
      for (std::size_t i = 0; i < count; ++i) order[i] = static_cast<std::uint32_t>(i);
    }
    if (mode == TINYGLTF_MODE_TRIANGLES) {
      if (order.size() % 3 != 0)
        accessors_.fail(place, std::to_string(order.size()) + " indices make no whole triangles", "a multiple of 3");
      mesh.indices = std::move(order);
      return;
    }
    for (std::size_t i = 2; i < order.size(); ++i) {
      const bool fan = mode == TINYGLTF_MODE_TRIANGLE_FAN, odd = i % 2 == 1;
      const std::uint32_t a = fan ? order[0] : order[odd ? i - 1 : i - 2],
                          b = fan ? order[i - 1] : order[odd ? i - 2 : i - 1];
      mesh.indices.insert(mesh.indices.end(), {a, b, order[i]});
    }
  }

  void read_attributes(const tinygltf::Primitive& primitive, const glm::dmat4& matrix, TriangleMesh& mesh,
                       const std::string& place) const {
    const std::size_t count = mesh.vertices.size();
    const auto fetch = [&](const char* name, int components) {
      const auto found = primitive.attributes.find(name);
      if (found == primitive.attributes.end()) return std::vector<float>{};
      std::vector<float> values = accessors_.floats(found->second, components);
      if (values.size() != count * static_cast<std::size_t>(components))
        accessors_.fail(place, std::string(name) + " and POSITION have different counts", std::to_string(count));
      return values;
    };
    lay_texture(primitive, mesh, place, fetch);
    const std::vector<float> normals = fetch("NORMAL", 3);
    if (normals.empty()) {
      generate_normals(mesh);
      return;
    }
    const glm::dmat3 linear(matrix);
    const bool flat = std::abs(glm::determinant(linear)) < 1e-30;
    const glm::dmat3 turn = flat ? glm::dmat3(1) : glm::transpose(glm::inverse(linear));
    for (std::size_t i = 0; i < count; ++i) {
      const glm::dvec3 n = turn * glm::dvec3(normals[3 * i], normals[3 * i + 1], normals[3 * i + 2]);
      mesh.vertices[i].normal = glm::length(n) > 0 ? glm::vec3(glm::normalize(n)) : glm::vec3(0, 1, 0);
    }
  }

  // Along which normal maps are drawn; without them they are drawn along the axes of their coordinates.
  void read_tangents(const tinygltf::Primitive& primitive, const glm::dmat4& matrix, GltfPart& part,
                     const std::string& place) const {
    const auto found = primitive.attributes.find("TANGENT");
    if (found == primitive.attributes.end() || part.normal_map < 0) return;
    const std::vector<float> values = accessors_.floats(found->second, 4);
    const std::size_t count = part.mesh.vertices.size();
    if (values.size() != 4 * count)
      accessors_.fail(place, "TANGENT and POSITION have different counts", std::to_string(count));
    const glm::dmat3 linear(matrix);
    const float sign = glm::determinant(linear) < 0 ? -1.0f : 1.0f;
    part.mesh.tangents.resize(count);
    for (std::size_t i = 0; i < count; ++i) {
      const glm::dvec3 t = linear * glm::dvec3(values[4 * i], values[4 * i + 1], values[4 * i + 2]);
      const double length = glm::length(t);
      part.mesh.tangents[i] =
          length > 0 ? glm::vec4(glm::vec3(t / length), values[4 * i + 3] < 0 ? -sign : sign) : glm::vec4(0, 0, 0, 1);
    }
  }

  // Places in all textures of its material.
  template <class Fetch>
  void lay_texture(const tinygltf::Primitive& primitive, TriangleMesh& mesh, const std::string& place,
                   Fetch fetch) const {
    GltfTextureTransform t;
    if (primitive.material >= 0 && static_cast<std::size_t>(primitive.material) < model_.materials.size()) {
      t = gltf_layout(model_.materials[static_cast<std::size_t>(primitive.material)]);
    }
    for (const double x : {t.offset[0], t.offset[1], t.scale[0], t.scale[1], t.rotation})
      if (!(std::abs(x) < 1e6)) accessors_.fail(place, "KHR_texture_transform holds " + std::to_string(x), "below 1e6");
    const std::vector<float> uv = fetch(("TEXCOORD_" + std::to_string(t.set)).c_str(), 2);
    const double c = std::cos(t.rotation), s = std::sin(t.rotation);
    for (std::size_t i = 0; i < mesh.vertices.size() && !uv.empty(); ++i) {
      mesh.vertices[i].uv = {uv[2 * i], uv[2 * i + 1]};
      if (t.plain()) continue;
      const glm::dvec2 at = glm::dvec2(mesh.vertices[i].uv) * glm::dvec2(t.scale[0], t.scale[1]);
      mesh.vertices[i].uv = glm::vec2(glm::dvec2(c * at.x + s * at.y + t.offset[0], c * at.y - s * at.x + t.offset[1]));
    }
  }

  void read_material(const tinygltf::Primitive& primitive, GltfPart& part, const std::string& place) {
    if (primitive.material < 0) return;
    if (static_cast<std::size_t>(primitive.material) >= model_.materials.size())
      accessors_.fail(place, "material " + std::to_string(primitive.material) + " does not exist",
                      "an index into materials");
    const tinygltf::Material& m = model_.materials[static_cast<std::size_t>(primitive.material)];
    const tinygltf::PbrMetallicRoughness& pbr = m.pbrMetallicRoughness;
    const std::string name = "material " + std::to_string(primitive.material);
    if (pbr.baseColorFactor.size() < 3) accessors_.fail(name, "baseColorFactor is too short", "4 numbers");
    part.has_material = true;
    part.double_sided = m.doubleSided;
    for (int c = 0; c < 3; ++c)
      part.color[c] = std::clamp(static_cast<float>(pbr.baseColorFactor[static_cast<std::size_t>(c)]), 0.0f, 1.0f);
    part.roughness = std::clamp(static_cast<float>(pbr.roughnessFactor), 0.03f, 1.0f);
    part.metallic = std::clamp(static_cast<float>(pbr.metallicFactor), 0.0f, 1.0f);
    part.texture = image_of(pbr.baseColorTexture.index, name);
    part.pattern = gltf_pattern(m, file_ + ": " + name + ": extras.undine");
    read_opacity(m, part, name);
    read_emission(m, part, name);
    read_transmission(m, part, name);
    read_maps(m, part, primitive.material);
  }

  void read_opacity(const tinygltf::Material& m, GltfPart& part, const std::string& name) const {
    if (m.alphaMode != "OPAQUE" && m.alphaMode != "MASK" && m.alphaMode != "BLEND")
      accessors_.fail(name, "alphaMode is '" + m.alphaMode + "'", "OPAQUE, MASK or BLEND");
    part.alpha_mode = m.alphaMode == "MASK"    ? GltfAlpha::mask
                      : m.alphaMode == "BLEND" ? GltfAlpha::blend
                                               : GltfAlpha::opaque;
    const auto& factor = m.pbrMetallicRoughness.baseColorFactor;
    if (factor.size() > 3) part.alpha = std::clamp(static_cast<float>(factor[3]), 0.0f, 1.0f);
    part.cutoff = static_cast<float>(m.alphaCutoff);
  }

  void read_emission(const tinygltf::Material& m, GltfPart& part, const std::string& name) const {
    if (m.emissiveFactor.size() < 3) accessors_.fail(name, "emissiveFactor is too short", "3 numbers");
    double strength = 1;
    if (const auto found = m.extensions.find("KHR_materials_emissive_strength"); found != m.extensions.end())
      if (const tinygltf::Value& v = found->second.Get("emissiveStrength"); v.IsNumber())
        strength = v.GetNumberAsDouble();
    for (int c = 0; c < 3; ++c) {
      const double e = m.emissiveFactor[static_cast<std::size_t>(c)] * strength;
      if (!(e >= 0 && e <= 1e4)) accessors_.fail(name, "emission is " + std::to_string(e), "0 to 10000");
      part.emission[c] = static_cast<float>(e);
    }
    part.emission_texture = image_of(m.emissiveTexture.index, name);
  }

  void read_transmission(const tinygltf::Material& m, GltfPart& part, const std::string& name) const {
    const double share = gltf_transmission(m).share;
    if (!(share >= 0 && share <= 1)) accessors_.fail(name, fmt::format("transmissionFactor is {}", share), "0 to 1");
    part.transmission = static_cast<float>(share);
  }

  // The maps of a material, made once, with its scale and strength in them.
  void read_maps(const tinygltf::Material& m, GltfPart& part, int material) {
    const auto made = maps_of_.find(material);
    if (made != maps_of_.end()) {
      std::tie(part.normal_map, part.surface_map, part.transmission_map) = made->second;
      return;
    }
    const std::string name = "material " + std::to_string(material);
    const GltfMaps maps = gltf_maps(m);
    const double scale = m.normalTexture.scale, strength = m.occlusionTexture.strength;
    if (!(std::abs(scale) < 1e4)) accessors_.fail(name, "normalTexture.scale is " + std::to_string(scale), "below 1e4");
    if (!(strength >= 0 && strength <= 1))
      accessors_.fail(name, "occlusionTexture.strength is " + std::to_string(strength), "0 to 1");
    if (const int i = image_of(maps.normal, name); i >= 0)
      part.normal_map = keep_map(scaled_normals(decode(i), static_cast<float>(scale)));
    const int around = image_of(maps.occlusion, name), surface = image_of(maps.surface, name);
    if (around >= 0 || surface >= 0)
      part.surface_map = keep_map(joined_surface(around >= 0 ? decode(around) : ColorImage{},
                                                 surface >= 0 ? decode(surface) : ColorImage{}, strength));
    if (const int i = image_of(maps.transmission, name); i >= 0) part.transmission_map = keep_map(decode(i));
    maps_of_[material] = {part.normal_map, part.surface_map, part.transmission_map};
  }

  int keep_map(ColorImage map) {
    out_.maps.push_back(std::move(map));
    return static_cast<int>(out_.maps.size()) - 1;
  }

  static ColorImage scaled_normals(ColorImage map, float scale) {
    for (std::size_t i = 0; i + 3 < map.rgba.size(); i += 4) {
      glm::vec3 n;
      for (int c = 0; c < 3; ++c) n[c] = static_cast<float>(map.rgba[i + static_cast<std::size_t>(c)]) / 127.5f - 1;
      n *= glm::vec3(scale, scale, 1);
      n = glm::length(n) > 1e-6f ? glm::normalize(n) : glm::vec3(0, 0, 1);
      for (int c = 0; c < 3; ++c)
        map.rgba[i + static_cast<std::size_t>(c)] = static_cast<std::uint8_t>(std::lround((n[c] + 1) * 127.5f));
    }
    return map;
  }

  // Either may be empty: it says nothing then.
  static ColorImage joined_surface(const ColorImage& around, const ColorImage& surface, double strength) {
    ColorImage out{std::max(around.width, surface.width), std::max(around.height, surface.height), {}};
    const auto at = [&](const ColorImage& image, std::uint32_t x, std::uint32_t y, std::size_t channel) {
      if (image.width == 0) return std::uint8_t{255};
      const std::size_t row = std::size_t{y} * image.height / out.height,
                        column = std::size_t{x} * image.width / out.width;
      return image.rgba[4 * (row * image.width + column) + channel];
    };
    out.rgba.reserve(std::size_t{4} * out.width * out.height);
    for (std::uint32_t y = 0; y < out.height; ++y)
      for (std::uint32_t x = 0; x < out.width; ++x) {
        out.rgba.push_back(static_cast<std::uint8_t>(std::lround(255 + strength * (at(around, x, y, 0) - 255.0))));
        for (const std::size_t channel : {1u, 2u}) out.rgba.push_back(at(surface, x, y, channel));
        out.rgba.push_back(255);
      }
    return out;
  }

  // The image behind a material's texture; -1: it has none.
  int image_of(int texture, const std::string& material) const {
    if (texture < 0) return -1;
    if (static_cast<std::size_t>(texture) >= model_.textures.size())
      accessors_.fail(material, "texture " + std::to_string(texture) + " does not exist", "an index into textures");
    const int source = model_.textures[static_cast<std::size_t>(texture)].source;
    if (source < 0) {
      std::string by;
      for (const auto& [name, value] : model_.textures[static_cast<std::size_t>(texture)].extensions)
        by += (by.empty() ? " but that of " : ", ") + name;
      accessors_.fail(material, fmt::format("texture {} has no source{}", texture, by),
                      "\"source\": an index into images");
    }
    if (static_cast<std::size_t>(source) >= model_.images.size())
      accessors_.fail(material, "image " + std::to_string(source) + " does not exist", "an index into images");
    return source;
  }

  // Only images that are some material's base color or emission are decoded here; the others keep one white texel.
  void read_images() {
    out_.textures.resize(model_.images.size(), ColorImage{1, 1, {255, 255, 255, 255}});
    std::vector<bool> used(model_.images.size(), false);
    for (const tinygltf::Material& m : model_.materials)
      for (const int texture : {m.pbrMetallicRoughness.baseColorTexture.index, m.emissiveTexture.index}) {
        if (texture < 0 || static_cast<std::size_t>(texture) >= model_.textures.size()) continue;
        const int source = model_.textures[static_cast<std::size_t>(texture)].source;
        if (source >= 0 && static_cast<std::size_t>(source) < used.size())
          used[static_cast<std::size_t>(source)] = true;
      }
    for (std::size_t i = 0; i < model_.images.size(); ++i)
      if (used[i]) out_.textures[i] = decode(static_cast<int>(i));
  }

  ColorImage decode(int index) const {
    const tinygltf::Image& image = model_.images[static_cast<std::size_t>(index)];
    const std::string number = "image " + std::to_string(index), place = file_ + ": " + number;
    if (image.bufferView >= 0) {
      const GltfAccessors::View v = accessors_.view(image.bufferView, number);
      return decode_color({v.data, v.bytes}, place);
    }
    if (!image.image.empty()) return decode_color(image.image, place);
    throw Error(Exit::bad_input, place, "is missing: '" + shortened(image.uri) + "'", "an image in the model's folder");
  }

  std::string file_;
  tinygltf::Model model_;
  GltfAccessors accessors_;
  const GltfWhich& which_;
  std::map<int, bool> meant_;  // by node
  bool found_ = false, filmed_ = false;
  std::size_t total_ = 0;
  std::map<int, std::tuple<int, int, int>> maps_of_;  // by material: of normals, of the surface, of transmission
  GltfModel out_;
};

}  // namespace

GltfModel load_gltf(const std::filesystem::path& file, const GltfWhich& which) { return Reader(file, which).read(); }

}  // namespace undine::solids
