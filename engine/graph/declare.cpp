// Converts nodes to accesses: each names a resource, its use and its pipeline stage. Rejects nodes that are wrong by
// themselves.
#include <fmt/format.h>

#include <algorithm>

#include "engine/core/error.h"
#include "engine/graph/draft.h"

namespace undine::graph {

void reject(const Graph& graph, const Node& node, std::string_view shader, std::string_view binding,
            const std::string& what, const std::string& remedy) {
  std::string where = graph.path(node);
  if (!shader.empty()) where += fmt::format(", {}", shader);
  if (!binding.empty()) where += fmt::format(", binding {}", binding);
  throw Error(Exit::failure, where, what, remedy);
}

void add_touch(const Draft& draft, DraftNode& node, const Touch& touch) {
  for (Touch& known : node.touches) {
    if (known.resource != touch.resource) continue;
    bool both_read = !known.writes && !touch.writes;
    bool both_accumulate = known.accumulates && touch.accumulates;
    bool view_of_modified = (known.view && touch.modifies) || (touch.view && known.modifies);
    if (!both_read && !both_accumulate && !view_of_modified) {
      const Graph& graph = draft.graph;
      auto attached = [](const Touch& t) { return t.stages == stage_color || t.stages == stage_depth; };
      reject(graph, graph.nodes()[node.planned.node], node.shader, touch.binding,
             fmt::format("{} is also bound as {}, and the node writes it",
                         describe(graph, draft.resources[touch.resource]).name, known.binding),
             attached(known) || attached(touch)
                 ? "an attachment is bound once; depth that is only tested and sampled goes to depth_test()"
                 : "bind it once and declare modify, or read from a copy");
    }
    known.stages |= touch.stages;
    known.access |= touch.access;
    known.reads |= touch.reads;
    known.writes |= touch.writes;
    known.modifies |= touch.modifies;
    known.view &= touch.view;
    if (known.layout != touch.layout) known.layout = Layout::general;
    return;
  }
  node.touches.push_back(touch);
}

namespace {

class Declare {
 public:
  Declare(const Draft& draft, DraftNode& planned, InterfaceSource& shaders)
      : draft_(draft),
        graph_(draft.graph),
        shaders_(shaders),
        out_(planned),
        node_(graph_.nodes()[planned.planned.node]) {}

  void run() {
    switch (node_.kind) {
      case NodeKind::compute:
        compute();
        break;
      case NodeKind::draw:
        draw();
        break;
      case NodeKind::copy:
      case NodeKind::clear:
      case NodeKind::upload:
      case NodeKind::readback:
        transfer();
        break;
      case NodeKind::present:
        present();
        break;
    }
    for (PlannedBinding& binding : out_.planned.bindings) {
      if (binding.kind == BindingKind::uniform_buffer) continue;
      for (const Touch& touch : out_.touches) {
        if (touch.resource == binding.resource) binding.layout = touch.layout;
      }
    }
  }

 private:
  [[noreturn]] void fail(std::string_view binding, const std::string& what, const std::string& remedy) {
    reject(graph_, node_, out_.shader, binding, what, remedy);
  }

  Described known(std::string_view binding, Resource resource) {
    Described found = describe(graph_, resource);
    if (!found.exists()) {
      fail(binding, "not bound to a resource of this frame",
           "a handle comes from this frame's Graph or from State, and ends with it or with release()");
    }
    return found;
  }

  std::int32_t touch(std::string_view binding, Resource resource, std::uint32_t stages, std::uint32_t access,
                     Layout layout, bool reads, bool partial = false) {
    Touch t;
    t.resource = draft_.index.at(resource.bits());
    t.stages = stages;
    t.access = access;
    t.layout = layout;
    t.reads = reads;
    t.writes = (access & access_writes) != 0;
    t.partial = partial;
    t.binding = binding;
    add_touch(draft_, out_, t);
    return static_cast<std::int32_t>(t.resource);
  }

  void indirect(std::string_view arguments) {
    Described found = known("indirect", node_.indirect);
    if (found.image || !indirect_fits(graph_, node_)) {
      fail("indirect",
           fmt::format("{} bytes of {} at offset {} of {}, which has {} bytes", indirect_bytes(node_), arguments,
                       node_.indirect_offset, found.name, found.bytes()),
           "arguments lie inside a buffer, at a multiple of 4");
    }
    out_.planned.indirect =
        touch("indirect", node_.indirect, stage_indirect, access_indirect_read, Layout::undefined, true);
  }

  void compute() {
    check_shaders(draft_, out_, shaders_);
    bool sized = node_.size.x || node_.size.y || node_.size.z;
    if (!sized && !node_.indirect) {
      fail("", "no dispatch size", "add .over(elements), .groups(count) or .indirect(buffer)");
    }
    if (node_.indirect) indirect("dispatch arguments");
  }

  void draw() {
    check_shaders(draft_, out_, shaders_);
    if (node_.draws.empty() && !node_.indirect) fail("", "no draw call", "add .draw({...}) or .indirect(buffer)");
    if (node_.colors.empty() && !node_.depth.image) fail("", "no attachment", "add .color(image) or .depth(image)");
    if (node_.indirect) indirect("draw arguments");
    if (node_.indices) {
      if (known("indices", node_.indices).image) fail("indices", "is an image", "bind a buffer of 32-bit indices");
      out_.planned.indices = touch("indices", node_.indices, stage_index, access_index_read, Layout::undefined, true);
    }
    for (const Attachment& color : node_.colors) {
      attachment("color", color, false);
      bool reads = color.load == Load::keep;
      bool blends = node_.raster.blend != Blend::none;
      std::uint32_t access = access_color_write | (reads || blends ? access_color_read : 0u);
      std::int32_t index = touch("color", color.image, stage_color, access, Layout::color, reads);
      out_.planned.colors.push_back(static_cast<std::uint32_t>(index));
    }
    if (!node_.depth.image) return;
    attachment("depth", node_.depth, true);
    if (node_.depth.write) {
      out_.planned.depth = touch("depth", node_.depth.image, stage_depth, access_depth_read | access_depth_write,
                                 Layout::depth, node_.depth.load == Load::keep);
    } else {
      out_.planned.depth = touch("depth", node_.depth.image, stage_depth, access_depth_read, Layout::depth_read, true);
    }
  }

  void attachment(std::string_view binding, const Attachment& a, bool depth) {
    Described found = known(binding, a.image);
    const ImageDesc& desc = *found.image;
    if (is_depth(desc.format) != depth) {
      fail(binding, fmt::format("{} has format {}", found.name, format_name(desc.format)),
           depth ? "a depth attachment has a depth format" : "a color attachment has a color format");
    }
    if (desc.mips > 1 || desc.layers > 1 || desc.extent.z > 1) {
      fail(binding,
           fmt::format("{} has {} mips, {} layers, {} slices", found.name, desc.mips, desc.layers, desc.extent.z),
           "an attachment is a plain 2D image");
    }
    if (!extent_.x) extent_ = desc.extent;
    if (extent_ != desc.extent) {
      fail(binding,
           fmt::format("{} has {} x {} texels, another attachment {} x {}", found.name, desc.extent.x, desc.extent.y,
                       extent_.x, extent_.y),
           "all attachments of a node have one size");
    }
  }

  void transfer() {
    for (const Use& use : node_.uses) known(use.binding, use.resource);
    Fit fit = transfer_fit(graph_, node_);
    if (fit == Fit::impossible) misfit();
    for (const Use& use : node_.uses) {
      bool image = use.resource.image(), source = use.verb == Verb::read;
      std::int32_t index =
          touch(use.binding, use.resource, stage_transfer, source ? access_transfer_read : access_transfer_write,
                !image   ? Layout::undefined
                : source ? Layout::transfer_source
                         : Layout::transfer_target,
                source, !source && fit == Fit::partial);
      (source ? out_.planned.source : out_.planned.target) = index;
    }
  }

  [[noreturn]] void misfit() {
    if (node_.kind == NodeKind::upload) {
      Described target = describe(graph_, node_.uses[0].resource);
      fail("target",
           fmt::format("{} bytes of data at offset {} of {}, which has {} bytes", node_.payload.size,
                       node_.target_offset, target.name, target.bytes()),
           target.image ? "an image takes exactly all its mips and layers, tightly packed"
                        : "data lie inside the buffer");
    }
    Described source = describe(graph_, node_.uses[0].resource), target = describe(graph_, node_.uses[1].resource);
    if (source.image && target.image) {
      fail("target", fmt::format("{} and {} differ in extent, format, mips or layers", source.name, target.name),
           "images are copied whole, to an image of the same description");
    }
    fail("target",
         fmt::format("from offset {} of {} ({} bytes) to offset {} of {} ({} bytes)", node_.source_offset, source.name,
                     source.image ? packed_bytes(*source.image) : source.bytes(), node_.target_offset, target.name,
                     target.bytes()),
         "what is copied lies inside both");
  }

  void present() {
    Described found = known("source", node_.uses[0].resource);
    if (!found.external()) {
      fail("source", fmt::format("{} is not an external image", found.name), "present what Graph::external() returned");
    }
    out_.planned.source = touch("source", node_.uses[0].resource, stage_none, access_none, Layout::present, true);
  }

  const Draft& draft_;
  const Graph& graph_;
  InterfaceSource& shaders_;
  DraftNode& out_;
  const Node& node_;
  Extent extent_{0, 0, 0};
};

void check_transients(const Graph& graph) {
  for (const Transient& t : graph.transients()) {
    const ImageDesc& d = t.texture;
    bool good = t.image ? d.extent.x && d.extent.y && d.extent.z && d.mips && d.layers && d.format != Format::undefined
                        : t.buffer.bytes != 0;
    if (good) continue;
    throw Error(Exit::failure, fmt::format("frame, transient {}", t.name),
                t.image ? fmt::format("an image of {} x {} x {} texels, {} mips, {} layers, format {}", d.extent.x,
                                      d.extent.y, d.extent.z, d.mips, d.layers, format_name(d.format))
                        : "a buffer of 0 bytes",
                t.image ? "every number must be at least 1 and the format defined" : "give it at least one element");
  }
}

// Checks whether a compute queue can run the node: depth is cleared and copied on queues that draw alone.
bool may_move(const Graph& graph, const Node& node) {
  if (node.kind == NodeKind::compute) return true;
  if (node.kind == NodeKind::draw || node.kind == NodeKind::present || node.kind == NodeKind::readback) return false;
  return std::ranges::none_of(node.uses, [&](const Use& use) {
    const Described found = describe(graph, use.resource);
    return found.image && is_depth(found.image->format);
  });
}

}  // namespace

Draft draft(const Graph& graph, InterfaceSource& shaders, std::uint32_t queues) {
  check_transients(graph);
  Draft made{graph, {}, {}, {}};
  auto canonical = graph.canonical();
  made.resources.assign(canonical.begin(), canonical.end());
  for (std::size_t i = 0; i < made.resources.size(); ++i) {
    made.index.emplace(made.resources[i].bits(), static_cast<std::uint32_t>(i));
  }
  auto nodes = graph.nodes();
  made.nodes.resize(nodes.size());
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    const Node& node = nodes[i];
    PlannedNode& planned = made.nodes[i].planned;
    planned.node = static_cast<std::uint32_t>(i);
    planned.queue = queues > 1 && graph.scopes()[node.scope].async && may_move(graph, node) ? 1 : 0;
    Declare(made, made.nodes[i], shaders).run();
  }
  return made;
}

}  // namespace undine::graph
