// The render graph of one frame: declared anew each frame by plain code, planned by compile() (plan.h), replayed by
// engine/gpu.
//
//   auto scope = g.scope("pool");
//   g.compute("step", "wave/step.comp").read("u_prev", u[-1]).read("u_now", u[0]).write("u_next", u[+1])
//    .params(WaveParams{...}).over({cells.x, cells.y});
//   u.step();
//
// A shader is a path below the shader folder; {.with = "A B"} compiles it with these defines
// (engine/shader/variant.h). Names (scopes, nodes, bindings, shaders) are stored as views: they must be literals or
// come from Graph::name(). Verbs: read (shared), write (discards old contents), modify (ordered read-modify-write),
// accumulate (commutative integer atomics). Wrong declarations throw undine::Error at compile(), with scope/node,
// binding and remedy. Bindings that may be absent are declared optional:
//
//   .optional("traces", field.traces)   // the shader: layout(constant_id = 0) const bool has_traces = false;
//
// binds the resource, or a null resource (all zeros) if it is absent, and sets the shader's constant has_traces.
#pragma once  // public
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <deque>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <unordered_set>
#include <vector>

#include "engine/graph/access.h"
#include "engine/graph/resource.h"
#include "engine/graph/state.h"

namespace undine::graph {

enum class NodeKind : std::uint8_t { compute, draw, copy, clear, upload, readback, present };
enum class Compare : std::uint8_t { always, less, less_equal, greater, greater_equal };
enum class Blend : std::uint8_t { none, alpha, premultiplied, add };
enum class Cull : std::uint8_t { none, back, front };
enum class Topology : std::uint8_t { triangles, triangle_strip, lines, points };
enum class Load : std::uint8_t { clear, keep, discard };

struct Raster {
  Topology topology = Topology::triangles;
  Cull cull = Cull::none;  // front faces are counter-clockwise seen in a y-up picture
  Compare depth = Compare::less_equal;
  bool depth_write = true;
  Blend blend = Blend::none;
  float depth_bias = 0, depth_bias_slope = 0;
  bool operator==(const Raster&) const = default;
};

// One draw call of a draw node. With an index buffer set, `vertices` counts indices.
struct Draw {
  std::uint32_t vertices = 3, instances = 1, first_vertex = 0, first_instance = 0;
  std::int32_t vertex_offset = 0;
};

using ReadbackDone = std::function<void(std::span<const std::byte>)>;

struct Variant {          // of a compute or fragment shader
  std::string_view with;  // flags of the shader's #pragma variants with a space between, in any order
};

struct Use {  // one binding of a node
  std::string_view binding;
  Resource resource;
  Verb verb = Verb::read;
  Sampler sampler = Sampler::linear_clamp;
  bool optional = false;  // the resource may be none
};
struct Attachment {
  Image image;
  Load load = Load::clear;
  std::array<float, 4> clear{0, 0, 0, 0};  // depth: clear[0]
  bool write = true;                       // false: depth is tested only and may be sampled by the same node
};
struct Constant {
  std::string_view name;
  std::uint32_t bits = 0;
  bool implied = false;  // by an optional binding: a shader need not have it
};
struct Block {  // a uniform or push-constant block: bytes [offset, offset + size) of Graph::data()
  std::string_view name;
  std::uint32_t offset = 0, size = 0;
  std::uint32_t align = 4;  // of the C++ struct: its tail padding is allowed
};
struct DrawCall {
  Draw draw;
  Block params;  // size 0: the node's own params
};

struct Node {
  NodeKind kind = NodeKind::compute;
  std::string_view name, shader, fragment;  // fragment: draw nodes; shader is then the vertex shader
  std::uint32_t scope = 0;
  std::vector<Use> uses;
  std::vector<Constant> constants;
  std::vector<Block> blocks;
  bool by_groups = false;  // `size` counts workgroups, not elements
  Extent size{0, 0, 0};
  Buffer indirect;  // arguments of dispatch or draw
  std::uint64_t indirect_offset = 0;
  Buffer indices;  // 32-bit indices
  std::vector<DrawCall> draws;
  std::vector<Attachment> colors;
  Attachment depth;  // depth.image is none: no depth
  Raster raster;
  bool full_screen = false;                                       // DrawNode::full_screen()
  std::uint64_t source_offset = 0, target_offset = 0, bytes = 0;  // copy of buffers; bytes 0: all
  Block payload;                                                  // upload
  std::uint32_t fill = 0;                                         // clear of buffers
  std::array<float, 4> fill_color{};                              // clear of images
  ReadbackDone done;                                              // readback
};

struct ScopeInfo {
  std::string_view name;     // "pool"
  std::uint32_t parent = 0;  // scope 0 is the frame itself
  bool async = false;
};

struct Transient {
  std::string_view name;
  bool image = false;
  BufferDesc buffer;
  ImageDesc texture;
  std::int32_t external = -1;  // >= 0: an image handed to the executor with this frame (a swapchain image)
};

class Graph;

// Chained declaration of one node; a value that refers to the graph's last node: use it in one expression.
template <class Self>
class NodeBuilder {
 public:
  NodeBuilder(Graph& graph, std::uint32_t node) : graph_(graph), node_(node) {}
  Self& read(std::string_view binding, Resource r) { return use(binding, r, Verb::read); }
  Self& read(std::string_view binding, Image image, Sampler sampler) {
    return use(binding, image, Verb::read, sampler);
  }
  Self& write(std::string_view binding, Resource r) { return use(binding, r, Verb::write); }
  Self& modify(std::string_view binding, Resource r) { return use(binding, r, Verb::modify); }
  Self& accumulate(std::string_view binding, Resource r) { return use(binding, r, Verb::accumulate); }
  // A resource or none, which the shader's constant has_<binding> tells it. What is none is a hazard to nobody; the
  // shader must not write it, and reads zeros.
  Self& optional(std::string_view binding, Resource r, Verb verb = Verb::read) {
    return maybe(binding, r, verb, Sampler::linear_clamp);
  }
  Self& optional(std::string_view binding, Image image, Sampler sampler) {
    return maybe(binding, image, Verb::read, sampler);
  }
  // The block named `params` (push constants up to 128 bytes, else a uniform block), sizeof checked against reflection.
  template <class T>
  Self& params(const T& value) {
    return uniform("params", value);
  }
  // A uniform block by its GLSL instance name.
  template <class T>
  Self& uniform(std::string_view block, const T& value);
  // Adds a flag of the shader's #pragma variants, of a draw node the fragment shader's.
  Self& variant(std::string_view flag, bool on = true);
  // A specialization constant by its GLSL name.
  Self& constant(std::string_view name, std::uint32_t value) { return spec(name, value); }
  Self& constant(std::string_view name, std::int32_t value) { return spec(name, static_cast<std::uint32_t>(value)); }
  Self& constant(std::string_view name, bool value) { return spec(name, value ? 1u : 0u); }
  Self& constant(std::string_view name, float value) {
    std::uint32_t bits;
    std::memcpy(&bits, &value, 4);
    return spec(name, bits);
  }

 protected:
  Self& self() { return static_cast<Self&>(*this); }
  Self& use(std::string_view binding, Resource r, Verb verb, Sampler sampler = Sampler::linear_clamp);
  Self& maybe(std::string_view binding, Resource r, Verb verb, Sampler sampler);
  Self& spec(std::string_view name, std::uint32_t bits);
  Node& node();
  Graph& graph_;
  std::uint32_t node_;
};

class ComputeNode : public NodeBuilder<ComputeNode> {
 public:
  using NodeBuilder::NodeBuilder;
  ComputeNode& over(Extent elements);  // workgroups = ceil(elements / local size)
  ComputeNode& groups(Extent count);
  // The constants of shaders/lib/shape.glsl; with as many workgroups as own `owned`, in the unit of the shape's family.
  ComputeNode& shape(const Shape& shape);
  ComputeNode& shape(const Shape& shape, Extent owned) { return this->shape(shape).groups(shape.groups(owned)); }
  ComputeNode& indirect(Buffer arguments, std::uint64_t offset = 0);  // VkDispatchIndirectCommand at offset
};

class DrawNode : public NodeBuilder<DrawNode> {
 public:
  using NodeBuilder::NodeBuilder;
  DrawNode& color(Image image, Load load = Load::clear, std::array<float, 4> clear = {0, 0, 0, 0});
  DrawNode& depth(Image image, Load load = Load::clear, float clear = 1.0f);
  DrawNode& depth_test(Image image);                                // tested, not written
  DrawNode& vertex_variant(std::string_view flag, bool on = true);  // adds a flag of the vertex shader
  DrawNode& raster(const Raster& state);
  // States that the draw covers each pixel of its targets once, at depth 0, with `uv` as its place. Such draws can run
  // as compute kernels (pixel_kernels.h).
  DrawNode& full_screen();
  DrawNode& indices(Buffer buffer);
  DrawNode& draw(const Draw& call);  // repeatable; all calls share bindings
  template <class T>
  DrawNode& draw(const Draw& call, const T& params);               // with push constants of its own
  DrawNode& indirect(Buffer arguments, std::uint64_t offset = 0);  // VkDraw[Indexed]IndirectCommand
};

class Cache;  // scope_cache.h
class Caches;

class Graph {
 public:
  explicit Graph(State& state);
  Graph(const Graph&) = delete;
  Graph& operator=(const Graph&) = delete;
  void reset();  // empty, memory kept: for the next frame
  std::uint64_t frame() const {
    return frame_;
  }  // a number that no other graph has or had, nor this one before reset()

  std::string_view name(std::string_view text);  // keeps a copy for as long as the Graph lives
  // Transients: live inside this frame only; their memory is shared with others whose lifetimes do not overlap.
  Buffer buffer(std::string_view name, BufferDesc desc);
  Image image(std::string_view name, ImageDesc desc);
  Image external(std::string_view name, ImageDesc desc, std::uint32_t slot);  // e.g. the swapchain image of this frame
  // Changes a transient before the frame is planned, for all nodes.
  void set_format(Image transient, Format format) { transients_[transient.index()].texture.format = format; }

  class [[nodiscard]] ScopeGuard {
   public:
    ScopeGuard(Graph& graph, std::uint32_t before) : graph_(graph), before_(before) {}
    ~ScopeGuard() { graph_.current_scope_ = before_; }
    ScopeGuard(const ScopeGuard&) = delete;
    ScopeGuard& operator=(const ScopeGuard&) = delete;

   private:
    Graph& graph_;
    std::uint32_t before_;
  };
  // Reopening the scope that was closed last, with no node between, goes on with it.
  ScopeGuard scope(std::string_view noun, bool allow_async = false);

  // Cached parts of this frame (scope_cache.h) live in `caches` from here on; without, they are ordinary parts.
  // rebuild: none is skipped in this frame.
  void use(Caches& caches, bool rebuild = false);
  class [[nodiscard]] CacheGuard {
   public:
    explicit CacheGuard(Graph& graph) : graph_(graph) {}
    ~CacheGuard() { graph_.end_cached(); }
    CacheGuard(const CacheGuard&) = delete;
    CacheGuard& operator=(const CacheGuard&) = delete;

   private:
    Graph& graph_;
  };
  CacheGuard cached(std::string_view name);

  ComputeNode compute(std::string_view verb, std::string_view shader, Variant variant = {});
  DrawNode draw(std::string_view verb, std::string_view vertex_shader, std::string_view fragment_shader,
                Variant variant = {});
  void copy(std::string_view verb, Buffer from, Buffer to, std::uint64_t from_offset = 0, std::uint64_t to_offset = 0,
            std::uint64_t bytes = 0);
  void copy(std::string_view verb, Image from, Image to);   // same extent and format
  void copy(std::string_view verb, Image from, Buffer to);  // tightly packed rows of mip 0
  void clear(std::string_view verb, Buffer buffer, std::uint32_t value = 0);
  void clear(std::string_view verb, Image image, std::array<float, 4> value);
  // Host data to a whole buffer or image (all mips and layers, tightly packed, mip-major). Data is copied now.
  void upload(std::string_view verb, Resource target, std::span<const std::byte> data, std::uint64_t target_offset = 0);
  // The contents arrive at `done` when the frame has finished on the GPU; nothing blocks in the frame. Images: mip 0,
  // packed.
  void readback(std::string_view verb, Resource source, ReadbackDone done);
  void present(Image image);  // leaves the external image ready for the screen
  // A name (a literal) for an image of this frame, beside the node that makes it: for whoever looks at pictures. The
  // last one of a name holds; `as` is theirs. Nothing is declared.
  struct Published {
    std::string_view name;
    Image image;
    std::uint32_t as = 0;
  };
  void publish(const Published& what) { published_.push_back(what); }
  const Published* published(std::string_view name) const;  // null: nobody did
  template <class T>
  void upload(std::string_view verb, Resource target, const std::vector<T>& data) {
    upload(verb, target, std::as_bytes(std::span(data)));
  }

  State& state() { return state_; }
  const State& state() const { return state_; }
  std::span<const Node> nodes() const { return {nodes_.data(), node_count_}; }
  std::span<Node> nodes() { return {nodes_.data(), node_count_}; }
  std::span<const ScopeInfo> scopes() const { return scopes_; }
  std::span<const Transient> transients() const { return transients_; }
  std::span<const std::byte> data() const { return data_; }
  std::string path(const Node& node) const;  // "frame/pool/step"
  // Key of everything that decides the plan: kinds, shaders, bindings, verbs, constants, descriptions, entry states of
  // persistent resources; not parameters, sizes of dispatches, payloads, or which level of a ring is bound.
  std::uint64_t topology() const;
  // Resources in order of first appearance in this frame's nodes; what Plan::canonical counts. Valid until the next
  // call.
  std::span<const Resource> canonical() const;

 private:
  template <class Self>
  friend class NodeBuilder;
  friend class DrawNode;
  friend class ScopeGuard;
  friend class CacheGuard;
  void end_cached();
  std::string path_of(std::uint32_t scope) const;  // "frame/picture"
  Node& add(NodeKind kind, std::string_view name);
  std::string_view shader_name(std::string_view file, Variant variant);
  std::string_view with_flag(std::string_view shader, std::string_view flag);
  std::string_view has_name(std::string_view binding);
  Block store(std::string_view name, const void* data, std::size_t size, std::size_t align);
  State& state_;
  std::vector<Node> nodes_;  // nodes_[0, node_count_) are of this frame; the rest keep their memory
  std::size_t node_count_ = 0;
  std::vector<ScopeInfo> scopes_;
  std::vector<Transient> transients_;
  std::vector<std::byte> data_;
  std::vector<Published> published_;
  struct TextHash {
    using is_transparent = void;
    std::size_t operator()(std::string_view s) const { return std::hash<std::string_view>{}(s); }
  };
  std::unordered_set<std::string, TextHash, std::equal_to<>> names_;
  std::string built_name_;  // scratch of shader_name() and has_name()
  std::uint32_t current_scope_ = 0;
  std::uint64_t frame_ = 0;
  Caches* caches_ = nullptr;
  Cache* cache_ = nullptr;  // of the part that is declared now
  bool rebuild_caches_ = false;
  struct Mark {
    std::size_t nodes = 0, scopes = 0, data = 0;
  };
  Mark cached_from_;
  // Scratch of topology() and canonical(): a stamp per resource tells whether it was met in this walk.
  struct Stamp {
    std::uint32_t walk = 0, index = 0;
  };
  struct Numbering {
    std::vector<Stamp> persistent, transient;
    std::vector<Resource> order;
    std::uint32_t walk = 0;
  };
  template <class First>
  std::uint32_t number(Resource r, First&& first) const;
  void begin_numbering() const;
  mutable Numbering numbering_;
};

template <class Self>
Node& NodeBuilder<Self>::node() {
  return graph_.nodes_[node_];
}
template <class Self>
Self& NodeBuilder<Self>::use(std::string_view binding, Resource r, Verb verb, Sampler sampler) {
  node().uses.push_back({binding, r, verb, sampler});
  return self();
}
template <class Self>
Self& NodeBuilder<Self>::maybe(std::string_view binding, Resource r, Verb verb, Sampler sampler) {
  node().uses.push_back({binding, r, verb, sampler, true});
  node().constants.push_back({graph_.has_name(binding), r ? 1u : 0u, true});
  return self();
}
template <class Self>
Self& NodeBuilder<Self>::variant(std::string_view flag, bool on) {
  std::string_view& shader = node().kind == NodeKind::draw ? node().fragment : node().shader;
  if (on) shader = graph_.with_flag(shader, flag);
  return self();
}
template <class Self>
Self& NodeBuilder<Self>::spec(std::string_view name, std::uint32_t bits) {
  node().constants.push_back({name, bits});
  return self();
}
template <class Self>
template <class T>
Self& NodeBuilder<Self>::uniform(std::string_view block, const T& value) {
  static_assert(std::is_trivially_copyable_v<T>);
  Block stored = graph_.store(block, &value, sizeof(T), alignof(T));
  node().blocks.push_back(stored);
  return self();
}
template <class T>
DrawNode& DrawNode::draw(const Draw& call, const T& params) {
  static_assert(std::is_trivially_copyable_v<T>);
  Block stored = graph_.store("params", &params, sizeof(T), alignof(T));
  node().draws.push_back({call, stored});
  return *this;
}

}  // namespace undine::graph
