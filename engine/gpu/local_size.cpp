#include "engine/gpu/local_size.h"

#include <array>
#include <unordered_map>

namespace undine::gpu {
namespace {

// SPIR-V 1.6, section 3: the few words that can hold a workgroup size.
enum Op : std::uint32_t {
  constant = 43,
  constant_composite = 44,
  spec_constant = 50,
  spec_constant_composite = 51,
  decorate = 71,
  execution_mode_id = 331
};
constexpr std::uint32_t mode_local_size_id = 38, decoration_spec_id = 1, decoration_builtin = 11,
                        builtin_workgroup_size = 25;

}  // namespace

graph::Extent local_size(const shader::Module& module, std::span<const graph::Constant> constants) {
  if (constants.empty()) return module.interface.local_size;
  std::unordered_map<std::uint32_t, std::uint32_t> values, spec_ids;  // by result id
  std::unordered_map<std::uint32_t, std::array<std::uint32_t, 3>> composites;
  std::array<std::uint32_t, 3> ids{0, 0, 0};
  std::uint32_t workgroup_size = 0;
  const std::vector<std::uint32_t>& code = module.spirv;
  for (std::size_t at = 5; at < code.size();) {
    std::uint32_t words = code[at] >> 16, op = code[at] & 0xffff;
    if (words == 0 || at + words > code.size()) break;
    const std::uint32_t* w = &code[at];
    if (op == decorate && words >= 4 && w[2] == decoration_spec_id) spec_ids[w[1]] = w[3];
    if (op == decorate && words >= 4 && w[2] == decoration_builtin && w[3] == builtin_workgroup_size)
      workgroup_size = w[1];
    if ((op == constant || op == spec_constant) && words == 4) values[w[2]] = w[3];
    if ((op == constant_composite || op == spec_constant_composite) && words == 6)
      composites[w[2]] = {w[3], w[4], w[5]};
    if (op == execution_mode_id && words == 6 && w[2] == mode_local_size_id) ids = {w[3], w[4], w[5]};
    at += words;
  }
  if (auto found = composites.find(workgroup_size); workgroup_size && found != composites.end()) ids = found->second;
  if (ids[0] == 0) return module.interface.local_size;
  auto value = [&](std::uint32_t id) {
    auto spec = spec_ids.find(id);
    if (spec != spec_ids.end())
      for (const graph::ShaderConstant& known : module.interface.constants)
        if (known.id == spec->second)
          for (const graph::Constant& given : constants)
            if (given.name == known.name) return given.bits;
    return values[id];
  };
  return {value(ids[0]), value(ids[1]), value(ids[2])};
}

}  // namespace undine::gpu
