// Every shader of the project compiles and has an interface that the graph can bind.
#include "tests/contract/shader_files.h"

namespace undine::test {
namespace {

shader::Library project() { return shader::Library({.root = shader::Library::default_root()}); }

class EveryShader : public ::testing::TestWithParam<std::string> {};

TEST_P(EveryShader, Compiles) {
  const auto module = project().compile(GetParam());
  EXPECT_FALSE(module.spirv.empty());
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
