#include "engine/app/export/usd_water.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <limits>
#include <optional>
#include <string_view>

namespace undine::session {
namespace {

struct Attribute {
  std::string_view declaration, interpolation;
};

constexpr std::array<Attribute, 6> mesh_attributes{{{"point3f[] points", ""},
                                                    {"int[] faceVertexCounts", ""},
                                                    {"int[] faceVertexIndices", ""},
                                                    {"float3[] extent", ""},
                                                    {"normal3f[] normals", "vertex"},
                                                    {"vector3f[] velocities", ""}}};
constexpr std::array<Attribute, 8> point_attributes{{{"point3f[] points", ""},
                                                     {"vector3f[] velocities", ""},
                                                     {"float[] widths", "vertex"},
                                                     {"int64[] ids", ""},
                                                     {"float3[] extent", ""},
                                                     {"float[] primvars:age", "vertex"},
                                                     {"float[] primvars:life", "vertex"},
                                                     {"int[] primvars:kind", "vertex"}}};

// Attributes of a kind that vary; the last ones belong to white water.
std::span<const Attribute> attributes_of(UsdKind kind) {
  if (kind == UsdKind::surface) return mesh_attributes;
  return std::span(point_attributes).first(kind == UsdKind::spray ? 8 : 5);
}

const char* name_of(UsdKind kind) {
  return kind == UsdKind::surface ? "surface" : kind == UsdKind::particles ? "particles" : "spray";
}

// Bounds as UsdGeomPointBased has them: inverted if there is nothing.
std::vector<glm::vec3> extent_of(std::span<const glm::vec3> points, float margin = 0) {
  constexpr float most = std::numeric_limits<float>::max();
  glm::vec3 low(most), high(-most);
  for (const glm::vec3& p : points) {
    low = glm::min(low, p - margin);
    high = glm::max(high, p + margin);
  }
  return {low, high};
}

std::vector<int> corners_of(std::span<const glm::uvec3> triangles) {
  std::vector<int> out;
  out.reserve(3 * triangles.size());
  for (const glm::uvec3& t : triangles) out.insert(out.end(), {int(t.x), int(t.y), int(t.z)});
  return out;
}

template <class T>
void sample(files::UsdLayer& layer, std::string_view declaration, double time, const std::vector<T>& values) {
  layer.samples(declaration, std::span(&time, 1), std::span(&values, 1));
}

// Begins the prim of a kind, with the metadata of its attributes.
void begin_kind(files::UsdLayer& layer, UsdKind kind, const std::string& material) {
  std::vector<std::string> metadata;
  if (!material.empty()) metadata.emplace_back("prepend apiSchemas = [\"MaterialBindingAPI\"]");
  layer.begin(kind == UsdKind::surface ? "def Mesh" : "def Points", name_of(kind), metadata);
  if (kind == UsdKind::surface) {
    layer.line("uniform bool doubleSided = 1");
    layer.line("uniform token subdivisionScheme = \"none\"");
  }
  if (!material.empty()) layer.line(fmt::format("rel material:binding = <{}>", material));
  for (const Attribute& a : attributes_of(kind))
    if (!a.interpolation.empty()) layer.declare(a.declaration, a.interpolation);
}

void begin_water(files::UsdLayer& layer, const UsdWater& water) {
  layer.begin("def Xform", water.prim,
              {"customData = {", fmt::format("    string name = {}", files::usd_quoted(water.name)), "}"});
}

// Calls `write` for each kind inside of its water's prim.
void each_water(files::UsdLayer& layer, const UsdKinds& kinds, const std::function<void(std::size_t)>& begin,
                const std::function<void(UsdKind)>& write) {
  std::optional<std::size_t> open;
  for (const auto& [water, kind] : kinds) {
    if (open != water) {
      if (open) layer.end();
      begin(water);
      open = water;
    }
    write(kind);
  }
  if (open) layer.end();
}

}  // namespace

UsdPoints usd_particles(std::span<const float> rows, std::span<const float> identities, double spacing) {
  constexpr std::size_t width = 6;
  UsdPoints out;
  for (std::size_t i = 0; i < rows.size() / width; ++i) {
    const float* row = &rows[i * width];
    out.points.emplace_back(row[0], row[1], row[2]);
    out.velocities.emplace_back(row[3], row[4], row[5]);
    out.widths.push_back(static_cast<float>(spacing));
    constexpr std::int64_t exact = 1 << 24;
    const float w = identities[4 * i + 3];
    out.ids.push_back(w <= static_cast<float>(exact) ? static_cast<std::int64_t>(w)
                                                     : exact + (std::bit_cast<std::uint32_t>(w) - 0x4b800000));
  }
  return out;
}

UsdPoints usd_spray(std::span<const float> rows, double radius) {
  constexpr std::size_t width = 10;
  UsdPoints out;
  for (std::size_t i = 0; i < rows.size() / width; ++i) {
    const float* row = &rows[i * width];
    out.points.emplace_back(row[0], row[1], row[2]);
    out.velocities.emplace_back(row[3], row[4], row[5]);
    out.age.push_back(row[6]);
    out.life.push_back(row[7]);
    out.kind.push_back(static_cast<int>(row[8]));
    constexpr int mist = 3;  // whose random number is its radius
    out.widths.push_back(2 * (out.kind.back() == mist ? row[9] : static_cast<float>(radius)));
    out.ids.push_back(static_cast<std::int64_t>(std::uint64_t{std::bit_cast<std::uint32_t>(row[9])} << 32 |
                                                std::bit_cast<std::uint32_t>(row[7])));
  }
  return out;
}

void write_usd_surface(files::UsdLayer& layer, double time, const files::PlyMesh& mesh) {
  sample(layer, "point3f[] points", time, mesh.positions);
  sample(layer, "int[] faceVertexCounts", time, std::vector<int>(mesh.triangles.size(), 3));
  sample(layer, "int[] faceVertexIndices", time, corners_of(mesh.triangles));
  sample(layer, "float3[] extent", time, extent_of(mesh.positions));
  sample(layer, "normal3f[] normals", time, mesh.normals);
  sample(layer, "vector3f[] velocities", time, mesh.velocities);
}

void write_usd_points(files::UsdLayer& layer, double time, const UsdPoints& points) {
  sample(layer, "point3f[] points", time, points.points);
  sample(layer, "vector3f[] velocities", time, points.velocities);
  sample(layer, "float[] widths", time, points.widths);
  sample(layer, "int64[] ids", time, points.ids);
  const float widest = points.widths.empty() ? 0 : std::ranges::max(points.widths);
  sample(layer, "float3[] extent", time, extent_of(points.points, 0.5f * widest));
  if (points.age.size() != points.points.size()) return;
  sample(layer, "float[] primvars:age", time, points.age);
  sample(layer, "float[] primvars:life", time, points.life);
  sample(layer, "int[] primvars:kind", time, points.kind);
}

std::string usd_frame(const files::UsdStage& stage, std::span<const UsdWater> waters, std::span<const UsdPart> parts) {
  files::UsdLayer layer(stage, "scene");
  layer.begin("def Xform", "scene");
  layer.begin("def Xform", "water");
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (i == 0 || parts[i].water != parts[i - 1].water) begin_water(layer, waters[parts[i].water]);
    begin_kind(layer, parts[i].kind, "");
    parts[i].write(layer, stage.first);
    layer.end();
    if (i + 1 == parts.size() || parts[i].water != parts[i + 1].water) layer.end();
  }
  layer.end();
  layer.end();
  return std::move(layer).take();
}

std::string usd_manifest(const files::UsdStage& stage, std::span<const UsdWater> waters, const UsdKinds& kinds) {
  files::UsdLayer layer(stage, "scene");
  layer.begin("over", "scene");
  layer.begin("over", "water");
  each_water(
      layer, kinds, [&](std::size_t water) { layer.begin("over", waters[water].prim); },
      [&](UsdKind kind) {
        layer.begin("over", name_of(kind));
        for (const Attribute& a : attributes_of(kind)) layer.declare(a.declaration);
        layer.end();
      });
  layer.end();
  layer.end();
  return std::move(layer).take();
}

void write_usd_water(files::UsdLayer& layer, std::span<const UsdWater> waters, const UsdKinds& kinds,
                     const std::string& manifest, std::span<const std::pair<double, std::string>> clips) {
  std::string active, assets, times;
  for (std::size_t i = 0; i < clips.size(); ++i) {
    const char* comma = i > 0 ? ", " : "";
    active += fmt::format("{}({}, {})", comma, clips[i].first, i);
    assets += fmt::format("{}@./{}@", comma, clips[i].second);
    times += fmt::format("{0}({1}, {1})", comma, clips[i].first);
  }
  std::vector<std::string> metadata;
  if (!clips.empty())
    metadata = {"clips = {",
                "    dictionary default = {",
                fmt::format("        double2[] active = [{}]", active),
                fmt::format("        asset[] assetPaths = [{}]", assets),
                fmt::format("        asset manifestAssetPath = @./{}@", manifest),
                "        string primPath = \"/scene/water\"",
                fmt::format("        double2[] times = [{}]", times),
                "    }",
                "}"};
  layer.begin("def Xform", "water", metadata);
  each_water(
      layer, kinds, [&](std::size_t water) { begin_water(layer, waters[water]); },
      [&](UsdKind kind) {
        begin_kind(layer, kind, kind == UsdKind::spray ? "/scene/materials/white_water" : "/scene/materials/water");
        layer.end();
      });
  layer.end();
}

void write_usd_mesh(files::UsdLayer& layer, std::span<const glm::vec3> points, std::span<const glm::uvec3> triangles) {
  layer.set("point3f[] points", points);
  layer.set("int[] faceVertexCounts", std::vector<int>(triangles.size(), 3));
  layer.set("int[] faceVertexIndices", corners_of(triangles));
  layer.set("float3[] extent", extent_of(points));
  layer.line("uniform token subdivisionScheme = \"none\"");
}

}  // namespace undine::session
