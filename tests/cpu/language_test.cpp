// Comments begin with a noun phrase or a verb, as library documentation does (CONTRIBUTING.md).
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <regex>
#include <string>
#include <vector>

namespace undine {
namespace {

bool is_source(const std::filesystem::path& file) {
  for (const char* kind : {".h", ".cpp", ".glsl", ".comp", ".vert", ".frag"})
    if (file.extension() == kind) return true;
  return false;
}

// The comment lines below a folder that begin with a relative or interrogative pronoun.
std::vector<std::string> clumsy_openings(const std::filesystem::path& folder) {
  const std::regex opening("\\s*//+ *(What|Where|Whether|How|Who|Of|That|Those|Which) .*");
  std::vector<std::string> out;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
    if (!entry.is_regular_file() || !is_source(entry.path())) continue;
    std::ifstream in(entry.path());
    std::string line;
    for (int number = 1; std::getline(in, line); ++number)
      if (line.find("//") != std::string::npos && std::regex_match(line, opening))
        out.push_back(entry.path().string() + ":" + std::to_string(number) + ": " + line);
  }
  return out;
}

TEST(Language, CommentsBeginWithANounOrAVerb) {
  for (const char* folder : {"engine", "passes", "shaders", "tests", "tools"})
    for (const std::string& line : clumsy_openings(std::filesystem::path(UNDINE_SOURCE_DIR) / folder))
      ADD_FAILURE() << line;
}

}  // namespace
}  // namespace undine
