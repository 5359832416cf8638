#include <fmt/format.h>

#include "engine/settings/settings_json.h"
#include "tests/cpu/scene_fixture.h"

namespace undine::test {
namespace {

TEST(SeriesLength, MessagesSayHowManyPointsThereMayBe) {
  const auto scene = [](std::size_t points) {
    std::string series;
    for (std::size_t i = 0; i < points; ++i) series += fmt::format("{}[{}, 1]", i ? "," : "", i);
    return fmt::format(R"({{"version": 1, "water": [{{"name": "river", "solver": "shallow", "cells": [8, 8],
        "size": [8, 8], "edges": {{"-x": {{"discharge": [{}]}}}}}}]}})",
                       series);
  };
  EXPECT_NO_THROW(parse_scene(scene(settings::max_elements), "s.json"));
  try {
    parse_scene(scene(settings::max_elements + 1), "s.json");
    ADD_FAILURE() << "accepted";
  } catch (const Error& e) {
    EXPECT_NE(std::string(e.what()).find("is a series of 65537 points"), std::string::npos) << e.what();
    EXPECT_NE(std::string(e.what()).find("1 to 65536 points"), std::string::npos) << e.what();
  }
}

}  // namespace
}  // namespace undine::test
