#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>

#include "engine/graph/print/folding.h"
#include "engine/graph/print/traffic.h"
#include "tests/plan/shaders.h"

namespace undine::graph::testing {
namespace {

struct Push {
  float v[4] = {};
};

struct Frame {
  State state;
  Shaders shaders;
  Graph g{state};
  History u{state, "pool/elevation", bytes(4096), 3};
  Buffer pressure[2] = {state.buffer("fluid/p<0>", bytes(256)), state.buffer("fluid/p\"1\"", bytes(256))};
  Image picture_out = state.image("picture", picture(16, 16));
  Plan plan;

  Frame() {
    {
      auto pool = g.scope("pool");
      for (int i = 0; i < 4; ++i) {
        g.compute("step", "RRWp.comp")
            .read("c0", u[-1])
            .read("c1", u[0])
            .write("c2", u[+1])
            .params(Push{})
            .over({32, 32});
        u.step();
      }
    }
    {
      auto fluid = g.scope("fluid");
      auto solve = g.scope("pressure", true);
      Buffer sum = g.buffer("sum", bytes(64));
      for (int i = 0; i < 40; ++i)
        g.compute("jacobi", "RM.comp").read("c0", pressure[i % 2]).modify("c1", pressure[1 - i % 2]).over({8});
      g.clear("zero", sum);
      for (int i = 0; i < 3; ++i) {
        g.compute("red", "M.comp").modify("c0", pressure[0]).over({8});
        g.compute("black", "MR.comp").modify("c0", pressure[0]).read("c1", pressure[1]).over({8});
      }
      g.compute("unused", "RW.comp").read("c0", pressure[0]).write("c1", sum).over({1});
    }
    Image color = g.image("color", picture(16, 16)), depth = g.image("depth", picture(16, 16, Format::d32_float));
    Image blurred = g.image("blurred", picture(16, 16));
    auto render = g.scope("render");
    g.draw("scene", "R.vert", "_.frag").read("v0", u[0]).color(color).depth(depth, Load::clear, 0).draw({});
    g.draw("blur", "_.vert", "s.frag").read("f0", color).color(blurred).draw({});
    g.draw("tone", "_.vert", "s.frag").read("f0", blurred).color(picture_out).draw({});
    plan = compile(g, shaders);
  }
};

std::size_t count(const std::string& text, const std::string& what) {
  std::size_t n = 0;
  for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + 1)) ++n;
  return n;
}

// Each resource once: three levels of 4096 bytes per step, two of 256 per iteration, 16 x 16 texels of 4 bytes.
TEST(Traffic, IsWhatNodesDeclare) {
  Frame f;
  const std::vector<NodeTraffic> all = traffic(f.plan, f.g);
  const auto of = [&](std::string_view path) {
    const auto at = std::ranges::find(all, path, &NodeTraffic::path);
    return at == all.end() ? NodeTraffic{} : *at;
  };
  const NodeTraffic step = of("frame/pool/step"), jacobi = of("frame/fluid/pressure/jacobi");
  EXPECT_EQ(step.nodes, 4u);
  EXPECT_EQ(step.read, 4u * 2 * 4096);
  EXPECT_EQ(step.written, 4u * 4096);
  EXPECT_EQ(jacobi.nodes, 40u);
  EXPECT_EQ(jacobi.read, 40u * 2 * 256);
  EXPECT_EQ(jacobi.written, 40u * 256);
  const std::uint64_t texels = 16 * 16 * bytes_per_texel(f.g.state().at(f.picture_out).texture.format);
  EXPECT_EQ(of("frame/render/tone").written, texels);
  EXPECT_EQ(of("frame/render/tone").read, texels);
}

TEST(Print, Text) {
  Frame f;
  std::string text = print(f.plan, f.g, PlanFormat::text);
  if (const char* path = std::getenv("UNDINE_PLAN_OUT")) std::ofstream(std::string(path) + ".txt") << text;
  EXPECT_NE(text.find("step x4: RRWp.comp; c0 <- {pool/elevation[0], "), std::string::npos) << text;
  EXPECT_NE(text.find("jacobi x40: RM.comp; c0 <- {fluid/p<0>, fluid/p\"1\"}, c1 <> "), std::string::npos) << text;
  EXPECT_NE(text.find("  x3:\n    red: M.comp"), std::string::npos) << text;
  EXPECT_NE(text.find("\nframe/fluid/pressure\n"), std::string::npos);
  EXPECT_NE(
      text.find(
          "culled, for nothing reads what they make\n  frame/fluid/pressure/zero\n  frame/fluid/pressure/unused\n"),
      std::string::npos)
      << text;
  EXPECT_NE(text.find("color color_write => fragment sampled_read, layout color => sampled"), std::string::npos)
      << text;
  EXPECT_EQ(text, print(compile(f.g, f.shaders), f.g, PlanFormat::text));
  EXPECT_EQ(count(text, "\n  jacobi"), 1u);
}

TEST(Print, Json) {
  Frame f;
  auto json = nlohmann::json::parse(print(f.plan, f.g, PlanFormat::json));
  EXPECT_EQ(json["nodes"].size(), f.plan.nodes.size());
  EXPECT_EQ(json["resources"].size(), f.plan.resources.size());
  EXPECT_EQ(json["nodes"][0]["path"], "frame/pool/step");
  EXPECT_EQ(json["nodes"][0]["uses"][2]["verb"], "write");
  EXPECT_EQ(json["nodes"][4]["uses"][0]["resource"], "fluid/p<0>");
  EXPECT_EQ(json["heap_bytes"], f.plan.heap_bytes);
  EXPECT_EQ(json["culled"].size(), 2u);
  std::size_t barriers = 0;
  for (std::size_t i = 0; i < f.plan.nodes.size(); ++i) {
    const auto& node = json["nodes"][i];
    barriers += node["barriers"].size();
    EXPECT_EQ(node["hazards"].size(), f.plan.nodes[i].barriers.size());
    std::size_t memory = 0;
    for (const auto& barrier : node["barriers"]) memory += barrier.contains("resource") ? 0 : 1;
    EXPECT_LE(memory, 1u);
  }
  EXPECT_EQ(json["barriers"], barriers);
}

TEST(Print, DotIsBalancedAndQuotesAreEscaped) {
  Frame f;
  std::string dot = print(f.plan, f.g, PlanFormat::dot);
  EXPECT_EQ(dot.rfind("digraph frame {", 0), 0u);
  EXPECT_EQ(count(dot, "{"), count(dot, "}"));
  EXPECT_NE(dot.find("jacobi x40"), std::string::npos);
  EXPECT_NE(dot.find("fluid/p\\\"1\\\""), std::string::npos) << dot;
}

TEST(Print, SvgIsWellFormed) {
  Frame f;
  std::string svg = print(f.plan, f.g, PlanFormat::svg);
  EXPECT_NE(svg.find("jacobi x40"), std::string::npos);
  EXPECT_EQ(svg.find("p<0>"), std::string::npos);
  EXPECT_NE(svg.find("p&lt;0&gt;"), std::string::npos);
  // Tags nest.
  std::vector<std::string> open;
  for (std::size_t at = svg.find('<'); at != std::string::npos; at = svg.find('<', at + 1)) {
    std::size_t end = svg.find('>', at);
    ASSERT_NE(end, std::string::npos);
    std::string tag = svg.substr(at + 1, end - at - 1);
    if (tag.back() == '/') continue;
    if (tag[0] != '/') {
      open.push_back(tag.substr(0, tag.find(' ')));
      continue;
    }
    ASSERT_FALSE(open.empty());
    ASSERT_EQ(open.back(), tag.substr(1));
    open.pop_back();
  }
  EXPECT_TRUE(open.empty());
}

const PlanBox* find(const PlanBox& in, const std::string& label) {
  if (in.label == label) return &in;
  for (const PlanBox& box : in.inside)
    if (const PlanBox* found = find(box, label)) return found;
  return nullptr;
}

TEST(Fold, RepeatedNodesAreOneBoxWithACount) {
  Frame f;
  const PlanBox frame = fold(f.plan, f.g);
  const PlanBox* step = find(frame, "step");
  ASSERT_TRUE(step && step->row);
  EXPECT_EQ(step->repeats, 4u);
  EXPECT_EQ(step->row->planned, (std::vector<std::uint32_t>{0, 1, 2, 3}));
  EXPECT_EQ(find(frame, "jacobi")->repeats, 40u);
  const PlanBox* solve = find(frame, "fluid/pressure");
  ASSERT_TRUE(solve) << "a scope alone in a scope is one box";
  ASSERT_EQ(solve->inside.size(), 2u);
  EXPECT_EQ(solve->inside[1].repeats, 3u);
  ASSERT_EQ(solve->inside[1].inside.size(), 2u);
  EXPECT_EQ(solve->inside[1].inside[0].label, "red");
  EXPECT_EQ(solve->inside[1].inside[0].row->planned.size(), 3u);
}

// (a b b) (a b b) c, then the same once more: counts nested three deep.
TEST(Fold, CountsNest) {
  State state;
  Shaders shaders;
  Graph g(state);
  Buffer x = state.buffer("x", bytes(64));
  for (int outer = 0; outer < 2; ++outer) {
    for (int inner = 0; inner < 2; ++inner)
      for (const char* name : {"a", "b", "b"}) g.compute(name, "M.comp").modify("c0", x).over({8});
    g.compute("c", "M.comp").modify("c0", x).over({8});
  }
  const Plan plan = compile(g, shaders);
  const std::string text = print_folded(plan, g, PlanFormat::text);
  EXPECT_EQ(text.find("14 nodes, 0 culled, 1 resources, "), 0u) << text;
  EXPECT_NE(text.find(" in 3 boxes\n"), std::string::npos) << text;
  EXPECT_NE(text.find("  x2\n    x2\n      a: M.comp; c0 <> x | 4\n      b x2: M.comp; c0 <> x | 8\n    c: "),
            std::string::npos)
      << text;
}

TEST(Fold, FormatsAreWellFormed) {
  Frame f;
  const std::string text = print_folded(f.plan, f.g, PlanFormat::text);
  EXPECT_NE(text.find("step x4: RRWp.comp"), std::string::npos) << text;
  EXPECT_NE(text.find("jacobi x40: RM.comp"), std::string::npos) << text;
  const auto json = nlohmann::json::parse(print_folded(f.plan, f.g, PlanFormat::json));
  EXPECT_EQ(json["nodes"].size(), f.plan.nodes.size()) << "as with --full";
  EXPECT_EQ(json["boxes"][0]["scope"], "frame");
  const std::string dot = print_folded(f.plan, f.g, PlanFormat::dot);
  EXPECT_EQ(count(dot, "{"), count(dot, "}"));
  EXPECT_NE(dot.find("label=\"jacobi x40\""), std::string::npos);
  EXPECT_NE(dot.find("label=\"x3\""), std::string::npos);
  const std::string svg = print_folded(f.plan, f.g, PlanFormat::svg);
  EXPECT_NE(svg.find("x3</text>"), std::string::npos);
  EXPECT_NE(svg.find("p&lt;0&gt;"), std::string::npos) << "tooltips name what a node reads";
}

TEST(Print, AnEmptyFrame) {
  State state;
  Shaders shaders;
  Graph g(state);
  Plan plan = compile(g, shaders);
  for (PlanFormat format : {PlanFormat::text, PlanFormat::dot, PlanFormat::json, PlanFormat::svg}) {
    EXPECT_FALSE(print(plan, g, format).empty());
    EXPECT_FALSE(print_folded(plan, g, format).empty());
  }
  EXPECT_NO_THROW(nlohmann::json::parse(print(plan, g, PlanFormat::json)));
}

TEST(Print, TwoQueues) {
  Frame f;
  f.plan = compile(f.g, f.shaders, {.queues = 2});
  std::string text = print(f.plan, f.g, PlanFormat::text);
  EXPECT_NE(text.find("jacobi x40 (queue 1)"), std::string::npos) << text;
}

}  // namespace
}  // namespace undine::graph::testing
