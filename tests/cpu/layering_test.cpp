// Dependencies between modules: the table in docs/architecture.md, checked on every #include line.
#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <functional>
#include <map>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <vector>

namespace undine::test {
namespace {

namespace fs = std::filesystem;

struct Room {
  std::size_t files = 0;
  std::set<std::string> knows;      // other modules
  std::set<std::string> libraries;  // third-party; GLM, fmt, the standard library and the system are free to all
};
using House = std::map<std::string, Room>;

std::set<std::string> words(const std::string& cell) {
  std::istringstream in(std::regex_replace(cell, std::regex("`"), " "));
  return {std::istream_iterator<std::string>(in), {}};
}

// Rows "| `room` | files | holds | knows | libraries |".
House house_of(std::istream& text) {
  static const std::regex row("^\\| `([\\w/]+)` \\| *(\\d+) *\\|[^|]*\\|([^|]*)\\|([^|]*)\\|\\s*$");
  House out;
  std::smatch match;
  for (std::string line; std::getline(text, line);)
    if (std::regex_match(line, match, row)) out[match[1]] = {std::stoul(match[2]), words(match[3]), words(match[4])};
  return out;
}

const House& house() {
  static const House out = [] {
    std::ifstream page(fs::path(UNDINE_SOURCE_DIR) / "docs/architecture.md");
    return house_of(page);
  }();
  return out;
}

std::string folder_of(const std::string& path) { return path.substr(0, path.rfind('/')); }

// Third-party library of a header; "" if it is free to all, "?" if it is unknown. Standard headers have no extension;
// other headers in <> belong to one operating system.
std::string library_of(const std::string& header, bool quoted) {
  static const std::vector<std::pair<std::regex, std::string>> known = {
      {std::regex("vk_mem_alloc\\.h"), "vma"},
      {std::regex("vulkan/.*|vk_.*"), "vulkan"},
      {std::regex("volk\\.h|Volk/.*"), "volk"},
      {std::regex("GLFW/.*"), "glfw"},
      {std::regex("glslang/.*|SPIRV/.*"), "glslang"},
      {std::regex("spirv-tools/.*"), "spirv-tools"},
      {std::regex("spirv_cross/.*|spirv.*"), "spirv-cross"},
      {std::regex("stb/.*|stb_.*"), "stb"},
      {std::regex("nlohmann/.*"), "json"},
      {std::regex("CLI/.*"), "cli11"},
      {std::regex("tiny_gltf\\.h"), "tinygltf"},
      {std::regex("imgui.*"), "imgui"},
      {std::regex("renderdoc.*"), "renderdoc"},
      {std::regex("spdlog/.*"), "spdlog"},
      {std::regex("spng\\.h"), "spng"},
      {std::regex("tiffio\\.h"), "tiff"},
      {std::regex("zip\\.h"), "zip"},
      {std::regex("zlib\\.h"), "zlib"},
      {std::regex("jpeglib\\.h|jerror\\.h"), "jpeg"},
      {std::regex("OpenEXR/.*|Imf.*|Imath.*"), "openexr"},
      {std::regex("openvdb/.*"), "openvdb"},
      {std::regex("glm/.*|fmt/.*|immintrin\\.h|undine/own_names\\.h"), ""},
  };
  for (const auto& [pattern, name] : known)
    if (std::regex_match(header, pattern)) return name;
  return quoted ? "?" : header.find_first_of("./") != std::string::npos ? "system" : "";
}

// Files that may call an operating system (engine/core/system.h).
bool of_one_system(const std::string& path) { return path.starts_with("engine/core/system_"); }

// Includes of one file that the table does not allow.
std::vector<std::string> violations(const House& house, const std::string& path, std::istream& text) {
  static const std::regex include("^\\s*#\\s*include\\s*([<\"])([^>\"]+)[>\"].*");
  const auto from = folder_of(path);
  const auto room = house.find(from);
  if (room == house.end()) return {path + ": docs/architecture.md has no room " + from};
  std::vector<std::string> out;
  std::smatch match;
  int number = 0;
  for (std::string line; std::getline(text, line);) {
    ++number;
    if (!std::regex_match(line, match, include)) continue;
    const std::string header = match[2];
    const auto where = path + ":" + std::to_string(number) + " includes " + header;
    if (header.ends_with(".cpp") || header.ends_with(".comp")) {
      out.push_back(where + ": code of another file");
      continue;
    }
    const bool shader =
        from.starts_with("shaders/") && !header.starts_with("passes/") && !header.starts_with("engine/");
    const auto to = folder_of((shader ? "shaders/" : "") + header);
    if (match[1] == "\"" && house.contains(to)) {
      if (to != from && !room->second.knows.contains(to)) out.push_back(where + ": " + from + " may not know " + to);
      continue;
    }
    const auto library = library_of(header, match[1] == "\"");
    if (library == "?")
      out.push_back(where + ": a path below the repository's root, for shaders below shaders/, is expected");
    else if (library == "system" && !of_one_system(path))
      out.push_back(where + ": only engine/core/system_*.cpp may know an operating system");
    else if (!library.empty() && library != "system" && !room->second.libraries.contains(library))
      out.push_back(where + ": " + from + " may not know " + library);
  }
  return out;
}

std::size_t count(const std::string& path, const std::string& text) {
  std::istringstream in(text);
  return violations(house(), path, in).size();
}

// Cycle of modules, "" if the graph is acyclic.
std::string circle(const House& house) {
  std::set<std::string> done;
  std::vector<std::string> way;
  std::function<std::string(const std::string&)> visit = [&](const std::string& room) -> std::string {
    if (std::find(way.begin(), way.end(), room) != way.end()) return room;
    if (done.contains(room)) return {};
    way.push_back(room);
    for (const auto& next : house.at(room).knows)
      if (auto found = visit(next); !found.empty()) return room + " -> " + found;
    way.pop_back();
    done.insert(room);
    return {};
  };
  for (const auto& [room, arrows] : house)
    if (auto found = visit(room); !found.empty()) return found;
  return {};
}

TEST(Layering, EveryIncludeIsAnArrowOfTheTable) {
  const fs::path root = UNDINE_SOURCE_DIR;
  std::map<std::string, std::size_t> files;
  for (const auto* part : {"engine", "passes", "shaders"})
    for (const auto& entry : fs::recursive_directory_iterator(root / part)) {
      static const std::set<std::string> kinds = {".h", ".cpp", ".glsl", ".comp", ".vert", ".frag"};
      if (!entry.is_regular_file() || !kinds.contains(entry.path().extension().string())) continue;
      const auto path = fs::relative(entry.path(), root).generic_string();
      std::ifstream text(entry.path());
      for (const auto& problem : violations(house(), path, text)) ADD_FAILURE() << problem;
      ++files[folder_of(path)];
    }
  for (const auto& [room, table] : house())
    EXPECT_EQ(table.files, files[room]) << room << ": files in docs/architecture.md";
}

// "passes/sky/haze.h" has PASSES_SKY_HAZE_H, so that guards are unique.
TEST(Layering, IncludeGuardsAreNamedAfterTheirPaths) {
  static const std::regex guard("#ifndef ([A-Z0-9_]+_(?:H|GLSL))\\s*");
  const fs::path root = UNDINE_SOURCE_DIR;
  std::size_t guards = 0;
  for (const auto* part : {"engine", "passes", "shaders"})
    for (const auto& entry : fs::recursive_directory_iterator(root / part)) {
      if (entry.path().extension() != ".h" && entry.path().extension() != ".glsl") continue;
      std::string wanted = fs::relative(entry.path(), root).generic_string();
      std::ranges::transform(wanted, wanted.begin(), [](unsigned char c) {
        return static_cast<char>(std::isalnum(c) ? std::toupper(c) : '_');
      });
      std::ifstream text(entry.path());
      std::smatch match;
      for (std::string line, next; std::getline(text, line);) {
        if (!std::regex_match(line, match, guard)) continue;
        std::getline(text, next);
        if (next != "#define " + match[1].str()) continue;
        EXPECT_EQ(match[1].str(), wanted) << entry.path();
        ++guards;
        break;
      }
    }
  EXPECT_GT(guards, 100u);
}

TEST(Layering, SystemCallsAreInOneFilePerSystem) {
  // Nonstandard declarations of standard headers, and paths of one system.
  static const std::regex call(
      "\\b(_WIN32|__linux__|__APPLE__|__unix__|sigset_t|sigaction|pthread_\\w+|fileno|popen|getpid|setenv|localtime_r|"
      "environ)\\b|\"/(proc|sys|dev|tmp|etc)/|SIG(PIPE|XFSZ|KILL|HUP)\\b");
  const fs::path root = UNDINE_SOURCE_DIR;
  std::size_t of_system = 0;
  for (const auto* part : {"engine", "passes"})
    for (const auto& entry : fs::recursive_directory_iterator(root / part)) {
      const auto kind = entry.path().extension();
      if (kind != ".cpp" && kind != ".h") continue;
      const auto path = fs::relative(entry.path(), root).generic_string();
      std::ifstream text(entry.path());
      std::smatch match;
      for (std::string line; std::getline(text, line);) {
        line = line.substr(0, line.find("//"));
        if (!std::regex_search(line, match, call)) continue;
        ++of_system;
        EXPECT_TRUE(of_one_system(path)) << path << ": " << match[0] << " belongs into engine/core/system_*.cpp";
      }
    }
  EXPECT_GT(of_system, 20u);
}

TEST(Layering, ArrowsGoToRoomsAndMakeNoCircle) {
  ASSERT_GT(house().size(), 30u);
  for (const auto& [room, arrows] : house())
    for (const auto& to : arrows.knows) EXPECT_TRUE(house().contains(to)) << room << " knows " << to;
  EXPECT_EQ(circle(house()), "");
  EXPECT_NE(circle({{"a", {1, {"b"}, {}}}, {"b", {1, {"c"}, {}}}, {"c", {1, {"a"}, {}}}}), "");
}

TEST(Layering, TheEngineKnowsNoPassAndSolversNotEachOther) {
  const std::set<std::string> solvers = {"passes/wave", "passes/pipes", "passes/shallow", "passes/fluid", "passes/sph"};
  for (const auto& [room, arrows] : house())
    for (const auto& to : arrows.knows) {
      const auto line = room + " knows " + to;
      EXPECT_TRUE(!room.starts_with("engine/") || to.starts_with("engine/")) << line;
      EXPECT_TRUE(!room.starts_with("passes/") || !solvers.contains(to)) << line;
      EXPECT_TRUE(!room.starts_with("passes/") || !to.starts_with("engine/app/")) << line;
    }
  for (const auto& solver : solvers) EXPECT_TRUE(house().contains(solver)) << solver;
}

TEST(Layering, FindsArrowsThatAreNotThere) {
  EXPECT_EQ(count("engine/graph/plan.cpp", "#include \"engine/core/error.h\"\n#include <vector>\n"), 0u);
  EXPECT_EQ(count("engine/graph/plan.cpp", "#include <vulkan/vulkan.h>\n"), 1u);
  EXPECT_EQ(count("engine/graph/plan.cpp", "  #  include \"engine/gpu/device.h\"\n"), 1u);
  EXPECT_EQ(count("engine/core/a.h", "#include \"engine/graph/graph.h\"\n"), 1u);
  EXPECT_EQ(count("engine/files/a.cpp", "#include <unistd.h>\n#include <sys/types.h>\n#include <windows.h>\n"), 3u);
  EXPECT_EQ(count("engine/core/system_posix.cpp", "#include <unistd.h>\n#include <dlfcn.h>\n"), 0u);
  EXPECT_EQ(count("engine/shader/a.h", "#include \"engine/gpu/device.h\"\n"), 1u);
  EXPECT_EQ(count("engine/gpu/a.cpp", "#include \"engine/scene/scene.h\"\n#include <volk.h>\n"), 1u);
  EXPECT_EQ(count("engine/scene/a.cpp", "#include \"passes/wave/wave.h\"\n"), 1u);
  EXPECT_EQ(count("engine/app/session/a.cpp", "#include <volk.h>\n"), 1u);
  EXPECT_EQ(count("engine/app/session/a.cpp", "#include \"engine/app/cli/cli.h\"\n"), 1u);
  EXPECT_EQ(count("passes/wave/a.cpp", "#include \"passes/wave/b.h\"\n#include \"passes/grid/b.h\"\n"), 0u);
  EXPECT_EQ(count("passes/wave/a.cpp", "#include \"passes/fluid/b.h\"\n#include \"passes/water/b.h\"\n"), 2u);
  EXPECT_EQ(count("passes/wave/a.cpp", "#include \"passes/wave/b.cpp\"\n"), 1u);
  EXPECT_EQ(count("passes/wave/a.cpp", "#include \"engine/gpu/executor.h\"\n#include <GLFW/glfw3.h>\n"), 2u);
  EXPECT_EQ(count("passes/wave/a.cpp", "#include \"b.h\"\n"), 1u);
  EXPECT_EQ(count("passes/wave/a.cpp", "#include \"tests/support/gpu.h\"\n"), 1u);
  EXPECT_EQ(count("passes/new/a.cpp", ""), 1u);
  EXPECT_EQ(count("shaders/wave/a.comp", "#include \"passes/wave/b.h\"\n#include \"wave/grid.glsl\"\n"), 0u);
  EXPECT_EQ(count("shaders/wave/a.comp", "#include \"fluid/grid.glsl\"\n#include \"passes/fluid/b.h\"\n"), 2u);
  EXPECT_EQ(count("shaders/wave/a.comp", "#include \"engine/scene/scene.h\"\n"), 1u);
  EXPECT_EQ(count("shaders/wave/a.comp", "#include \"grid.glsl\"\n"), 1u);
  EXPECT_EQ(count("shaders/wave/a.comp", "#include \"wave/b.comp\"\n"), 1u);
  EXPECT_EQ(count("engine/app/session/a.cpp", "// #include <volk.h>\n"), 0u);
}

}  // namespace
}  // namespace undine::test
