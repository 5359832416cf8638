// Fragment shaders of full-screen draws compiled as compute kernels.
#include "engine/shader/pixel_kernel.h"

#include <algorithm>
#include <set>

#include "tests/contract/shader_files.h"

namespace undine::test {
namespace {

using PixelKernel = ShaderFiles;

constexpr std::string_view shader = R"(#pragma variants RED?
layout(binding = 1) uniform sampler2D seen;  // discard is only a word here
layout(location = 0) in vec2 uv;
layout(location = 0) out vec4 color;
layout(location = 1) out float share;

void main() {
  if (gl_FragCoord.x < 2.0) discard;
  color = texelFetch(seen, ivec2(gl_FragCoord.xy), 0) + vec4(uv, 0.0, 0.0);
#ifdef RED
  color.r = 1.0;
#endif
  share = 0.5;
}
)";

std::vector<std::string> names_of(const graph::ShaderInterface& interface) {
  std::vector<std::string> out;
  for (const auto& b : interface.bindings) out.push_back(b.name);
  std::ranges::sort(out);
  return out;
}

TEST_F(PixelKernel, HasATargetForEachOutput) {
  write("shaders/a.frag", shader);
  const auto kernel = library().compile("a.frag+PIXELS_RGBA16F_R8_CLEAR_LESS_seen");
  EXPECT_EQ(kernel.interface.stage, graph::ShaderStage::compute);
  EXPECT_EQ(kernel.interface.local_size, (graph::Extent{8, 8, 1}));
  EXPECT_EQ(names_of(kernel.interface), (std::vector<std::string>{"pixel_target0", "pixel_target1", "pixels", "seen"}));
  std::set<std::uint32_t> slots;
  for (const auto& b : kernel.interface.bindings) {
    EXPECT_LT(b.slot, 32u);
    slots.insert(b.slot);
    EXPECT_TRUE(b.name != "seen" || b.slot == 1) << "the shader's own";
    EXPECT_TRUE(b.name != "pixel_target1" || b.format == graph::Format::r8_unorm);
    EXPECT_TRUE(b.name != "pixel_target0" || !b.readable);
  }
  EXPECT_EQ(slots.size(), 4u);
  EXPECT_EQ(library().compile("a.frag").interface.stage, graph::ShaderStage::fragment);
}

TEST_F(PixelKernel, BindsWhatItsStateNeeds) {
  write("shaders/a.frag", shader);
  const auto names = [&](const std::string& flag) { return names_of(library().compile("a.frag+" + flag).interface); };
  EXPECT_EQ(names("PIXELS_RGBA16F_LESS_pixel_test+RED"),
            (std::vector<std::string>{"pixel_target0", "pixel_test", "pixels", "seen"}));
  EXPECT_EQ(names("PIXELS_RGBA16F_ADD_INDIRECT"),
            (std::vector<std::string>{"pixel_draws", "pixel_target0", "pixels", "seen"}));
  EXPECT_EQ(names("PIXELS_RGBA16F_DEPTH_MODIFY_LESS"),
            (std::vector<std::string>{"pixel_depth_out", "pixel_target0", "pixels", "seen"}));
}

TEST_F(PixelKernel, RejectsWhatKernelsLack) {
  write("shaders/a.frag", shader);
  const auto fails = [&](const std::string& name, std::string_view part) {
    try {
      library().compile(name);
      ADD_FAILURE() << name << " compiles";
    } catch (const Error& error) {
      EXPECT_TRUE(contains(error.what(), part)) << error.what();
    }
  };
  fails("a.frag+PIXELS_R8_R8_R8", "2 outputs, but 3 targets");
  fails("a.frag+PIXELS_R8+BLUE", "no such variant");
  write("shaders/b.frag", "layout(location = 3) in vec3 normal;\nlayout(location = 0) out vec4 c;\nvoid main() {}\n");
  fails("b.frag+PIXELS_RGBA8", "no input normal");
  write("shaders/c.frag",
        "layout(location = 0) in vec2 uv;\nlayout(location = 0) out vec4 c;\nvoid main() {\n  c = what;\n}\n");
  fails("c.frag+PIXELS_RGBA8", "c.frag:4");
}

}  // namespace
}  // namespace undine::test
