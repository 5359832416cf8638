// Every shader of the project compiles to valid SPIR-V and has an interface that the graph can bind.
#include <algorithm>
#include <set>
#include <spirv-tools/libspirv.hpp>

#include "engine/shader/long_texels.h"
#include "engine/shader/reflect.h"
#include "tests/contract/shader_files.h"

namespace undine::test {
namespace {

shader::Library project() { return project_shaders(); }

// Passes bind by the reflection of the module.
void expect_same_bindings(const graph::ShaderInterface& a, const graph::ShaderInterface& b) {
  ASSERT_EQ(a.bindings.size(), b.bindings.size());
  for (std::size_t i = 0; i < a.bindings.size(); ++i) {
    EXPECT_EQ(a.bindings[i].slot, b.bindings[i].slot);
    EXPECT_EQ(a.bindings[i].kind, b.bindings[i].kind);
  }
  EXPECT_EQ(a.local_size, b.local_size);
}

class EveryShader : public ::testing::TestWithParam<std::string> {};

void expect_valid(const std::vector<std::uint32_t>& spirv) {
  spvtools::SpirvTools tools(SPV_ENV_VULKAN_1_3);
  tools.SetMessageConsumer(
      [](spv_message_level_t, const char*, const spv_position_t&, const char* message) { ADD_FAILURE() << message; });
  spvtools::ValidatorOptions options;
  options.SetScalarBlockLayout(true);
  EXPECT_TRUE(tools.Validate(spirv.data(), spirv.size(), options));
}

// The optimizer breaks a few sizes of grids: none of its results reaches a driver unless it is valid.
TEST(Specialization, IsValidOrRefusedAtEverySize) {
  const shader::Library library = project();
  const auto module = library.compile("shallow/pressure_system.comp");
  int refused = 0;
  for (std::uint32_t nx = 1; nx <= 24; ++nx)
    for (const std::uint32_t packed : {0u, nx}) {
      const shader::ConstantValue values[] = {{0, nx}, {1, 1}, {19, packed}};
      const std::vector<std::uint32_t> special = shader::specialize(module.spirv, values);
      refused += special.empty();
      if (!special.empty()) expect_valid(special);
    }

  EXPECT_LT(refused, 24) << "half of them: drivers would compile general code";
}

void expect_compiles(const shader::Library& library, const std::string& name) {
  SCOPED_TRACE(name);
  const auto module = library.compile(name);
  expect_valid(module.spirv);
  const std::vector<std::uint32_t> special = shader::specialize(module.spirv, {});
  ASSERT_FALSE(special.empty()) << "the optimizer failed";
  expect_valid(special);
  expect_same_bindings(shader::reflect(name, special), module.interface);
  for (const auto& binding : module.interface.bindings) {
    EXPECT_FALSE(binding.name.empty());
    EXPECT_LT(binding.slot, 32u) << binding.name << ": push descriptors end at 32";
  }
  if (module.interface.stage == graph::ShaderStage::compute) {
    const auto& size = module.interface.local_size;
    EXPECT_LE(size.x * size.y * size.z, 1024u);
  }
}

// A test for each folder: one for each shader would take five times as long, most of it to start the test's process.
TEST_P(EveryShader, Compiles) {
  const shader::Library library = project();
  std::size_t compiled = 0;
  for (const std::string& name : library.names()) {
    if (!name.starts_with(GetParam() + "/")) continue;
    expect_compiles(library, name);
    ++compiled;
  }
  EXPECT_GT(compiled, 0u);
}

std::vector<std::string> shader_folders() {
  std::set<std::string> out;
  for (const std::string& name : project().names()) out.insert(name.substr(0, name.find('/')));
  return {out.begin(), out.end()};
}

INSTANTIATE_TEST_SUITE_P(Shaders, EveryShader, ::testing::ValuesIn(shader_folders()),
                         [](const auto& info) { return info.param; });
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(EveryShader);

// For devices with small texel buffers: views of one, two or four components.
TEST(LongTexels, EveryShaderReadsThemFromStorageBuffers) {
  const shader::Library library = project();
  std::size_t changed = 0;
  for (const std::string& name : library.names()) {
    const auto module = library.compile(name);
    for (graph::Format format : {graph::Format::r32_float, graph::Format::rg32_float, graph::Format::rgba32_float}) {
      std::vector<shader::LongTexels> slots;
      for (const auto& b : module.interface.bindings)
        if (b.kind == graph::BindingKind::texel_buffer) slots.push_back({b.slot, format});
      if (slots.empty()) break;
      ++changed;
      SCOPED_TRACE(name);
      const std::vector<std::uint32_t> spirv = shader::texels_as_storage(module, slots);
      expect_valid(spirv);
      const graph::ShaderInterface interface = shader::reflect(name, spirv);
      for (const auto& b : interface.bindings) {
        EXPECT_NE(b.kind, graph::BindingKind::texel_buffer) << b.name;
        const bool was_texels = std::ranges::find(slots, b.slot, &shader::LongTexels::slot) != slots.end();
        EXPECT_TRUE(!was_texels || (b.kind == graph::BindingKind::storage_buffer && !b.writable)) << b.name;
      }
      EXPECT_EQ(interface.bindings.size(), module.interface.bindings.size());
    }
  }
  EXPECT_GT(changed, 100u) << "few shaders read texels, or none was changed";
}

}  // namespace
}  // namespace undine::test
