// Full-screen draws and copies of images as compute kernels.
#include "engine/graph/pixel_kernels.h"

#include <gtest/gtest.h>

#include "engine/graph/walk.h"
#include "tests/plan/shaders.h"

namespace undine::graph::testing {
namespace {

struct KernelRig {
  State state;
  Graph g{state};
  Image depth = state.image("depth", picture(64, 40, Format::d32_float));
  Image light = state.image("light", picture(64, 40));
  DrawNode fill(std::string_view name, std::string_view fragment = "look.frag") {
    return g.draw(name, "screen.vert", fragment)
        .raster({.depth = Compare::always, .depth_write = false})
        .full_screen()
        .draw({});
  }
  const Node& only() {
    use_pixel_kernels(g);
    EXPECT_EQ(g.nodes().size(), 1u);
    return g.nodes()[0];
  }
  Format format_of(Image image) { return describe(g, image).image->format; }
};

const Use* use_of(const Node& node, std::string_view binding) {
  for (const Use& use : node.uses)
    if (use.binding == binding) return &use;
  return nullptr;
}

TEST(PixelKernels, StoreWhatDrawsWrite) {
  KernelRig rig;
  rig.fill("look").color(rig.light, Load::discard);
  const Node& node = rig.only();
  EXPECT_EQ(node.kind, NodeKind::compute);
  EXPECT_EQ(node.shader, "look.frag+PIXELS_RGBA16F");
  EXPECT_TRUE(node.fragment.empty());
  EXPECT_EQ(node.size, (Extent{64, 40, 1}));
  ASSERT_TRUE(use_of(node, "pixel_target0"));
  EXPECT_EQ(use_of(node, "pixel_target0")->verb, Verb::write);
  EXPECT_EQ(use_of(node, "pixel_target0")->resource, rig.light);
}

TEST(PixelKernels, BlendIntoWhatIsThere) {
  KernelRig rig;
  rig.fill("add").color(rig.light, Load::keep).raster({.depth = Compare::always, .blend = Blend::add});
  const Node& node = rig.only();
  EXPECT_EQ(node.shader, "look.frag+PIXELS_RGBA16F_ADD");
  EXPECT_EQ(use_of(node, "pixel_target0")->verb, Verb::modify) << "pixels that are left out keep their value";
}

TEST(PixelKernels, TestDepthByTheBindingThatSamplesIt) {
  KernelRig rig;
  rig.fill("known")
      .read("seen", rig.depth, Sampler::nearest_clamp)
      .color(rig.light, Load::clear, {1, 2, 3, 4})
      .depth_test(rig.depth)
      .raster({.depth = Compare::less, .depth_write = false});
  rig.fill("own")
      .color(rig.light, Load::keep)
      .depth_test(rig.depth)
      .raster({.depth = Compare::greater_equal, .depth_write = false});
  rig.fill("compared")  // a sampler that compares cannot give the depth itself
      .read("shadow", rig.depth, Sampler::shadow)
      .color(rig.light, Load::keep)
      .depth_test(rig.depth)
      .raster({.depth = Compare::less, .depth_write = false});
  use_pixel_kernels(rig.g);
  EXPECT_EQ(rig.g.nodes()[2].shader, "look.frag+PIXELS_RGBA16F_LESS_pixel_test");
  EXPECT_EQ(rig.g.nodes()[0].shader, "look.frag+PIXELS_RGBA16F_CLEAR_LESS_seen");
  EXPECT_EQ(rig.g.nodes()[1].shader, "look.frag+PIXELS_RGBA16F_GEQUAL_pixel_test");
  EXPECT_EQ(use_of(rig.g.nodes()[1], "pixel_test")->resource, rig.depth);
}

TEST(PixelKernels, WriteDepthThatOnlyTheyUse) {
  KernelRig rig;
  const Image open = rig.g.image("open", picture(64, 40, Format::d32_float));
  rig.fill("mark").depth(open, Load::discard).raster({.depth = Compare::always});
  rig.fill("first").color(rig.light).depth(open, Load::keep).raster({.depth = Compare::less});
  rig.fill("last").color(rig.light, Load::keep).depth_test(open).raster({.depth = Compare::less, .depth_write = false});
  use_pixel_kernels(rig.g);
  EXPECT_EQ(rig.g.nodes()[0].shader, "look.frag+PIXELS_DEPTH_WRITE");
  EXPECT_EQ(rig.g.nodes()[1].shader, "look.frag+PIXELS_RGBA16F_CLEAR_DEPTH_MODIFY_LESS");
  EXPECT_EQ(rig.g.nodes()[2].shader, "look.frag+PIXELS_RGBA16F_LESS_pixel_test");
  EXPECT_EQ(rig.format_of(open), Format::r32_float);
}

TEST(PixelKernels, DrawsStayWhereDepthIsTestedByOtherDraws) {
  KernelRig rig;
  const Image joined = rig.g.image("joined", picture(64, 40, Format::d32_float));
  rig.fill("join").depth(joined, Load::discard).raster({.depth = Compare::always});
  rig.g.draw("balls", "balls.vert", "balls.frag").color(rig.light).depth_test(joined).draw({});
  use_pixel_kernels(rig.g);
  EXPECT_EQ(rig.g.nodes()[0].kind, NodeKind::draw);
  EXPECT_EQ(rig.g.nodes()[1].kind, NodeKind::draw);
  EXPECT_EQ(rig.format_of(joined), Format::d32_float);
}

TEST(PixelKernels, DrawsStayWhereDepthIsComparedByASampler) {
  KernelRig rig;
  const Image shadow = rig.g.image("shadow", picture(64, 40, Format::d32_float));
  rig.fill("mark").depth(shadow, Load::discard).raster({.depth = Compare::always});
  rig.g.compute("look_up", "s.comp").read("c0", shadow, Sampler::shadow).over({1});
  use_pixel_kernels(rig.g);
  EXPECT_EQ(rig.g.nodes()[0].kind, NodeKind::draw);
}

TEST(PixelKernels, DrawsStayWhereTargetsCannotBeStored) {
  for (const Format format : {Format::rgba8_srgb, Format::bgra8_unorm, Format::r32_uint}) {
    KernelRig rig;
    rig.fill("look").color(rig.g.image("target", picture(64, 40, format)));
    EXPECT_EQ(rig.only().kind, NodeKind::draw) << format_name(format);
  }
  KernelRig rig;
  rig.fill("show").color(rig.g.external("window", picture(64, 40, Format::rgba8_unorm), 0), Load::discard);
  EXPECT_EQ(rig.only().kind, NodeKind::draw) << "an image of the window";
}

TEST(PixelKernels, OtherDrawsStay) {
  KernelRig rig;
  rig.g.draw("balls", "balls.vert", "balls.frag").color(rig.light).draw({.vertices = 6});
  EXPECT_EQ(rig.only().kind, NodeKind::draw);
}

TEST(PixelKernels, ReadTheArgumentsOfIndirectDraws) {
  KernelRig rig;
  const Buffer draws = rig.state.buffer("draws", bytes(64));
  rig.g.draw("wet", "screen.vert", "look.frag")
      .raster({.depth = Compare::always, .depth_write = false})
      .full_screen()
      .color(rig.light, Load::keep)
      .indirect(draws, 32);
  const Node& node = rig.only();
  EXPECT_EQ(node.shader, "look.frag+PIXELS_RGBA16F_INDIRECT");
  EXPECT_FALSE(node.indirect) << "its size is that of the targets";
  EXPECT_EQ(use_of(node, "pixel_draws")->resource, draws);
  ASSERT_EQ(node.constants.size(), 1u);
  EXPECT_EQ(node.constants[0].name, "pixel_draw");
  EXPECT_EQ(node.constants[0].bits, 8u) << "32 bytes";
}

TEST(PixelKernels, CopyImages) {
  KernelRig rig;
  const Image to = rig.state.image("to", picture(64, 40)),
              deep = rig.g.image("deep", picture(64, 40, Format::d32_float));
  const Buffer packed = rig.state.buffer("packed", bytes(64 * 40 * 8));
  rig.g.copy("image", rig.light, to);
  rig.g.copy("depth", rig.depth, deep);
  rig.g.copy("pack", rig.light, packed);
  use_pixel_kernels(rig.g);
  EXPECT_EQ(rig.g.nodes()[0].shader, "lib/copy_image.frag+PIXELS_RGBA16F");
  EXPECT_EQ(rig.g.nodes()[1].kind, NodeKind::copy) << "depth that no kernel writes";
  EXPECT_EQ(rig.g.nodes()[2].kind, NodeKind::copy) << "to a buffer";
}

TEST(PixelKernels, CopyDepthIntoWhatKernelsModify) {
  KernelRig rig;
  const Image open = rig.g.image("open", picture(64, 40, Format::d32_float));
  rig.g.copy("open", rig.depth, open);
  rig.fill("first").color(rig.light).depth(open, Load::keep).raster({.depth = Compare::less});
  use_pixel_kernels(rig.g);
  EXPECT_EQ(rig.g.nodes()[0].shader, "lib/copy_image.frag+PIXELS_R32F");
  EXPECT_EQ(rig.g.nodes()[1].kind, NodeKind::compute);
}

TEST(PixelKernels, AreChosenOnce) {
  KernelRig rig;
  rig.fill("look").color(rig.light, Load::discard);
  use_pixel_kernels(rig.g);
  const std::uint64_t key = rig.g.topology();
  use_pixel_kernels(rig.g);
  EXPECT_EQ(rig.g.topology(), key);
}

}  // namespace
}  // namespace undine::graph::testing
