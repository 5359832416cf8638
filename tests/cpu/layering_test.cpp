// Who may know whom (docs/architecture.md), checked on every #include line.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <set>
#include <string>
#include <vector>

namespace undine::test {
namespace {

namespace fs = std::filesystem;

// What a layer may include: layers, third parties. GLM, fmt, the standard library and the system are free to all.
const std::map<std::string, std::set<std::string>> allowed = {
    {"core", {"core", "spdlog"}},
    {"graph", {"graph", "core"}},
    {"shader", {"shader", "graph", "core", "spdlog", "glslang", "spirv_cross"}},
    {"gpu", {"gpu", "graph", "shader", "core", "spdlog", "vulkan", "volk", "vma", "glfw"}},
    {"app",
     {"app", "graph", "shader", "gpu", "core", "ports", "spdlog", "json", "cli11", "glfw", "stb", "imgui",
      "renderdoc"}},
    {"passes", {"passes", "ports", "app", "graph", "core", "spdlog", "gltf", "stb", "imgui"}},
    // Of the C++ side, shaders see only headers written for both languages.
    {"shaders", {"shaders", "passes", "core"}},
};

// The layer of a file by its path below the repository.
std::string layer_of(const std::string& path) {
  for (const auto* layer : {"core", "graph", "shader", "gpu", "app"})
    if (path.starts_with("engine/" + std::string(layer) + "/")) return layer;
  if (path == "passes/ports.h") return "ports";
  if (path.starts_with("passes/")) return "passes";
  if (path.starts_with("shaders/")) return "shaders";
  return {};
}

// What an include names: a layer, a third party, "free", or "" if this list does not know it.
std::string target_of(const std::string& header, bool quoted, const std::string& from) {
  static const std::vector<std::pair<std::regex, std::string>> known = {
      {std::regex("^vulkan/.*|^vk_.*|^vulkan\\.h.*"), "vulkan"},
      {std::regex("^volk\\.h$|^Volk/.*"), "volk"},
      {std::regex("^vk_mem_alloc\\.h$"), "vma"},
      {std::regex("^GLFW/.*"), "glfw"},
      {std::regex("^glslang/.*|^SPIRV/.*"), "glslang"},
      {std::regex("^spirv_cross/.*|^spirv.*"), "spirv_cross"},
      {std::regex("^stb/.*|^stb_.*"), "stb"},
      {std::regex("^nlohmann/.*"), "json"},
      {std::regex("^CLI/.*"), "cli11"},
      {std::regex("^tiny_gltf\\.h$"), "gltf"},
      {std::regex("^imgui.*|^imgui/.*"), "imgui"},
      {std::regex("^renderdoc.*"), "renderdoc"},
      {std::regex("^spdlog/.*"), "spdlog"},
      {std::regex("^glm/.*|^fmt/.*"), "free"},
  };
  if (header == "vk_mem_alloc.h") return "vma";
  for (const auto& [pattern, name] : known)
    if (std::regex_match(header, pattern)) return name;
  if (!quoted) return "free";  // the standard library and the system
  if (const auto layer = layer_of(header); !layer.empty()) return layer;
  if (from == "shaders") return "shaders";  // beside the file or below shaders/
  return {};
}

// All arrows of one file that the picture does not have.
std::vector<std::string> violations(const std::string& path, std::istream& text) {
  static const std::regex include("^\\s*#\\s*include\\s*([<\"])([^>\"]+)[>\"].*");
  std::vector<std::string> out;
  const auto from = layer_of(path);
  const auto& rules = allowed.at(from == "ports" ? "passes" : from);
  std::smatch match;
  int number = 0;
  for (std::string line; std::getline(text, line);) {
    ++number;
    if (!std::regex_match(line, match, include)) continue;
    const std::string header = match[2];
    // Bench cases name the native twin that they are timed beside.
    if (header.starts_with("tests/reference/") && from == "passes" && path.ends_with("_bench.cpp")) continue;
    const auto to = target_of(header, match[1] == "\"", from);
    const auto where = path + ":" + std::to_string(number) + " includes " + header;
    const bool other_code = header.ends_with(".cpp") || header.ends_with(".comp");
    // ports.h is what the engine's app layer shares with the passes, so it must not bring the app layer along.
    const bool heavy_ports = from == "ports" && to != "free" && to != "graph" && to != "core";
    if (to.empty())
      out.push_back(where + ": a path below the repository's root is expected");
    else if (other_code)
      out.push_back(where + ": code of another file");
    else if (heavy_ports || (to != "free" && !rules.contains(to)))
      out.push_back(where + ": " + from + " may not know " + to);
  }
  return out;
}

std::vector<std::string> violations(const std::string& path, const std::string& text) {
  std::istringstream in(text);
  return violations(path, in);
}

TEST(Layering, EveryIncludeIsAnArrowOfThePicture) {
  const fs::path root = UNDINE_SOURCE_DIR;
  std::size_t files = 0;
  for (const auto* part : {"engine", "passes", "shaders"})
    for (const auto& entry : fs::recursive_directory_iterator(root / part)) {
      const auto extension = entry.path().extension().string();
      static const std::set<std::string> kinds = {".h", ".cpp", ".glsl", ".comp", ".vert", ".frag"};
      if (!entry.is_regular_file() || !kinds.contains(extension)) continue;
      const auto path = fs::relative(entry.path(), root).generic_string();
      ASSERT_FALSE(layer_of(path).empty()) << path << " belongs to no layer";
      std::ifstream text(entry.path());
      for (const auto& problem : violations(path, text)) ADD_FAILURE() << problem;
      ++files;
    }
  EXPECT_GT(files, 40u);
}

TEST(Layering, FindsArrowsThatAreNotThere) {
  const auto count = [](const std::string& path, const std::string& text) { return violations(path, text).size(); };
  EXPECT_EQ(count("engine/graph/plan.cpp", "#include \"engine/core/error.h\"\n#include <vector>\n"), 0u);
  EXPECT_EQ(count("engine/graph/plan.cpp", "#include <vulkan/vulkan.h>\n"), 1u);
  EXPECT_EQ(count("engine/graph/plan.cpp", "  #  include \"engine/gpu/device.h\"\n"), 1u);
  EXPECT_EQ(count("engine/core/a.h", "#include \"engine/graph/graph.h\"\n"), 1u);
  EXPECT_EQ(count("engine/shader/a.h", "#include \"engine/gpu/device.h\"\n"), 1u);
  EXPECT_EQ(
      count("engine/gpu/a.cpp", "#include \"engine/app/scene.h\"\n#include <volk.h>\n#include <vk_mem_alloc.h>\n"), 1u);
  EXPECT_EQ(count("engine/app/a.cpp", "#include \"passes/ports.h\"\n#include \"passes/wave.h\"\n"), 1u);
  EXPECT_EQ(count("engine/app/a.cpp", "#include <volk.h>\n"), 1u);
  EXPECT_EQ(count("passes/wave.cpp", "#include \"passes/wave.h\"\n#include \"passes/water.h\"\n"), 0u);
  EXPECT_EQ(count("passes/wave.cpp", "#include \"passes/water.cpp\"\n"), 1u);
  EXPECT_EQ(count("passes/wave.cpp", "#include \"engine/gpu/executor.h\"\n#include <GLFW/glfw3.h>\n"), 2u);
  EXPECT_EQ(count("passes/wave.cpp", "#include \"wave.h\"\n"), 1u);
  EXPECT_EQ(count("passes/wave.cpp", "#include \"tests/reference/wave.h\"\n"), 1u);
  EXPECT_EQ(count("passes/wave_bench.cpp", "#include \"tests/reference/wave.h\"\n"), 0u);
  EXPECT_EQ(count("passes/ports.h", "#include \"engine/app/scene.h\"\n"), 1u);
  EXPECT_EQ(count("passes/ports.h", "#include \"engine/graph/resource.h\"\n#include <glm/glm.hpp>\n"), 0u);
  EXPECT_EQ(count("shaders/wave.comp", "#include \"passes/wave.h\"\n#include \"lib/sky.glsl\"\n"), 0u);
  EXPECT_EQ(count("shaders/wave.comp", "#include \"engine/app/scene.h\"\n"), 1u);
  EXPECT_EQ(count("shaders/wave.comp", "#include \"tonemap.comp\"\n"), 1u);
  EXPECT_EQ(count("engine/app/a.cpp", "// #include <volk.h>\n"), 0u);
}

}  // namespace
}  // namespace undine::test
