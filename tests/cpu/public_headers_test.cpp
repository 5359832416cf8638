// Installed headers (docs/embedding.md) include only installed headers of ours.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <regex>
#include <set>
#include <string>
#include <vector>

namespace undine::test {
namespace {

namespace fs = std::filesystem;

TEST(PublicHeaders, IncludePublicOnes) {
  const fs::path root = UNDINE_SOURCE_DIR;
  const std::regex include("^#include \"([^\"]+)\".*");
  std::set<std::string> all;
  std::vector<std::pair<std::string, std::string>> wanted;
  for (const char* part : {"engine", "passes", "tools"})
    for (const auto& entry : fs::recursive_directory_iterator(root / part)) {
      if (entry.path().extension() != ".h") continue;
      const std::string name = fs::relative(entry.path(), root);
      std::ifstream in(entry.path());
      for (std::string line; std::getline(in, line);) {
        if (line == "#pragma once  // public") all.insert(name);
        std::smatch match;
        if (all.contains(name) && std::regex_match(line, match, include)) wanted.emplace_back(name, match[1]);
      }
    }
  EXPECT_TRUE(all.contains("engine/app/session/session.h"));
  EXPECT_TRUE(all.contains("engine/gpu/external_device.h"));
  for (const auto& [from, to] : wanted)
    EXPECT_TRUE(all.contains(to)) << from << " is public and includes " << to << ", which is not";
}

}  // namespace
}  // namespace undine::test
