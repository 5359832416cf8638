#include "passes/picture/peek_view.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>
#include <vector>

#include "engine/core/error.h"
#include "engine/graph/peek.h"
#include "passes/deferred/screen.h"
#include "passes/picture/peek_params.h"

namespace undine::picture {
namespace {

using graph::Format;

struct Texel {
  std::uint32_t components;
  std::uint32_t stored;  // peek_float ... of one component; images of peek_uint have a sampler of their own
  bool encoded = false;  // as a display takes it
};

Texel texel_of(Format format) {
  switch (format) {
    case Format::r8_unorm:
      return {1, peek_byte, true};
    case Format::rg8_unorm:
      return {2, peek_byte, true};
    case Format::rgba8_unorm:
    case Format::bgra8_unorm:
      return {4, peek_byte, true};
    case Format::rgba8_srgb:
    case Format::bgra8_srgb:
      return {4, peek_byte};
    case Format::r16_float:
      return {1, peek_half};
    case Format::rg16_float:
      return {2, peek_half};
    case Format::rgba16_float:
      return {4, peek_half};
    case Format::rg32_float:
      return {2, peek_float};
    case Format::rgba32_float:
      return {4, peek_float};
    case Format::r32_uint:
      return {1, peek_uint};
    case Format::rg32_uint:
      return {2, peek_uint};
    case Format::rgba32_uint:
      return {4, peek_uint};
    case Format::undefined:
    case Format::r32_float:
    case Format::d32_float:
      break;
  }
  return {1, peek_float};
}

std::uint32_t bits_of(std::uint32_t stored) { return stored == peek_byte ? 8 : stored == peek_half ? 16 : 32; }

struct Look {  // how one resource is read and drawn
  PeekSource source{};
  std::string_view variant;  // of peek_range.comp and peek.frag
  std::string what;
  std::uint32_t map = color_map_viridis;
  bool encoded = false;
};

class Looker {
 public:
  explicit Looker(const View& view) : view_(view), how_(view.how) {}

  Look image(const graph::ImageDesc& desc, const std::string& name) const {
    if (how_.peek.row) refuse("--row", name + " is an image", "only with a buffer");
    if (!how_.peek.words.empty()) refuse("--words", name + " is an image", "only with a buffer");
    const bool volume = desc.extent.z > 1;
    const graph::Extent extent = graph::mip_extent(desc, std::min(how_.peek.mip, desc.mips - 1));
    const std::uint32_t slices = volume ? extent.z : desc.layers;
    under("--mip", how_.peek.mip, desc.mips, name);
    under("--slice", how_.peek.slice, slices, name);
    const Texel texel = texel_of(desc.format);
    Look look;
    look.source.cells = {extent.x, extent.y};
    look.source.slice = how_.peek.slice;
    look.source.mip = how_.peek.mip;
    look.source.components = texel.components;
    look.source.component = component(texel.components, name);
    look.encoded = texel.encoded;
    const bool integers = texel.stored == peek_uint;
    look.variant = desc.layers > 1 ? (integers ? "ARRAY UINT" : "ARRAY")
                   : volume        ? (integers ? "VOLUME UINT" : "VOLUME")
                                   : (integers ? "UINT" : "");
    look.map = map(is_depth(desc.format) ? color_map_grey : color_map_viridis);
    look.what = fmt::format("{}: {}, {} x {}", name, format_name(desc.format), extent.x, extent.y);
    if (slices > 1) look.what += fmt::format(", {} {} of {}", volume ? "slice" : "layer", how_.peek.slice, slices);
    if (desc.mips > 1) look.what += fmt::format(", mip {} of {}", how_.peek.mip, desc.mips);
    return look;
  }

  Look buffer(const graph::BufferDesc& desc, const std::string& name) const {
    if (how_.peek.slice) refuse("--slice", name + " is a buffer", "only with an image");
    if (how_.peek.mip) refuse("--mip", name + " is a buffer", "only with an image");
    if (how_.component != FieldShow{}.component)
      refuse("--component " + how_.component, name + " is a buffer, shown number by number", "only with an image");
    Look look;
    look.source.stored = texel_of(desc.texel).stored;
    if (const std::string& words = how_.peek.words; !words.empty()) {
      const auto kind = std::ranges::find(word_kinds, words) - word_kinds.begin();
      look.source.stored = std::array{peek_float, peek_uint, peek_int}.at(static_cast<std::size_t>(kind));
    }
    const std::uint64_t numbers = desc.bytes / 4 * (32 / bits_of(look.source.stored));
    if (numbers == 0) refuse(path(), fmt::format("{} has {} bytes, not one word", name, desc.bytes), "4 or more");
    if (numbers > 0xffffffffu)
      refuse(path(), fmt::format("{} holds {} numbers", name, numbers), "a buffer with less than 2^32 numbers");
    look.source.count = static_cast<std::uint32_t>(numbers);
    look.source.components = 1;
    const double aspect = static_cast<double>(view_.size.x) / view_.size.y;
    const auto fit = static_cast<std::uint32_t>(std::ceil(std::sqrt(static_cast<double>(numbers) * aspect)));
    const std::uint32_t row = std::clamp(how_.peek.row ? how_.peek.row : fit, 1u, look.source.count);
    look.source.cells = {row, (look.source.count - 1) / row + 1};
    look.variant = "BUFFER";
    look.map = map(color_map_viridis);
    constexpr std::array<std::string_view, 5> kinds{"floats", "uints", "ints", "half floats", "bytes"};
    look.what = fmt::format("{}: {} {}, {} a row", name, numbers, kinds.at(look.source.stored), row);
    return look;
  }

 private:
  std::string path() const { return "--view " + view_.show; }
  [[noreturn]] static void refuse(const std::string& flag, const std::string& what, const std::string& allowed) {
    throw Error(Exit::bad_input, flag, what, "allowed: " + allowed);
  }
  // flag: "--slice", which is also what is counted.
  static void under(std::string_view flag, std::uint32_t value, std::uint32_t count, const std::string& name) {
    if (value < count) return;
    refuse(fmt::format("{} {}", flag, value),
           fmt::format("{} has {} {}{}", name, count, flag.substr(2), count == 1 ? "" : "s"),
           fmt::format("0 to {}", count - 1));
  }
  std::uint32_t map(std::uint32_t usual) const {
    const auto named = std::ranges::find(color_maps, how_.map);
    return named == color_maps.end() ? usual : static_cast<std::uint32_t>(named - color_maps.begin());
  }
  std::uint32_t component(std::uint32_t count, const std::string& name) const {
    constexpr std::array<std::string_view, 4> names{"x", "y", "z", "w"};
    const auto of = std::ranges::find(names, how_.component) - names.begin();
    if (of < static_cast<std::ptrdiff_t>(count)) return static_cast<std::uint32_t>(of);
    if (how_.component == "length" && count > 1) return peek_length;
    if (how_.component != FieldShow{}.component)
      refuse("--component " + how_.component, fmt::format("{} has {} component{}", name, count, count == 1 ? "" : "s"),
             fmt::format("{}{}", fmt::join(names.begin(), names.begin() + count, ", "), count > 1 ? ", length" : ""));
    return count < 3 ? 0 : peek_color;
  }
  const View& view_;
  const FieldShow& how_;
};

// As large as fits the picture with square cells, on whole pixels. What would be a thread is stretched over it all.
glm::vec4 frame_of(glm::vec2 picture, glm::vec2 cells) {
  const float aspect = cells.x / cells.y;
  const glm::vec2 size = picture.x < picture.y * aspect ? glm::vec2(picture.x, picture.x / aspect)
                                                        : glm::vec2(picture.y * aspect, picture.y);
  constexpr float thin = 1.0f / 8;
  if (std::min(size.x / picture.x, size.y / picture.y) < thin) return {0, 0, picture};
  const glm::vec2 whole = glm::round(size);
  return {glm::floor((picture - whole) / 2.0f), whole};
}

}  // namespace

graph::Image PeekView::draw(graph::Graph& g, const View& view) {
  graph::Peeked peeked;
  try {
    peeked = graph::peek(g, view.show);
  } catch (const Error& e) {
    if (view.strict) throw;
    if (const graph::Image shown = last(g, view)) return shown;
    info_ = {.path = view.show, .what = {}, .map = {}, .components = 1, .refused = e.problem() + "; " + e.remedy()};
    return {};
  }
  Look look;
  try {
    const graph::Transient& copy = g.transients()[peeked.copy.index()];
    const Looker looker(view);
    look = copy.image ? looker.image(copy.texture, peeked.name) : looker.buffer(copy.buffer, peeked.name);
  } catch (const Error& e) {
    if (view.strict) throw;
    info_ = {.path = view.show, .what = {}, .map = {}, .components = 1, .refused = e.problem() + "; " + e.remedy()};
    return {};
  }
  const bool colors = look.source.component == peek_color;
  info_ = {.path = view.show, .what = look.what, .map = {}, .components = look.source.components, .refused = {}};
  if (!colors) info_.map = look.map;

  auto scope = g.scope("peek");
  const graph::Buffer parts = g.buffer("peek/parts", {.bytes = field_range_groups * sizeof(glm::vec2)});
  g.compute("reduce", "picture/peek_range.comp", {.with = look.variant})
      .read("peeked", peeked.copy)
      .write("parts", parts)
      .params(look.source)
      .groups({field_range_groups, 1, 1});
  const bool centered = colors || look.map == color_map_diverging;
  const graph::Buffer range = ranges_.join_range(g, parts, {view.show, 0, centered}, view.how);
  PeekDrawParams p{};
  p.source = look.source;
  p.frame = frame_of(glm::vec2(view.size), glm::vec2(look.source.cells));
  p.map = look.map;
  p.encoded = look.encoded ? 1 : 0;
  p.is_fixed = view.how.range ? 1 : 0;
  const graph::Image out = g.image("peek/picture", {{view.size.x, view.size.y}, Format::rgba8_unorm});
  deferred::fill(g, "draw", "picture/peek.frag", {.with = look.variant})
      .read("peeked", peeked.copy)
      .read("range", range)
      .params(p)
      .color(out, graph::Load::discard);
  if (view.keep) keep(g, view, out);
  return out;
}

void PeekView::keep(graph::Graph& g, const View& view, graph::Image picture) {
  const graph::ImageDesc desc = g.transients()[picture.index()].texture;
  if (kept_ && g.state().at(kept_).texture != desc) {
    g.state().release(kept_);
    kept_ = {};
  }
  if (!kept_) kept_ = g.state().image("peek/kept", desc);
  g.copy("keep", picture, kept_);
  kept_path_ = view.show;
}

// A copy: panels are drawn over it.
graph::Image PeekView::last(graph::Graph& g, const View& view) {
  if (!view.keep || !kept_ || kept_path_ != view.show) return {};
  const graph::ImageDesc desc = g.state().at(kept_).texture;
  if (desc.extent.x != view.size.x || desc.extent.y != view.size.y) return {};
  auto scope = g.scope("peek");
  const graph::Image out = g.image("peek/picture", desc);
  g.copy("show", kept_, out);
  return out;
}

}  // namespace undine::picture
