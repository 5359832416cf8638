// Assigns indices to the resources of a declared frame, and hashes its topology. Runs every frame: it allocates memory
// in the first frames only.
#include <algorithm>

#include "engine/core/hash.h"
#include "engine/graph/walk.h"

namespace undine::graph {
namespace {

std::uint64_t load(const char* at, std::size_t bytes) {
  std::uint64_t value = 0;
  std::memcpy(&value, at, bytes);
  return value;
}

// Names are short: one or two words each, without a byte loop.
void term(Hash& hash, std::string_view text) {
  const char* at = text.data();
  std::size_t n = text.size();
  std::uint64_t tail = static_cast<std::uint64_t>(n) * 0x9e3779b97f4a7c15ull;
  if (n >= 8) {
    for (std::size_t i = 0; i + 8 < n; i += 8) hash.word(load(at + i, 8));
    hash.word(load(at + n - 8, 8) + tail);
  } else if (n >= 4) {
    hash.word((load(at, 4) | load(at + n - 4, 4) << 32) + tail);
  } else if (n > 0) {
    hash.word((load(at, 1) | load(at + n / 2, 1) << 8 | load(at + n - 1, 1) << 16) + tail);
  } else {
    hash.word(1);
  }
}

std::uint64_t pair(std::uint32_t low, std::uint32_t high) { return low | static_cast<std::uint64_t>(high) << 32; }

void description(Hash& hash, const Described& found, Resource handle) {
  if (!found.exists()) {
    hash.word(handle.bits() | 1ull << 40);
    return;
  }
  if (found.image) {
    const ImageDesc& d = *found.image;
    hash.word(pair(d.extent.x, d.extent.y));
    hash.word(pair(d.extent.z, static_cast<std::uint32_t>(d.format)) + 1);
    hash.word(pair(d.mips, d.layers));
  } else {
    hash.word(found.buffer->bytes);
    hash.word(static_cast<std::uint64_t>(found.buffer->texel));
  }
  if (found.transient) {
    hash.word(pair(handle.index(), static_cast<std::uint32_t>(found.transient->external)));
    return;
  }
  const AccessState& s = found.entry->last;
  hash.word(pair(s.write_stages, s.write_access) ^ static_cast<std::uint64_t>(s.read_stages) << 16);
  hash.word(pair(s.visible_stages | static_cast<std::uint32_t>(s.layout) << 16 | (s.accumulating ? 1u << 24 : 0u),
                 s.visible_access));
}

// Draw calls vary in number from frame to frame; only which parameters they bring is part of the plan.
void draw_calls(Hash& hash, const Node& node) {
  std::uint32_t own = 0, smallest = ~0u, largest = 0, align = 0;
  for (const DrawCall& call : node.draws) {
    if (!call.params.size) continue;
    ++own;
    smallest = std::min(smallest, call.params.size);
    largest = std::max(largest, call.params.size);
    align = std::max(align, call.params.align);
  }
  std::uint32_t which = node.draws.empty() ? 0u : own == 0 ? 1u : own == node.draws.size() ? 2u : 3u;
  hash.word(pair(which, align));
  hash.word(pair(smallest, largest));
}

}  // namespace

void Graph::begin_numbering() const {
  Numbering& n = numbering_;
  if (++n.walk == 0) {
    n.persistent.clear();
    n.transient.clear();
    n.walk = 1;
  }
  if (n.persistent.size() < state_.entries().size()) n.persistent.resize(state_.entries().size());
  if (n.transient.size() < transients_.size()) n.transient.resize(transients_.size());
  n.order.clear();
}

template <class First>
std::uint32_t Graph::number(Resource r, First&& first) const {
  auto& table = r.persistent() ? numbering_.persistent : numbering_.transient;
  if (!r || r.index() >= table.size()) return ~0u;
  Stamp& stamp = table[r.index()];
  if (stamp.walk != numbering_.walk) {
    stamp = {numbering_.walk, static_cast<std::uint32_t>(numbering_.order.size())};
    numbering_.order.push_back(r);
    first(r);
  }
  return stamp.index;
}

std::span<const Resource> Graph::canonical() const {
  begin_numbering();
  for (const Node& node : nodes()) {
    for_each_resource(node, [this](Resource r) { number(r, [](Resource) {}); });
  }
  return numbering_.order;
}

std::uint64_t Graph::topology() const {
  Hash hash;
  begin_numbering();
  auto first = [&](Resource met) { description(hash, describe(*this, met), met); };
  auto resource = [&](Resource r) { return number(r, first); };
  hash.word(transients_.size());
  for (const Node& node : nodes()) {
    bool missing = node.size.x == 0 && node.size.y == 0 && node.size.z == 0;
    hash.word(static_cast<std::uint64_t>(node.kind) | (scopes_[node.scope].async ? 1u << 8 : 0u) |
              (missing ? 1u << 9 : 0u) | (node.indirect ? 1u << 10 : 0u) | (node.indices ? 1u << 11 : 0u) |
              static_cast<std::uint64_t>(node.uses.size() & 0xffff) << 16 |
              static_cast<std::uint64_t>(node.constants.size() & 0xff) << 32 |
              static_cast<std::uint64_t>(node.blocks.size() & 0xff) << 40 |
              (node.kind == NodeKind::draw ? static_cast<std::uint64_t>(node.colors.size()) << 48 : 0));
    for (const Use& use : node.uses) {
      term(hash, use.binding);
      std::uint32_t index = resource(use.resource);
      hash.word(pair(index, static_cast<std::uint32_t>(use.verb) | static_cast<std::uint32_t>(use.sampler) << 8));
    }
    if (node.indirect) {
      std::uint32_t index = resource(node.indirect);
      hash.word(pair(index, indirect_fits(*this, node) ? 1 : 0));
    }
    if (node.kind != NodeKind::compute && node.kind != NodeKind::draw) {
      hash.word(static_cast<std::uint64_t>(transfer_fit(*this, node)));
      continue;
    }
    term(hash, node.shader);
    for (const Constant& constant : node.constants) {
      term(hash, constant.name);
      hash.word(constant.bits);
    }
    for (const Block& block : node.blocks) {
      term(hash, block.name);
      hash.word(pair(block.size, block.align));
    }
    if (node.kind != NodeKind::draw) continue;
    term(hash, node.fragment);
    draw_calls(hash, node);
    if (node.indices) hash.word(resource(node.indices));
    for (const Attachment& color : node.colors) {
      std::uint32_t index = resource(color.image);
      hash.word(pair(index, static_cast<std::uint32_t>(color.load) | 0x100u));
    }
    if (node.depth.image) {
      std::uint32_t index = resource(node.depth.image);
      hash.word(pair(index, static_cast<std::uint32_t>(node.depth.load) | (node.depth.write ? 0x300u : 0x200u)));
    }
    const Raster& r = node.raster;
    hash.word(static_cast<std::uint64_t>(r.topology) | static_cast<std::uint64_t>(r.cull) << 8 |
              static_cast<std::uint64_t>(r.depth) << 16 | (r.depth_write ? 1ull << 24 : 0) |
              static_cast<std::uint64_t>(r.blend) << 32);
    std::uint32_t bias, slope;
    std::memcpy(&bias, &r.depth_bias, 4);
    std::memcpy(&slope, &r.depth_bias_slope, 4);
    hash.word(pair(bias, slope));
  }
  return hash.value();
}

}  // namespace undine::graph
