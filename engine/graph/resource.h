// Handles of buffers and images, 4 bytes each, without Vulkan.
#pragma once  // public
#include <cstdint>
#include <string>
#include <string_view>

namespace undine::graph {

enum class Format : std::uint8_t {
  undefined,
  r8_unorm,
  rg8_unorm,
  rgba8_unorm,
  rgba8_srgb,
  bgra8_unorm,
  bgra8_srgb,
  r16_float,
  rg16_float,
  rgba16_float,
  r32_float,
  rg32_float,
  rgba32_float,
  r32_uint,
  rg32_uint,
  rgba32_uint,
  d32_float,
};
std::uint32_t bytes_per_texel(Format format);
std::string_view format_name(Format format);
bool is_depth(Format format);

struct Extent {
  std::uint32_t x = 1, y = 1, z = 1;
  bool operator==(const Extent&) const = default;
};

// bytes: size of the buffer. texel: element format when a shader reads it as `samplerBuffer`/`usamplerBuffer`.
struct BufferDesc {
  std::uint64_t bytes = 0;
  Format texel = Format::rgba32_float;
  bool operator==(const BufferDesc&) const = default;
};

// layers > 1: a 2D array (`sampler2DArray`, `image2DArray`). extent.z > 1: a 3D image.
// mips > 1 only for images filled by upload(); the whole image is one resource to the graph.
struct ImageDesc {
  Extent extent;
  Format format = Format::rgba16_float;
  std::uint32_t mips = 1, layers = 1;
  bool operator==(const ImageDesc&) const = default;
};

std::uint64_t bytes_of(const ImageDesc& desc);  // all mips and layers, tightly packed
Extent mip_extent(const ImageDesc& desc, std::uint32_t mip);

// A handle is valid in the Graph (transient) or State (persistent) that made it. 0xffffffff is "none".
// Bit 31: persistent. Bit 30: image. Low bits: index.
class Resource {
 public:
  constexpr Resource() = default;
  constexpr explicit Resource(std::uint32_t bits) : bits_(bits) {}
  static constexpr Resource make(bool persistent, bool image, std::uint32_t index) {
    return Resource((persistent ? 1u << 31 : 0u) | (image ? 1u << 30 : 0u) | index);
  }
  constexpr explicit operator bool() const { return bits_ != 0xffffffffu; }
  constexpr bool persistent() const { return (bits_ >> 31) & 1u; }
  constexpr bool image() const { return (bits_ >> 30) & 1u; }
  constexpr std::uint32_t index() const { return bits_ & 0x3fffffffu; }
  constexpr std::uint32_t bits() const { return bits_; }
  bool operator==(const Resource&) const = default;

 private:
  std::uint32_t bits_ = 0xffffffffu;
};
struct Buffer : Resource {
  using Resource::Resource;
  constexpr explicit Buffer(Resource r) : Resource(r) {}
};
struct Image : Resource {
  using Resource::Resource;
  constexpr explicit Image(Resource r) : Resource(r) {}
};

enum class Sampler : std::uint8_t { linear_clamp, linear_repeat, linear_mirror, nearest_clamp, shadow };

}  // namespace undine::graph
