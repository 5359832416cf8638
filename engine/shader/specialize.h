// A module as one pipeline uses it. Drivers put values in the place of its constants, leave out what these exclude,
// inline functions and turn variables into values, anew in every run; here most of it is done once and kept (cache.h).
#pragma once  // public
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace undine::shader {

struct ConstantValue {  // of a specialization constant
  std::uint32_t id = 0, bits = 0;
};

// Constants without a value have their default. Floating-point operations stay as they are and in their order, all
// bindings stay too. Empty if the optimizer cannot do it.
std::vector<std::uint32_t> specialize(const std::vector<std::uint32_t>& spirv, std::span<const ConstantValue> values);

// Identifies the optimizer and how it is called; part of cache keys.
std::string optimizer_version();

}  // namespace undine::shader
