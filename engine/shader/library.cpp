#include "engine/shader/library.h"

#include <fmt/format.h>

#include <algorithm>

#include "engine/core/error.h"
#include "engine/core/hash.h"
#include "engine/core/system.h"
#include "engine/shader/cache.h"
#include "engine/shader/compile.h"
#include "engine/shader/pixel_kernel.h"
#include "engine/shader/reflect.h"
#include "engine/shader/variant.h"

namespace undine::shader {

extern const char source_tree[];  // source_tree.cpp

namespace fs = std::filesystem;

static fs::path full_path(const fs::path& path) {
  std::error_code error;
  auto full = fs::absolute(path, error).lexically_normal();
  return full.has_filename() ? full : full.parent_path();
}

Library::Library(Options options) : options_(std::move(options)) {
  options_.root = full_path(options_.root);
  std::error_code error;
  if (!fs::is_directory(options_.root, error))
    throw Error(Exit::failure, options_.root.string(), "the shader folder does not exist",
                "--shaders DIR names the folder of the .comp, .vert and .frag files");
}

Library::~Library() = default;

const Module& Library::module(std::string_view name) {
  if (auto at = modules_.find(name); at != modules_.end()) return *at->second;
  auto compiled = std::make_unique<Module>(compile(name));
  return *modules_.emplace(std::string(name), std::move(compiled)).first->second;
}

void Library::set_unroll(bool unroll) {
  if (options_.unroll == unroll) return;
  options_.unroll = unroll;
  modules_.clear();
}

std::vector<std::string> Library::names() const {
  std::vector<std::string> out;
  for (const auto& entry : fs::recursive_directory_iterator(options_.root)) {
    const auto extension = entry.path().extension();
    if (!entry.is_regular_file() || (extension != ".comp" && extension != ".vert" && extension != ".frag")) continue;
    const auto variants = variants_of(entry.path().lexically_relative(options_.root).generic_string(),
                                      read_text(entry.path()).value_or(""));
    out.insert(out.end(), variants.begin(), variants.end());
  }
  std::sort(out.begin(), out.end());
  return out;
}

// Rejects unknown defines, which would compile to another shader.
static void check_variant(std::string_view full_name, std::string_view text) {
  const std::string name = without_pixel_kernel(full_name);
  const auto [file, defines] = variant_of(name);
  if (defines.empty()) return;
  const auto legal = variants_of(file, text);
  if (std::find(legal.begin(), legal.end(), name) != legal.end()) return;
  throw Error(Exit::failure, fmt::format("shader {}", name), fmt::format("{} has no such variant", file),
              fmt::format("its #pragma variants lists: {}", fmt::join(legal, ", ")));
}

Module Library::compile(std::string_view name, std::string_view source) const {
  const auto file = (options_.root / variant_of(name).file).lexically_normal();
  stage_of(name);
  std::string text(source);
  if (source.empty()) {
    auto content = read_text(file);
    if (!content)
      throw Error(Exit::failure, file.string(), fmt::format("shader {} cannot be read", name),
                  "the name must be that of a file in the folder of shaders");
    text = std::move(*content);
  }
  check_variant(name, text);
  const Cache cache(source.empty() ? options_.cache : fs::path(), options_.root, options_.debug, options_.messages,
                    options_.unroll);
  const std::string keyed = is_pixel_kernel(name) ? text + pixel_kernel_main(name, text) : text;
  auto compiled = cache.load(name, keyed);
  if (!compiled) {
    compiled = compile_glsl(name, file, text, options_.root, {options_.debug, options_.messages, options_.unroll});
    cache.store(name, keyed, *compiled);
  }
  Module module;
  module.interface = reflect(name, compiled->spirv);
  module.spirv = std::move(compiled->spirv);
  module.files.push_back(file);
  for (auto& include : compiled->includes)
    if (include.present) module.files.push_back(std::move(include.file));
  Hash hash;
  hash.bytes(module.spirv.data(), module.spirv.size() * sizeof(std::uint32_t));
  module.version = module.interface.version = hash.value();
  return module;
}

std::vector<std::uint32_t> Library::specialized(const Module& module, std::span<const ConstantValue> values) const {
  if (!options_.specialize || options_.debug || options_.messages) return module.spirv;
  const std::string& name = module.interface.name;
  const Cache cache(options_.cache, options_.root, options_.debug, options_.messages, options_.unroll);
  if (auto kept = cache.load_special(name, module.version, values)) return std::move(*kept);
  auto spirv = specialize(module.spirv, values);
  if (spirv.empty()) return module.spirv;
  cache.store_special(name, module.version, values, spirv);
  return spirv;
}

void Library::replace(std::string_view name, Module module) {
  auto& slot = modules_[std::string(name)];
  if (!slot) slot = std::make_unique<Module>();
  *slot = std::move(module);  // in place, because callers hold references
}

fs::path Library::default_root() {
  std::error_code error;
  const fs::path module = system::module();
  // Beside the program, as the zip for Windows has them.
  if (fs::path beside = module.parent_path() / "shaders"; !module.empty() && fs::is_directory(beside, error))
    return beside;
  // Beside PREFIX/bin/undine, or PREFIX/lib/libundine.so, or one folder deeper.
  fs::path installed, folder = module.parent_path();
  for (int up = 0; up < 3 && !fs::is_directory(installed, error); ++up) {
    folder = folder.parent_path();
    const fs::path here = folder / "share/undine/shaders";
    if (installed.empty() || fs::is_directory(here, error)) installed = here.lexically_normal();
  }
  if (fs::path tree = fs::path(source_tree) / "shaders"; fs::is_directory(tree, error))
    return fs::is_directory(installed, error) ? installed : tree;
  return installed;
}

fs::path Library::default_cache() { return system::cache_folder(); }

}  // namespace undine::shader
