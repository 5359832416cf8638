#include "engine/shader/compile.h"

#include <glslang/Public/ResourceLimits.h>
#include <glslang/Public/ShaderLang.h>
#include <glslang/SPIRV/GlslangToSpv.h>
#include <glslang/build_info.h>

#include <algorithm>
#include <fstream>
#include <map>
#include <set>
#include <sstream>

#include "engine/core/error.h"
#include "engine/core/hash.h"
#include "engine/core/log.h"
#include "engine/shader/messages.h"
#include "engine/shader/pixel_kernel.h"
#include "engine/shader/variant.h"

namespace undine::shader {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t deepest_include = 32;
constexpr std::size_t most_messages = 8;

// Building glslang's tables takes several milliseconds, so this runs only for actual compilation.
struct Process {
  Process() { glslang::InitializeProcess(); }
  ~Process() { glslang::FinalizeProcess(); }
};

// "picture/tonemap.frag", "lib/noise.glsl", "passes/wave/wave_params.h"
std::string file_in(const fs::path& root, const fs::path& file) {
  const fs::path inside = file.lexically_relative(root);
  if (!inside.empty() && *inside.begin() != "..") return inside.string();
  return file.lexically_relative(root.parent_path()).string();
}

class Includer : public glslang::TShader::Includer {
 public:
  Includer(fs::path root, bool messages, bool kernel) : root_(std::move(root)), messages_(messages), kernel_(kernel) {}

  IncludeResult* includeLocal(const char* header, const char* includer, std::size_t depth) override {
    return find(header, includer, depth);
  }
  IncludeResult* includeSystem(const char* header, const char* includer, std::size_t depth) override {
    return find(header, includer, depth);
  }
  void releaseInclude(IncludeResult* result) override { delete result; }

  std::vector<Dependency> dependencies() const {
    std::vector<Dependency> out;
    for (const auto& [file, text] : files_) out.push_back({file, text.has_value(), text ? text_hash(*text) : 0});
    return out;
  }

 private:
  IncludeResult* fail(std::string message) {
    message_ = std::move(message);
    return new IncludeResult("", message_.data(), message_.size(), nullptr);
  }
  IncludeResult* find(const char* header, const char* includer, std::size_t depth) {
    if (depth > deepest_include)
      return fail(fmt::format("includes are nested more than {} deep: a file without an include guard includes itself",
                              deepest_include));
    const auto candidates = include_candidates(header, includer, root_);
    for (const auto& file : candidates) {
      auto [at, added] = files_.try_emplace(file);
      if (added) at->second = read_text(file);
      if (!at->second) continue;
      std::string& text = texts_.try_emplace(file, *at->second).first->second;
      if (messages_) text = tag_messages(*at->second, file_in(root_, file));
      if (kernel_) text = pixel_kernel_text(text);
      return new IncludeResult(file.string(), text.data(), text.size(), nullptr);
    }
    std::string searched;
    for (const auto& file : candidates) searched += (searched.empty() ? "" : ", ") + file.parent_path().string();
    return fail(fmt::format("no such file in {};", searched));
  }

  fs::path root_;
  bool messages_, kernel_;
  std::map<fs::path, std::optional<std::string>> files_;  // as read
  // as compiled; std::map keeps addresses stable, because glslang stores pointers
  std::map<fs::path, std::string> texts_;
  std::string message_;
};

struct Message {
  std::string where, what;
};

// "ERROR: /a/b.comp:12: 'x' : undeclared identifier" -> where "/a/b.comp:12", what "'x' : undeclared identifier".
std::vector<Message> errors_of(std::string_view log) {
  std::vector<Message> out;
  std::istringstream lines{std::string(log)};
  for (std::string line; std::getline(lines, line);) {
    constexpr std::string_view mark = "ERROR: ";
    if (!line.starts_with(mark)) continue;
    line.erase(0, mark.size());
    if (line.find("compilation errors.") != std::string::npos) continue;
    Message message{"", line};
    for (auto colon = line.find(':'); colon != std::string::npos; colon = line.find(':', colon + 1)) {
      const auto end = line.find_first_not_of("0123456789", colon + 1);
      if (end == std::string::npos || end == colon + 1 || line[end] != ':') continue;
      const auto text = line.find_first_not_of(' ', end + 1);
      message = {line.substr(0, end), text == std::string::npos ? "" : line.substr(text)};
      break;
    }
    while (!message.what.empty() && message.what.back() == ' ') message.what.pop_back();
    if (message.what.ends_with("compilation terminated") && !out.empty()) continue;  // adds no information
    out.push_back(std::move(message));
  }
  return out;
}

[[noreturn]] void fail(std::string_view name, const fs::path& file, std::string_view log) {
  const auto messages = errors_of(log);
  if (messages.empty()) throw Error(Exit::failure, file.string(), "does not compile: " + std::string(log));
  std::string what = messages[0].what;
  for (std::size_t i = 1; i < std::min(messages.size(), most_messages); ++i)
    what += fmt::format("\n  {}: {}", messages[i].where.empty() ? file.string() : messages[i].where, messages[i].what);
  if (messages.size() > most_messages) what += fmt::format("\n  and {} more", messages.size() - most_messages);
  const auto& where = messages[0].where.empty() ? file.string() : messages[0].where;
  const bool elsewhere = !where.starts_with(file.string());
  throw Error(Exit::failure, where, what, elsewhere ? fmt::format("included by shader {}", name) : "");
}

EShLanguage language(graph::ShaderStage stage) {
  switch (stage) {
    case graph::ShaderStage::vertex:
      return EShLangVertex;
    case graph::ShaderStage::fragment:
      return EShLangFragment;
    default:
      return EShLangCompute;
  }
}

}  // namespace

std::vector<fs::path> include_candidates(std::string_view header, const fs::path& includer, const fs::path& root) {
  std::vector<fs::path> out;
  for (const auto& folder : {includer.parent_path(), root, root.parent_path()}) {
    auto file = (folder / header).lexically_normal();
    if (std::find(out.begin(), out.end(), file) == out.end()) out.push_back(std::move(file));
  }
  return out;
}

std::optional<std::string> read_text(const fs::path& file) {
  std::error_code error;
  if (!fs::is_regular_file(file, error)) return {};
  std::ifstream in(file, std::ios::binary);
  if (!in) return {};
  std::ostringstream text;
  if (in.peek() != std::ifstream::traits_type::eof()) text << in.rdbuf();
  if (in.bad() || text.bad()) return {};
  return std::move(text).str();
}

std::uint64_t text_hash(std::string_view text) {
  Hash hash;
  hash.text(text);
  return hash.value();
}

graph::ShaderStage stage_of(std::string_view name) {
  const auto file = name.substr(0, name.find('+'));
  if (file.ends_with(".comp")) return graph::ShaderStage::compute;
  if (file.ends_with(".vert")) return graph::ShaderStage::vertex;
  if (is_pixel_kernel(name)) return graph::ShaderStage::compute;
  if (file.ends_with(".frag")) return graph::ShaderStage::fragment;
  throw Error(Exit::failure, fmt::format("shader {}", name), "its stage is unknown",
              "shader files end in .comp, .vert or .frag");
}

// Forbids contracting a * b + c to one rounding: compilers may choose other pairs for each tiling of a kernel, which
// changes results. For kernels with tilings; GLSL's `precise` would be needed at every value.
static void forbid_contraction(std::vector<std::uint32_t>& spirv) {
  constexpr std::uint32_t decorate = 71, member_decorate = 72, no_contraction = 42, words = 3;
  constexpr std::uint32_t fmul = 133, vector_times_scalar = 142;  // a contraction needs one of them
  std::vector<std::uint32_t> marks;
  std::set<std::uint32_t> marked;  // marked by `precise`
  std::size_t behind = 0;          // index after the last decoration
  for (std::size_t at = 5; at < spirv.size();) {
    const std::uint32_t operation = spirv[at] & 0xffff, length = std::max(spirv[at] >> 16, 1u);
    if (operation == decorate || operation == member_decorate) behind = at + length;
    if (operation == decorate && spirv[at + 2] == no_contraction) marked.insert(spirv[at + 1]);
    for (const std::uint32_t arithmetic : {fmul, vector_times_scalar})
      if (operation == arithmetic && !marked.contains(spirv[at + 2]))
        marks.insert(marks.end(), {words << 16 | decorate, spirv[at + 2], no_contraction});
    at += length;
  }
  if (behind > 0) spirv.insert(spirv.begin() + static_cast<std::ptrdiff_t>(behind), marks.begin(), marks.end());
}

Compiled compile_glsl(std::string_view name, const fs::path& file, const std::string& text, const fs::path& root,
                      const CompileHow& how) {
  static const Process process;
  const auto stage = language(stage_of(name));
  const auto messages =
      static_cast<EShMessages>(EShMsgSpvRules | EShMsgVulkanRules | (how.debug ? EShMsgDebugInfo : EShMsgDefault));

  // glslang counts lines of the file, not of the preamble, and looks for #version only in the file.
  std::string preamble =
      "#extension GL_GOOGLE_include_directive : require\n#extension GL_EXT_scalar_block_layout : require\n"
      "#extension GL_EXT_debug_printf : enable\n#extension GL_KHR_memory_scope_semantics : enable\n"
      "#extension GL_EXT_control_flow_attributes : enable\n";
  preamble += how.unroll ? "#define UNROLL [[unroll]]\n" : "#define UNROLL\n";
  for (const auto define : variant_of(name).defines) preamble += fmt::format("#define {}\n", define);
  const std::string path = file.string();
  std::string compiled = how.messages ? tag_messages(text, variant_of(name).file) : text;
  const bool kernel = is_pixel_kernel(name);
  if (kernel) {
    preamble += pixel_kernel_preamble();
    compiled = pixel_kernel_text(compiled) + pixel_kernel_main(name, text);
  }
  const char* source = compiled.data();
  const char* source_name = path.c_str();
  const int length = static_cast<int>(compiled.size());

  glslang::TShader shader(stage);
  shader.setStringsWithLengthsAndNames(&source, &length, &source_name, 1);
  shader.setPreamble(preamble.c_str());
  shader.setEnvInput(glslang::EShSourceGlsl, stage, glslang::EShClientVulkan, 100);
  shader.setEnvClient(glslang::EShClientVulkan, glslang::EShTargetVulkan_1_3);
  shader.setEnvTarget(glslang::EShTargetSpv, glslang::EShTargetSpv_1_6);
  shader.setDebugInfo(how.debug);

  Includer includer(root, how.messages, kernel);
  const bool parsed = shader.parse(GetDefaultResources(), 460, ECoreProfile, false, false, messages, includer);
  if (!parsed) fail(name, file, shader.getInfoLog());
  glslang::TProgram program;
  program.addShader(&shader);
  if (!program.link(messages)) fail(name, file, program.getInfoLog());

  glslang::SpvOptions options;
  options.generateDebugInfo = how.debug;
  options.disableOptimizer = true;
  spv::SpvBuildLogger logger;
  Compiled out;
  glslang::GlslangToSpv(*program.getIntermediate(stage), out.spirv, &logger, &options);
  if (const auto log = logger.getAllMessages(); !log.empty()) log::debug("shader {}: {}", name, log);
  if (out.spirv.empty()) throw Error(Exit::failure, path, "glslang generated no SPIR-V");
  if (kernel) pack_pixel_slots(out.spirv);
  out.includes = includer.dependencies();
  const auto shaped = [](const Dependency& d) { return d.present && d.file.filename() == "shape.glsl"; };
  if (std::ranges::any_of(out.includes, shaped)) forbid_contraction(out.spirv);
  return out;
}

std::string compiler_version() {
  return fmt::format("glslang {}.{}.{}{}, Vulkan 1.3, SPIR-V 1.6, preamble 7", GLSLANG_VERSION_MAJOR,
                     GLSLANG_VERSION_MINOR, GLSLANG_VERSION_PATCH, GLSLANG_VERSION_FLAVOR);
}

}  // namespace undine::shader
