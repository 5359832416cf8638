// Checks descriptions against the device's limits before any allocation. Errors are Exit::bad_input, because the scene
// exceeds the limits.
#pragma once
#include <span>
#include <string_view>
#include <vector>

#include "engine/gpu/vulkan_types.h"
#include "engine/graph/plan.h"
#include "engine/shader/long_texels.h"

namespace undine::gpu {

void check_limits(const DeviceImpl& d, std::string_view name, const graph::BufferDesc& desc);
void check_limits(const DeviceImpl& d, std::string_view name, const graph::ImageDesc& desc);
void check_limits(const DeviceImpl& d, const graph::Plan& plan, const graph::Graph& graph,
                  std::span<const graph::Resource> resources);  // texel buffers, slots, formats
// Texel buffers of a node that exceed the device's limit for texel views: the shader reads them as storage buffers.
std::vector<shader::LongTexels> long_texels(const DeviceImpl& d, const graph::PlannedNode& planned,
                                            const graph::Graph& graph, std::span<const graph::Resource> resources);
void check_heap(const DeviceImpl& d, std::uint64_t persistent, std::uint64_t transient);
// Format features that a plan's nodes need, by index into Plan::resources: VkFormatFeatureFlags. Excludes filtering:
// samplers of formats without it take the nearest texel.
std::vector<VkFormatFeatureFlags> image_needs(const graph::Plan& plan, const graph::Graph& graph);
// Workgroups of a dispatch; name: "frame/pool/step".
void check_groups(const DeviceImpl& d, const graph::Graph& graph, const graph::Node& node, const graph::Extent& groups);

}  // namespace undine::gpu
