#define TINYGLTF_IMPLEMENTATION
#include "passes/models/gltf_file.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <fstream>
#include <glm/gtc/matrix_transform.hpp>
#include <glm/gtc/quaternion.hpp>
#include <iterator>
#include <map>
#include <mutex>
#include <set>

#include "engine/core/error.h"
#include "engine/core/inputs.h"
#include "engine/core/log.h"
#include "passes/models/gltf_json.h"

namespace undine::solids {
namespace {

constexpr std::uintmax_t most_bytes = std::uintmax_t{512} << 20;

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
  note_input(file);
  return {raw.begin(), raw.end()};
}

struct Reach {                   // files that the library may read
  std::filesystem::path folder;  // canonical folder of the model: the library reads only there and below
  std::map<std::string, std::filesystem::path> files;  // renamed references of prepare_gltf()
};

// Empty: missing, or outside of the folder.
std::filesystem::path inside(const std::string& name, void* user) {
  const auto& reach = *static_cast<const Reach*>(user);
  std::filesystem::path meant(name);
  if (const auto other = reach.files.find(meant.filename().string()); other != reach.files.end()) meant = other->second;
  std::error_code failed;
  const std::filesystem::path full = std::filesystem::canonical(meant, failed);
  if (failed) return {};
  const auto [at, rest] = std::mismatch(reach.folder.begin(), reach.folder.end(), full.begin(), full.end());
  return at == reach.folder.end() && std::filesystem::is_regular_file(full, failed) ? full : std::filesystem::path{};
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
    if (problem) *problem += "file is missing or outside the model's folder: " + shortened(name);
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

void check_extensions(const tinygltf::Model& model, const std::filesystem::path& file) {
  for (const std::string& name : model.extensionsRequired)
    if (std::ranges::find(known_extensions, name) == known_extensions.end())
      throw Error(Exit::bad_input, file.string(), "requires the extension '" + shortened(name) + "'",
                  fmt::format("known: {}; export it without, or as an extension that is used but not required",
                              fmt::join(known_extensions, ", ")));
}

// Messages of the library about missing files hold our names for them.
std::string in_their_names(std::string problem, const Reach& reach) {
  for (const auto& [name, file] : reach.files)
    for (std::size_t at = problem.find(name); at != std::string::npos; at = problem.find(name, at)) {
      const std::string theirs = file.filename().string();
      problem.replace(at, name.size(), theirs);
      at += theirs.size();
    }
  while (!problem.empty() && problem.back() == '\n') problem.pop_back();
  return shortened(problem, 400);
}

}  // namespace

tinygltf::Model parse_gltf(const std::filesystem::path& file) {
  std::vector<unsigned char> read = read_bytes(file);
  Reach reach{.folder = std::filesystem::canonical(file.parent_path().empty() ? "." : file.parent_path())};
  if (read.size() < 4) throw Error(Exit::bad_input, file.string(), "is not a glTF file", "a .gltf or .glb file");
  GltfText text = prepare_gltf(std::move(read), file);
  reach.files = std::move(text.files);
  const std::vector<unsigned char>& bytes = text.bytes;
  tinygltf::TinyGLTF loader;
  loader.SetFsCallbacks({file_exists, same_path, read_file, write_nothing, &reach});
  loader.SetImageLoader(keep_encoded, nullptr);
  loader.SetStoreOriginalJSONForExtrasAndExtensions(true);
  tinygltf::Model model;
  std::string problem, warning;
  const auto size = static_cast<unsigned int>(bytes.size());
  bool done = false;
  try {
    done = text.binary
               ? loader.LoadBinaryFromMemory(&model, &problem, &warning, bytes.data(), size, reach.folder.string())
               : loader.LoadASCIIFromString(&model, &problem, &warning, reinterpret_cast<const char*>(bytes.data()),
                                            size, reach.folder.string());
  } catch (const std::exception& e) {
    problem += e.what();
  }
  if (!done)
    throw Error(Exit::bad_input, file.string(), "is not a readable glTF file: " + in_their_names(problem, reach),
                "a valid glTF 2.0 file");
  for (tinygltf::Image& image : model.images)
    if (const auto meant = reach.files.find(image.uri); meant != reach.files.end())
      image.uri = meant->second.filename().string();
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
