// GLSL files to SPIR-V and reflection (glslang, SPIRV-Cross). Needs no Vulkan driver: `check` and `graph` use it too.
//
// How a shader file looks (GLSL 460 core, Vulkan 1.3, entry point main). `#version 460` and the extensions for #include
// and `scalar` are there already; a file that writes them itself means the same. Lines in messages are those of the
// file.
//
//   #pragma variants VARIED                                     // .with = "VARIED" (variant.h)
//   #include "passes/wave/wave_params.h"                                    // WaveParams, between SHARED_BEGIN and
//   SHARED_END layout(constant_id = 0) const bool periodic = false;        // .constant("periodic", ...)
//   layout(local_size_x = 8, local_size_y = 8) in;
//   layout(push_constant, scalar) uniform ParamsBlock { WaveParams p; } params;    // params.p.x; at most 128 bytes
//   layout(binding = 0, scalar) readonly buffer Now { float at[]; } u_now;         // u_now.at[i]
//   layout(binding = 1, scalar) writeonly buffer Next { float at[]; } u_next;
//   layout(binding = 2) uniform sampler2D mask;
//   layout(binding = 3, rgba16f) uniform writeonly image2D surface;
//   layout(binding = 4) uniform samplerBuffer table;
//   layout(binding = 7, scalar) uniform CameraBlock { Camera c; } camera;          // camera.c.eye
//
// Passes bind by the name of the variable, for blocks that of the instance; a block needs one. Each binding has its own
// number in set 0. Parameters over 128 bytes: a uniform block with the instance name `params` instead of push
// constants.
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
  // Folder of the .comp/.vert/.frag files. #include "x" is looked for beside the including file, then in root, then in
  // root/.. (for "passes/x.h" and "engine/core/shared.h").
  std::filesystem::path root;
  std::filesystem::path cache;  // SPIR-V cache, checked against all source text and the compiler; empty: none
  bool debug = false;           // debug info in SPIR-V
  bool messages = false;        // debugPrintfEXT says file and line before its text
  bool specialize = true;       // pipelines get code with the values of constants in it (not if debug or messages)
  bool unroll = true;  // UNROLL before a loop asks for it to be unrolled (shaders/lib/shape.glsl), else says nothing
};

struct Module {
  graph::ShaderInterface interface;
  std::vector<std::uint32_t> spirv;
  std::vector<std::filesystem::path> files;  // the source and all it includes
  std::uint64_t version = 0;                 // hash of the SPIR-V
};

// Compiles on first request and keeps the result. Not thread-safe but for compile() and specialized().
class Library : public graph::InterfaceSource {
 public:
  explicit Library(Options options);
  ~Library() override;
  // name: path below root and its defines, e.g. "wave/step.comp+VARIED". Errors name file, line and text, as
  // Error(Exit::failure). The reference stays valid; replace() changes what it refers to.
  const Module& module(std::string_view name);
  const graph::ShaderInterface& interface(std::string_view name) override { return module(name).interface; }
  using Modules = std::map<std::string, std::unique_ptr<Module>, std::less<>>;
  const Modules& loaded() const { return modules_; }  // by name, all that were asked for so far
  std::vector<std::string> names() const;             // of all shaders below root, each in all its variants, sorted
  // Compiles without touching the library, on any thread: for reload and for tests. source: text instead of the file's,
  // if not empty.
  Module compile(std::string_view name, std::string_view source = {}) const;
  // Its code for a pipeline with these values of its constants (specialize.h), from the cache if it is there; the
  // module's own where Options say so or the optimizer fails.
  std::vector<std::uint32_t> specialized(const Module& module, std::span<const ConstantValue> values) const;
  void replace(std::string_view name, Module module);  // a reload that succeeded
  const Options& options() const { return options_; }
  void set_unroll(bool unroll);  // Options::unroll; before anything refers to a module
  // Where the program's shaders are: --shaders, else ../share/undine/shaders beside an installed one, else the
  // source tree it was built from.
  static std::filesystem::path default_root();
  static std::filesystem::path default_cache();  // XDG_CACHE_HOME/undine or ~/.cache/undine

 private:
  Options options_;
  Modules modules_;
};

}  // namespace undine::shader
