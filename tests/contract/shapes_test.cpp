// Shapes of kernels: which there are, what they give a GPU, and that no shader outgrows a compiler when it is unrolled.
#include <spirv-tools/optimizer.hpp>

#include "engine/core/error.h"
#include "engine/graph/shape.h"
#include "passes/meshing/meshing_shapes.h"
#include "passes/wave/wave_shapes.h"
#include "tests/contract/shader_files.h"
#include "tools/parts.h"

namespace undine::test {
namespace {

using graph::Shape;
using graph::Shapes;

std::vector<const graph::ShapeFamily*> families() { return all_parts().shapes; }

shader::Library project(bool unroll) {
  return shader::Library({.root = shader::Library::default_root(), .unroll = unroll});
}

TEST(Shape, CountsWorkgroupsAndLanes) {
  const Shape s{16, 8, 32, 2};
  EXPECT_EQ(s.groups({384, 256, 1}), (graph::Extent{1, 16, 1}));
  EXPECT_EQ(s.lanes({384, 256, 1}), 768u);
  EXPECT_EQ(s.groups({513, 17, 3}), (graph::Extent{2, 2, 3}));
  EXPECT_EQ(s.fitted(384), (Shape{16, 8, 32, 2}));
  EXPECT_EQ(s.fitted(256), (Shape{16, 8, 16, 4}));
  EXPECT_EQ(s.fitted(3), (Shape{16, 8, 8, 8}));
}

TEST(Shape, AGpuHasAHundredThousandLanesWhereTheGridAllows) {
  Shapes shapes;
  EXPECT_EQ(shapes.of(wave::step_shapes, {384, 256, 1}).lanes({384, 256, 1}), 768u) << "software";
  shapes.set_kind(Shapes::Kind::hardware);
  EXPECT_EQ(shapes.of(wave::step_shapes, {384, 256, 1}).lanes({384, 256, 1}), 98304u) << "one cell each";
  for (const graph::ShapeFamily* f : families()) {
    if (f->flat) continue;
    SCOPED_TRACE(f->name);
    for (const std::uint32_t n : {64u, 384u, 1024u, 4096u}) {
      const graph::Extent grid{n, n, 1};
      const std::uint64_t lanes = shapes.of(*f, grid).lanes(grid);
      EXPECT_GE(lanes, std::min<std::uint64_t>(std::uint64_t{n} * n, graph::wanted_lanes));
    }
  }
}

TEST(Shape, DefaultsAndCandidatesAreAllowedAndNeighbouringLanesFetchNeighbours) {
  for (const graph::ShapeFamily* f : families()) {
    SCOPED_TRACE(f->name);
    EXPECT_TRUE(f->allows(f->software));
    ASSERT_FALSE(f->hardware.empty());
    for (const Shape& s : f->hardware) {
      EXPECT_TRUE(f->allows(s)) << s.text();
      EXPECT_LE(s.across, 8u) << "a texel of four, of each color, is the most that lanes may lie apart";
      EXPECT_GE(s.group_x, 32u);
    }
    const auto candidates = f->candidates();
    EXPECT_GE(candidates.size(), 4u);
    for (const Shape& s : candidates) EXPECT_TRUE(f->allows(s)) << s.text();
  }
}

TEST(Shape, WhatAFamilyHasNotIsRefused) {
  Shapes shapes;
  EXPECT_THROW(shapes.choose(wave::step_shapes, {3, 1, 64, 1}, "test"), Error);
  EXPECT_THROW(shapes.choose(wave::step_shapes, {4, 0, 64, 1}, "test"), Error);
  EXPECT_THROW(shapes.choose(wave::step_shapes, {4, 1, 512, 1}, "test"), Error);
  EXPECT_THROW(shapes.choose(meshing::marching_shapes, {4, 2, 64, 1}, "test"), Error);
  EXPECT_THROW(shapes.choose(meshing::marching_shapes, {16, 1, 64, 1}, "test"), Error) << "sums of 16 bits";
  shapes.choose(wave::step_shapes, {4, 2, 64, 1}, "test");
  EXPECT_EQ(shapes.of(wave::step_shapes, {4096, 8, 1}), (Shape{4, 2, 64, 1}));
}

// Instructions of a shader as a driver's compiler has them in the end: constants set, functions inlined, and those
// loops unrolled that ask for it. A count of what is written would not see a loop of eight steps within one of six.
std::size_t unrolled_size(const shader::Module& module, const std::vector<std::pair<std::string, std::uint32_t>>& set) {
  std::unordered_map<std::uint32_t, std::vector<std::uint32_t>> values;
  for (const auto& [name, bits] : set)
    for (const graph::ShaderConstant& c : module.interface.constants)
      if (c.name == name) values[c.id] = {bits};
  spvtools::Optimizer optimizer(SPV_ENV_VULKAN_1_3);
  optimizer.RegisterPass(spvtools::CreateSetSpecConstantDefaultValuePass(values))
      .RegisterPass(spvtools::CreateFreezeSpecConstantValuePass())
      .RegisterPass(spvtools::CreateFoldSpecConstantOpAndCompositePass())
      .RegisterPass(spvtools::CreateMergeReturnPass())
      .RegisterPass(spvtools::CreateInlineExhaustivePass())
      .RegisterPass(spvtools::CreateEliminateDeadFunctionsPass())
      .RegisterPass(spvtools::CreateLocalMultiStoreElimPass())
      .RegisterPass(spvtools::CreateCCPPass())
      .RegisterPass(spvtools::CreateDeadBranchElimPass())
      .RegisterPass(spvtools::CreateLoopUnrollPass(true))
      .RegisterPass(spvtools::CreateAggressiveDCEPass());
  std::vector<std::uint32_t> out;
  spvtools::OptimizerOptions options;
  options.set_run_validator(false);
  EXPECT_TRUE(optimizer.Run(module.spirv.data(), module.spirv.size(), &out, options)) << module.interface.name;
  std::size_t count = 0;
  for (std::size_t at = 5; at < out.size(); at += std::max<std::size_t>(out[at] >> 16, 1)) ++count;
  return count;
}

bool has_unroll(const std::vector<std::uint32_t>& spirv) {
  constexpr std::uint32_t loop_merge = 246, unroll = 1;
  for (std::size_t at = 5; at < spirv.size(); at += std::max<std::size_t>(spirv[at] >> 16, 1))
    if ((spirv[at] & 0xffff) == loop_merge && (spirv[at + 3] & unroll) != 0) return true;
  return false;
}

std::vector<std::pair<std::string, std::uint32_t>> constants_of(const Shape& s) {
  return {{"across", s.across}, {"rows", s.rows}, {"local_size_x", s.group_x}, {"local_size_y", s.group_y}};
}

// No shader is larger, whatever the device: the largest that compile in a second or two have half of it.
constexpr std::size_t most_instructions = 12000;

class ShaderSize : public ::testing::TestWithParam<std::string> {};

TEST_P(ShaderSize, LoopsStayLoopsForHardware) {
  const auto module = project(false).compile(GetParam());
  EXPECT_FALSE(has_unroll(module.spirv)) << "UNROLL instead of [[unroll]] (shaders/lib/shape.glsl)";
  EXPECT_LE(unrolled_size(module, {}), most_instructions);
}

TEST_P(ShaderSize, ShapesOfSoftwareAreBounded) {
  const auto module = project(true).compile(GetParam());
  const std::string file = GetParam().substr(0, GetParam().find('+'));
  for (const graph::ShapeFamily* f : families()) {
    if (std::ranges::find(f->shaders, file) == f->shaders.end()) continue;
    for (const Shape& s : f->candidates())
      EXPECT_LE(unrolled_size(module, constants_of(s)), most_instructions) << s.text();
  }
  EXPECT_LE(unrolled_size(module, {}), most_instructions);
}

INSTANTIATE_TEST_SUITE_P(Shaders, ShaderSize, ::testing::ValuesIn(project(true).names()), [](const auto& info) {
  std::string name = info.param;
  for (auto& c : name)
    if (!std::isalnum(static_cast<unsigned char>(c))) c = '_';
  return name;
});

TEST(ShaderSizeItself, CountsWhatUnrollingMakes) {
  const auto made = [](const char* hint) {
    return shader::Library({.root = shader::Library::default_root()})
        .compile("wave/step.comp", std::string(R"(layout(constant_id = 21) const int rows = 2;
layout(local_size_x = 1) in;
layout(binding = 0) buffer B { float v[]; } b;
void main() { )") + hint + R"( for (int k = 0; k < rows; ++k) b.v[k] = sin(b.v[k + 1]); }
)");
  };
  const auto loop = made(""), unrolled = made("UNROLL");
  EXPECT_FALSE(has_unroll(loop.spirv));
  EXPECT_TRUE(has_unroll(unrolled.spirv));
  const std::size_t two = unrolled_size(unrolled, {{"rows", 2}}), ten = unrolled_size(unrolled, {{"rows", 10}});
  EXPECT_GT(ten, two + 8 * 4);
  EXPECT_EQ(unrolled_size(loop, {{"rows", 2}}), unrolled_size(loop, {{"rows", 10}}));
}

}  // namespace
}  // namespace undine::test
