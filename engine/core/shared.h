// Included by C++ and by GLSL: lets one declaration of a parameter struct or a small formula serve both.
// In a shared header: open with SHARED_BEGIN(undine::module), close with SHARED_END, import names of other modules by
// SHARED_USING(module::Name), write functions as `SHARED float f(float x)`, use GLSL type names and plain members
// only. Layout is `scalar` on the GPU, which equals GLM's layout in C++.
#ifndef ENGINE_CORE_SHARED_H
#define ENGINE_CORE_SHARED_H
#ifdef __cplusplus
#include <cmath>
#include <cstdint>
#include <glm/glm.hpp>
#define SHARED inline
#define SHARED_BEGIN(space) namespace space {
#define SHARED_END }
#define SHARED_USING(name) using name;
namespace undine {
using glm::ivec2;
using glm::ivec3;
using glm::ivec4;
using glm::mat3;
using glm::mat4;
using glm::uvec2;
using glm::uvec3;
using glm::uvec4;
using glm::vec2;
using glm::vec3;
using glm::vec4;
using uint = std::uint32_t;
// GLSL built-ins that shared formulas use, for C++.
using glm::abs;
using glm::clamp;
using glm::cross;
using glm::dot;
using glm::length;
using glm::max;
using glm::min;
using glm::mix;
using glm::normalize;
using std::cos;
using std::exp;
using std::pow;
using std::sin;
using std::sqrt;
}  // namespace undine
#else
#define SHARED
#define SHARED_BEGIN(space)
#define SHARED_END
#define SHARED_USING(name)
#endif
#endif
