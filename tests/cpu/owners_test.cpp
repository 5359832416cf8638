// Persistent resources belong to their owners, independent of name prefixes: a water may have any name.
#include <gtest/gtest.h>

#include <filesystem>
#include <regex>
#include <set>

#include "engine/app/session/frames.h"
#include "engine/files/files.h"
#include "tests/support/refused.h"

namespace undine::test {
namespace {

namespace fs = std::filesystem;

// Prefixes of resource names in the sources: "sky", "geometry", "bodies" ...
std::set<std::string> names_of_the_program() {
  const std::regex made(R"re("([a-z_]+)/[a-z_]+")re");
  std::set<std::string> out;
  for (const char* folder : {"passes", "engine/app"})
    for (const auto& file : fs::recursive_directory_iterator(fs::path(UNDINE_SOURCE_DIR) / folder)) {
      if (file.path().extension() != ".cpp") continue;
      const std::string text = files::read_file(file.path());
      for (std::sregex_iterator at(text.begin(), text.end(), made), end; at != end; ++at) out.insert((*at)[1].str());
    }
  return out;
}

std::size_t live(const graph::State& state) {
  return static_cast<std::size_t>(std::ranges::count_if(state.entries(), [](const auto& e) { return e.live; }));
}

TEST(Owners, FreeWhatWasMadeForThem) {
  graph::State state;
  const graph::BufferDesc four{.bytes = 4};
  state.buffer("a", four);
  {
    graph::State::Owner first(state), second(state);
    {
      auto owning = first.own();
      state.buffer("a", four);
      state.image("b", {.extent = {1, 1, 1}, .format = graph::Format::r8_unorm});
      {
        auto inner = second.own();
        state.buffer("a", four);
      }
      state.buffer("c", four);
      EXPECT_THROW(state.buffer("a", four), Error);
    }
    EXPECT_THROW(state.buffer("a", four), Error);
    EXPECT_EQ(live(state), 5u);
    first = graph::State::Owner(state);
    EXPECT_EQ(live(state), 2u);
    graph::State::Owner moved(std::move(second));
    EXPECT_EQ(live(state), 2u);
  }
  EXPECT_EQ(live(state), 1u);
}

TEST(Owners, AdoptResourcesOfOthers) {
  graph::State state;
  graph::State::Owner last(state);
  graph::Buffer kept, twice;
  {
    graph::State::Owner first(state);
    {
      auto owning = first.own();
      kept = state.buffer("kept", {.bytes = 4});
      twice = state.buffer("twice", {.bytes = 4});
      state.buffer("freed", {.bytes = 4});
    }
    auto owning = last.own();
    const auto serial = state.at(kept).serial;
    state.adopt(kept);
    EXPECT_EQ(state.at(kept).serial, serial) << "the resource stays the same";
    state.buffer("twice", {.bytes = 8});
    EXPECT_THROW(state.adopt(twice), Error) << "a name is unique among an owner's";
  }
  EXPECT_EQ(live(state), 2u);
  EXPECT_EQ(state.at(kept).name, "kept");
}

TEST(Owners, NamesHoldNoPartsOfPaths) {
  for (const char* name : {"", "a/b", "/", "a.b", "a b", "../a", "pool/"})
    expect_refused(
        [&] {
          parse_scene(R"({"version": 1, "water": [{"name": ")" + std::string(name) + R"(", "solver": "pipes"}]})",
                      "s.json");
        },
        {"s.json: /water/0/name", "A-Z a-z 0-9 _ -"});
}

// All components of the program, created and planned with waters of every name that the program itself uses. Names do
// not collide, every resource has an owner, and removing a water frees exactly its resources.
TEST(Owners, WatersMayHaveEveryNameOfTheProgram) {
  const std::set<std::string> names = names_of_the_program();
  for (const char* name : {"bodies", "fish", "leaves", "geometry", "sky", "water", "hud", "field_view", "nan_guard"})
    EXPECT_TRUE(names.contains(name)) << name;
  for (const char* name : {"picture", "frame", "window", "shadow", "final"}) EXPECT_TRUE(names.size() > 8) << name;
  for (const std::string& name : names) {
    const std::string text = R"({"version": 1, "name": "all", "meshes": [{"shape": "basin", "size": [4, 1, 4]}],
    "water": [{"name": ")" + name +
                             R"(", "solver": "wave", "cells": [16, 16], "size": [2, 2]},
              {"name": ")" + name +
                             R"(2", "solver": "pipes", "cells": [16, 16], "size": [2, 2]}],
    "bodies": [{"shape": "box", "water": ")" +
                             name + R"("}], "fish": [{"water": ")" + name + R"("}], "leaves": [{"water": ")" + name +
                             R"("}]})";
    session::CommandLine line;
    line.nan_guard = true;
    session::Session session(parse_scene(text, "s.json"), line, {.picture = true});
    ASSERT_NO_THROW(plan_everything(session)) << name;
    std::set<std::uint32_t> owners, cached_scopes;
    for (const auto& entry : session.graph().state().entries()) {
      if (!entry.live) continue;
      EXPECT_TRUE(entry.owner != 0 || entry.name.starts_with("nan_guard/")) << entry.name;
      (entry.name.find(" cached ") == std::string::npos ? owners : cached_scopes).insert(entry.owner);
    }
    EXPECT_EQ(owners.size(), 6u) << "two waters, bodies, agents, the renderer, the guard";
    EXPECT_EQ(cached_scopes.size(), 2u) << "the sky behind clouds, the shadow map";
  }
}

// Every water of every scene of the project, named as the program's own components.
TEST(Owners, ScenesLoadAndPlanWithEveryNameOfTheProgram) {
  for (const auto& file : fs::directory_iterator(fs::path(UNDINE_SOURCE_DIR) / "scenes")) {
    if (file.path().extension() != ".json" || file.path().filename() == "scene.schema.json") continue;
    const std::string text = files::read_file(file.path());
    const std::size_t waters = load_scene(file.path().string()).water.size();
    std::size_t expected = 0;
    for (const std::string name : {"water", "geometry", "bodies", "sky", "frame"}) {
      for (std::size_t i = 0; i < waters; ++i) {
        // Neither keys nor shapes: "sea" is one.
        const std::string old = load_scene(file.path().string()).water[i].name;
        const std::string quoted = "\"" + old + "\"";
        std::string renamed = std::regex_replace(text, std::regex("\"shape\": " + quoted), "\"shape\": \"\"");
        renamed = std::regex_replace(renamed, std::regex(quoted + "(?!\\s*:)"), "\"" + name + "\"");
        renamed = std::regex_replace(renamed, std::regex("\"shape\": \"\""), "\"shape\": " + quoted);
        SCOPED_TRACE(file.path().filename().string() + " " + name);
        session::CommandLine line;
        session::Session session(parse_scene(renamed, file.path().string()), line, {.picture = true});
        const std::size_t nodes = session::plan_frames(session, {64, 48}, true).nodes.size();
        if (expected == 0) expected = nodes;
        EXPECT_EQ(nodes, expected) << "names do not change the plan";
      }
    }
  }
}

}  // namespace
}  // namespace undine::test
