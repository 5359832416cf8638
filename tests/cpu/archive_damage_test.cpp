// Archives with damage at any position: the message names the place and a reason.
#include <fmt/format.h>

#include <regex>

#include "engine/files/archive.h"
#include "tests/cpu/files_folder.h"

namespace undine::test {
namespace {

class Archives : public Files {
 protected:
  std::string refused(const std::string& bytes) const {
    const auto file = put("run.zip", bytes);
    try {
      files::read_archive(file);
    } catch (const Error& e) {
      EXPECT_EQ(e.code(), Exit::bad_input);
      return e.what();
    }
    return {};
  }
  const std::vector<files::Member> members{{"checkpoint.json", R"({"checkpoint": 2})"},
                                           {"scene.json", std::string(300, '{')},
                                           {"state/000.npy", fmt::format("{:x>2000}end", "")}};
  const std::string whole = files::archive_bytes(members);
  static void expect_reason(const std::string& error, std::size_t at) {
    EXPECT_NE(error.find("run.zip"), std::string::npos) << at << error;
    for (const char* empty : {"No error", "Success", "()", "rror 0"})
      EXPECT_EQ(error.find(empty), std::string::npos) << at << ": " << error;
  }
};

TEST_F(Archives, EveryAlteredByteIsFound) {
  ASSERT_EQ(refused(whole), "");
  for (std::size_t at = 0; at < whole.size(); ++at)
    for (const int bit : {0x01, 0x80}) {
      std::string altered = whole;
      altered[at] = static_cast<char>(altered[at] ^ bit);
      const std::string error = refused(altered);
      ASSERT_NE(error, "") << at;
      expect_reason(error, at);
    }
}

// With a valid checksum of the whole, as after an edit by another program: members have their own checks.
TEST_F(Archives, DamageUnderAFittingSumIsFoundToo) {
  constexpr std::size_t digits = 8;
  std::size_t found = 0;
  for (std::size_t at = 0; at + digits < whole.size(); ++at) {
    std::string altered = whole;
    altered[at] = static_cast<char>(altered[at] ^ 0x10);
    altered.replace(altered.size() - digits, digits,
                    files::crc32_of(std::string_view(altered).substr(0, altered.size() - digits)));
    const std::string error = refused(altered);
    found += error.empty() ? 0 : 1;
    if (!error.empty()) expect_reason(error, at);
  }
  EXPECT_GT(found, whole.size() / 4);
}

TEST_F(Archives, EveryCutIsFound) {
  for (std::size_t size = 0; size < whole.size(); size += 7) expect_reason(refused(whole.substr(0, size)), size);
}

}  // namespace
}  // namespace undine::test
