// Visits every resource of a node in the order that numbering, hashing and planning share.
#pragma once
#include "engine/graph/graph.h"

namespace undine::graph {

template <class Visit>
void for_each_resource(const Node& node, Visit&& visit) {
  for (const Use& use : node.uses) visit(use.resource);
  if (node.indirect) visit(node.indirect);
  if (node.kind != NodeKind::draw) return;
  if (node.indices) visit(node.indices);
  for (const Attachment& color : node.colors) visit(color.image);
  if (node.depth.image) visit(node.depth.image);
}

// A handle looked up in the graph or its state. desc pointers: the one that applies; both null: no such resource.
struct Described {
  const BufferDesc* buffer = nullptr;
  const ImageDesc* image = nullptr;
  const State::Entry* entry = nullptr;  // persistent
  const Transient* transient = nullptr;
  std::string_view name = "none";
  bool exists() const { return buffer || image; }
  bool external() const { return transient && transient->external >= 0; }
  std::uint64_t bytes() const { return image ? bytes_of(*image) : buffer ? buffer->bytes : 0; }
};
Described describe(const Graph& graph, Resource resource);

// Property of a copy or an upload that the plan depends on: it replaces part or all of its target, or is impossible.
enum class Fit : std::uint8_t { partial, whole, impossible };
Fit transfer_fit(const Graph& graph, const Node& node);

// Indirect arguments lie inside their buffer, on a multiple of 4.
std::uint32_t indirect_bytes(const Node& node);
bool indirect_fits(const Graph& graph, const Node& node);

// Bytes of mip 0 of all layers.
std::uint64_t packed_bytes(const ImageDesc& desc);

}  // namespace undine::graph
