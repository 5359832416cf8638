// Compiles one GLSL file to SPIR-V with glslang, and records every file that the result depends on.
#pragma once
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/graph/interface.h"

namespace undine::shader {

// File that an #include resolved to, or an earlier place in the search order without a file: a file created there later
// would change the meaning of the source.
struct Dependency {
  std::filesystem::path file;
  bool present = true;
  std::uint64_t hash = 0;  // content hash; 0 if absent
};

struct Compiled {
  std::vector<std::uint32_t> spirv;
  std::vector<Dependency> includes;  // without the main file
};

// Candidate paths of `header` in search order: beside the including file, in root, in root's parent.
std::vector<std::filesystem::path> include_candidates(std::string_view header, const std::filesystem::path& includer,
                                                      const std::filesystem::path& root);

// Content of a regular file; empty if it cannot be read.
std::optional<std::string> read_text(const std::filesystem::path& file);
std::uint64_t text_hash(std::string_view text);

// Stage by file extension: .comp, .vert or .frag; others throw Error(Exit::failure).
graph::ShaderStage stage_of(std::string_view name);

struct CompileHow {
  bool debug = false;
  bool messages = false;  // debugPrintfEXT adds its source location (messages.h)
  bool unroll = true;     // enables UNROLL before loops (library.h)
};

// Throws Error(Exit::failure) at "file:line" with the first message as problem and up to seven more below it.
Compiled compile_glsl(std::string_view name, const std::filesystem::path& file, const std::string& text,
                      const std::filesystem::path& root, const CompileHow& how);

// Identifies the compiler and its options; part of cache keys.
std::string compiler_version();

}  // namespace undine::shader
