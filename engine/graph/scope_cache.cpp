#include "engine/graph/scope_cache.h"

#include <algorithm>
#include <utility>

#include "engine/core/hash.h"
#include "engine/graph/walk.h"

namespace undine::graph {
namespace {

// Calls visit(resource) for each resource that a node writes.
template <class Visit>
void for_each_written(const Node& node, Visit&& visit) {
  for (const Use& use : node.uses)
    if (use.verb != Verb::read && use.resource) visit(use.resource);
  if (node.kind != NodeKind::draw) return;
  for (const Attachment& color : node.colors) visit(color.image);
  if (node.depth.image && node.depth.write) visit(node.depth.image);
}

bool is_upload(const Node& node) { return node.kind == NodeKind::upload; }

void bytes(Hash& hash, const Graph& g, const Block& block) {
  hash.text(block.name);
  hash.bytes(g.data().data() + block.offset, block.size);
}

template <class T>
void plain(Hash& hash, const T& value) {
  static_assert(std::has_unique_object_representations_v<T> || std::is_floating_point_v<T>);
  hash.bytes(&value, sizeof(T));
}

void attachment(Hash& hash, const Attachment& a) {
  hash.word(a.image.bits() | static_cast<std::uint64_t>(a.load) << 32 | (a.write ? 1ull << 40 : 0));
  for (float c : a.clear) plain(hash, c);
}

}  // namespace

const Cache* Caches::find(const std::string& path) const {
  const auto found = list_.find(path);
  return found == list_.end() ? nullptr : &found->second;
}

void Graph::use(Caches& caches, bool rebuild) {
  caches_ = &caches;
  rebuild_caches_ = rebuild;
  caches.declared_.clear();
}

Graph::CacheGuard Graph::cached(std::string_view name) {
  if (!caches_) return CacheGuard(*this);
  Cache& cache = caches_->list_.try_emplace(path_of(current_scope_) + "/" + std::string(name), state_).first->second;
  cache.begin(*this, rebuild_caches_);
  if (!cache.works()) return CacheGuard(*this);
  cache_ = &cache;
  cached_from_ = {node_count_, scopes_.size(), data_.size()};
  return CacheGuard(*this);
}

void Graph::end_cached() {
  Cache* cache = std::exchange(cache_, nullptr);
  if (!cache) return;
  const bool skip = cache->finish(*this, caches_->declared_);
  caches_->declared_.push_back(cache);
  if (!skip) return;
  node_count_ = cached_from_.nodes;
  scopes_.resize(cached_from_.scopes);
  data_.resize(cached_from_.data);
}

void Cache::begin(Graph& g, bool rebuild) {
  rebuild_ = rebuild;
  used_ = 0;
  if (changes_) release();
  first_node_ = g.nodes().size();
}

void Cache::release() {
  for (const Made& one : made_) state_->release(one.resource);
  made_.clear();
}

Resource Cache::make(std::string_view name, const BufferDesc* buffer, const ImageDesc* image) {
  const auto fits = [&](const Made& one) {
    const State::Entry& e = state_->at(one.resource);
    return one.name == name && (image ? e.image && e.texture == *image : !e.image && e.buffer == *buffer);
  };
  if (used_ < made_.size() && !fits(made_[used_])) {
    for (std::size_t i = used_; i < made_.size(); ++i) state_->release(made_[i].resource);
    made_.resize(used_);
  }
  if (used_ == made_.size()) {
    auto own = owner_.own();
    const std::string unique = std::string(name) + " cached " + std::to_string(used_);
    made_.push_back({std::string(name),
                     image ? Resource(state_->image(unique, *image)) : Resource(state_->buffer(unique, *buffer))});
  }
  return made_[used_++].resource;
}

bool Cache::is_made(Resource r) const {
  return std::ranges::any_of(std::span(made_).first(used_), [&](const Made& one) { return one.resource == r; });
}

std::uint64_t Cache::hash_of(const Graph& g, const std::vector<const Cache*>& others) const {
  Hash hash;
  hash.word(state_->epoch());
  const auto is_followed = [&](Resource r) {
    return std::ranges::any_of(others, [&](const Cache* other) { return other->is_made(r); });
  };
  // As it is once the frame's earlier nodes have run.
  const auto writes_of = [&](Resource r) {
    std::uint64_t writes = state_->at(r).writes;
    if (is_followed(r))
      for (const Node& node : g.nodes().first(first_node_))
        for_each_written(node, [&](Resource written) { writes += written == r ? 1 : 0; });
    return writes;
  };
  const auto resource = [&](Resource r) {
    hash.word(r.bits());
    if (r && r.persistent() && !is_made(r)) {
      hash.word(state_->at(r).serial);
      hash.word(writes_of(r));
    }
  };
  for (const Node& node : g.nodes().subspan(first_node_)) {
    hash.word(static_cast<std::uint64_t>(node.kind));
    hash.text(node.shader);
    hash.text(node.fragment);
    for (const Use& use : node.uses) {
      hash.text(use.binding);
      hash.word(static_cast<std::uint64_t>(use.verb) | static_cast<std::uint64_t>(use.sampler) << 8);
      resource(use.resource);
    }
    for (const Constant& c : node.constants) {
      hash.text(c.name);
      hash.word(c.bits);
    }
    for (const Block& block : node.blocks) bytes(hash, g, block);
    plain(hash, node.size);
    hash.word(node.by_groups ? 1 : 0);
    resource(node.indirect);
    hash.word(node.indirect_offset);
    hash.word(node.source_offset);
    hash.word(node.target_offset);
    hash.word(node.bytes);
    hash.word(node.fill);
    for (float c : node.fill_color) plain(hash, c);
    if (node.kind != NodeKind::draw) continue;
    resource(node.indices);
    for (const DrawCall& call : node.draws) {
      plain(hash, call.draw);
      bytes(hash, g, call.params);
    }
    for (const Attachment& color : node.colors) attachment(hash, color);
    attachment(hash, node.depth);
    const Raster& r = node.raster;
    hash.word(static_cast<std::uint64_t>(r.topology) | static_cast<std::uint64_t>(r.cull) << 8 |
              static_cast<std::uint64_t>(r.depth) << 16 | static_cast<std::uint64_t>(r.blend) << 24 |
              (r.depth_write ? 1ull << 32 : 0));
    plain(hash, r.depth_bias);
    plain(hash, r.depth_bias_slope);
  }
  return hash.value();
}

bool Cache::finish(const Graph& g, const std::vector<const Cache*>& others) {
  const auto is_followed = [&](Resource r) {
    return std::ranges::any_of(others, [&](const Cache* other) { return other->is_made(r); });
  };
  const auto nodes = g.nodes();
  // Resources that earlier nodes of the frame write; an upload comes once.
  std::vector<Resource> written, uploaded;
  for (const Node& node : nodes.first(first_node_))
    for_each_written(node, [&](Resource r) { (is_upload(node) ? uploaded : written).push_back(r); });
  bool fresh = rebuild_;
  std::vector<std::uint64_t> writers(used_);
  for (const Node& node : nodes.subspan(first_node_)) {
    if (node.kind == NodeKind::upload || node.kind == NodeKind::readback || node.kind == NodeKind::present)
      changes_ = true;
    for_each_resource(node, [&](Resource r) {
      if (!r || is_made(r)) return;
      if (!r.persistent() || (std::ranges::find(written, r) != written.end() && !is_followed(r))) changes_ = true;
      fresh = fresh || std::ranges::find(uploaded, r) != uploaded.end();
    });
    for_each_written(node, [&](Resource r) {
      const auto found = std::ranges::find(made_, r, &Made::resource);
      const auto place = static_cast<std::size_t>(found - made_.begin());
      if (place < used_)
        ++writers[place];
      else
        changes_ = true;
    });
  }
  const std::uint64_t before = hash_;
  hash_ = fresh || changes_ ? 0 : hash_of(g, others);
  // By these nodes alone, once: a frame that was declared need not have run.
  const auto all = std::span(made_).first(used_);
  const bool there = hash_ != 0 && hash_ == before && std::ranges::all_of(all, [&](const Made& one) {
                       return state_->at(one.resource).writes == one.writes;
                     });
  for (std::size_t i = 0; i < used_ && !there; ++i) made_[i].writes = state_->at(made_[i].resource).writes + writers[i];
  return there;
}

}  // namespace undine::graph
