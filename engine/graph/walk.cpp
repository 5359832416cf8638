#include "engine/graph/walk.h"

#include <algorithm>

namespace undine::graph {

Described describe(const Graph& graph, Resource resource) {
  Described found;
  if (!resource) return found;
  if (resource.persistent()) {
    auto entries = graph.state().entries();
    if (resource.index() >= entries.size()) return found;
    const State::Entry& entry = entries[resource.index()];
    if (!entry.live || entry.image != resource.image()) return found;
    found.entry = &entry;
    found.name = entry.name;
    found.buffer = entry.image ? nullptr : &entry.buffer;
    found.image = entry.image ? &entry.texture : nullptr;
    return found;
  }
  auto transients = graph.transients();
  if (resource.index() >= transients.size()) return found;
  const Transient& transient = transients[resource.index()];
  if (transient.image != resource.image()) return found;
  found.transient = &transient;
  found.name = transient.name;
  found.buffer = transient.image ? nullptr : &transient.buffer;
  found.image = transient.image ? &transient.texture : nullptr;
  return found;
}

std::uint64_t packed_bytes(const ImageDesc& desc) {
  return std::uint64_t{desc.extent.x} * desc.extent.y * desc.extent.z * desc.layers * bytes_per_texel(desc.format);
}

static Fit buffer_fit(std::uint64_t offset, std::uint64_t bytes, std::uint64_t size) {
  if (bytes == 0 || offset > size || bytes > size - offset) return Fit::impossible;
  return bytes == size ? Fit::whole : Fit::partial;
}

Fit transfer_fit(const Graph& graph, const Node& node) {
  if (node.kind == NodeKind::upload) {
    if (node.uses.empty()) return Fit::impossible;
    Described target = describe(graph, node.uses[0].resource);
    if (target.image) return node.payload.size == target.bytes() ? Fit::whole : Fit::impossible;
    return buffer_fit(node.target_offset, node.payload.size, target.bytes());
  }
  if (node.kind != NodeKind::copy) return Fit::whole;
  if (node.uses.size() != 2) return Fit::impossible;
  Described source = describe(graph, node.uses[0].resource), target = describe(graph, node.uses[1].resource);
  if (source.image && target.image) return *source.image == *target.image ? Fit::whole : Fit::impossible;
  if (source.image) return buffer_fit(0, packed_bytes(*source.image), target.bytes());
  std::uint64_t bytes = node.bytes ? node.bytes : source.bytes() - std::min(source.bytes(), node.source_offset);
  if (buffer_fit(node.source_offset, bytes, source.bytes()) == Fit::impossible) return Fit::impossible;
  return buffer_fit(node.target_offset, bytes, target.bytes());
}

std::uint32_t indirect_bytes(const Node& node) {
  if (node.kind == NodeKind::compute) return 12;
  return node.indices ? 20 : 16;
}

bool indirect_fits(const Graph& graph, const Node& node) {
  Described arguments = describe(graph, node.indirect);
  return node.indirect_offset % 4 == 0 && node.indirect_offset <= arguments.bytes() &&
         indirect_bytes(node) <= arguments.bytes() - node.indirect_offset;
}

}  // namespace undine::graph
