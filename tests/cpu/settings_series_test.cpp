// Time series in scene files: parsing, validation, saving, description; their means and integrals.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "engine/core/error.h"
#include "engine/settings/settings_json.h"
#include "engine/settings/settings_reader.h"
#include "engine/settings/settings_schema.h"
#include "engine/settings/settings_writer.h"

namespace undine::settings {
namespace {

struct SourceOrDrain {
  double rate = 0.5;
  Series series;
  enum class Edge { wall, open, discharge } edge = Edge::wall;
  double inflow = 0;
  Series inflows;
  void describe(Visitor& v) {
    const Spec spec{.help = "rate", .unit = "m³/s", .min = 0, .max = 9, .above_min = true};
    v.value_or_series("rate", rate, series, spec);
    v.choice_or_series("edge", edge, {"wall", "open"}, inflow, inflows, {"discharge"}, spec);
  }
};

void take(const Json& json, SourceOrDrain& feed) {
  const Source source{.name = "s.json", .folder = {}, .parts = {}};
  Reader(json, source).read(feed);
}

std::string problem(const std::string& text) {
  SourceOrDrain feed;
  const Json json = Json::parse(text);
  try {
    take(json, feed);
  } catch (const Error& e) {
    return e.what();
  }
  return "";
}

TEST(Series, AreReadInPlaceOfANumber) {
  SourceOrDrain feed;
  take(Json::parse(R"({"rate": [[0, 0], [2.5, 4]], "edge": {"discharge": [[1, 2]]}})"), feed);
  EXPECT_EQ(feed.series, (Series{{0, 0}, {2.5, 4}}));
  EXPECT_EQ(feed.edge, SourceOrDrain::Edge::discharge);
  EXPECT_EQ(feed.inflows, (Series{{1, 2}}));
  take(Json::parse(R"({"rate": 3, "edge": {"discharge": 2}})"), feed);
  EXPECT_EQ(feed.rate, 3);
  EXPECT_TRUE(feed.series.empty() && feed.inflows.empty());
  EXPECT_EQ(feed.inflow, 2);
}

TEST(Series, BadSeriesAreRefused) {
  for (const auto& [text, part] : {std::pair{R"({"rate": []})", "/rate: "},
                                   {R"({"rate": [1, 2]})", "/rate/0: 1 is not a pair"},
                                   {R"({"rate": [[0, 1, 2]]})", "/rate/0: "},
                                   {R"({"rate": [[0, 1], [0, 2]]})", "/rate/1/0: 0 is not over the time before"},
                                   {R"({"rate": [[-1, 1]]})", "/rate/0/0: -1 is too small"},
                                   {R"({"rate": [[0, 10]]})", "/rate/0/1: 10 is too large"},
                                   {R"({"rate": [[0, "1"]]})", "/rate/0/1: \"1\" is not a number"},
                                   {R"({"edge": {"discharge": [[3]]}})", "/edge/discharge/0: "}}) {
    EXPECT_NE(problem(text).find(part), std::string::npos) << text << " says " << problem(text);
  }
  EXPECT_EQ(problem(R"({"rate": [[0, 0], [1, 9]]})"), "");
}

TEST(Series, AreWrittenAsTheyAreRead) {
  SourceOrDrain feed;
  feed.series = {{0, 1}, {0.5, 2}};
  EXPECT_EQ(Writer("").write(feed)["rate"].dump(), "[[0.0,1.0],[0.5,2.0]]");
}

TEST(Series, HaveExactMeans) {
  const Series s{{1, 0}, {2, 4}, {4, 1}};
  EXPECT_EQ(series_at(s, 0), 0);
  EXPECT_EQ(series_at(s, 1.5), 2);
  EXPECT_EQ(series_at(s, 9), 1);
  EXPECT_DOUBLE_EQ(series_integral(s, 0, 1.5), 0.5);
  EXPECT_DOUBLE_EQ(series_integral(s, 0, 6), 2 + 5 + 2);
  EXPECT_DOUBLE_EQ(series_mean(s, 5, 7), 1);
  double sum = 0;
  for (int i = 0; i < 60; ++i) sum += series_integral(s, 0.1 * i, 0.1 * (i + 1));
  EXPECT_NEAR(sum, 9, 1e-12);
}

}  // namespace
}  // namespace undine::settings
