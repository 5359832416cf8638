// Truncated and mutated example scenes: they parse or end in Error. CI runs this with sanitizers.
#include <fmt/format.h>

#include <algorithm>
#include <random>

#include "engine/core/error.h"
#include "engine/files/files.h"
#include "tests/cpu/scene_fixture.h"

namespace undine::test {
namespace {

// Returns true if the scene parses. Any exception other than Error fails the test.
bool parses(const std::string& text, const std::filesystem::path& file, const std::string& what) {
  try {
    parse_scene(text, file);
    return true;
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), Exit::bad_input) << what;
    EXPECT_FALSE(error.where().empty()) << what;
    EXPECT_LT(std::string_view(error.what()).size(), 2000u) << what;
  } catch (const std::exception& error) {
    ADD_FAILURE() << what << ": " << error.what() << "\n" << text;
  }
  return false;
}

class SceneFuzz : public ::testing::Test {
 protected:
  void SetUp() override {
    for (const auto& file : shipped_scenes()) scenes.push_back({file, files::read_file(file)});
    if (scenes.empty()) GTEST_SKIP() << "no scenes";
  }
  struct Source {
    std::filesystem::path file;
    std::string text;
  };
  std::vector<Source> scenes;
};

TEST_F(SceneFuzz, truncated_at_every_byte) {
  for (const Source& s : scenes) {
    const std::size_t whole = s.text.find_last_of('}') + 1;
    for (std::size_t n = 0; n <= s.text.size(); ++n) {
      bool read = parses(s.text.substr(0, n), s.file, fmt::format("{} cut at {}", s.file.string(), n));
      EXPECT_EQ(read, n >= whole) << s.file << " cut at " << n;
    }
  }
}

class Mutator {
 public:
  explicit Mutator(std::uint64_t seed) : random_(seed) {}
  std::string mutate(std::string text, const std::string& other) {
    for (std::size_t n = 1 + below(4); n > 0 && !text.empty(); --n) change(text, other);
    return text;
  }

 private:
  std::size_t below(std::size_t n) { return n == 0 ? 0 : random_() % n; }
  struct Span {
    std::size_t at, size;
  };
  // Numbers, strings, or single characters, from a random position.
  Span token(const std::string& text, std::string_view start) {
    std::size_t at = text.find_first_of(start, below(text.size()));
    if (at == std::string::npos) at = text.find_first_of(start);
    if (at == std::string::npos) return {0, 0};
    std::size_t end = at + 1;
    if (text[at] == '"') {
      end = std::min(text.find('"', at + 1), text.size() - 1) + 1;
    } else if (text.find_first_of("0123456789.eE+-", at) == at) {
      end = std::min(text.find_first_not_of("0123456789.eE+-", at), text.size());
    }
    return {at, end - at};
  }
  void change(std::string& text, const std::string& other) {
    static const char* const numbers[] = {
        "0",    "-1", "1e999", "1e-400", "NaN",   "65536", "4294967296", "18446744073709551616", "2147483648", "0.5",
        "null", "-0", "1e30",  "true",   "\"x\"", "[]",    "{}"};
    static constexpr std::string_view any = "\"0123456789-{}[],:", digits = "0123456789-";
    const std::size_t at = below(text.size()), size = std::min(below(40) + 1, text.size() - at);
    switch (below(7)) {
      case 0:
        text[at] = static_cast<char>(text[at] ^ (1 << below(8)));
        break;
      case 1:
        text.erase(at, size);
        break;
      case 2:
        text.insert(at, text.substr(below(text.size()), size));
        break;
      case 3: {
        Span s = token(text, digits);
        text.replace(s.at, s.size, numbers[below(std::size(numbers))]);
        break;
      }
      case 4: {
        Span a = token(text, any), b = token(other, any);
        text.replace(a.at, a.size, other.substr(b.at, b.size));
        break;
      }
      case 5: {
        Span a = token(text, "\""), b = token(other, "\"");
        text.replace(a.at, a.size, other.substr(b.at, b.size));
        break;
      }
      default:
        text[at] = static_cast<char>(below(256));
        break;
    }
  }
  std::mt19937_64 random_;
};

TEST_F(SceneFuzz, five_thousand_mutations) {
  int read = 0;
  for (std::uint64_t seed = 0; seed < 5000; ++seed) {
    const Source& s = scenes[seed % scenes.size()];
    std::string text = Mutator(seed).mutate(s.text, scenes[seed / scenes.size() % scenes.size()].text);
    read += parses(text, s.file, fmt::format("{}, mutation {}", s.file.string(), seed));
  }
  EXPECT_GT(read, 50) << "mutations that leave the syntax whole reach further";
  EXPECT_LT(read, 4500);
}

}  // namespace
}  // namespace undine::test
