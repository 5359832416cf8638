// Tilings of kernels: their list, their use of a GPU, and limits of the unrolled code of each shader.
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

TEST(Shape, DefaultsAndCandidatesAreAllowedAndNeighboringLanesFetchNeighbors) {
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

TEST(Shape, TilingsOutsideTheFamilyAreRefused) {
  Shapes shapes;
  EXPECT_THROW(shapes.choose(wave::step_shapes, {3, 1, 64, 1}, "test"), Error);
  EXPECT_THROW(shapes.choose(wave::step_shapes, {4, 0, 64, 1}, "test"), Error);
  EXPECT_THROW(shapes.choose(wave::step_shapes, {4, 1, 512, 1}, "test"), Error);
  EXPECT_THROW(shapes.choose(meshing::marching_shapes, {4, 2, 64, 1}, "test"), Error);
  EXPECT_THROW(shapes.choose(meshing::marching_shapes, {16, 1, 64, 1}, "test"), Error) << "sums of 16 bits";
  shapes.choose(wave::step_shapes, {4, 2, 64, 1}, "test");
  EXPECT_EQ(shapes.of(wave::step_shapes, {4096, 8, 1}), (Shape{4, 2, 64, 1}));
}

// Instructions of a shader after a driver's optimization: specialized constants, inlined functions, and loops
// unrolled on request. A count of the source would miss a loop of eight steps within one of six.
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

// Limits of unrolled shaders, with a margin over the largest: pipes/push.comp, under hulls and with four columns
// unrolled, has 7,900 instructions. With loops kept, the largest is a fragment shader with 4,500.
constexpr std::size_t most_unrolled = 9000, most_with_loops = 6000;

void expect_small(const shader::Module& module, const std::vector<std::pair<std::string, std::uint32_t>>& set,
                  const std::string& what, std::size_t most) {
  const std::size_t size = unrolled_size(module, set);
  EXPECT_LE(size, most) << module.interface.name << ' ' << what;
  if (std::getenv("UNDINE_SIZES")) std::cout << size << ' ' << module.interface.name << ' ' << what << '\n';
}

// Kernels of a family with their tilings: those that differ in the cells per thread, which are unrolled.
void expect_small_in_all_shapes(const std::string& name, bool unroll, std::size_t most) {
  const auto module = project(unroll).compile(name);
  EXPECT_TRUE(unroll || !has_unroll(module.spirv)) << name << ": UNROLL instead of [[unroll]] (shaders/lib/shape.glsl)";
  expect_small(module, {}, "", most);
  const std::string file = name.substr(0, name.find('+'));
  for (const graph::ShapeFamily* f : families()) {
    if (std::ranges::find(f->shaders, file) == f->shaders.end()) continue;
    std::set<std::uint32_t> seen;
    for (const Shape& s : f->candidates())
      if (seen.insert(s.across).second) expect_small(module, constants_of(s), s.text(), most);
  }
}

TEST(ShaderSize, LoopsStayLoopsForHardware) {
  for (const std::string& name : project(false).names()) expect_small_in_all_shapes(name, false, most_with_loops);
}
TEST(ShaderSize, ShapesOfSoftwareAreBounded) {
  for (const std::string& name : project(true).names()) expect_small_in_all_shapes(name, true, most_unrolled);
}

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
