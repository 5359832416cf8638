// One draw node over the picture. Vertices are pulled from a buffer; clip rectangles are parameters of the calls.
#include <bit>

#include "engine/scene/overlay.h"
#include "passes/deferred/screen.h"
#include "passes/picture/hud_params.h"
#include "passes/picture/picture.h"

namespace undine::picture {
namespace {

static_assert(sizeof(OverlayVertex) == sizeof(HudVertex), "the vertices are uploaded as they are");

// Sizes of buffers belong to the plan: roomy ones, so that the steady frame's plan is found again while plots grow.
// Never filled, as a whole transfer would be another plan.
std::uint64_t roomy(std::uint64_t bytes) { return std::bit_ceil(std::max<std::uint64_t>(bytes + 1, 1u << 20)); }

class HudPass : public Overlay {
 public:
  HudPass(graph::State& state, glm::uvec2 size, std::vector<std::byte> atlas)
      : state_(state),
        texels_(std::move(atlas)),
        atlas_(state.image("hud/font", {.extent = {size.x, size.y}, .format = graph::Format::r8_unorm})) {
    set_pictures({1, 1}, std::vector<std::byte>(4, std::byte{255}));
  }

  ~HudPass() override {
    state_.release(atlas_);
    state_.release(pictures_);
  }

  void set_pictures(glm::uvec2 size, std::vector<std::byte> rgba) override {
    if (pictures_) state_.release(pictures_);
    pictures_ = state_.image("hud/pictures", {.extent = {size.x, size.y}, .format = graph::Format::rgba8_unorm});
    colors_ = std::move(rgba);
  }

  void draw(graph::Graph& g, graph::Image picture, const OverlayShapes& shapes) override {
    if (shapes.calls.empty()) return;
    auto scope = g.scope("hud");
    if (!texels_.empty()) g.upload("font", atlas_, texels_);
    texels_.clear();
    if (!colors_.empty()) g.upload("pictures", pictures_, colors_);
    colors_.clear();
    const graph::ImageDesc& desc =
        picture.persistent() ? g.state().at(picture).texture : g.transients()[picture.index()].texture;
    const glm::vec2 size(desc.extent.x, desc.extent.y);
    const graph::Buffer vertices = put(g, "hud/vertices", std::as_bytes(std::span(shapes.vertices)));
    const graph::Buffer indices = put(g, "hud/indices", std::as_bytes(std::span(shapes.indices)));
    graph::Raster raster = deferred::no_depth;
    raster.blend = graph::Blend::alpha;
    auto node = g.draw("draw", "picture/hud.vert", "picture/hud.frag");
    node.read("vertices", vertices)
        .read("atlas", atlas_, graph::Sampler::linear_clamp)
        .read("pictures", pictures_, graph::Sampler::linear_clamp)
        .indices(indices)
        .color(picture, graph::Load::keep)
        .raster(raster);
    for (const OverlayCall& call : shapes.calls)
      node.draw({.vertices = call.indices, .first_vertex = call.first_index},
                HudParams{call.clip, 1.0f / size, call.pictures ? 1u : 0u});
  }

 private:
  graph::Buffer put(graph::Graph& g, std::string_view name, std::span<const std::byte> data) {
    const graph::Buffer buffer = g.buffer(name, {roomy(data.size())});
    g.upload("shapes", buffer, data);
    return buffer;
  }

  graph::State& state_;
  std::vector<std::byte> texels_, colors_;
  graph::Image atlas_, pictures_;
};

}  // namespace

std::unique_ptr<Overlay> make_overlay(graph::State& state, glm::uvec2 size, std::vector<std::byte> atlas) {
  return std::make_unique<HudPass>(state, size, std::move(atlas));
}

}  // namespace undine::picture
