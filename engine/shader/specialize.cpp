#include "engine/shader/specialize.h"

#include <fmt/format.h>

#include <spirv-tools/libspirv.hpp>
#include <spirv-tools/optimizer.hpp>
#include <unordered_map>

#include "engine/core/log.h"

namespace undine::shader {
namespace {

// These passes fold float operations only if all operands are constant: other rounding would change results. They do
// not merge early returns, because drivers use the conditions that hold after them. Functions with early returns are
// therefore not inlined.
void register_passes(spvtools::Optimizer& optimizer) {
  using namespace spvtools;
  optimizer.RegisterPass(CreateFreezeSpecConstantValuePass())
      .RegisterPass(CreateFoldSpecConstantOpAndCompositePass())
      .RegisterPass(CreateDeadBranchElimPass())
      .RegisterPass(CreateInlineExhaustivePass())
      .RegisterPass(CreateEliminateDeadFunctionsPass())
      .RegisterPass(CreateLocalAccessChainConvertPass())
      .RegisterPass(CreateLocalSingleBlockLoadStoreElimPass())
      .RegisterPass(CreateLocalSingleStoreElimPass())
      .RegisterPass(CreateSSARewritePass())
      .RegisterPass(CreateCCPPass())
      .RegisterPass(CreateDeadBranchElimPass())
      .RegisterPass(CreateAggressiveDCEPass())
      .RegisterPass(CreateVectorDCEPass())
      .RegisterPass(CreateDeadInsertElimPass())
      .RegisterPass(CreateAggressiveDCEPass());
}

// The optimizer of 2023 folds constants to identifiers that it removed, for a few values of a few shaders.
bool is_valid(const std::vector<std::uint32_t>& spirv) {
  spvtools::SpirvTools tools(SPV_ENV_VULKAN_1_3);
  tools.SetMessageConsumer([](spv_message_level_t, const char*, const spv_position_t&, const char* message) {
    log::debug("optimizer of shaders: its result is not valid: {}", message);
  });
  spvtools::ValidatorOptions options;
  options.SetScalarBlockLayout(true);
  options.SetWorkgroupScalarBlockLayout(true);
  return tools.Validate(spirv.data(), spirv.size(), options);
}

}  // namespace

std::vector<std::uint32_t> specialize(const std::vector<std::uint32_t>& spirv, std::span<const ConstantValue> values) {
  spvtools::Optimizer optimizer(SPV_ENV_VULKAN_1_3);
  optimizer.SetMessageConsumer([](spv_message_level_t, const char*, const spv_position_t&, const char* message) {
    log::debug("optimizer of shaders: {}", message);
  });
  std::unordered_map<std::uint32_t, std::vector<std::uint32_t>> bits;
  for (const ConstantValue& value : values) bits[value.id] = {value.bits};
  optimizer.RegisterPass(spvtools::CreateSetSpecConstantDefaultValuePass(bits));
  register_passes(optimizer);
  spvtools::OptimizerOptions options;
  options.set_run_validator(false);
  options.set_preserve_bindings(true);
  std::vector<std::uint32_t> out;
  if (!optimizer.Run(spirv.data(), spirv.size(), &out, options) || !is_valid(out)) return {};
  return out;
}

std::string optimizer_version() { return fmt::format("{}, passes 3", spvSoftwareVersionString()); }

}  // namespace undine::shader
