#include "engine/graph/resource.h"

#include <algorithm>

namespace undine::graph {
namespace {

struct FormatFacts {
  std::string_view name;
  std::uint32_t bytes;
};
constexpr FormatFacts formats[] = {
    {"undefined", 0},    {"r8_unorm", 1},   {"rg8_unorm", 2},     {"rgba8_unorm", 4}, {"rgba8_srgb", 4},
    {"bgra8_unorm", 4},  {"bgra8_srgb", 4}, {"r16_float", 2},     {"rg16_float", 4},  {"rgba16_float", 8},
    {"r32_float", 4},    {"rg32_float", 8}, {"rgba32_float", 16}, {"r32_uint", 4},    {"rg32_uint", 8},
    {"rgba32_uint", 16}, {"d32_float", 4},
};
static_assert(std::size(formats) == static_cast<std::size_t>(Format::d32_float) + 1);

const FormatFacts& facts(Format format) { return formats[static_cast<std::size_t>(format)]; }

}  // namespace

std::uint32_t bytes_per_texel(Format format) { return facts(format).bytes; }
std::string_view format_name(Format format) { return facts(format).name; }
bool is_depth(Format format) { return format == Format::d32_float; }

Extent mip_extent(const ImageDesc& desc, std::uint32_t mip) {
  auto half = [mip](std::uint32_t n) { return mip < 32 ? std::max(n >> mip, 1u) : 1u; };
  return {half(desc.extent.x), half(desc.extent.y), half(desc.extent.z)};
}

std::uint64_t bytes_of(const ImageDesc& desc) {
  std::uint64_t texels = 0;
  for (std::uint32_t mip = 0; mip < desc.mips; ++mip) {
    Extent e = mip_extent(desc, mip);
    texels += std::uint64_t{e.x} * e.y * e.z;
  }
  return texels * desc.layers * bytes_per_texel(desc.format);
}

}  // namespace undine::graph
