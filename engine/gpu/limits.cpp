#include "engine/gpu/limits.h"

#include <fmt/format.h>

#include <algorithm>

#include "engine/core/error.h"
#include "engine/gpu/formats.h"
#include "engine/gpu/requirements.h"

namespace undine::gpu {
namespace {

[[noreturn]] void over(std::string where, std::string_view limit, std::uint64_t asked, std::uint64_t allowed,
                       std::string_view unit, const DeviceImpl& d) {
  throw Error(Exit::bad_input, std::move(where),
              fmt::format("asks for {} {}, {} allows {} ({})", asked, unit, d.info.name, allowed, limit),
              "use fewer cells or a smaller picture, or another device");
}

std::string resource(std::string_view name) { return fmt::format("resource {}", name); }

[[noreturn]] void no_images(const DeviceImpl& d, std::string_view name, graph::Format format,
                            VkFormatFeatureFlags lacks) {
  throw Error(
      Exit::bad_input, resource(name),
      fmt::format("{} has no {} images that are {}", d.info.name, graph::format_name(format), format_text(lacks)),
      "use another device: `undine devices` says what each lacks");
}

graph::Format format_of(const graph::Graph& graph, graph::Resource image) {
  return image.persistent() ? graph.state().at(image).texture.format : graph.transients()[image.index()].texture.format;
}

const graph::BufferDesc& buffer_of(const graph::Graph& graph, graph::Resource buffer) {
  return buffer.persistent() ? graph.state().at(buffer).buffer : graph.transients()[buffer.index()].buffer;
}

std::uint64_t texels_of(const graph::BufferDesc& desc) {
  return desc.bytes / std::max(1u, graph::bytes_per_texel(desc.texel));
}

bool is_long(const DeviceImpl& d, const graph::PlannedBinding& b, const graph::Graph& graph,
             std::span<const graph::Resource> resources) {
  return b.kind == graph::BindingKind::texel_buffer && b.resource != graph::PlannedBinding::absent &&
         texels_of(buffer_of(graph, resources[b.resource])) > d.limits.texel_elements;
}

}  // namespace

void check_limits(const DeviceImpl& d, std::string_view name, const graph::BufferDesc& desc) {
  if (desc.bytes > d.limits.buffer_range)
    over(resource(name), "maxStorageBufferRange", desc.bytes, d.limits.buffer_range, "bytes in one buffer", d);
}

void check_limits(const DeviceImpl& d, std::string_view name, const graph::ImageDesc& desc) {
  const graph::Extent& e = desc.extent;
  bool volume = e.z > 1;
  std::uint32_t allowed = volume ? d.limits.image_3d : d.limits.image_2d;
  std::uint32_t largest = std::max({e.x, e.y, e.z});
  if (largest > allowed)
    over(resource(name), volume ? "maxImageDimension3D" : "maxImageDimension2D", largest, allowed, "texels in a row",
         d);
  if (desc.layers > d.limits.layers)
    over(resource(name), "maxImageArrayLayers", desc.layers, d.limits.layers, "layers", d);
  if (!(d.features_of(desc.format) & VK_FORMAT_FEATURE_SAMPLED_IMAGE_BIT))
    no_images(d, name, desc.format, format_use::sampled);
}

std::vector<VkFormatFeatureFlags> image_needs(const graph::Plan& plan, const graph::Graph& graph) {
  std::vector<VkFormatFeatureFlags> out(plan.resources.size());
  for (const graph::PlannedNode& planned : plan.nodes) {
    const graph::Node& node = graph.nodes()[planned.node];
    for (const graph::PlannedBinding& b : planned.bindings) {
      if (b.resource == graph::PlannedBinding::absent) continue;
      if (b.kind == graph::BindingKind::sampled_image) out[b.resource] |= format_use::sampled;
      if (b.kind == graph::BindingKind::storage_image) out[b.resource] |= format_use::stored;
    }
    for (std::size_t i = 0; i < planned.colors.size(); ++i) {
      const bool blends =
          node.raster.blend != graph::Blend::none && !is_integer(format_of(graph, node.colors[i].image));
      out[planned.colors[i]] |= blends ? format_use::blended : format_use::drawn;
    }
    if (planned.depth >= 0) out[static_cast<std::size_t>(planned.depth)] |= format_use::depth;
  }
  return out;
}

void check_limits(const DeviceImpl& d, const graph::Plan& plan, const graph::Graph& graph,
                  std::span<const graph::Resource> resources) {
  const std::vector<VkFormatFeatureFlags> needs = image_needs(plan, graph);
  for (std::size_t i = 0; i < needs.size(); ++i) {
    if (plan.resources[i].external || needs[i] == 0) continue;
    const graph::Format format = format_of(graph, resources[i]);
    if (const VkFormatFeatureFlags lacks = needs[i] & ~d.features_of(format))
      no_images(d, plan.resources[i].name, format, lacks);
  }
  for (const graph::PlannedNode& planned : plan.nodes) {
    const graph::Node& node = graph.nodes()[planned.node];
    for (const graph::PlannedBinding& b : planned.bindings) {  // absent images use null resources
      const bool empty = b.kind == graph::BindingKind::storage_image && b.resource == graph::PlannedBinding::absent;
      if (empty && !(d.features_of(b.texels.format) & format_use::stored))
        no_images(d, "empty", b.texels.format, format_use::stored);
    }
    if (planned.bindings.size() > most_bindings)
      throw Error(Exit::failure, fmt::format("pass {}", graph.path(node)),
                  fmt::format("binds {} resources, a pass can bind {}", planned.bindings.size(), most_bindings),
                  "split it into two passes");
    std::size_t stored = 0, long_ones = 0;
    for (const graph::PlannedBinding& b : planned.bindings) {
      stored += b.kind == graph::BindingKind::storage_buffer;
      if (!is_long(d, b, graph, resources)) continue;
      ++long_ones;
      const graph::BufferDesc& desc = buffer_of(graph, resources[b.resource]);
      if (!shader::can_be_storage(desc.texel))
        over(resource(plan.resources[b.resource].name), "maxTexelBufferElements", texels_of(desc),
             d.limits.texel_elements, fmt::format("{} texels in one buffer", graph::format_name(desc.texel)), d);
    }
    // Texel buffers over the limit count as storage buffers, whose number may be lower.
    stored += long_ones;
    if (long_ones && stored > d.properties.limits.maxPerStageDescriptorStorageBuffers)
      over(fmt::format("pass {}", graph.path(node)), "maxPerStageDescriptorStorageBuffers", stored,
           d.properties.limits.maxPerStageDescriptorStorageBuffers, "buffers of a shader", d);
  }
}

std::vector<shader::LongTexels> long_texels(const DeviceImpl& d, const graph::PlannedNode& planned,
                                            const graph::Graph& graph, std::span<const graph::Resource> resources) {
  std::vector<shader::LongTexels> out;
  for (const graph::PlannedBinding& b : planned.bindings)
    if (is_long(d, b, graph, resources)) out.push_back({b.slot, buffer_of(graph, resources[b.resource]).texel});
  return out;
}

void check_heap(const DeviceImpl& d, std::uint64_t persistent, std::uint64_t transient) {
  if (persistent + transient > d.limits.heap_bytes)
    over(fmt::format("all resources ({} persistent and {} transient bytes)", persistent, transient),
         "device memory heap", persistent + transient, d.limits.heap_bytes, "bytes", d);
}

void check_groups(const DeviceImpl& d, const graph::Graph& graph, const graph::Node& node,
                  const graph::Extent& groups) {
  const std::uint32_t* allowed = d.properties.limits.maxComputeWorkGroupCount;
  const std::uint32_t asked[3] = {groups.x, groups.y, groups.z};
  for (int axis = 0; axis < 3; ++axis)
    if (asked[axis] > allowed[axis])
      over(fmt::format("pass {}", graph.path(node)), fmt::format("maxComputeWorkGroupCount[{}]", axis), asked[axis],
           allowed[axis], "workgroups", d);
}

}  // namespace undine::gpu
