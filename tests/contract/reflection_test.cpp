#include <algorithm>

#include "tests/contract/shader_files.h"

namespace undine::test {
namespace {

using graph::BindingKind;
using graph::Format;
class Reflection : public ShaderFiles {};

const graph::ShaderBinding& binding(const shader::Module& module, std::string_view name) {
  const auto& all = module.interface.bindings;
  auto at = std::find_if(all.begin(), all.end(), [&](const auto& b) { return b.name == name; });
  if (at == all.end()) throw std::runtime_error("no binding " + std::string(name));
  return *at;
}

TEST_F(Reflection, BuffersByInstanceNameAndQualifier) {
  const auto m = compile(R"(
layout(local_size_x = 64) in;
layout(binding = 3, scalar) buffer Both { float at[]; } both;
layout(binding = 1, scalar) readonly buffer In { vec3 at[]; } u_now;
layout(binding = 2, scalar) writeonly buffer Out { float at[]; } u_next;
layout(binding = 5, scalar) buffer Mixed { readonly uint count; uint at[]; } mixed;
void main() { u_next.at[gl_GlobalInvocationID.x] = u_now.at[0].x + both.at[1]; both.at[0] = 1; mixed.at[0] = 1u; }
)");
  const auto& i = m.interface;
  EXPECT_EQ(i.name, "test.comp");
  EXPECT_EQ(i.stage, graph::ShaderStage::compute);
  EXPECT_EQ(i.local_size, (graph::Extent{64, 1, 1}));
  EXPECT_EQ(i.push_bytes, 0u);
  ASSERT_EQ(i.bindings.size(), 4u);
  EXPECT_TRUE(std::is_sorted(i.bindings.begin(), i.bindings.end(), [](auto& a, auto& b) { return a.slot < b.slot; }));
  const auto check = [&](std::string_view name, std::uint32_t slot, bool readable, bool writable) {
    const auto& b = binding(m, name);
    EXPECT_EQ(b.slot, slot) << name;
    EXPECT_EQ(b.kind, BindingKind::storage_buffer) << name;
    EXPECT_EQ(b.readable, readable) << name;
    EXPECT_EQ(b.writable, writable) << name;
  };
  check("both", 3, true, true);
  check("u_now", 1, true, false);
  check("u_next", 2, false, true);
  check("mixed", 5, true, true);
}

TEST_F(Reflection, ImagesAndSamplers) {
  const auto m = compile(R"(
layout(local_size_x = 8, local_size_y = 4) in;
layout(binding = 0) uniform sampler2D mask;
layout(binding = 1) uniform sampler2DShadow shadow;
layout(binding = 2) uniform sampler2DArray layers;
layout(binding = 3) uniform usamplerBuffer table;
layout(binding = 4, rgba16f) uniform writeonly image2D surface;
layout(binding = 5, r32f) uniform readonly image2D height;
layout(binding = 6, r32ui) uniform uimage3D counts;
void main() {
  ivec2 at = ivec2(gl_GlobalInvocationID.xy);
  uint n = texelFetch(table, 0).x + imageAtomicAdd(counts, ivec3(at, 0), 1u);
  imageStore(surface, at, vec4(texelFetch(mask, at, 0).x + float(n) + textureLod(shadow, vec3(0), 0) +
    texelFetch(layers, ivec3(at, 0), 0).x + imageLoad(height, at).x));
}
)");
  EXPECT_EQ(m.interface.local_size, (graph::Extent{8, 4, 1}));
  for (auto name : {"mask", "shadow", "layers"}) {
    EXPECT_EQ(binding(m, name).kind, BindingKind::sampled_image) << name;
    EXPECT_TRUE(binding(m, name).readable) << name;
    EXPECT_FALSE(binding(m, name).writable) << name;
  }
  EXPECT_EQ(binding(m, "table").kind, BindingKind::texel_buffer);
  EXPECT_FALSE(binding(m, "table").writable);
  const auto& surface = binding(m, "surface");
  EXPECT_EQ(surface.kind, BindingKind::storage_image);
  EXPECT_EQ(surface.format, Format::rgba16_float);
  EXPECT_FALSE(surface.readable);
  EXPECT_TRUE(surface.writable);
  EXPECT_EQ(binding(m, "height").format, Format::r32_float);
  EXPECT_TRUE(binding(m, "height").readable);
  EXPECT_FALSE(binding(m, "height").writable);
  EXPECT_EQ(binding(m, "counts").format, Format::r32_uint);
  EXPECT_TRUE(binding(m, "counts").readable);
  EXPECT_TRUE(binding(m, "counts").writable);
  using graph::ImageShape, graph::Texels;
  EXPECT_EQ(binding(m, "mask").texels, (Texels{Format::rgba32_float, ImageShape::flat}));
  EXPECT_EQ(binding(m, "shadow").texels, (Texels{Format::d32_float, ImageShape::flat}));
  EXPECT_EQ(binding(m, "layers").texels.shape, ImageShape::array);
  EXPECT_EQ(binding(m, "table").texels, (Texels{Format::rgba32_uint, ImageShape::flat}));
  EXPECT_EQ(binding(m, "surface").texels.format, Format::rgba16_float);
  EXPECT_EQ(binding(m, "counts").texels, (Texels{Format::r32_uint, ImageShape::volume}));
}

TEST_F(Reflection, BlocksHaveTheSizeOfTheSharedStruct) {
  struct Params {  // C++ layout without padding
    float a;
    float b[3];
    std::uint32_t n;
    float m[2][3];
    float c[2];
  };
  write("passes/params.h", "struct Params { float a; vec3 b; uint n; vec3 m[2]; vec2 c; };\n");
  const auto m = compile(R"(
#include "passes/params.h"
layout(local_size_x = 1) in;
layout(push_constant, scalar) uniform ParamsBlock { Params p; } params;
layout(binding = 7, scalar) uniform CameraBlock { Params c; mat4 view; mat3 turn; } camera;
layout(binding = 8, scalar) uniform Plain { vec3 eye; float time; vec2 size; } plain;
layout(binding = 0, scalar) buffer Out { float at[]; } target;
void main() { target.at[0] = params.p.b.x + camera.c.c.y + plain.size.x; }
)");
  EXPECT_EQ(m.interface.push_bytes, sizeof(Params));
  EXPECT_EQ(binding(m, "camera").kind, BindingKind::uniform_buffer);
  EXPECT_EQ(binding(m, "camera").bytes, sizeof(Params) + 64 + 36);
  EXPECT_FALSE(binding(m, "camera").writable);
  EXPECT_EQ(binding(m, "plain").bytes, 24u);
}

TEST_F(Reflection, UnusedBindingsAreStillDeclared) {
  const auto m = compile(R"(
layout(local_size_x = 1) in;
layout(binding = 0) uniform sampler2D mask;
layout(binding = 1, scalar) readonly buffer In { float at[]; } unused;
layout(push_constant, scalar) uniform ParamsBlock { vec4 x; } params;
void main() {}
)");
  ASSERT_EQ(m.interface.bindings.size(), 2u);
  EXPECT_FALSE(binding(m, "unused").writable);
  EXPECT_EQ(m.interface.push_bytes, 16u);
}

TEST_F(Reflection, SpecializationConstantsByName) {
  const auto m = compile(R"(
layout(constant_id = 4) const float gain = 2.0;
layout(constant_id = 2) const uint group = 32;
layout(local_size_x_id = 2, local_size_y = 3, local_size_z_id = 9) in;
layout(constant_id = 5) const bool periodic = false;
layout(binding = 0, scalar) buffer Out { float at[]; } target;
void main() { if (periodic) target.at[gl_WorkGroupSize.x] = gain; }
)");
  ASSERT_EQ(m.interface.constants.size(), 4u);
  const std::pair<std::string, std::uint32_t> expected[] = {
      {"group", 2}, {"gain", 4}, {"periodic", 5}, {"local_size_z", 9}};
  for (std::size_t i = 0; i < 4; ++i) {
    EXPECT_EQ(m.interface.constants[i].name, expected[i].first);
    EXPECT_EQ(m.interface.constants[i].id, expected[i].second);
  }
  EXPECT_EQ(m.interface.local_size.y, 3u);
  EXPECT_EQ(m.interface.local_size.z, 1u);
}

// For Vulkan 1.3, glslang writes LocalSizeId if a constant sets the size, LocalSize otherwise.
TEST_F(Reflection, BothFormsOfTheLocalSize) {
  const auto fixed = compile("layout(local_size_x = 4, local_size_y = 5, local_size_z = 6) in; void main() {}");
  EXPECT_EQ(fixed.interface.local_size, (graph::Extent{4, 5, 6}));
  const auto by_id = compile(R"(
layout(constant_id = 0) const uint group = 16;
layout(local_size_x_id = 0, local_size_y = 2) in;
void main() {})");
  EXPECT_EQ(by_id.interface.local_size.y, 2u);
  const auto literal = compile("layout(local_size_x = 48, local_size_x_id = 1) in; void main() {}");
  EXPECT_EQ(literal.interface.local_size.x, 48u);
  EXPECT_EQ(literal.interface.constants.at(0).name, "local_size_x");
}

TEST_F(Reflection, VertexAndFragmentStages) {
  const auto v = compile(R"(
layout(binding = 0, scalar) readonly buffer Vertices { vec3 at[]; } vertices;
layout(location = 0) out vec3 normal;
void main() { normal = vec3(0); gl_Position = vec4(vertices.at[gl_VertexIndex], 1); }
)",
                         "test.vert");
  EXPECT_EQ(v.interface.stage, graph::ShaderStage::vertex);
  EXPECT_EQ(v.interface.bindings.at(0).name, "vertices");
  const auto f = compile(R"(
layout(binding = 1) uniform sampler2D picture;
layout(location = 0) in vec3 normal;
layout(location = 0) out vec4 color;
void main() { color = texture(picture, normal.xy); }
)",
                         "test.frag");
  EXPECT_EQ(f.interface.stage, graph::ShaderStage::fragment);
  EXPECT_EQ(f.interface.bindings.at(0).slot, 1u);
}

TEST_F(Reflection, RejectionsNameTheBindingAndTheRemedy) {
  const auto rejects = [&](const std::string& declaration, std::string_view binding, std::string_view part) {
    const auto error = error_of("layout(local_size_x = 1) in;\n" + declaration + "\nvoid main() {}");
    EXPECT_EQ(error.code(), Exit::failure);
    EXPECT_EQ(error.where(), "shader test.comp, binding " + std::string(binding));
    EXPECT_TRUE(contains(error.what(), part)) << error.what();
  };
  rejects("layout(binding = 0, scalar) buffer Heights { float at[]; };", "Heights", "Heights { ... } name;");
  rejects("layout(binding = 0, scalar) uniform CameraBlock { vec4 eye; };", "CameraBlock", "instance name");
  rejects("layout(push_constant, scalar) uniform Push { float x; } push;", "push", "params");
  rejects("layout(push_constant, scalar) uniform Push { vec4 x[9]; } params;", "params", "144 bytes");
  rejects("layout(set = 1, binding = 0) uniform sampler2D mask;", "mask", "set 0");
  rejects("layout(binding = 0) uniform sampler2D a;\nlayout(binding = 0) uniform sampler2D b;", "b", "belongs to a");
  rejects("layout(binding = 0) uniform sampler2D maps[3];", "maps", "array");
  rejects("layout(binding = 0) uniform texture2D apart;", "apart", "sampler2D");
  rejects("layout(binding = 0, r32f) uniform imageBuffer texels;", "texels", "samplerBuffer");
  rejects("layout(binding = 0, rgba16i) uniform iimage2D odd;", "odd", "rgba16f");
}

}  // namespace
}  // namespace undine::test
