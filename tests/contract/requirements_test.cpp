// Device requirements of Undine: sufficient for every shader, and within the published profiles.
#include "engine/gpu/requirements.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "engine/app/session/frames.h"
#include "engine/gpu/limits.h"
#include "engine/shader/library.h"
#include "tests/contract/shader_files.h"
#include "tests/e2e/scenes.h"

namespace undine::test {
namespace {

using gpu::DeviceFacts;
using graph::BindingKind;
using graph::Format;

std::uint64_t asked(std::string_view name) {
  for (const gpu::Requirement& r : gpu::requirements())
    if (r.name == name) return r.asked;
  ADD_FAILURE() << name << " is not in the table";
  return 0;
}

bool listed(std::string_view name) {
  return std::ranges::any_of(gpu::requirements(), [&](const gpu::Requirement& r) { return r.name == name; });
}

std::uint32_t count(const graph::ShaderInterface& shader, std::initializer_list<BindingKind> kinds) {
  return static_cast<std::uint32_t>(std::ranges::count_if(
      shader.bindings, [&](const auto& b) { return std::ranges::find(kinds, b.kind) != kinds.end(); }));
}

// OpCapability values of a module beyond core Vulkan, by the feature that enables them.
std::vector<std::string> features_of(const std::vector<std::uint32_t>& spirv) {
  std::vector<std::string> out;
  for (std::size_t i = 5; i < spirv.size() && (spirv[i] & 0xffffu) == 17; i += spirv[i] >> 16) switch (spirv[i + 1]) {
      case 1:   // Shader
      case 46:  // SampledBuffer
      case 50:  // ImageQuery
      case 51:  // DerivativeControl: supported by all devices
        break;
      case 32:
        out.emplace_back("shaderClipDistance");
        break;
      case 49:
        out.emplace_back("shaderStorageImageExtendedFormats");
        break;
      default:
        out.push_back("the feature of SPIR-V capability " + std::to_string(spirv[i + 1]));
    }
  return out;
}

TEST(Requirements, AreEnoughForEveryShader) {
  const shader::Library project = project_shaders();
  std::uint32_t buffers = 0;
  for (const std::string& name : project.names()) {
    const shader::Module module = project.compile(name);
    const graph::ShaderInterface& s = module.interface;
    buffers = std::max(buffers, count(s, {BindingKind::storage_buffer}));
    EXPECT_LE(count(s, {BindingKind::storage_buffer}), asked("maxPerStageDescriptorStorageBuffers")) << name;
    EXPECT_LE(count(s, {BindingKind::storage_image}), asked("maxPerStageDescriptorStorageImages")) << name;
    EXPECT_LE(count(s, {BindingKind::sampled_image, BindingKind::texel_buffer}),
              asked("maxPerStageDescriptorSampledImages"))
        << name;
    EXPECT_LE(count(s, {BindingKind::uniform_buffer}), asked("maxPerStageDescriptorUniformBuffers")) << name;
    EXPECT_LE(s.bindings.size(), gpu::most_bindings) << name;
    EXPECT_LE(s.push_bytes, asked("maxPushConstantsSize")) << name;
    EXPECT_LE(s.local_size.x * s.local_size.y * s.local_size.z, asked("maxComputeWorkGroupInvocations")) << name;
    for (const graph::ShaderBinding& b : s.bindings)
      EXPECT_TRUE(s.stage == graph::ShaderStage::compute || b.kind == BindingKind::sampled_image ||
                  b.kind == BindingKind::texel_buffer || b.kind == BindingKind::uniform_buffer || !b.writable)
          << name << " writes " << b.name << ": ask for vertexPipelineStoresAndAtomics, fragmentStoresAndAtomics";
    for (const std::string& feature : features_of(module.spirv))
      EXPECT_TRUE(listed(feature)) << name << ": " << feature;
  }
  EXPECT_GT(buffers, 4u) << "more than plain Vulkan promises, or nothing was counted";
}

// Format features that any use of a format requires.
VkFormatFeatureFlags asked_of(Format format) {
  VkFormatFeatureFlags out = 0;
  for (const gpu::Requirement& r : gpu::requirements())
    if (r.kind == gpu::Requirement::Kind::format && r.name == graph::format_name(format))
      out |= static_cast<VkFormatFeatureFlags>(r.asked);
  return out;
}

TEST(Requirements, AreEnoughForEverySceneOfTheProject) {
  for (const std::string& scene : project_scenes()) {
    session::Session session(load_scene(scene), {}, {.picture = true});
    const graph::Plan plan = session::plan_frames(session, {64, 48}, false);
    const graph::Graph& g = session.graph();
    const std::vector<VkFormatFeatureFlags> needs = gpu::image_needs(plan, g);
    std::vector<graph::Resource> resources;
    graph::resolve(plan, g, resources);
    std::size_t images = 0;
    for (std::size_t i = 0; i < needs.size(); ++i) {
      if (needs[i] == 0) continue;
      ++images;
      const graph::Resource r = resources[i];
      const Format format = r.persistent() ? g.state().at(r).texture.format : g.transients()[r.index()].texture.format;
      EXPECT_EQ(gpu::format_text(needs[i] & ~asked_of(format)), "-")
          << scene << ": " << plan.resources[i].name << ", " << graph::format_name(format);
    }
    EXPECT_GT(images, 5u) << scene;
    for (const graph::PlannedNode& node : plan.nodes) EXPECT_LE(node.colors.size(), asked("maxColorAttachments"));
  }
}

std::vector<std::string> unmet(const DeviceFacts& facts) {
  std::vector<std::string> out;
  for (const gpu::DeviceRequirement& r : gpu::judge(facts, false))
    if (!r.met) out.push_back(r.needed_by == "smooth pictures" ? "smooth " + r.name : r.name);
  return out;
}

using namespace gpu::format_use;

// Minimum of a Vulkan 1.3 implementation: its tables of required limits and formats.
DeviceFacts core() {
  DeviceFacts f;
  f.version = VK_API_VERSION_1_3;
  f.queue = true;
  f.features = {"synchronization2", "dynamicRendering", "maintenance4", "timelineSemaphore"};
  f.limits = {{"maxPushConstantsSize", 128},
              {"maxPerStageDescriptorStorageBuffers", 4},
              {"maxPerStageDescriptorStorageImages", 4},
              {"maxPerStageDescriptorSampledImages", 16},
              {"maxPerStageDescriptorUniformBuffers", 12},
              {"maxComputeSharedMemorySize", 16384},
              {"maxComputeWorkGroupInvocations", 128},
              {"maxColorAttachments", 4},
              {"maxImageDimension2D", 4096},
              {"maxImageDimension3D", 256},
              {"maxTexelBufferElements", 65536},
              {"maxStorageBufferRange", 1u << 27}};
  f.formats = {{Format::r8_unorm, filtered | blended},
               {Format::rg8_unorm, filtered | blended},
               {Format::rgba8_unorm, filtered | stored | blended},
               {Format::rgba8_srgb, filtered | blended},
               {Format::r16_float, filtered | blended},
               {Format::rg16_float, filtered | blended},
               {Format::rgba16_float, filtered | stored | blended},
               {Format::r32_float, sampled | stored | drawn},
               {Format::rg32_float, sampled | stored | drawn},
               {Format::rgba32_float, sampled | stored | drawn},
               {Format::d32_float, sampled | depth}};
  return f;
}

DeviceFacts roadmap_2022() {
  DeviceFacts f = core();
  f.features.insert({"scalarBlockLayout", "shaderStorageImageExtendedFormats", "independentBlend"});
  f.limits["maxPerStageDescriptorStorageBuffers"] = 30;
  f.limits["maxPerStageDescriptorStorageImages"] = 16;
  f.limits["maxPerStageDescriptorSampledImages"] = 200;
  f.limits["maxPerStageDescriptorUniformBuffers"] = 15;
  f.limits["maxComputeWorkGroupInvocations"] = 256;
  f.limits["maxColorAttachments"] = 7;
  f.limits["maxImageDimension2D"] = 8192;
  for (auto& [format, flags] : f.formats)
    if (format != Format::d32_float && format != Format::rgba8_srgb) flags |= stored;  // the extended formats
  return f;
}

DeviceFacts roadmap_2024() {
  DeviceFacts f = roadmap_2022();
  f.extensions.insert(VK_KHR_PUSH_DESCRIPTOR_EXTENSION_NAME);
  f.limits["maxPushDescriptors"] = 32;
  f.limits["maxColorAttachments"] = 8;
  return f;
}

// Integrated Intel GPU of 2016 under Mesa.
DeviceFacts integrated() {
  DeviceFacts f = roadmap_2024();
  f.features.insert("shaderClipDistance");
  for (auto& [format, flags] : f.formats) flags |= format == Format::d32_float ? sampled : filtered | blended;
  return f;
}

// Metal through MoltenVK on Apple silicon: does not filter 32-bit floats.
DeviceFacts portable() {
  DeviceFacts f = integrated();
  f.version = VK_API_VERSION_1_2;
  f.extensions.insert({VK_KHR_SYNCHRONIZATION_2_EXTENSION_NAME, VK_KHR_DYNAMIC_RENDERING_EXTENSION_NAME,
                       VK_KHR_MAINTENANCE_4_EXTENSION_NAME});
  for (Format format : {Format::r32_float, Format::rg32_float, Format::rgba32_float})
    f.formats[format] &= ~VK_FORMAT_FEATURE_SAMPLED_IMAGE_FILTER_LINEAR_BIT;
  return f;
}

using Names = std::vector<std::string>;
const Names coarse{"smooth r32_float", "smooth rg32_float", "smooth rgba32_float"};

TEST(Requirements, AgainstProfiles) {
  EXPECT_EQ(unmet(core()),
            (Names{"scalarBlockLayout", "shaderStorageImageExtendedFormats", "independentBlend", "shaderClipDistance",
                   "maxPerStageDescriptorStorageBuffers", "maxComputeWorkGroupInvocations", "rg16_float", "r32_float",
                   "smooth r32_float", "smooth rg32_float", "smooth rgba32_float"}));
  EXPECT_EQ(unmet(roadmap_2022()),
            (Names{"shaderClipDistance", "r32_float", "smooth r32_float", "smooth rg32_float", "smooth rgba32_float"}));
  EXPECT_EQ(unmet(roadmap_2024()),
            (Names{"shaderClipDistance", "r32_float", "smooth r32_float", "smooth rg32_float", "smooth rgba32_float"}));
  EXPECT_EQ(unmet(integrated()), Names{});
  EXPECT_EQ(unmet(portable()), coarse);
}

TEST(Requirements, DescriptorsArePushedWhereANodeFits) {
  EXPECT_FALSE(gpu::pushes_descriptors(core()));
  DeviceFacts f = roadmap_2024();
  EXPECT_TRUE(gpu::pushes_descriptors(f));
  f.limits["maxPushDescriptors"] = gpu::most_bindings - 1;
  EXPECT_FALSE(gpu::pushes_descriptors(f));
}

TEST(Requirements, SayWhatThereIs) {
  DeviceFacts old = integrated();
  old.version = VK_API_VERSION_1_1;
  old.limits["maxPushConstantsSize"] = 64;
  std::map<std::string, gpu::DeviceRequirement> by_name;
  for (gpu::DeviceRequirement& r : gpu::judge(old, true)) by_name[r.name] = r;
  const auto said = [&](const std::string& name) {
    const gpu::DeviceRequirement& r = by_name.at(name);
    return r.asked + " " + r.has + (r.met ? " met" : "");
  };
  EXPECT_EQ(said("Vulkan"), "1.3 1.1");
  EXPECT_EQ(said("maxPushConstantsSize"), "128 64");
  EXPECT_EQ(said("maxColorAttachments"), "4 8 met");
  EXPECT_EQ(said(VK_KHR_SWAPCHAIN_EXTENSION_NAME), "- no");
  EXPECT_EQ(by_name.at("rgba16_float").needed_by, "all");
  EXPECT_EQ(by_name.at("r16_float").needed_by, "some scenes");
}

}  // namespace
}  // namespace undine::test
