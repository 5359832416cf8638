// Every shader of the project compiles to valid SPIR-V and has an interface that the graph can bind.
#include <spirv-tools/libspirv.hpp>

#include "tests/contract/shader_files.h"

namespace undine::test {
namespace {

shader::Library project() { return shader::Library({.root = shader::Library::default_root()}); }

class EveryShader : public ::testing::TestWithParam<std::string> {};

TEST_P(EveryShader, Compiles) {
  const auto module = project().compile(GetParam());
  spvtools::SpirvTools tools(SPV_ENV_VULKAN_1_3);
  tools.SetMessageConsumer(
      [](spv_message_level_t, const char*, const spv_position_t&, const char* message) { ADD_FAILURE() << message; });
  spvtools::ValidatorOptions options;
  options.SetScalarBlockLayout(true);
  EXPECT_TRUE(tools.Validate(module.spirv.data(), module.spirv.size(), options));
  for (const auto& binding : module.interface.bindings) {
    EXPECT_FALSE(binding.name.empty());
    EXPECT_LT(binding.slot, 32u) << binding.name << ": push descriptors end at 32";
  }
  if (module.interface.stage == graph::ShaderStage::compute) {
    const auto& size = module.interface.local_size;
    EXPECT_LE(size.x * size.y * size.z, 1024u);
  }
}

INSTANTIATE_TEST_SUITE_P(Shaders, EveryShader, ::testing::ValuesIn(project().names()), [](const auto& info) {
  std::string name = info.param;
  for (auto& c : name)
    if (!std::isalnum(static_cast<unsigned char>(c))) c = '_';
  return name;
});
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(EveryShader);

}  // namespace
}  // namespace undine::test
