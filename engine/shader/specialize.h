// Specializes a module for one pipeline. Drivers fold constants, remove dead code, inline functions and promote
// variables in every run; this does most of it once and caches the result (cache.h).
#pragma once  // public
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace undine::shader {

struct ConstantValue {  // value of a specialization constant
  std::uint32_t id = 0, bits = 0;
};

// Constants without a value get their default. Preserves floating-point operations, their order, and all bindings.
// Empty if the optimizer fails.
std::vector<std::uint32_t> specialize(const std::vector<std::uint32_t>& spirv, std::span<const ConstantValue> values);

// Identifies the optimizer and its options; part of cache keys.
std::string optimizer_version();

}  // namespace undine::shader
