// D08: every wait of the program for the GPU has a time limit.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

namespace undine::test {

TEST(BoundedWaits, D08_NoSourceWaitsForEver) {
  for (const auto& entry :
       std::filesystem::recursive_directory_iterator(std::string(UNDINE_SOURCE_DIR) + "/engine/gpu")) {
    if (entry.path().extension() != ".cpp" && entry.path().extension() != ".h") continue;
    std::ifstream in(entry.path());
    const std::string text{std::istreambuf_iterator<char>(in), {}};
    for (const char* endless : {"UINT64_MAX", "~0ull", "vkDeviceWaitIdle(", "vkQueueWaitIdle("})
      EXPECT_EQ(text.find(endless), std::string::npos) << entry.path() << ": " << endless;
  }
}

}  // namespace undine::test
