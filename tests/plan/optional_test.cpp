#include <gtest/gtest.h>

#include <algorithm>

#include "engine/graph/peek.h"
#include "tests/plan/shaders.h"

namespace undine::graph::testing {
namespace {

struct OptionalRig {
  State state;
  Shaders shaders;
  Graph g{state};
  Buffer b = state.buffer("b", bytes(64)), target = state.buffer("target", bytes(64));
  // Shader of tests/plan/shaders.h with an additional binding.
  void asks(const std::string& shader, const std::string& binding) {
    ShaderInterface made = Shaders::read(shader);
    made.constants.push_back({"has_" + binding, 7});
    for (ShaderBinding& m : made.bindings) m.texels = {Format::rgba32_uint, ImageShape::volume};
    shaders.set(made);
  }
};

const PlannedBinding& binding(const Plan& plan, std::uint32_t slot) {
  const auto& all = plan.nodes.at(0).bindings;
  return *std::ranges::find(all, slot, &PlannedBinding::slot);
}

TEST(Optional, AbsentIsEmptyAndTheShaderKnows) {
  OptionalRig rig;
  rig.asks("RM.comp", "c0");
  rig.g.compute("n", "RM.comp").optional("c0", Buffer{}).modify("c1", rig.target).over({4});
  const Plan plan = compile(rig.g, rig.shaders);
  EXPECT_EQ(binding(plan, 0).resource, PlannedBinding::absent);
  EXPECT_EQ(plan.resources.size(), 1u) << "nothing stands in its place";
  const Constant& c = rig.g.nodes()[0].constants.at(0);
  EXPECT_EQ(c.name, "has_c0");
  EXPECT_EQ(c.bits, 0u);
  const std::string text = print(plan, rig.g, PlanFormat::text);
  EXPECT_EQ(text.find("c0"), std::string::npos) << text;
  for (const PeekNode& n : peek_nodes(rig.g)) EXPECT_EQ(std::ranges::count(n.bindings, "c0"), 0);
}

TEST(Optional, PresentIsAsIfRead) {
  OptionalRig rig, plain;
  rig.asks("RM.comp", "c0");
  rig.g.compute("n", "RM.comp").optional("c0", rig.b).modify("c1", rig.target).over({4});
  plain.g.compute("n", "RM.comp").read("c0", plain.b).modify("c1", plain.target).over({4});
  const Plan plan = compile(rig.g, rig.shaders);
  EXPECT_EQ(print(plan, rig.g, PlanFormat::text), print(compile(plain.g, plain.shaders), plain.g, PlanFormat::text));
  EXPECT_EQ(rig.g.nodes()[0].constants.at(0).bits, 1u);
}

TEST(Optional, PresentNeedsNoConstant) {
  OptionalRig rig;
  rig.g.compute("n", "RM.comp").optional("c0", rig.b).modify("c1", rig.target).over({4});
  const Plan plan = compile(rig.g, rig.shaders);
  EXPECT_NE(binding(plan, 0).resource, PlannedBinding::absent);
  EXPECT_EQ(plan.resources.size(), 2u);
}

TEST(Optional, AbsentDecidesThePlan) {
  OptionalRig rig;
  rig.g.compute("n", "RM.comp").optional("c0", rig.b).modify("c1", rig.target).over({4});
  const std::uint64_t with = rig.g.topology();
  rig.g.reset();
  rig.g.compute("n", "RM.comp").optional("c0", Buffer{}).modify("c1", rig.target).over({4});
  EXPECT_NE(rig.g.topology(), with);
}

TEST(Optional, AbsentImagesAreOfTheShadersKind) {
  OptionalRig rig;
  rig.asks("sM.comp", "c0");
  rig.g.compute("n", "sM.comp").optional("c0", Image{}, Sampler::linear_clamp).modify("c1", rig.target).over({4});
  const Plan plan = compile(rig.g, rig.shaders);
  EXPECT_EQ(binding(plan, 0).texels, (Texels{Format::rgba32_uint, ImageShape::volume}));
  EXPECT_EQ(binding(plan, 0).layout, Layout::general);
}

// Writes to an absent resource cause no hazards, and a node without other outputs is culled.
TEST(Optional, AbsentOutputHasNoHazards) {
  OptionalRig rig;
  rig.asks("RM.comp", "c1");
  const auto none = [&] {
    rig.g.compute("n", "RM.comp").read("c0", rig.b).optional("c1", Buffer{}, Verb::modify).over({4});
  };
  none();
  rig.g.clear("keep", rig.target);
  none();
  const Plan plan = compile(rig.g, rig.shaders);
  EXPECT_EQ(plan.culled, (std::vector<std::uint32_t>{0, 2}));
}

TEST(Optional, MessagesNameNodeBindingAndRemedy) {
  const auto expect = [](const std::string& text, std::initializer_list<const char*> parts) {
    for (const char* part : parts) EXPECT_NE(text.find(part), std::string::npos) << part << "\n" << text;
  };
  OptionalRig rig;
  rig.g.compute("n", "RM.comp").optional("c0", Buffer{}).modify("c1", rig.target).over({4});
  expect(message([&] { compile(rig.g, rig.shaders); }),
         {"frame/n", "RM.comp", "binding c0", "absent", "const bool has_c0"});
  rig.asks("RM.comp", "c0");
  rig.g.reset();
  rig.g.compute("n", "RM.comp").read("c0", rig.b).modify("c1", rig.target).over({4});
  expect(message([&] { compile(rig.g, rig.shaders); }),
         {"binding c0", "optional in the shader", ".optional(\"c0\", resource)"});
  rig.g.reset();
  rig.g.compute("n", "RM.comp").modify("c1", rig.target).over({4});
  expect(message([&] { compile(rig.g, rig.shaders); }), {"binding c0", "not declared", ".optional(\"c0\", resource)"});
  rig.g.reset();
  rig.g.compute("n", "RM.comp").optional("c0", rig.state.image("i", picture(4, 4))).modify("c1", rig.target).over({4});
  expect(message([&] { compile(rig.g, rig.shaders); }), {"binding c0", "is an image", "storage buffer"});
  rig.g.reset();
  rig.g.compute("n", "RM.comp").optional("c0", Buffer{}, Verb::write).modify("c1", rig.target).over({4});
  expect(message([&] { compile(rig.g, rig.shaders); }), {"binding c0", "only reads it"});
  rig.g.reset();
  rig.g.compute("n", "RM.comp").optional("c0", rig.b).constant("has_c0", true).modify("c1", rig.target).over({4});
  expect(message([&] { compile(rig.g, rig.shaders); }), {"has_c0", "constant given twice"});
}

}  // namespace
}  // namespace undine::graph::testing
