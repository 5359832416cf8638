#include "engine/graph/pixel_kernels.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <utility>
#include <vector>

#include "engine/graph/walk.h"

namespace undine::graph {
namespace {

constexpr std::size_t most_targets = 3;
constexpr std::string_view target_names[most_targets] = {"pixel_target0", "pixel_target1", "pixel_target2"};
constexpr std::string_view copy_shader = "lib/copy_image.frag";

struct PixelBlock {  // the block `pixels` of a kernel
  std::array<float, 4> clear[most_targets] = {};
  float clear_depth = 0;
  std::int32_t size[2] = {};
};

std::string_view depth_flag(Load load) {
  return load == Load::keep ? "_DEPTH_MODIFY" : load == Load::clear ? "_DEPTH_CLEAR" : "_DEPTH_WRITE";
}

// Names in a flag, in the order of the enumerations. Formats without a name cannot be stored to.
constexpr std::string_view format_flags[] = {"",        "R8",   "RG8",   "RGBA8",   "", "", "", "R16F", "RG16F",
                                             "RGBA16F", "R32F", "RG32F", "RGBA32F", "", "", "", ""};
constexpr std::string_view blend_flags[] = {"", "_ALPHA", "_PREMULTIPLIED", "_ADD"};
constexpr std::string_view compare_flags[] = {"", "_LESS", "_LEQUAL", "_GREATER", "_GEQUAL"};
static_assert(std::size(format_flags) == static_cast<std::size_t>(Format::d32_float) + 1);
static_assert(std::size(blend_flags) == static_cast<std::size_t>(Blend::add) + 1);
static_assert(std::size(compare_flags) == static_cast<std::size_t>(Compare::greater_equal) + 1);

std::string_view flag_of(Format format) { return format_flags[static_cast<std::size_t>(format)]; }

class PixelKernels {
 public:
  explicit PixelKernels(Graph& graph) : graph_(graph), storable_(graph.transients().size(), 0) {}

  void run() {
    find_storable_depth();
    const auto nodes = graph_.nodes();
    for (std::size_t i = 0; i < nodes.size(); ++i) {
      if (is_kernel(nodes[i])) to_kernel(static_cast<std::uint32_t>(i));
      if (is_copy_kernel(nodes[i])) copy_to_kernel(static_cast<std::uint32_t>(i));
    }
    for (std::size_t i = 0; i < storable_.size(); ++i)
      if (storable_[i])
        graph_.set_format(Image(Resource::make(false, true, static_cast<std::uint32_t>(i))), Format::r32_float);
  }

 private:
  static bool writes_depth(const Node& node) { return node.depth.image && node.depth.write && node.raster.depth_write; }
  static bool tests_depth(const Node& node) { return node.depth.image && node.raster.depth != Compare::always; }

  bool is_plain(const Described& found) const {
    return found.image && !found.external() && found.image->mips == 1 && found.image->layers == 1 &&
           found.image->extent.z == 1;
  }
  bool is_target(Image image) const {
    const Described found = describe(graph_, image);
    return is_plain(found) && !flag_of(found.image->format).empty();
  }
  bool is_storable_depth(Resource r) const { return r && !r.persistent() && r.image() && storable_[r.index()] != 0; }

  bool is_kernel(const Node& node) const {
    if (node.kind != NodeKind::draw || !node.full_screen || node.colors.size() > most_targets) return false;
    const auto keeps = [](const Attachment& a) { return a.load == Load::keep; };
    const auto clears = [](const Attachment& a) { return a.load == Load::clear; };
    const auto cleared = std::ranges::count_if(node.colors, clears);  // all or none
    if (cleared != 0 && static_cast<std::size_t>(cleared) != node.colors.size()) return false;
    if (node.raster.blend != Blend::none && !std::ranges::all_of(node.colors, keeps)) return false;
    if (!std::ranges::all_of(node.colors, [&](const Attachment& a) { return is_target(a.image); })) return false;
    if (std::ranges::any_of(node.draws, [](const DrawCall& call) { return call.params.size != 0; })) return false;
    if (!writes_depth(node)) return true;
    return is_storable_depth(node.depth.image) && (node.depth.load == Load::keep || !tests_depth(node));
  }

  bool is_copy_kernel(const Node& node) const {
    if (node.kind != NodeKind::copy || !node.uses[0].resource.image() || !node.uses[1].resource.image()) return false;
    const Described from = describe(graph_, node.uses[0].resource), to = describe(graph_, node.uses[1].resource);
    if (!is_plain(from) || !is_plain(to) || from.image->extent != to.image->extent) return false;
    return is_storable_depth(node.uses[1].resource) ||
           (!flag_of(to.image->format).empty() && from.image->format == to.image->format);
  }

  // Finds depth that kernels alone can serve: starts from all of the frame and takes away until nothing changes.
  void find_storable_depth() {
    const auto all = graph_.transients();
    for (std::size_t i = 0; i < all.size(); ++i)
      storable_[i] = all[i].image && all[i].external < 0 && is_depth(all[i].texture.format);
    std::vector<char> written(storable_.size());
    for (bool changed = true; changed;) {
      changed = false;
      std::ranges::fill(written, 0);
      const auto refuse = [&](Resource r) {
        if (!is_storable_depth(r)) return;
        storable_[r.index()] = 0;
        changed = true;
      };
      for (const Node& node : graph_.nodes()) {
        const bool copy = is_copy_kernel(node);
        for (const Use& use : node.uses) {
          const bool sampled = node.kind == NodeKind::compute || node.kind == NodeKind::draw;
          const bool target = copy && use.verb != Verb::read;
          if (!target && (!sampled || use.verb != Verb::read || use.sampler == Sampler::shadow)) refuse(use.resource);
        }
        if (node.kind != NodeKind::draw || !node.depth.image) continue;
        if (!is_kernel(node)) refuse(node.depth.image);
        if (is_storable_depth(node.depth.image) && writes_depth(node)) written[node.depth.image.index()] = 1;
      }
    }
    for (std::size_t i = 0; i < storable_.size(); ++i) storable_[i] = storable_[i] && written[i];
  }

  void to_kernel(std::uint32_t at) {
    ComputeNode kernel(graph_, at);
    Node& node = graph_.nodes()[at];
    PixelBlock block;
    const Image first = node.colors.empty() ? node.depth.image : node.colors[0].image;
    const Extent extent = describe(graph_, first).image->extent;
    block.size[0] = static_cast<std::int32_t>(extent.x);
    block.size[1] = static_cast<std::int32_t>(extent.y);
    block.clear_depth = node.depth.clear[0];
    flag_.clear();
    add("PIXELS");
    for (std::size_t i = 0; i < node.colors.size(); ++i) {
      add("_");
      add(flag_of(describe(graph_, node.colors[i].image).image->format));
      block.clear[i] = node.colors[i].clear;
    }
    add(blend_flags[static_cast<std::size_t>(node.raster.blend)]);
    if (!node.colors.empty() && node.colors[0].load == Load::clear) add("_CLEAR");
    if (node.indirect) add("_INDIRECT");
    if (writes_depth(node)) add(depth_flag(node.depth.load));
    if (tests_depth(node)) {
      add(compare_flags[static_cast<std::size_t>(node.raster.depth)]);
      if (!writes_depth(node)) {
        add("_");
        add(tested(node));
      }
    }
    kernel.variant(graph_.name({flag_.data(), flag_.size()}));
    for (std::size_t i = 0; i < node.colors.size(); ++i)
      node.uses.push_back({target_names[i], node.colors[i].image,
                           node.colors[i].load == Load::keep ? Verb::modify : Verb::write, Sampler::nearest_clamp});
    if (writes_depth(node))
      node.uses.push_back({"pixel_depth_out", node.depth.image,
                           node.depth.load == Load::keep ? Verb::modify : Verb::write, Sampler::nearest_clamp});
    if (node.indirect) {
      node.uses.push_back({"pixel_draws", node.indirect, Verb::read});
      kernel.constant("pixel_draw", static_cast<std::uint32_t>(node.indirect_offset / 4));
    }
    to_compute(node, extent);
    kernel.uniform("pixels", block);
  }

  void copy_to_kernel(std::uint32_t at) {
    ComputeNode kernel(graph_, at);
    Node& node = graph_.nodes()[at];
    const Image target(node.uses[1].resource);
    const ImageDesc& desc = *describe(graph_, target).image;
    PixelBlock block;
    block.size[0] = static_cast<std::int32_t>(desc.extent.x);
    block.size[1] = static_cast<std::int32_t>(desc.extent.y);
    flag_.clear();
    add("PIXELS_");
    add(is_storable_depth(target) ? flag_of(Format::r32_float) : flag_of(desc.format));
    const Extent extent = desc.extent;
    node.uses[0] = {"source", node.uses[0].resource, Verb::read, Sampler::nearest_clamp};
    node.uses[1] = {target_names[0], target, Verb::write, Sampler::nearest_clamp};
    node.kind = NodeKind::draw;  // whose flags are those of its fragment shader
    node.fragment = copy_shader;
    kernel.variant(graph_.name({flag_.data(), flag_.size()}));
    to_compute(node, extent);
    kernel.uniform("pixels", block);
  }

  void to_compute(Node& node, Extent extent) {
    node.kind = NodeKind::compute;
    node.shader = std::exchange(node.fragment, {});
    node.size = {extent.x, extent.y, 1};
    node.by_groups = false;
    node.indirect = {};
    node.indirect_offset = 0;
    node.draws.clear();
    node.colors.clear();
    node.depth = {};
    node.raster = {};
    node.full_screen = false;
  }

  // The binding that samples the tested depth: one of the shader's, or one of the kernel's own.
  std::string_view tested(Node& node) const {
    for (const Use& use : node.uses)
      if (use.resource == node.depth.image && !use.optional && use.sampler != Sampler::shadow) return use.binding;
    node.uses.push_back({"pixel_test", node.depth.image, Verb::read, Sampler::nearest_clamp});
    return "pixel_test";
  }

  void add(std::string_view text) { flag_.append(text.begin(), text.end()); }

  Graph& graph_;
  std::vector<char> storable_;  // by transient: depth that kernels store to
  fmt::basic_memory_buffer<char, 160> flag_;
};

}  // namespace

void use_pixel_kernels(Graph& graph) { PixelKernels(graph).run(); }

}  // namespace undine::graph
