// docs/performance.md says for each fragment shader whether it runs as draw, kernel, or both.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <regex>
#include <set>
#include <string>

namespace undine {
namespace {

namespace fs = std::filesystem;
const fs::path source_folder = UNDINE_SOURCE_DIR;

std::string text_of(const fs::path& file) {
  std::ifstream in(file);
  return {std::istreambuf_iterator<char>(in), {}};
}

std::set<std::string> shaders_in(const std::string& text) {
  const std::regex name("[a-z]+/[a-z_0-9]+\\.frag");
  std::set<std::string> out;
  for (std::sregex_iterator at(text.begin(), text.end(), name), end; at != end; ++at) out.insert(at->str());
  return out;
}

// Fragment shaders that passes give to fill(), fill_if() or full_screen().
std::set<std::string> full_screen_shaders() {
  std::set<std::string> out{"lib/copy_image.frag"};
  for (const auto& entry : fs::recursive_directory_iterator(source_folder / "passes")) {
    if (entry.path().extension() != ".cpp") continue;
    const std::string text = text_of(entry.path());
    const std::regex call(
        "(fill|fill_if|where_wet)\\([^;]*?\"[a-z]+/[a-z_0-9]+\\.frag\"|shader = \"[^\"]+\\.frag\"|"
        "\"[^\"]+\\.frag\"\\)\\.full_screen");
    for (std::sregex_iterator at(text.begin(), text.end(), call), end; at != end; ++at)
      out.merge(shaders_in(at->str()));
  }
  return out;
}

TEST(DocsPixelKernels, ListEveryFragmentShader) {
  const std::string all = text_of(source_folder / "docs/performance.md");
  const std::size_t begin = all.find("### Full-screen passes"), end = all.find("\n### ", begin + 1);
  ASSERT_NE(begin, std::string::npos);
  const std::string section = all.substr(begin, end - begin);
  const std::size_t raster = section.find("Draws alone:");
  ASSERT_NE(raster, std::string::npos);
  const std::set<std::string> both = shaders_in(section.substr(0, raster)), drawn = shaders_in(section.substr(raster));
  std::set<std::string> listed = both, there;
  listed.insert(drawn.begin(), drawn.end());
  for (const auto& entry : fs::recursive_directory_iterator(source_folder / "shaders"))
    if (entry.path().extension() == ".frag")
      there.insert(entry.path().lexically_relative(source_folder / "shaders").generic_string());
  EXPECT_EQ(listed, there);
  EXPECT_EQ(both.size() + drawn.size(), listed.size()) << "one is in both lists";
  EXPECT_EQ(both, full_screen_shaders());
}

}  // namespace
}  // namespace undine
