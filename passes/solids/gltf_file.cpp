#define TINYGLTF_IMPLEMENTATION
#include "passes/solids/gltf_file.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <fstream>
#include <glm/gtc/matrix_transform.hpp>
#include <glm/gtc/quaternion.hpp>
#include <iterator>
#include <mutex>
#include <set>
#include <span>

#include "engine/core/error.h"
#include "engine/core/log.h"

namespace undine::solids {
namespace {

constexpr std::uintmax_t most_bytes = std::uintmax_t{512} << 20;
constexpr int most_levels = 64;  // of lists and objects in the JSON text; glTF itself needs under ten

std::vector<unsigned char> read_bytes(const std::filesystem::path& file) {
  std::error_code failed;
  if (!std::filesystem::is_regular_file(file, failed))
    throw Error(Exit::bad_input, file.string(), "is not a regular file", "an existing file");
  const std::uintmax_t size = std::filesystem::file_size(file, failed);
  if (failed || size > most_bytes)
    throw Error(Exit::bad_input, file.string(), "cannot be read or has more than 512 MiB", "a smaller file");
  std::ifstream in(file, std::ios::binary);
  const std::vector<char> raw{std::istreambuf_iterator<char>(in), {}};
  if (!in && raw.size() != size) throw Error(Exit::bad_input, file.string(), "cannot be read", "a readable file");
  return {raw.begin(), raw.end()};
}

// Where the library may read: the model's folder and below. `user` is that folder as a canonical path.
std::filesystem::path inside(const std::string& name, void* user) {
  const auto& folder = *static_cast<const std::filesystem::path*>(user);
  std::error_code failed;
  const std::filesystem::path full = std::filesystem::canonical(std::filesystem::path(name), failed);
  if (failed) return {};
  const auto [at, rest] = std::mismatch(folder.begin(), folder.end(), full.begin(), full.end());
  return at == folder.end() && std::filesystem::is_regular_file(full, failed) ? full : std::filesystem::path{};
}
bool file_exists(const std::string& name, void* user) { return !inside(name, user).empty(); }
std::string same_path(const std::string& name, void*) { return name; }
bool read_file(std::vector<unsigned char>* out, std::string* problem, const std::string& name, void* user) {
  try {
    const std::filesystem::path full = inside(name, user);
    if (!full.empty()) {
      *out = read_bytes(full);
      return true;
    }
    if (problem) *problem += "file is missing or outside the model's folder: " + name;
  } catch (const Error& e) {
    if (problem) *problem += e.what();
  }
  return false;
}
bool write_nothing(std::string*, const std::string&, const std::vector<unsigned char>&, void*) { return false; }

// Images stay encoded while the file is parsed: those in buffer views are not yet checked then.
bool keep_encoded(tinygltf::Image* image, const int, std::string*, std::string*, int, int, const unsigned char* bytes,
                  int size, void*) {
  if (image->bufferView < 0 && size > 0) image->image.assign(bytes, bytes + size);
  return true;
}

// The JSON text of a .gltf file or of a .glb's first chunk; what the file claims is cut to what there is.
std::string_view json_text(std::span<const unsigned char> bytes) {
  std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  if (!text.starts_with("glTF")) return text;
  if (text.size() < 20) return {};
  std::uint32_t length;
  std::memcpy(&length, bytes.data() + 12, 4);
  return text.substr(20, length);
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

void check_extensions(const tinygltf::Model& model, const std::filesystem::path& file) {
  for (const std::string& name : model.extensionsRequired)
    if (std::ranges::find(known_extensions, name) == known_extensions.end())
      throw Error(Exit::bad_input, file.string(), "requires the extension '" + name + "'",
                  fmt::format("known: {}; export it without, or as an extension that is used but not required",
                              fmt::join(known_extensions, ", ")));
}

}  // namespace

tinygltf::Model parse_gltf(const std::filesystem::path& file) {
  std::vector<unsigned char> bytes = read_bytes(file);
  std::filesystem::path folder = std::filesystem::canonical(file.parent_path().empty() ? "." : file.parent_path());
  if (bytes.size() < 4) throw Error(Exit::bad_input, file.string(), "is no glTF file", "a .gltf or .glb file");
  // The library parses by recursion.
  if (nesting(json_text(bytes)) > most_levels)
    throw Error(Exit::bad_input, file.string(), "lists and objects are nested too deeply",
                fmt::format("at most {} levels", most_levels));
  tinygltf::TinyGLTF loader;
  loader.SetFsCallbacks({file_exists, same_path, read_file, write_nothing, &folder});
  loader.SetImageLoader(keep_encoded, nullptr);
  loader.SetStoreOriginalJSONForExtrasAndExtensions(true);
  tinygltf::Model model;
  std::string problem, warning;
  const auto size = static_cast<unsigned int>(bytes.size());
  const bool binary = std::equal(bytes.begin(), bytes.begin() + 4, "glTF");
  bool done = false;
  try {
    done = binary ? loader.LoadBinaryFromMemory(&model, &problem, &warning, bytes.data(), size, folder.string())
                  : loader.LoadASCIIFromString(&model, &problem, &warning, reinterpret_cast<const char*>(bytes.data()),
                                               size, folder.string());
  } catch (const std::exception& e) {
    problem += e.what();
  }
  if (!done) {
    while (!problem.empty() && problem.back() == '\n') problem.pop_back();
    throw Error(Exit::bad_input, file.string(), "is no readable glTF file: " + problem, "a valid glTF 2.0 file");
  }
  check_extensions(model, file);
  return model;
}

void tell_gltf_gaps(const tinygltf::Model& model, const std::filesystem::path& file, const GltfKnown& known) {
  static std::mutex mutex;
  static std::set<std::string> told;
  const std::vector<std::string> gaps = gltf_gaps(model, known);
  const std::scoped_lock lock(mutex);
  if (!gaps.empty() && told.insert(file.string()).second)
    log::warning("{}: not drawn: {}", file.string(), fmt::join(gaps, ", "));
}

glm::dmat4 gltf_node_matrix(const GltfAccessors& accessors, const tinygltf::Node& node, const std::string& place) {
  const auto check = [&](const std::vector<double>& v, std::size_t size, const char* name) {
    if (!v.empty() && v.size() != size)
      accessors.fail(place, std::string(name) + " has " + std::to_string(v.size()) + " numbers", std::to_string(size));
    if (!std::all_of(v.begin(), v.end(), [](double x) { return std::isfinite(x); }))
      accessors.fail(place, std::string(name) + " is not finite", "finite numbers");
  };
  check(node.matrix, 16, "matrix");
  check(node.translation, 3, "translation");
  check(node.rotation, 4, "rotation");
  check(node.scale, 3, "scale");
  glm::dmat4 m(1);
  if (!node.matrix.empty()) {
    for (int i = 0; i < 16; ++i) m[i / 4][i % 4] = node.matrix[static_cast<std::size_t>(i)];
    return m;
  }
  const auto& t = node.translation;
  const auto& r = node.rotation;
  const auto& s = node.scale;
  if (!t.empty()) m = glm::translate(m, {t[0], t[1], t[2]});
  if (!r.empty()) m *= glm::mat4_cast(glm::normalize(glm::dquat(r[3], r[0], r[1], r[2])));
  if (!s.empty()) m = glm::scale(m, {s[0], s[1], s[2]});
  return m;
}

}  // namespace undine::solids
