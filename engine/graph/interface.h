// Interface of a compiled shader: filled from SPIR-V reflection by engine/shader, by hand in tests.
#pragma once  // public
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/graph/resource.h"

namespace undine::graph {

enum class BindingKind : std::uint8_t { storage_buffer, uniform_buffer, texel_buffer, storage_image, sampled_image };
enum class ShaderStage : std::uint8_t { compute, vertex, fragment };

enum class ImageShape : std::uint8_t { flat, array, volume };

// Requirements on a texel buffer or an image: a format of its texels' type (any that fits), and its shape.
// undefined: the graph has no format of that type.
struct Texels {
  Format format = Format::undefined;
  ImageShape shape = ImageShape::flat;
  bool operator==(const Texels&) const = default;
};

// The one push-constant or uniform block of a shader that is named `params` is filled by `.params(...)`.
struct ShaderBinding {
  std::string name;        // GLSL instance or variable name
  std::uint32_t slot = 0;  // layout(binding = slot), set 0
  BindingKind kind = BindingKind::storage_buffer;
  bool readable = true;     // false: declared writeonly (NonReadable)
  bool writable = true;     // false: declared readonly (NonWritable); sampled, texel and uniform are never writable
  std::uint32_t bytes = 0;  // uniform blocks: size, to be matched by sizeof of the C++ struct
  Format format = Format::undefined;  // storage images: the format in the layout qualifier
  Texels texels;                      // images and texel buffers
};

struct ShaderConstant {  // specialization constant
  std::string name;
  std::uint32_t id = 0;
};

struct ShaderInterface {
  std::string name;  // "wave/step.comp"
  ShaderStage stage = ShaderStage::compute;
  std::vector<ShaderBinding> bindings;
  std::vector<ShaderConstant> constants;
  std::uint32_t push_bytes = 0;  // push-constant block named `params`; 0: none
  Extent local_size;             // compute; where a specialization constant sets it, its default
  std::array<std::optional<std::uint32_t>, 3> local_size_ids;  // of those constants, by axis
  std::uint64_t version = 0;  // changes when the code changes (hot reload): part of the plan's key
};

// Source of interfaces for the planner. Implementations: shader::Library (real), a map (tests).
class InterfaceSource {
 public:
  virtual ~InterfaceSource() = default;
  // Throws undine::Error that names the shader if it does not exist or does not compile.
  virtual const ShaderInterface& interface(std::string_view shader) = 0;
};

}  // namespace undine::graph
