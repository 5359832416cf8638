#include "engine/graph/graph.h"

#include <algorithm>
#include <atomic>

#include "engine/graph/scope_cache.h"

namespace undine::graph {

ComputeNode& ComputeNode::over(Extent elements) {
  node().size = elements;
  node().by_groups = false;
  return *this;
}
ComputeNode& ComputeNode::groups(Extent count) {
  node().size = count;
  node().by_groups = true;
  return *this;
}
ComputeNode& ComputeNode::shape(const Shape& shape) {
  return constant("across", shape.across)
      .constant("rows", shape.rows)
      .constant("local_size_x", shape.group_x)
      .constant("local_size_y", shape.group_y);
}
ComputeNode& ComputeNode::indirect(Buffer arguments, std::uint64_t offset) {
  node().indirect = arguments;
  node().indirect_offset = offset;
  return *this;
}

DrawNode& DrawNode::color(Image image, Load load, std::array<float, 4> clear) {
  node().colors.push_back({image, load, clear, true});
  return *this;
}
DrawNode& DrawNode::depth(Image image, Load load, float clear) {
  node().depth = {image, load, {clear, 0, 0, 0}, true};
  return *this;
}
DrawNode& DrawNode::depth_test(Image image) {
  node().depth = {image, Load::keep, {}, false};
  return *this;
}
DrawNode& DrawNode::vertex_variant(std::string_view flag, bool on) {
  if (on) node().shader = graph_.with_flag(node().shader, flag);
  return *this;
}
DrawNode& DrawNode::raster(const Raster& state) {
  node().raster = state;
  return *this;
}
DrawNode& DrawNode::full_screen() {
  node().full_screen = true;
  return *this;
}
DrawNode& DrawNode::indices(Buffer buffer) {
  node().indices = buffer;
  return *this;
}
DrawNode& DrawNode::draw(const Draw& call) {
  node().draws.push_back({call, {}});
  return *this;
}
DrawNode& DrawNode::indirect(Buffer arguments, std::uint64_t offset) {
  node().indirect = arguments;
  node().indirect_offset = offset;
  return *this;
}

Graph::Graph(State& state) : state_(state) { reset(); }

void Graph::reset() {
  static std::atomic<std::uint64_t> frames{0};
  frame_ = ++frames;
  node_count_ = 0;
  scopes_.clear();
  scopes_.push_back({"frame", 0, false});
  transients_.clear();
  data_.clear();
  published_.clear();
  current_scope_ = 0;
  caches_ = nullptr;
  cache_ = nullptr;
  rebuild_caches_ = false;
}

const Graph::Published* Graph::published(std::string_view name) const {
  for (std::size_t i = published_.size(); i-- > 0;)
    if (published_[i].name == name) return &published_[i];
  return nullptr;
}

std::string_view Graph::name(std::string_view text) {
  auto found = names_.find(text);
  return found != names_.end() ? *found : *names_.emplace(text).first;
}

Buffer Graph::buffer(std::string_view name, BufferDesc desc) {
  if (cache_) return Buffer(cache_->make(name, &desc, nullptr));
  transients_.push_back({name, false, desc, {}, -1});
  return Buffer(Resource::make(false, false, static_cast<std::uint32_t>(transients_.size() - 1)));
}
Image Graph::image(std::string_view name, ImageDesc desc) {
  if (cache_) return Image(cache_->make(name, nullptr, &desc));
  transients_.push_back({name, true, {}, desc, -1});
  return Image(Resource::make(false, true, static_cast<std::uint32_t>(transients_.size() - 1)));
}
Image Graph::external(std::string_view name, ImageDesc desc, std::uint32_t slot) {
  transients_.push_back({name, true, {}, desc, static_cast<std::int32_t>(slot)});
  return Image(Resource::make(false, true, static_cast<std::uint32_t>(transients_.size() - 1)));
}

Graph::ScopeGuard Graph::scope(std::string_view noun, bool allow_async) {
  std::uint32_t before = current_scope_;
  // The steps of one frame open the same scope one after another: one label and one pair of timestamps serve them all.
  const auto last = static_cast<std::uint32_t>(scopes_.size() - 1);
  const bool untouched = node_count_ > 0 && nodes_[node_count_ - 1].scope == last;
  if (last != 0 && untouched && scopes_[last].parent == before && scopes_[last].name == noun &&
      scopes_[last].async == (allow_async || scopes_[before].async)) {
    current_scope_ = last;
    return {*this, before};
  }
  scopes_.push_back({noun, before, allow_async || scopes_[before].async});
  current_scope_ = static_cast<std::uint32_t>(scopes_.size() - 1);
  return {*this, before};
}

Node& Graph::add(NodeKind kind, std::string_view name) {
  if (node_count_ == nodes_.size()) nodes_.emplace_back();
  Node& node = nodes_[node_count_++];
  node.kind = kind;
  node.name = name;
  node.shader = node.fragment = {};
  node.scope = current_scope_;
  node.uses.clear();
  node.constants.clear();
  node.blocks.clear();
  node.by_groups = false;
  node.size = {0, 0, 0};
  node.indirect = node.indices = {};
  node.indirect_offset = node.source_offset = node.target_offset = node.bytes = 0;
  node.draws.clear();
  node.colors.clear();
  node.depth = {};
  node.raster = {};
  node.full_screen = false;
  node.payload = {};
  node.fill = 0;
  node.fill_color = {};
  if (node.done) node.done = nullptr;
  return node;
}

Block Graph::store(std::string_view name, const void* data, std::size_t size, std::size_t align) {
  std::size_t offset = (data_.size() + 15) & ~std::size_t{15};
  data_.resize(offset + size);
  if (size) std::memcpy(data_.data() + offset, data, size);
  return {name, static_cast<std::uint32_t>(offset), static_cast<std::uint32_t>(size),
          static_cast<std::uint32_t>(align)};
}

std::string_view Graph::shader_name(std::string_view file, Variant variant) {
  while (!variant.with.empty()) {
    const auto end = std::min(variant.with.find(' '), variant.with.size());
    if (end > 0) file = with_flag(file, variant.with.substr(0, end));
    variant.with.remove_prefix(std::min(end + 1, variant.with.size()));
  }
  return file;
}

// Flags stand in alphabetical order, so that a variant has one name: "flux.comp" + "HULLS" + "FED" is
// flux.comp+FED+HULLS.
std::string_view Graph::with_flag(std::string_view shader, std::string_view flag) {
  auto at = shader.find('+');
  while (at != std::string_view::npos) {
    const auto end = std::min(shader.find('+', at + 1), shader.size());
    const std::string_view other = shader.substr(at + 1, end - at - 1);
    if (other == flag) return shader;
    if (other > flag) break;
    at = end == shader.size() ? std::string_view::npos : end;
  }
  at = std::min(at, shader.size());
  built_name_.assign(shader.substr(0, at)).append("+").append(flag).append(shader.substr(at));
  return name(built_name_);
}

std::string_view Graph::has_name(std::string_view binding) {
  built_name_.assign("has_").append(binding);
  return name(built_name_);
}

ComputeNode Graph::compute(std::string_view verb, std::string_view shader, Variant variant) {
  add(NodeKind::compute, verb).shader = shader_name(shader, variant);
  return {*this, static_cast<std::uint32_t>(node_count_ - 1)};
}

DrawNode Graph::draw(std::string_view verb, std::string_view vertex_shader, std::string_view fragment_shader,
                     Variant variant) {
  Node& node = add(NodeKind::draw, verb);
  node.shader = vertex_shader;
  node.fragment = shader_name(fragment_shader, variant);
  return {*this, static_cast<std::uint32_t>(node_count_ - 1)};
}

void Graph::copy(std::string_view verb, Buffer from, Buffer to, std::uint64_t from_offset, std::uint64_t to_offset,
                 std::uint64_t bytes) {
  Node& node = add(NodeKind::copy, verb);
  node.uses.push_back({"source", from, Verb::read});
  node.uses.push_back({"target", to, Verb::write});
  node.source_offset = from_offset;
  node.target_offset = to_offset;
  node.bytes = bytes;
}
void Graph::copy(std::string_view verb, Image from, Image to) {
  Node& node = add(NodeKind::copy, verb);
  node.uses.push_back({"source", from, Verb::read});
  node.uses.push_back({"target", to, Verb::write});
}
void Graph::copy(std::string_view verb, Image from, Buffer to) {
  Node& node = add(NodeKind::copy, verb);
  node.uses.push_back({"source", from, Verb::read});
  node.uses.push_back({"target", to, Verb::write});
}

void Graph::clear(std::string_view verb, Buffer buffer, std::uint32_t value) {
  Node& node = add(NodeKind::clear, verb);
  node.uses.push_back({"target", buffer, Verb::write});
  node.fill = value;
}
void Graph::clear(std::string_view verb, Image image, std::array<float, 4> value) {
  Node& node = add(NodeKind::clear, verb);
  node.uses.push_back({"target", image, Verb::write});
  node.fill_color = value;
}

void Graph::upload(std::string_view verb, Resource target, std::span<const std::byte> data,
                   std::uint64_t target_offset) {
  Block payload = store("payload", data.data(), data.size(), 16);
  Node& node = add(NodeKind::upload, verb);
  node.uses.push_back({"target", target, Verb::write});
  node.target_offset = target_offset;
  node.payload = payload;
}

void Graph::readback(std::string_view verb, Resource source, ReadbackDone done) {
  Node& node = add(NodeKind::readback, verb);
  node.uses.push_back({"source", source, Verb::read});
  node.done = std::move(done);
}

void Graph::present(Image image) { add(NodeKind::present, "present").uses.push_back({"source", image, Verb::read}); }

std::string Graph::path(const Node& node) const { return path_of(node.scope) + "/" + std::string(node.name); }

std::string Graph::path_of(std::uint32_t scope) const {
  std::string text(scopes_[scope].name);
  for (; scope != 0; scope = scopes_[scope].parent)
    text.insert(0, 1, '/').insert(0, scopes_[scopes_[scope].parent].name);
  return text;
}

}  // namespace undine::graph
