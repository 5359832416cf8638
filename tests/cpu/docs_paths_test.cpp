// Existence of files that the documents name: every path in backticks that begins with a folder of the project and
// has an extension. New files in the heads of a page's fenced blocks count as existing.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <vector>

namespace undine::test {
namespace {

namespace fs = std::filesystem;

// "page:line: path" for each path that neither the page shows nor `exists` accepts.
template <class Exists>
std::vector<std::string> missing_files(const std::string& page, std::istream& text, Exists&& exists) {
  static const std::regex head("^```[a-z]+ (\\S+)$"), code("`([^`]+)`"),
      path("(^|[\\s=(])(\\w+/[\\w./-]*\\.[a-z]+)\\b(?!/)");
  std::vector<std::string> lines, out;
  std::set<std::string> shown;
  std::smatch match;
  for (std::string line; std::getline(text, line);) {
    if (std::regex_match(line, match, head)) shown.insert(match[1]);
    lines.push_back(line);
  }
  bool fenced = false;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const bool fence = lines[i].starts_with("```");
    if (fence) fenced = !fenced;
    if (fence || fenced) continue;
    for (std::sregex_iterator span(lines[i].begin(), lines[i].end(), code), end; span != end; ++span) {
      const std::string words = (*span)[1];
      for (std::sregex_iterator at(words.begin(), words.end(), path); at != end; ++at) {
        const std::string name = (*at)[2];
        if (!shown.contains(name) && !exists(name)) out.push_back(page + ":" + std::to_string(i + 1) + ": " + name);
      }
    }
  }
  return out;
}

// Paths of other objects, such as outputs, count as existing.
bool there(const fs::path& root, const std::string& name) {
  const std::string first = name.substr(0, name.find('/'));
  for (const char* folder : {"engine", "passes", "shaders", "tools", "tests", "scenes", "docs"})
    if (first == folder) return fs::exists(root / name);
  bool room = false;
  for (const char* half : {"shaders", "passes"}) {
    if (fs::exists(root / half / name)) return true;
    room = room || fs::is_directory(root / half / first);
  }
  return !room;
}

// README.md counts the scenes, and NOTICE.md names the maker of every model and texture.
TEST(DocsPaths, ScenesAndAssetsAreCountedAndNamed) {
  const fs::path root = UNDINE_SOURCE_DIR;
  const auto text_of = [&](const char* name) {
    std::ifstream in(root / name);
    return std::string(std::istreambuf_iterator<char>(in), {});
  };
  int scenes = 0;
  for (const auto& entry : fs::directory_iterator(root / "scenes"))
    scenes += entry.path().extension() == ".json" && entry.path().filename() != "scene.schema.json";
  EXPECT_NE(text_of("README.md").find("[All " + std::to_string(scenes) + " scenes]"), std::string::npos) << scenes;
  const std::string notice = text_of("NOTICE.md");
  for (const auto& entry : fs::directory_iterator(root / "scenes" / "assets")) {
    const std::string name = entry.path().filename().string();
    if (entry.path().extension() == ".py" || entry.is_directory()) continue;
    EXPECT_NE(notice.find("`assets/" + name + "`"), std::string::npos) << name;
  }
}

TEST(DocsPaths, FilesThatTheDocumentsNameExist) {
  const fs::path root = UNDINE_SOURCE_DIR;
  std::vector<fs::path> pages{root / "README.md", root / "CONTRIBUTING.md", root / "CHANGELOG.md"};
  for (const auto& entry : fs::directory_iterator(root / "docs"))
    if (entry.path().extension() == ".md") pages.push_back(entry.path());
  ASSERT_GT(pages.size(), 8u);
  for (const fs::path& page : pages) {
    std::ifstream text(page);
    for (const std::string& bad : missing_files(page.lexically_relative(root).string(), text,
                                                [&](const std::string& name) { return there(root, name); }))
      ADD_FAILURE() << bad << " does not exist";
  }
}

TEST(DocsPaths, FindsWhatIsNotThereAndKnowsWhatAPageShows) {
  std::istringstream page(
      "See `passes/wave.cpp`, `engine/core/error.h` and `undine render scenes/none.json --out out/a.png`.\n"
      "`wave/step.comp`, `wave/none.comp`; rooms are `passes/x` and `passes/x/*_params.h`; `passes/new/new.h` is "
      "below.\n"
      "```cpp passes/new/new.h\n"
      "// see `passes/gone.h`\n"
      "```\n");
  EXPECT_EQ(
      missing_files("p.md", page, [](const std::string& name) { return there(UNDINE_SOURCE_DIR, name); }),
      (std::vector<std::string>{"p.md:1: passes/wave.cpp", "p.md:1: scenes/none.json", "p.md:2: wave/none.comp"}));
}

}  // namespace
}  // namespace undine::test
