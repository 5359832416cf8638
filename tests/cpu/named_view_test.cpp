// Named views: a pass publishes one in one line, and lists include its name before the first frame.
#include "engine/scene/named_view.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "engine/app/cli/cli.h"
#include "engine/graph/graph.h"
#include "engine/scene/field_show.h"

namespace undine::test {
namespace {

enum class Shown { plain, bright };

// Pass of this program only.
void draw_moss(graph::Graph& g) {
  const graph::Image moss = g.image("moss", {{4, 4, 1}, graph::Format::rgba8_unorm});
  publish_view<"moss">(g, moss, Shown::bright);
}

TEST(NamedViews, StandInTheOrderOfTheirKeysThenByName) {
  const std::vector<std::string_view> keys{"final", "albedo",     "normals",    "depth",
                                           "ao",    "reflection", "refraction", "caustics"};
  const auto names = view_names();
  ASSERT_GT(names.size(), keys.size());
  EXPECT_TRUE(std::equal(keys.begin(), keys.end(), names.begin()));
  EXPECT_TRUE(std::is_sorted(names.begin() + static_cast<std::ptrdiff_t>(keys.size()), names.end()));
  EXPECT_EQ(std::ranges::count(names, "moss"), 1);
  EXPECT_TRUE(is_named_view("moss"));
  EXPECT_FALSE(is_named_view("fern"));
}

TEST(NamedViews, AreKnownToTheCommandLine) {
  check_view("moss", {}, {});
  try {
    check_view("fern", {}, {});
    ADD_FAILURE() << "not refused";
  } catch (const Error& e) {
    EXPECT_NE(std::string(e.what()).find(", moss, "), std::string::npos) << e.what();
  }
  testing::internal::CaptureStdout();
  cli::parse_command_line({"render", "--help"});
  EXPECT_NE(testing::internal::GetCapturedStdout().find(", moss, "), std::string::npos);
}

TEST(NamedViews, AreOfTheFrameThatIsDeclaredAndOfItsLastPicture) {
  graph::State state;
  graph::Graph g(state);
  EXPECT_EQ(g.published("moss"), nullptr);
  draw_moss(g);
  const graph::Image first = g.published("moss")->image;
  graph::Graph unnamed(state);
  unnamed.image("moss", {{4, 4, 1}, graph::Format::rgba8_unorm});
  EXPECT_EQ(g.topology(), unnamed.topology()) << "a name declares nothing";
  draw_moss(g);
  ASSERT_NE(g.published("moss"), nullptr);
  EXPECT_NE(g.published("moss")->image.index(), first.index());
  EXPECT_EQ(g.published("moss")->as, static_cast<std::uint32_t>(Shown::bright));
  g.reset();
  EXPECT_EQ(g.published("moss"), nullptr);
}

}  // namespace
}  // namespace undine::test
