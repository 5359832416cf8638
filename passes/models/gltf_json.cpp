// [glTF] Khronos Group, glTF 2.0 Specification, 2021: 3.2 (versions), 4.4 (GLB).
#include "passes/models/gltf_json.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstring>
#include <nlohmann/json.hpp>
#include <optional>
#include <span>
#include <string_view>

#include "engine/core/error.h"
#include "engine/files/uri.h"

namespace undine::solids {
namespace {

using Json = nlohmann::json;

constexpr int most_levels = 64;   // nesting limit of the JSON text; glTF itself needs under ten
constexpr std::size_t head = 20;  // header bytes of a .glb: magic, version, length, length and kind of the first chunk
constexpr const char* readable = "a file of glTF 2.0; a program that reads the older or newer one can export it";

std::uint32_t word_at(std::span<const unsigned char> bytes, std::size_t at) {
  std::uint32_t word = 0;
  std::memcpy(&word, bytes.data() + at, sizeof word);
  return word;
}

// JSON of a .gltf file or of a .glb's first chunk; the length that the file claims is cut to its size.
std::string_view json_text(std::span<const unsigned char> bytes, bool binary) {
  std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  if (!binary) return text;
  return text.size() < head ? std::string_view() : text.substr(head, word_at(bytes, 12));
}

// Lists and objects inside of each other; brackets in strings are not counted.
int nesting(std::string_view json) {
  int levels = 0, most = 0;
  bool quoted = false;
  for (std::size_t i = 0; i < json.size(); ++i) {
    const char c = json[i];
    if (quoted) {
      if (c == '\\') ++i;
      quoted = c != '"';
    } else if (c == '"') {
      quoted = true;
    } else if (c == '{' || c == '[') {
      most = std::max(most, ++levels);
    } else if (c == '}' || c == ']') {
      --levels;
    }
  }
  return most;
}

struct Version {
  unsigned major = 0, minor = 0;
};

std::optional<Version> version_of(const std::string& text) {
  Version out;
  const char *at = text.data(), *end = at + text.size();
  const auto major = std::from_chars(at, end, out.major);
  if (major.ec != std::errc() || major.ptr == end || *major.ptr != '.') return {};
  const auto minor = std::from_chars(major.ptr + 1, end, out.minor);
  if (minor.ec != std::errc() || minor.ptr != end) return {};
  return out;
}

void check_version(const Json& root, const std::filesystem::path& file) {
  const auto asset = root.find("asset");
  if (asset == root.end() || !asset->is_object()) return;  // the library says so
  for (const char* key : {"version", "minVersion"}) {
    const auto value = asset->find(key);
    if (value == asset->end()) continue;
    const std::string where = fmt::format("{}: asset.{}", file.string(), key);
    const auto version = value->is_string() ? version_of(value->get<std::string>()) : std::nullopt;
    if (!version) throw Error(Exit::bad_input, where, "is " + shortened(value->dump()), "\"2.0\"");
    const bool older = version->major<2, newer = version->major> 2 || (*key == 'm' && version->minor > 0);
    if (older || newer) throw Error(Exit::bad_input, where, "is " + shortened(value->dump()), readable);
  }
}

// Gives references that hold % or + names that every version of the library leaves as they are.
bool rename_files(Json& root, const std::filesystem::path& folder,
                  std::map<std::string, std::filesystem::path>& files) {
  for (const char* list : {"buffers", "images"}) {
    const auto found = root.find(list);
    if (found == root.end() || !found->is_array()) continue;
    for (Json& one : *found) {
      const auto uri = one.is_object() ? one.find("uri") : one.end();
      if (!one.is_object() || uri == one.end() || !uri->is_string()) continue;
      const auto text = uri->get<std::string>();
      if (text.starts_with("data:") || text.find_first_of("%+") == std::string::npos) continue;
      const std::string name = fmt::format("undine_file_{}_", files.size());
      files[name] = files::uri_file(folder, text);
      *uri = name;
    }
  }
  return !files.empty();
}

// The library refuses primitives whose indices have no bufferView, which are zeros by the specification: their
// accessors stand in `extras` then.
bool move_indices(Json& root) {
  const auto accessors = root.find("accessors"), meshes = root.find("meshes");
  if (accessors == root.end() || meshes == root.end() || !accessors->is_array() || !meshes->is_array()) return false;
  bool any = false;
  for (Json& mesh : *meshes) {
    if (!mesh.is_object() || !mesh.contains("primitives") || !mesh["primitives"].is_array()) continue;
    for (Json& primitive : mesh["primitives"]) {
      const auto indices = primitive.is_object() ? primitive.find("indices") : primitive.end();
      if (!primitive.is_object() || indices == primitive.end() || !indices->is_number_unsigned()) continue;
      const auto index = indices->get<std::size_t>();
      if (index >= accessors->size() || !(*accessors)[index].is_object() || (*accessors)[index].contains("bufferView"))
        continue;
      primitive.erase("indices");
      primitive["extras"] = {{gltf_indices_without_view, index}};
      any = true;
    }
  }
  return any;
}

void put_text(GltfText& out, std::string text) {
  if (!out.binary) {
    out.bytes.assign(text.begin(), text.end());
    return;
  }
  const std::size_t rest = std::min(out.bytes.size(), head + word_at(out.bytes, 12));
  text.resize((text.size() + 3) / 4 * 4, ' ');
  std::vector<unsigned char> bytes(out.bytes.begin(), out.bytes.begin() + head);
  bytes.insert(bytes.end(), text.begin(), text.end());
  bytes.insert(bytes.end(), out.bytes.begin() + static_cast<std::ptrdiff_t>(rest), out.bytes.end());
  const auto put = [&](std::size_t at, std::size_t value) {
    const auto word = static_cast<std::uint32_t>(value);
    std::memcpy(bytes.data() + at, &word, sizeof word);
  };
  put(8, bytes.size());
  put(12, text.size());
  out.bytes = std::move(bytes);
}

}  // namespace

GltfText prepare_gltf(std::vector<unsigned char> bytes, const std::filesystem::path& file) {
  GltfText out{.bytes = std::move(bytes)};
  out.binary = out.bytes.size() >= 4 && std::memcmp(out.bytes.data(), "glTF", 4) == 0;
  if (out.binary && out.bytes.size() >= 8 && word_at(out.bytes, 4) != 2)
    throw Error(Exit::bad_input, file.string(), fmt::format("is binary glTF {}", word_at(out.bytes, 4)), readable);
  const std::string_view text = json_text(out.bytes, out.binary);
  // Both parsers recurse.
  if (nesting(text) > most_levels)
    throw Error(Exit::bad_input, file.string(), "lists and objects are nested too deeply",
                fmt::format("at most {} levels", most_levels));
  Json root = Json::parse(text, nullptr, false);
  if (!root.is_object()) return out;
  check_version(root, file);
  const bool renamed = rename_files(root, file.parent_path(), out.files);
  if (move_indices(root) || renamed) put_text(out, root.dump());
  return out;
}

}  // namespace undine::solids
