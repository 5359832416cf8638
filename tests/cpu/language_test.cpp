// Comments begin with a noun phrase or a verb, as library documentation does (CONTRIBUTING.md).
#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
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

// The words in code font in the third column of the glossary's tables.
std::vector<std::string> replaced_terms() {
  std::ifstream glossary(std::filesystem::path(UNDINE_SOURCE_DIR) / "docs/glossary.md");
  const std::regex row("\\|[^|]*\\|[^|]*\\|([^|]*)\\|"), word("`([A-Za-z_-]+)`");
  std::vector<std::string> out;
  std::smatch columns;
  for (std::string line; std::getline(glossary, line);) {
    if (!std::regex_match(line, columns, row)) continue;
    const std::string replaces = columns[1];
    for (std::sregex_iterator at(replaces.begin(), replaces.end(), word), end; at != end; ++at) out.push_back((*at)[1]);
  }
  return out;
}

// The code of a line, without comments and contents of string literals; `comments`: with comments.
std::string code_of(const std::string& line, bool comments) {
  std::string out;
  bool quoted = false;
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (!quoted && !comments && line.compare(i, 2, "//") == 0) break;
    if (line[i] == '"' && (i == 0 || line[i - 1] != '\\')) quoted = !quoted;
    if (!quoted) out += line[i];
  }
  return out;
}

// Words with a capital may begin a sentence of a comment.
bool uses(const std::string& line, const std::string& term) {
  const std::string text = code_of(line, std::islower(static_cast<unsigned char>(term[0])) != 0);
  const auto part_of_name = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; };
  for (std::size_t at = text.find(term); at != std::string::npos; at = text.find(term, at + 1)) {
    const std::size_t end = at + term.size();
    if ((at == 0 || !part_of_name(text[at - 1])) && (end == text.size() || !part_of_name(text[end]))) return true;
  }
  return false;
}

TEST(Language, ReplacedTermsStayGone) {
  const std::vector<std::string> terms = replaced_terms();
  EXPECT_GE(terms.size(), 25u);
  EXPECT_TRUE(uses("  int tally = 0;", "tally"));
  EXPECT_FALSE(uses("  int tallying = 0;  // \"tally\"", "tally"));
  for (const char* folder : {"engine", "passes", "shaders", "tools/api"})
    for (const auto& entry :
         std::filesystem::recursive_directory_iterator(std::filesystem::path(UNDINE_SOURCE_DIR) / folder)) {
      if (!entry.is_regular_file() || !is_source(entry.path())) continue;
      std::ifstream in(entry.path());
      std::string line;
      for (int number = 1; std::getline(in, line); ++number)
        for (const std::string& term : terms)
          if (line.find(term) != std::string::npos && uses(line, term))
            ADD_FAILURE() << entry.path().string() << ":" << number << ": " << term
                          << " is replaced (docs/glossary.md)";
    }
}

// Readers search for the terms of the field: each occurs in a page other than the glossary, or in a public header.
TEST(Language, StandardTermsAreFound) {
  std::string text;
  const std::filesystem::path root = UNDINE_SOURCE_DIR;
  const auto add = [&](const std::filesystem::path& file) {
    std::ifstream in(file);
    text += std::string(std::istreambuf_iterator<char>(in), {}) + '\n';
  };
  add(root / "README.md");
  for (const auto& entry : std::filesystem::directory_iterator(root / "docs"))
    if (entry.path().extension() == ".md" && entry.path().filename() != "glossary.md") add(entry.path());
  std::ranges::transform(text, text.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  for (const char* term : {"vsync",
                           "motion blur",
                           "dynamic resolution",
                           "cfl",
                           "boundary condition",
                           "coupling",
                           "mass balance",
                           "warm-up",
                           "frustum culling",
                           "tdr",
                           "null descriptor",
                           "hydrograph",
                           "overflow",
                           "two-way coupling",
                           "added mass",
                           "buoyancy",
                           "restitution",
                           "foam",
                           "caustics",
                           "upscaling",
                           "checkpoint",
                           "determinism",
                           "wetting and drying",
                           "absorbing boundary",
                           "tiling"})
    EXPECT_NE(text.find(term), std::string::npos) << term;
}

TEST(Language, CommentsBeginWithANounOrAVerb) {
  for (const char* folder : {"engine", "passes", "shaders", "tests", "tools"})
    for (const std::string& line : clumsy_openings(std::filesystem::path(UNDINE_SOURCE_DIR) / folder))
      ADD_FAILURE() << line;
}

}  // namespace
}  // namespace undine
