// Composition and checks of USD layers.
// [USD] Pixar Animation Studios, OpenUSD: UsdGeomMesh, UsdGeomPoints, UsdShadeMaterialBindingAPI, value clips.
#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <set>
#include <stdexcept>

#include "tests/support/usda.h"

namespace undine::test {
namespace {

using Prims = std::map<std::string, UsdaStage::Prim>;

UsdaLayer load(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  if (!in) throw std::runtime_error(file.string() + " does not exist");
  try {
    return parse_usda(std::string(std::istreambuf_iterator<char>(in), {}));
  } catch (const std::runtime_error& e) {
    throw std::runtime_error(file.filename().string() + ": " + e.what());
  }
}

// Adds weaker opinions.
void merge(Prims& to, const std::vector<UsdaPrim>& prims, const std::string& above) {
  for (const UsdaPrim& p : prims) {
    const std::string path = above + "/" + p.name;
    UsdaStage::Prim& prim = to[path];
    if (prim.specifier.empty() || prim.specifier == "over") prim.specifier = p.specifier;
    if (prim.type.empty()) prim.type = p.type;
    if (!p.type.empty() && prim.type != p.type) throw std::runtime_error(path + " has two types");
    prim.metadata.insert(p.metadata.begin(), p.metadata.end());
    prim.properties.insert(p.properties.begin(), p.properties.end());
    merge(to, p.children, path);
  }
}

// Attributes of the schemas that are used, with their types.
const std::map<std::string, std::map<std::string, std::string>>& schemas() {
  static const std::map<std::string, std::string> placed{
      {"xformOp:translate", "double3"}, {"xformOp:orient", "quatf"}, {"xformOpOrder", "token[]"},
      {"extent", "float3[]"},           {"material:binding", "rel"}, {"primvars:displayColor", "color3f[]"}};
  const auto with = [](std::map<std::string, std::string> more) {
    more.insert(placed.begin(), placed.end());
    return more;
  };
  static const std::map<std::string, std::map<std::string, std::string>> known{
      {"Xform", placed},
      {"Scope", {}},
      {"Mesh", with({{"points", "point3f[]"},
                     {"faceVertexCounts", "int[]"},
                     {"faceVertexIndices", "int[]"},
                     {"normals", "normal3f[]"},
                     {"velocities", "vector3f[]"},
                     {"subdivisionScheme", "token"},
                     {"doubleSided", "bool"},
                     {"primvars:st", "texCoord2f[]"}})},
      {"Points", with({{"points", "point3f[]"},
                       {"velocities", "vector3f[]"},
                       {"widths", "float[]"},
                       {"ids", "int64[]"},
                       {"primvars:age", "float[]"},
                       {"primvars:life", "float[]"},
                       {"primvars:kind", "int[]"}})},
      {"Camera", with({{"focalLength", "float"},
                       {"horizontalAperture", "float"},
                       {"verticalAperture", "float"},
                       {"clippingRange", "float2"},
                       {"projection", "token"}})},
      {"DistantLight", with({{"inputs:angle", "float"},
                             {"inputs:color", "color3f"},
                             {"inputs:intensity", "float"},
                             {"inputs:normalize", "bool"}})},
      {"Material", {{"outputs:surface", "token"}}},
      {"Shader",
       {
           {"info:id", "token"},
           {"inputs:diffuseColor", "color3f"},
           {"inputs:emissiveColor", "color3f"},
           {"inputs:ior", "float"},
           {"inputs:metallic", "float"},
           {"inputs:opacity", "float"},
           {"inputs:roughness", "float"},
           {"outputs:surface", "token"},
       }}};
  return known;
}

}  // namespace

UsdaStage::UsdaStage(const std::filesystem::path& root) : folder_(root.parent_path()), root_(load(root)) {
  merge(prims_, root_.prims, "");
  if (const auto below = root_.metadata.find("subLayers"); below != root_.metadata.end())
    for (const UsdaValue& asset : below->second.items) {
      const UsdaLayer layer = load(folder_ / asset.text);
      for (const char* key : {"timeCodesPerSecond", "metersPerUnit", "upAxis", "startTimeCode", "endTimeCode"})
        if (layer.metadata.at(key).text != root_.metadata.at(key).text)
          throw std::runtime_error(asset.text + " has another " + key);
      merge(prims_, layer.prims, "");
    }
  refer();
  for (const auto& [path, prim] : prims_)
    if (const auto clips = prim.metadata.find("clips"); clips != prim.metadata.end()) read_clips(path, clips->second);
}

void UsdaStage::refer() {
  for (auto& [path, prim] : prims_) {
    const auto reference = prim.metadata.find("references");
    if (reference == prim.metadata.end()) continue;
    const Prim& from = this->prim(reference->second.text);
    if (prim.type.empty()) prim.type = from.type;
    prim.properties.insert(from.properties.begin(), from.properties.end());
  }
}

void UsdaStage::read_clips(const std::string& path, const UsdaValue& clips) {
  const auto& set = clips.entries.at("default").second.entries;
  const auto entry = [&](const std::string& key, const std::string& type) {
    if (set.at(key).first != type) throw std::runtime_error("clips: " + key + " is not of type " + type);
    return set.at(key).second;
  };
  Clips out{.prim = path, .by_time = {}, .manifest = {}};
  if (entry("primPath", "string").text != path) throw std::runtime_error("clips: another primPath");
  merge(out.manifest, load(folder_ / entry("manifestAssetPath", "asset").text).prims, "");
  const UsdaValue assets = entry("assetPaths", "asset[]"), active = entry("active", "double2[]"),
                  times = entry("times", "double2[]");
  if (active.items.size() != assets.items.size() || times.items.size() != assets.items.size())
    throw std::runtime_error("clips: counts differ");
  for (std::size_t i = 0; i < assets.items.size(); ++i) {
    const double time = active.items[i].items[0].number;
    if (active.items[i].items[1].number != static_cast<double>(i) || times.items[i].items[0].number != time ||
        times.items[i].items[1].number != time)
      throw std::runtime_error("clips: times differ");
    auto prims = std::make_shared<Prims>();
    merge(*prims, load(folder_ / assets.items[i].text).prims, "");
    out.by_time.emplace_back(time, std::move(prims));
  }
  clips_.push_back(std::move(out));
}

const UsdaStage::Prim& UsdaStage::prim(const std::string& path) const {
  const auto found = prims_.find(path);
  if (found == prims_.end()) throw std::runtime_error("no prim " + path);
  return found->second;
}

const UsdaValue* UsdaStage::find(const std::string& path, const std::string& attribute, double time) const {
  const Prim& own = prim(path);
  const auto held = [time](const std::map<double, UsdaValue>& samples) {
    auto after = samples.upper_bound(time);
    return &(after == samples.begin() ? after : std::prev(after))->second;
  };
  if (const auto p = own.properties.find(attribute); p != own.properties.end()) {
    if (!p->second.samples.empty()) return held(p->second.samples);
    if (!p->second.value.empty()) return &p->second.value[0];
  }
  for (const Clips& clips : clips_) {
    if (!path.starts_with(clips.prim + "/")) continue;
    const auto declared = clips.manifest.find(path);
    if (declared == clips.manifest.end() || !declared->second.properties.contains(attribute)) continue;
    for (std::size_t i = clips.by_time.size(); i-- > 0;) {
      if (clips.by_time[i].first > time && i > 0) continue;
      const auto p = clips.by_time[i].second->find(path);
      if (p == clips.by_time[i].second->end() || !p->second.properties.contains(attribute)) return nullptr;
      const UsdaProperty& property = p->second.properties.at(attribute);
      if (property.type != declared->second.properties.at(attribute).type)
        throw std::runtime_error(path + "." + attribute + " has another type in the manifest");
      return property.samples.empty() ? nullptr : held(property.samples);  // defaults of clips do not count
    }
  }
  return nullptr;
}

const UsdaValue& UsdaStage::value(const std::string& path, const std::string& attribute, double time) const {
  if (const UsdaValue* found = find(path, attribute, time)) return *found;
  throw std::runtime_error(fmt::format("{}.{} has no value at {}", path, attribute, time));
}

bool UsdaStage::has_value(const std::string& path, const std::string& attribute, double time) const {
  return find(path, attribute, time) != nullptr;
}

std::vector<double> UsdaStage::times() const {
  std::vector<double> out;
  for (const Clips& clips : clips_)
    for (const auto& [time, prims] : clips.by_time) out.push_back(time);
  return out;
}

void UsdaStage::check_counts(const std::string& path, double time, std::vector<std::string>& out) const {
  const auto bad = [&](const std::string& what) { out.push_back(fmt::format("{} at {}: {}", path, time, what)); };
  for (const char* needed : {"points", "extent"})
    if (!has_value(path, needed, time)) return bad(std::string("no ") + needed);
  const std::vector<float> points = value(path, "points", time).floats(), extent = value(path, "extent", time).floats();
  const std::size_t count = points.size() / 3;
  if (extent.size() != 6) return bad("extent is not of two points");
  for (std::size_t i = 0; i < points.size(); ++i)
    if (!(points[i] >= extent[i % 3] && points[i] <= extent[3 + i % 3])) return bad("a point outside of the extent");
  for (const char* name :
       {"normals", "velocities", "widths", "ids", "primvars:age", "primvars:life", "primvars:kind", "primvars:st"}) {
    if (!has_value(path, name, time)) continue;
    const std::size_t values = value(path, name, time).items.size();
    if (values != count) bad(fmt::format("{} {} of {} points", values, name, count));
  }
  if (prim(path).type != "Mesh") {
    if (!has_value(path, "widths", time)) bad("no widths");
    const auto ids = has_value(path, "ids", time) ? value(path, "ids", time).integers() : std::vector<std::int64_t>();
    if (std::set(ids.begin(), ids.end()).size() != count) bad("ids are not unique");
    return;
  }
  const auto counts = value(path, "faceVertexCounts", time).integers(),
             corners = value(path, "faceVertexIndices", time).integers();
  std::int64_t sum = 0;
  for (const std::int64_t c : counts) sum += c;
  if (sum != static_cast<std::int64_t>(corners.size())) bad("counts do not sum to the number of indices");
  for (const std::int64_t c : corners)
    if (c < 0 || c >= static_cast<std::int64_t>(count)) return bad("an index outside of the points");
}

void UsdaStage::check_targets(const std::string& path, std::vector<std::string>& out) const {
  const Prim& own = prim(path);
  const auto api = own.metadata.find("apiSchemas");
  const bool binds = own.properties.contains("material:binding");
  if (binds != (api != own.metadata.end() && api->second.items[0].text == "MaterialBindingAPI"))
    out.push_back(path + ": binding and apiSchemas differ");
  for (const auto& [name, property] : own.properties)
    for (const std::string& target : property.targets) {
      const std::size_t dot = target.find('.');
      const auto found = prims_.find(target.substr(0, dot));
      if (found == prims_.end() ||
          (dot != std::string::npos && !found->second.properties.contains(target.substr(dot + 1))))
        out.push_back(fmt::format("{}.{}: no target {}", path, name, target));
      else if (name == "material:binding" && found->second.type != "Material")
        out.push_back(fmt::format("{}: {} is not a material", path, target));
    }
}

std::vector<std::string> UsdaStage::problems() const {
  std::vector<std::string> out;
  if (!prims_.contains("/" + root_.metadata.at("defaultPrim").text)) out.emplace_back("no default prim");
  if (root_.metadata.at("upAxis").text != "Y" || root_.metadata.at("metersPerUnit").number != 1)
    out.emplace_back("other axes or units");
  std::vector<double> at = times();
  if (at.empty()) at.push_back(root_.metadata.at("startTimeCode").number);
  if (at.front() != root_.metadata.at("startTimeCode").number || at.back() != root_.metadata.at("endTimeCode").number)
    out.emplace_back("time codes are not those of the clips");
  for (const auto& [path, own] : prims_) {
    const auto schema = schemas().find(own.type);
    if (schema == schemas().end()) {
      out.push_back(path + ": no schema " + own.type);
      continue;
    }
    for (const auto& [name, property] : own.properties) {
      const auto known = schema->second.find(name);
      if (known == schema->second.end() || known->second != property.type)
        out.push_back(fmt::format("{}: {} {} is not of {}", path, property.type, name, own.type));
    }
    check_targets(path, out);
    if (own.type == "Mesh" || own.type == "Points")
      for (const double time : at) check_counts(path, time, out);
    if (const auto order = own.properties.find("xformOpOrder"); order != own.properties.end())
      for (const UsdaValue& op : order->second.value.at(0).items)
        if (!own.properties.contains(op.text)) out.push_back(path + ": no " + op.text);
  }
  return out;
}

}  // namespace undine::test
