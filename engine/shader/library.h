// GLSL files to SPIR-V and reflection (glslang, SPIRV-Cross). Needs no Vulkan driver: `check` and `graph` use it too.
#pragma once
#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>
#include "engine/graph/interface.h"

namespace undine::shader {

struct Options {
  std::filesystem::path root;          // folder of the .comp/.vert/.frag files; #include is relative to the file, then to root, then to root/.. (for "passes/x.h", "engine/core/shared.h")
  std::filesystem::path cache;         // SPIR-V cache folder, keyed by content of all sources and compiler version; empty: none
  bool debug = false;                  // debug info in SPIR-V
};

struct Module {
  graph::ShaderInterface interface;
  std::vector<std::uint32_t> spirv;
  std::vector<std::filesystem::path> files;   // the source and all it includes
  std::uint64_t version = 0;                  // hash of the SPIR-V
};

// Compiles on first request and keeps the result. Not thread-safe.
class Library : public graph::InterfaceSource {
 public:
  explicit Library(Options options);
  ~Library() override;
  // name: path below root, e.g. "wave_step.comp". Errors name file, line and text, as Error(Exit::failure).
  const Module& module(std::string_view name);
  const graph::ShaderInterface& interface(std::string_view name) override { return module(name).interface; }
  std::vector<std::string> names() const;      // all shader files under root, sorted
  // Compiles without touching the library: for reload and for tests. source: text instead of the file's, if not empty.
  Module compile(std::string_view name, std::string_view source = {}) const;
  void replace(std::string_view name, Module module);   // a reload that succeeded
  const Options& options() const { return options_; }
  // Where the program's shaders are: --shaders, else the source tree it was built from, else the installed share folder.
  static std::filesystem::path default_root();
  static std::filesystem::path default_cache();          // XDG_CACHE_HOME/undine or ~/.cache/undine

 private:
  Options options_;
  std::map<std::string, std::unique_ptr<Module>, std::less<>> modules_;
};

}  // namespace undine::shader
