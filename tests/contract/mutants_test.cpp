// tools/mutants stops at a mutant that does not apply: each matches exactly one line.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "engine/files/files.h"

namespace undine {
namespace {

TEST(Mutants, EachFindsItsLineOnce) {
  const std::string root = UNDINE_SOURCE_DIR;
  const auto all = nlohmann::json::parse(files::read_file(root + "/tools/mutants.json", 1 << 20));
  const auto& mutants = all.is_array() ? all : all.at("mutants");
  ASSERT_GT(mutants.size(), 100u);
  for (const auto& mutant : mutants) {
    const std::string name = mutant.at("name"), find = mutant.at("find"), file = mutant.at("file");
    const std::string text = files::read_file(root + "/" + file, 1 << 20);
    std::size_t times = 0;
    for (std::size_t at = text.find(find); at != std::string::npos; at = text.find(find, at + 1)) ++times;
    EXPECT_EQ(times, 1u) << name << " in " << file;
  }
}

}  // namespace
}  // namespace undine
