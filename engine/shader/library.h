// Compiles GLSL files to SPIR-V and reflects them (glslang, SPIRV-Cross). Works without a Vulkan driver, as `check` and
// `graph` need.
//
// Form of a shader file (GLSL 460 core, Vulkan 1.3, entry point main). `#version 460` and the extensions for #include
// and `scalar` are implicit; a file may repeat them. Messages use the line numbers of the file.
//
//   #pragma variants VARIED                                                        // .with = "VARIED" (variant.h)
//   #include "passes/wave/wave_params.h"                  // WaveParams, between SHARED_BEGIN and SHARED_END
//   layout(constant_id = 0) const bool periodic = false;  // .constant("periodic", ...)
//   layout(local_size_x = 8, local_size_y = 8) in;
//   layout(push_constant, scalar) uniform ParamsBlock { WaveParams p; } params;    // params.p.x; at most 128 bytes
//   layout(binding = 0, scalar) readonly buffer Now { float at[]; } u_now;         // u_now.at[i]
//   layout(binding = 1, scalar) writeonly buffer Next { float at[]; } u_next;
//   layout(binding = 2) uniform sampler2D mask;
//   layout(binding = 3, rgba16f) uniform writeonly image2D surface;
//   layout(binding = 4) uniform samplerBuffer table;
//   layout(binding = 7, scalar) uniform CameraBlock { Camera c; } camera;          // camera.c.eye
//
// Passes bind by the variable's name, for blocks by the required instance name. Each binding has its own number in set
// 0. Parameters over 128 bytes: a uniform block with the instance name `params` instead of push constants.
#pragma once  // public
#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/graph/interface.h"
#include "engine/shader/specialize.h"

namespace undine::shader {

struct Options {
  // Folder of the .comp/.vert/.frag files. #include "x" is searched beside the including file, then in root, then in
  // root/.. (for "passes/x.h" and "engine/core/shared.h").
  std::filesystem::path root;
  std::filesystem::path cache;  // SPIR-V cache, checked against all source text and the compiler; empty: disabled
  bool debug = false;           // debug info in SPIR-V
  bool messages = false;        // debugPrintfEXT adds file and line to its text
  bool specialize = true;       // pipelines use code with constants folded in (not with debug or messages)
  bool unroll = true;           // UNROLL before a loop requests unrolling (shaders/lib/shape.glsl), else has no effect
};

struct Module {
  graph::ShaderInterface interface;
  std::vector<std::uint32_t> spirv;
  std::vector<std::filesystem::path> files;  // the source and all its includes
  std::uint64_t version = 0;                 // hash of the SPIR-V
};

// Compiles on first request and caches the result. Not thread-safe except for compile() and specialized().
class Library : public graph::InterfaceSource {
 public:
  explicit Library(Options options);
  ~Library() override;
  // name: path below root and its defines, e.g. "wave/step.comp+VARIED". Errors name file, line and text, as
  // Error(Exit::failure). The reference stays valid; replace() changes its target.
  const Module& module(std::string_view name);
  const graph::ShaderInterface& interface(std::string_view name) override { return module(name).interface; }
  using Modules = std::map<std::string, std::unique_ptr<Module>, std::less<>>;
  const Modules& loaded() const { return modules_; }  // all requested so far, by name
  std::vector<std::string> names() const;             // all shaders below root in all variants, sorted
  // Compiles without changing the library, on any thread: for reload and tests. source: replaces the file's text if not
  // empty.
  Module compile(std::string_view name, std::string_view source = {}) const;
  // Returns code for a pipeline with these values of its constants (specialize.h), from the cache if present. Returns
  // the module's own code if Options disable this or the optimizer fails.
  std::vector<std::uint32_t> specialized(const Module& module, std::span<const ConstantValue> values) const;
  void replace(std::string_view name, Module module);  // applies a successful reload
  const Options& options() const { return options_; }
  void set_unroll(bool unroll);  // Options::unroll; call before anything refers to a module
  // Folder of the program's shaders: --shaders, else ../share/undine/shaders of an installation, else the source tree
  // of the build.
  static std::filesystem::path default_root();
  static std::filesystem::path default_cache();  // XDG_CACHE_HOME/undine or ~/.cache/undine

 private:
  Options options_;
  Modules modules_;
};

}  // namespace undine::shader
