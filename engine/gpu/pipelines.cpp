#include "engine/gpu/pipelines.h"

#include <algorithm>
#include <exception>
#include <set>

#include "engine/core/error.h"
#include "engine/gpu/errors.h"
#include "engine/gpu/formats.h"
#include "engine/gpu/labels.h"

namespace undine::gpu {
namespace {

void append(std::string& key, const auto& value) { key.append(reinterpret_cast<const char*>(&value), sizeof(value)); }

void append_module(std::string& key, const shader::Module& module) {
  append(key, module.version);
  key += module.interface.name;
  key += '\0';
}

void append_texels(std::string& key, std::span<const LongTexels> long_texels) {
  for (const LongTexels& t : long_texels) append(key, t.slot), append(key, t.format);
}

void append_constants(std::string& key, const graph::Node& node) {
  for (const graph::Constant& c : node.constants) {
    key += c.name;
    key += '\0';
    append(key, c.bits);
  }
}

// Workgroup size under the specialization constants of a node.
graph::Extent local_size(const graph::ShaderInterface& shader, std::span<const graph::Constant> constants) {
  graph::Extent size = shader.local_size;
  std::uint32_t* axes[] = {&size.x, &size.y, &size.z};
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const auto id = shader.local_size_ids[axis];
    const auto known = std::ranges::find_if(shader.constants, [&](const auto& c) { return id && c.id == *id; });
    if (known == shader.constants.end()) continue;
    for (const graph::Constant& given : constants)
      if (given.name == known->name) *axes[axis] = given.bits;
  }
  return size;
}

VkDescriptorType descriptor_type(const graph::ShaderBinding& binding, std::span<const LongTexels> long_texels) {
  switch (binding.kind) {
    case graph::BindingKind::storage_buffer:
      return VK_DESCRIPTOR_TYPE_STORAGE_BUFFER;
    case graph::BindingKind::uniform_buffer:
      return VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER;
    case graph::BindingKind::texel_buffer:
      return std::ranges::find(long_texels, binding.slot, &LongTexels::slot) == long_texels.end()
                 ? VK_DESCRIPTOR_TYPE_UNIFORM_TEXEL_BUFFER
                 : VK_DESCRIPTOR_TYPE_STORAGE_BUFFER;
    case graph::BindingKind::storage_image:
      return VK_DESCRIPTOR_TYPE_STORAGE_IMAGE;
    case graph::BindingKind::sampled_image:
      return VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER;
  }
  return VK_DESCRIPTOR_TYPE_STORAGE_BUFFER;
}

VkShaderStageFlags stage_flag(graph::ShaderStage stage) {
  switch (stage) {
    case graph::ShaderStage::compute:
      return VK_SHADER_STAGE_COMPUTE_BIT;
    case graph::ShaderStage::vertex:
      return VK_SHADER_STAGE_VERTEX_BIT;
    case graph::ShaderStage::fragment:
      return VK_SHADER_STAGE_FRAGMENT_BIT;
  }
  return VK_SHADER_STAGE_COMPUTE_BIT;
}

std::vector<shader::ConstantValue> values_of(const graph::Node& node, const shader::Module& module) {
  std::vector<shader::ConstantValue> values;
  for (const graph::ShaderConstant& known : module.interface.constants)
    for (const graph::Constant& given : node.constants)
      if (given.name == known.name) values.push_back({known.id, given.bits});
  return values;
}

// One pipeline stage: owns its module and specialization data.
class Stage {
 public:
  Stage(DeviceImpl& d, const StageCode& code) : d_(d) {
    for (const shader::ConstantValue& value : code.values) {
      entries_.push_back({value.id, static_cast<std::uint32_t>(data_.size() * 4), 4});
      data_.push_back(value.bits);
    }
    special_ = {static_cast<std::uint32_t>(entries_.size()), entries_.data(), data_.size() * 4, data_.data()};
    VkShaderModuleCreateInfo info{VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO};
    info.codeSize = code.spirv.size() * 4;
    info.pCode = code.spirv.data();
    const std::string& name = code.module->interface.name;
    UNDINE_CHECK(d_.vk.vkCreateShaderModule(d_.device, &info, nullptr, &module_), "shader " + name);
    name_object(d_, VK_OBJECT_TYPE_SHADER_MODULE, module_, name);
    flags_ = stage_flag(code.module->interface.stage);
  }
  ~Stage() { d_.vk.vkDestroyShaderModule(d_.device, module_, nullptr); }
  Stage(const Stage&) = delete;
  Stage& operator=(const Stage&) = delete;
  VkPipelineShaderStageCreateInfo info() const {
    VkPipelineShaderStageCreateInfo info{VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO};
    info.stage = static_cast<VkShaderStageFlagBits>(flags_);
    info.module = module_;
    info.pName = "main";
    if (!entries_.empty()) info.pSpecializationInfo = &special_;  // specialized code already contains the values
    return info;
  }

 private:
  DeviceImpl& d_;
  VkShaderModule module_ = VK_NULL_HANDLE;
  VkShaderStageFlags flags_ = 0;
  std::vector<VkSpecializationMapEntry> entries_;
  std::vector<std::uint32_t> data_;
  VkSpecializationInfo special_{};
};

VkPrimitiveTopology topology_of(graph::Topology topology) {
  switch (topology) {
    case graph::Topology::triangles:
      return VK_PRIMITIVE_TOPOLOGY_TRIANGLE_LIST;
    case graph::Topology::triangle_strip:
      return VK_PRIMITIVE_TOPOLOGY_TRIANGLE_STRIP;
    case graph::Topology::lines:
      return VK_PRIMITIVE_TOPOLOGY_LINE_LIST;
    case graph::Topology::points:
      return VK_PRIMITIVE_TOPOLOGY_POINT_LIST;
  }
  return VK_PRIMITIVE_TOPOLOGY_TRIANGLE_LIST;
}

VkPipelineColorBlendAttachmentState blend_of(graph::Blend blend) {
  VkPipelineColorBlendAttachmentState state{};
  state.colorWriteMask =
      VK_COLOR_COMPONENT_R_BIT | VK_COLOR_COMPONENT_G_BIT | VK_COLOR_COMPONENT_B_BIT | VK_COLOR_COMPONENT_A_BIT;
  if (blend == graph::Blend::none) return state;
  state.blendEnable = VK_TRUE;
  state.srcColorBlendFactor = blend == graph::Blend::alpha ? VK_BLEND_FACTOR_SRC_ALPHA : VK_BLEND_FACTOR_ONE;
  state.srcAlphaBlendFactor = VK_BLEND_FACTOR_ONE;
  state.dstColorBlendFactor = state.dstAlphaBlendFactor =
      blend == graph::Blend::add ? VK_BLEND_FACTOR_ONE : VK_BLEND_FACTOR_ONE_MINUS_SRC_ALPHA;
  return state;
}

// Key of a request in the cache.
std::string key_of(const PipelineRequest& request, std::span<const shader::Module* const> modules) {
  const graph::Node& node = *request.node;
  std::string key = node.kind == graph::NodeKind::compute ? "compute" : "draw";
  for (const shader::Module* module : modules) append_module(key, *module);
  append_constants(key, node);
  if (node.kind == graph::NodeKind::draw) {
    const graph::Raster& r = node.raster;
    append(key, r.topology), append(key, r.cull), append(key, r.depth), append(key, r.depth_write);
    append(key, r.blend), append(key, r.depth_bias), append(key, r.depth_bias_slope);
    append(key, request.targets.depth), append(key, request.targets.depth_write);
    for (graph::Format f : request.targets.colors) append(key, f);
  }
  append_texels(key, request.long_texels);
  return key;
}

}  // namespace

Pipelines::Pipelines(DeviceImpl& device, Memory& memory, shader::Library& shaders, std::string cache_file)
    : d_(device), memory_(memory), shaders_(shaders), cache_file_(std::move(cache_file)) {
  open_cache();
}

Pipelines::~Pipelines() {
  save_cache();
  for (auto& [key, entry] : entries_) d_.vk.vkDestroyPipeline(d_.device, entry->pipeline.handle, nullptr);
  for (auto& [key, l] : layouts_) {
    d_.vk.vkDestroyPipelineLayout(d_.device, l.handle, nullptr);
    d_.vk.vkDestroyDescriptorSetLayout(d_.device, l.set, nullptr);
  }
  d_.vk.vkDestroyPipelineCache(d_.device, cache_, nullptr);
}

const Pipelines::Layout& Pipelines::layout(std::span<const shader::Module* const> modules,
                                           std::span<const LongTexels> long_texels, const std::string& path) {
  std::vector<VkDescriptorSetLayoutBinding> bindings;
  VkPushConstantRange push{};
  for (const shader::Module* module : modules) {
    VkShaderStageFlags stage = stage_flag(module->interface.stage);
    if (module->interface.push_bytes) {
      push.stageFlags |= stage;
      push.size = std::max(push.size, (module->interface.push_bytes + 3) / 4 * 4);
    }
    for (const graph::ShaderBinding& b : module->interface.bindings) {
      const VkDescriptorType type = descriptor_type(b, long_texels);
      auto known = std::find_if(bindings.begin(), bindings.end(), [&](auto& x) { return x.binding == b.slot; });
      if (known == bindings.end()) {
        bindings.push_back({b.slot, type, 1, stage, nullptr});
      } else if (known->descriptorType != type) {
        throw Error(Exit::failure, "pass " + path + ", binding " + b.name,
                    "the vertex and the fragment shader use slot " + std::to_string(b.slot) + " for different kinds",
                    "give one of them another layout(binding = N)");
      } else {
        known->stageFlags |= stage;
      }
    }
  }
  if (push.size > d_.properties.limits.maxPushConstantsSize)
    throw Error(Exit::failure, "pass " + path, "push constants of " + std::to_string(push.size) + " bytes",
                "the device allows " + std::to_string(d_.properties.limits.maxPushConstantsSize));
  std::sort(bindings.begin(), bindings.end(), [](auto& a, auto& b) { return a.binding < b.binding; });
  std::string key;
  append(key, push);
  for (auto& b : bindings) append(key, b.binding), append(key, b.descriptorType), append(key, b.stageFlags);
  auto [at, fresh] = layouts_.try_emplace(key);
  Layout& l = at->second;
  if (!fresh && l.handle) return l;

  if (!l.set) {
    VkDescriptorSetLayoutCreateInfo set{VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO};
    if (d_.pushes) set.flags = VK_DESCRIPTOR_SET_LAYOUT_CREATE_PUSH_DESCRIPTOR_BIT_KHR;
    set.bindingCount = static_cast<std::uint32_t>(bindings.size());
    set.pBindings = bindings.data();
    UNDINE_CHECK(d_.vk.vkCreateDescriptorSetLayout(d_.device, &set, nullptr, &l.set), "pass " + path);
    name_object(d_, VK_OBJECT_TYPE_DESCRIPTOR_SET_LAYOUT, l.set, path);
  }
  VkPipelineLayoutCreateInfo info{VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO};
  info.setLayoutCount = 1;
  info.pSetLayouts = &l.set;
  info.pushConstantRangeCount = push.size ? 1 : 0;
  info.pPushConstantRanges = &push;
  UNDINE_CHECK(d_.vk.vkCreatePipelineLayout(d_.device, &info, nullptr, &l.handle), "pass " + path);
  name_object(d_, VK_OBJECT_TYPE_PIPELINE_LAYOUT, l.handle, path);
  l.push_stages = push.stageFlags;
  l.push_bytes = push.size;
  return l;
}

Pipelines::Modules Pipelines::modules_of(const graph::Node& node) {
  if (node.kind == graph::NodeKind::compute) return {&shaders_.module(node.shader)};
  return {&shaders_.module(node.shader), &shaders_.module(node.fragment)};
}

std::size_t Pipelines::words(const PipelineRequest& request) {
  std::size_t sum = 0;
  for (const shader::Module* module : modules_of(*request.node)) sum += module->spirv.size();
  return sum;
}

std::vector<std::size_t> Pipelines::words_to_make(std::span<const PipelineRequest> requests) {
  std::vector<std::size_t> all;
  std::set<std::string> seen;
  for (const PipelineRequest& request : requests) {
    std::string key = key_of(request, modules_of(*request.node));
    const bool there = entries_.contains(key) || !seen.insert(std::move(key)).second;
    all.push_back(there ? 0 : words(request));
  }
  return all;
}

std::vector<const Pipeline*> Pipelines::make(std::span<const PipelineRequest> requests, std::size_t threads) {
  struct Job {
    std::string key;
    const PipelineRequest* request;
    std::vector<const StageCode*> codes;
    std::unique_ptr<Entry> entry;
    std::exception_ptr failed;
    std::size_t words() const {
      return codes.front()->spirv.size() + (codes.size() > 1 ? codes.back()->spirv.size() : 0);
    }
  };
  std::vector<std::string> keys;
  std::vector<Job> jobs;
  std::map<std::string, StageCode> codes;  // shared between pipelines
  for (const PipelineRequest& request : requests) {
    const graph::Node& node = *request.node;
    const Modules modules = modules_of(node);
    const std::string& key = keys.emplace_back(key_of(request, modules));
    if (entries_.contains(key) || std::ranges::find(jobs, key, &Job::key) != jobs.end()) continue;
    const Layout& l = layout(modules, request.long_texels, request.path);
    auto entry = std::make_unique<Entry>();
    entry->pipeline = {VK_NULL_HANDLE, l.handle, l.set, l.push_stages, l.push_bytes, {}, request.long_texels};
    if (node.kind == graph::NodeKind::compute)
      entry->pipeline.local_size = local_size(modules[0]->interface, node.constants);
    entry->modules.emplace_back(node.shader, modules.front()->version);
    if (modules.size() > 1) entry->modules.emplace_back(node.fragment, modules.back()->version);
    jobs.push_back(Job{key, &request, {}, std::move(entry), nullptr});
    Job& job = jobs.back();
    for (const shader::Module* module : modules) {
      StageCode code{module, values_of(node, *module), request.long_texels, {}};
      std::string code_key;
      append_module(code_key, *module);
      for (const shader::ConstantValue& value : code.values) append(code_key, value);
      append_texels(code_key, request.long_texels);
      job.codes.push_back(&codes.try_emplace(std::move(code_key), std::move(code)).first->second);
    }
  }
  // Longest first, to balance the threads at the end.
  std::vector<StageCode*> stages;
  for (auto& [key, code] : codes) stages.push_back(&code);
  std::ranges::stable_sort(stages, std::ranges::greater{}, [](const StageCode* c) { return c->module->spirv.size(); });
  const auto complete = [&](std::size_t i) {
    StageCode& code = *stages[i];
    code.spirv = code.long_texels.empty() ? shaders_.specialized(*code.module, code.values)
                                          : shader::texels_as_storage(*code.module, code.long_texels);
  };
  parallel_each(stages.size(), complete, threads);
  const auto create = [&](std::size_t i) {
    Job& job = jobs[i];
    Pipeline& p = job.entry->pipeline;
    try {
      job.codes.size() > 1 ? create_draw(p, *job.request, *job.codes[0], *job.codes[1])
                           : create_compute(p, *job.request, *job.codes[0]);
      name_object(d_, VK_OBJECT_TYPE_PIPELINE, p.handle, job.request->path);
    } catch (...) {
      job.failed = std::current_exception();
    }
  };
  std::ranges::stable_sort(jobs, std::ranges::greater{}, &Job::words);
  // Vulkan allows concurrent calls: the driver guards the pipeline cache.
  if (!d_.layer_changes_shaders)
    parallel_each(jobs.size(), create, threads);
  else
    for (std::size_t i = 0; i < jobs.size(); ++i) create(i);
  std::exception_ptr failed;
  for (Job& job : jobs) {
    if (!failed) failed = job.failed;
    if (!job.failed) entries_[job.key] = std::move(job.entry);
  }
  if (failed) std::rethrow_exception(failed);
  std::vector<const Pipeline*> made;
  for (const std::string& key : keys) made.push_back(&entries_.at(key)->pipeline);
  return made;
}

void Pipelines::create_compute(Pipeline& p, const PipelineRequest& request, const StageCode& code) {
  Stage stage(d_, code);
  VkComputePipelineCreateInfo info{VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO};
  info.stage = stage.info();
  info.layout = p.layout;
  UNDINE_CHECK(d_.vk.vkCreateComputePipelines(d_.device, cache_, 1, &info, nullptr, &p.handle), "pass " + request.path);
}

void Pipelines::create_draw(Pipeline& p, const PipelineRequest& request, const StageCode& vertex,
                            const StageCode& fragment) {
  const graph::Raster& r = request.node->raster;
  const Targets& targets = request.targets;
  Stage vertex_stage(d_, vertex), fragment_stage(d_, fragment);
  VkPipelineShaderStageCreateInfo stages[] = {vertex_stage.info(), fragment_stage.info()};

  VkPipelineVertexInputStateCreateInfo input{VK_STRUCTURE_TYPE_PIPELINE_VERTEX_INPUT_STATE_CREATE_INFO};
  VkPipelineInputAssemblyStateCreateInfo assembly{VK_STRUCTURE_TYPE_PIPELINE_INPUT_ASSEMBLY_STATE_CREATE_INFO};
  assembly.topology = topology_of(r.topology);
  VkPipelineViewportStateCreateInfo viewport{VK_STRUCTURE_TYPE_PIPELINE_VIEWPORT_STATE_CREATE_INFO};
  viewport.viewportCount = viewport.scissorCount = 1;
  VkPipelineRasterizationStateCreateInfo raster{VK_STRUCTURE_TYPE_PIPELINE_RASTERIZATION_STATE_CREATE_INFO};
  raster.cullMode = r.cull == graph::Cull::back    ? VK_CULL_MODE_BACK_BIT
                    : r.cull == graph::Cull::front ? VK_CULL_MODE_FRONT_BIT
                                                   : VK_CULL_MODE_NONE;
  raster.frontFace = VK_FRONT_FACE_COUNTER_CLOCKWISE;
  raster.depthBiasEnable = r.depth_bias != 0 || r.depth_bias_slope != 0;
  raster.depthBiasConstantFactor = r.depth_bias;
  raster.depthBiasSlopeFactor = r.depth_bias_slope;
  raster.lineWidth = 1;
  VkPipelineMultisampleStateCreateInfo samples{VK_STRUCTURE_TYPE_PIPELINE_MULTISAMPLE_STATE_CREATE_INFO};
  samples.rasterizationSamples = VK_SAMPLE_COUNT_1_BIT;
  VkPipelineDepthStencilStateCreateInfo depth{VK_STRUCTURE_TYPE_PIPELINE_DEPTH_STENCIL_STATE_CREATE_INFO};
  depth.depthTestEnable = targets.depth != graph::Format::undefined;
  depth.depthWriteEnable = depth.depthTestEnable && targets.depth_write && r.depth_write;
  depth.depthCompareOp = vk_compare(r.depth);
  std::vector<VkPipelineColorBlendAttachmentState> blends;
  std::vector<VkFormat> formats;
  for (graph::Format f : targets.colors) {
    formats.push_back(vk_format(f));
    blends.push_back(blend_of(is_integer(f) ? graph::Blend::none : r.blend));
  }
  VkPipelineColorBlendStateCreateInfo blend{VK_STRUCTURE_TYPE_PIPELINE_COLOR_BLEND_STATE_CREATE_INFO};
  blend.attachmentCount = static_cast<std::uint32_t>(blends.size());
  blend.pAttachments = blends.data();
  VkDynamicState states[] = {VK_DYNAMIC_STATE_VIEWPORT, VK_DYNAMIC_STATE_SCISSOR};
  VkPipelineDynamicStateCreateInfo dynamic{VK_STRUCTURE_TYPE_PIPELINE_DYNAMIC_STATE_CREATE_INFO};
  dynamic.dynamicStateCount = 2;
  dynamic.pDynamicStates = states;
  VkPipelineRenderingCreateInfo rendering{VK_STRUCTURE_TYPE_PIPELINE_RENDERING_CREATE_INFO};
  rendering.colorAttachmentCount = static_cast<std::uint32_t>(formats.size());
  rendering.pColorAttachmentFormats = formats.data();
  rendering.depthAttachmentFormat = vk_format(targets.depth);
  VkGraphicsPipelineCreateInfo info{VK_STRUCTURE_TYPE_GRAPHICS_PIPELINE_CREATE_INFO, &rendering};
  info.stageCount = 2;
  info.pStages = stages;
  info.pVertexInputState = &input;
  info.pInputAssemblyState = &assembly;
  info.pViewportState = &viewport;
  info.pRasterizationState = &raster;
  info.pMultisampleState = &samples;
  info.pDepthStencilState = &depth;
  info.pColorBlendState = &blend;
  info.pDynamicState = &dynamic;
  info.layout = p.layout;
  UNDINE_CHECK(d_.vk.vkCreateGraphicsPipelines(d_.device, cache_, 1, &info, nullptr, &p.handle),
               "pass " + request.path);
}

void Pipelines::drop_stale(std::uint64_t last_frame) {
  for (auto at = entries_.begin(); at != entries_.end();) {
    const auto& modules = at->second->modules;
    bool stale = std::any_of(modules.begin(), modules.end(),
                             [&](auto& m) { return shaders_.module(m.first).version != m.second; });
    if (stale) {
      memory_.retire(at->second->pipeline.handle, last_frame);
      at = entries_.erase(at);
    } else {
      ++at;
    }
  }
}

}  // namespace undine::gpu
