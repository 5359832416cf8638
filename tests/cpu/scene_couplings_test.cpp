// Invalid couplings: the messages name both waters. Valid couplings parse without a device. The same for feeds.
#include <fmt/format.h>

#include "engine/app/session/world.h"
#include "engine/scene/scene.h"
#include "tests/support/refused.h"

namespace undine::test {
namespace {

std::string scene_of(const std::string& exchanges, const std::string& more_upper = R"("edges": {"+x": "open"},)") {
  return fmt::format(R"({{"version": 1, "meshes": [], "water": [
    {{"name": "upper", "solver": "shallow", "cells": [8, 4], "size": [0.8, 0.4], "origin": [-0.4, 1, 0], {}
      "initial": [{{"shape": "level", "level": 1.1}}]}},
    {{"name": "fall", "solver": "sph", "spacing": 0.05, "capacity": 900,
      "fluid": [{{"box": {{"min": [0.3, 0.5, -0.1], "max": [0.5, 0.7, 0.1]}}}}],
      "domain": {{"min": [-0.1, -0.2, -0.3], "max": [1.3, 1.5, 0.3]}}}},
    {{"name": "pool", "solver": "wave", "cells": [16, 16], "size": [1, 1], "origin": [0.6, 0, 0]}},
    {{"name": "far", "solver": "wave", "cells": [16, 16], "size": [1, 1], "origin": [9, 0, 0]}}],
    "exchanges": [{}]}})",
                     more_upper, exchanges);
}

void make(const std::string& text) {
  const Scene scene = parse_scene(text, "x.json");
  graph::State state;
  session::World world(state, scene);
}

// Nodes of the first clock step of the scene.
std::size_t step_nodes(const std::string& text) {
  const Scene scene = parse_scene(text, "x.json");
  graph::State state;
  session::World world(state, scene);
  graph::Graph g(state);
  world.start(g);
  world.step(g);
  return g.nodes().size();
}

TEST(SceneCouplings, ErrorsNameBothWaters) {
  const std::string sill = R"({"name": "sill", "from": "upper", "to": "fall"})";
  expect_refused([] { make(scene_of(R"({"name": "a", "from": "upper", "to": "lake"})")); },
                 {"/exchanges/0/to", "\"upper\"", "\"lake\"", "no water is named"});
  expect_refused([] { make(scene_of(R"({"name": "a", "from": "sea", "to": "fall"})")); },
                 {"/exchanges/0/from", "\"sea\"", "\"fall\"", "no water is named"});
  expect_refused([] { make(scene_of(R"({"name": "a", "from": "fall", "to": "fall"})")); },
                 {"/exchanges/0/to", "\"fall\"", "two different waters"});
  expect_refused([] { make(scene_of(R"({"name": "a", "from": "fall", "to": "far"})")); },
                 {"/exchanges/0", "\"fall\" to \"far\"", "do not overlap"});
  expect_refused([] { make(scene_of(R"({"name": "a", "from": "upper", "to": "pool"})")); },
                 {"\"upper\" to \"pool\"", "has no open or level edge in the region"});
  const auto of_pipes = [](const std::string& edges) {
    std::string text = scene_of(R"({"name": "a", "from": "upper", "to": "fall"})", edges);
    text.replace(text.find("shallow"), 7, "pipes");
    text.replace(text.find("[-0.1, -0.2"), 5, "[-0.9");
    return text;
  };
  make(of_pipes(R"("edges": {"+x": "open"},)"));
  expect_refused([&] { make(of_pipes(R"("edges": {"+x": "open", "+z": "open"},)")); },
                 {"/water/0/edges", "meet in a corner", "region"});
  expect_refused([] { make(scene_of(R"({"name": "a", "from": "pool", "to": "fall"})")); },
                 {"\"pool\" to \"fall\"", "no open edge"});
  expect_refused([&] { make(scene_of(sill + R"(, {"name": "b", "from": "upper", "to": "fall"})")); },
                 {"/exchanges/1", "\"upper\" to \"fall\"", "another exchange"});
  expect_refused([&] { make(scene_of(sill + ", " + sill)); }, {"/exchanges/1/name", "\"sill\""});
  expect_refused([&] { make(scene_of(sill, "")); }, {"\"upper\" to \"fall\"", "no open edge", "open"});
  expect_refused(
      [&] {
        make(scene_of(
            R"({"name": "a", "from": "upper", "to": "fall", "region": {"min": [-1, 0, 1], "max": [1, 2, 2]}})"));
      },
      {"\"upper\" to \"fall\"", "no open edge"});
  expect_refused(
      [&] {
        make(
            scene_of(R"({"name": "a", "from": "fall", "to": "pool", "region": {"min": [1, 0, 1], "max": [1, 2, 2]}})"));
      },
      {"/exchanges/0/region/max", "is not above min"});
}

TEST(SceneCouplings, RegionIsARectangleOrABox) {
  const auto box_of = [](const std::string& region) {
    return parse_scene(scene_of(R"({"name": "a", "from": "upper", "to": "fall", "region": {)" + region + "}}"),
                       "s.json")
        .exchanges.at(0)
        .box();
  };
  EXPECT_EQ(box_of(R"("center": [0.5, -1], "size": [1, 3])").min, glm::dvec3(0, -1e6, -2.5));
  EXPECT_EQ(box_of(R"("center": [0.5, -1], "size": [1, 3])").max, glm::dvec3(1, 1e6, 0.5));
  EXPECT_EQ(box_of(R"("center": [2, 1], "size": [0, 1])").max, glm::dvec3(2, 1e6, 1.5)) << "a line";
  EXPECT_EQ(box_of(R"("min": [-1, 0, 1], "max": [1, 2, 2])").max, glm::dvec3(1, 2, 2));
  EXPECT_EQ(box_of("").min, glm::dvec3(-1e6));
  const std::string there = "\"center\" and \"size\"";
  expect_refused([&] { box_of(R"("center": [0, 0])"); }, {"/exchanges/0/region/center", "alone", there.c_str()});
  expect_refused([&] { box_of(R"("size": [1, 1])"); }, {"/exchanges/0/region/size", "alone", there.c_str()});
  expect_refused([&] { box_of(R"("center": [0, 0], "size": [0, 0])"); }, {"/exchanges/0/region/size", "is 0"});
  expect_refused([&] { box_of(R"("center": [0, 0], "size": [1, 1], "max": [1, 1, 1])"); },
                 {"/exchanges/0/region/size", "combined with min or max", there.c_str()});
  make(scene_of(R"({"name": "left", "from": "upper", "to": "fall", "region": {"center": [0, -0.5], "size": [2, 1]}},
    {"name": "right", "from": "upper", "to": "fall", "region": {"center": [0, 0.5], "size": [2, 1]}})"));
  expect_refused(
      [&] {
        make(scene_of(R"({"name": "a", "from": "upper", "to": "fall", "region": {"center": [0, 9], "size": [2, 1]}})"));
      },
      {"\"upper\" to \"fall\"", "no open edge"});
}

TEST(SceneCouplings, CyclesAndNeighborsAreAllowed) {
  const std::string sill = R"({"name": "sill", "from": "upper", "to": "fall"})";
  const std::string back = R"(, {"name": "back", "from": "fall", "to": "upper"})";
  const std::string foot = R"(, {"name": "foot", "from": "fall", "to": "pool"})";
  const std::size_t one = step_nodes(scene_of(sill)), two = step_nodes(scene_of(sill + back));
  EXPECT_LT(step_nodes(scene_of("")), one);
  EXPECT_LT(one, two) << "the way back has nodes of its own";
  EXPECT_LT(two, step_nodes(scene_of(sill + back + foot)));
  EXPECT_LT(one,
            step_nodes(scene_of(
                R"({"name": "left", "from": "upper", "to": "fall", "region": {"min": [-1, 0, -1], "max": [1, 2, 0]}},
         {"name": "right", "from": "upper", "to": "fall", "region": {"min": [-1, 0, 0], "max": [1, 2, 1]}})")));
}

// Names in --stats are present and unique; a visible named object is one body.
TEST(SceneNames, ExistAndDiffer) {
  const auto parse = [](const std::string& text) { return parse_scene("{\"version\": 1, " + text + "}", "n.json"); };
  const auto meshes = [&](const char* a, const char* b) {
    const std::string box = R"({{"shape": "box", "motion": {{"name": "{}", "spin": {{}}}}}})";
    return parse(R"("meshes": [)" + fmt::format(fmt::runtime(box), a) + ", " + fmt::format(fmt::runtime(box), b) + "]");
  };
  EXPECT_NO_THROW(meshes("wheel", "vane"));
  EXPECT_NO_THROW(meshes("", ""));
  expect_refused([&] { meshes("wheel", "wheel"); },
                 {"/meshes/1/motion/name", "\"wheel\" is the name of another motion", "allowed: names that differ"});
  const std::string crates = R"("bodies": [{"name": "crate"}, {"name": "crate"}, {"name": "ball"}], )";
  const auto seen = [&](const char* body) {
    return parse(crates + R"("camera": {"path": [{"time": 0, "eye": [0, 1, 2]}, {"time": 1, "body": ")" + body +
                 "\"}]}");
  };
  EXPECT_NO_THROW(seen("ball"));
  expect_refused([&] { seen("crate"); }, {"/camera/path/1/body", "several bodies", "allowed: the name of one body"});
  for (const char* solver : {"shallow", "sph", "wave"}) {
    const auto gauge = [&](const char* name) {
      return parse(fmt::format(R"("water": [{{"name": "w", "solver": "{}", "gauges": [{{"name": "{}",
        "measures": "level", "position": [0, 0, 0]}}]}}])",
                               solver, name));
    };
    EXPECT_NO_THROW(gauge("g")) << solver;
    expect_refused([&] { gauge(""); }, {"/water/0/gauges/0/name", "is empty", "allowed: one letter or more"});
  }
}

TEST(SceneFeeds, LevelSeriesNeedsALevel) {
  const auto source = [](const std::string& more) {
    return parse_scene(
        fmt::format(
            R"({{"version": 1, "water": [{{"name": "sea", "solver": "shallow", "sources": [{{"rate": 1, {}}}]}}]}})",
            more),
        "s.json");
  };
  EXPECT_NO_THROW(source(R"("level": 0.5, "tide": [[0, 0], [10, -0.5]])"));
  expect_refused([&] { source(R"("tide": [[0, 0], [10, 0.5]])"); },
                 {"/water/0/sources/0/tide", "a tide beside a level"});
}

}  // namespace
}  // namespace undine::test
