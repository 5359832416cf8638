#include "engine/shader/reflect.h"

#include <fmt/format.h>

#include <algorithm>
#include <spirv_cross/spirv_cross.hpp>

#include "engine/core/error.h"
#include "engine/shader/compile.h"

namespace undine::shader {
namespace {

using graph::BindingKind;
using graph::Format;

// Push constants that every Vulkan device supports; larger parameters use a uniform block of the same name.
constexpr std::uint32_t most_push_bytes = 128;

Format format_of(spv::ImageFormat format, bool& known) {
  known = true;
  switch (format) {
    case spv::ImageFormatUnknown:
      return Format::undefined;
    case spv::ImageFormatR8:
      return Format::r8_unorm;
    case spv::ImageFormatRg8:
      return Format::rg8_unorm;
    case spv::ImageFormatRgba8:
      return Format::rgba8_unorm;
    case spv::ImageFormatR16f:
      return Format::r16_float;
    case spv::ImageFormatRg16f:
      return Format::rg16_float;
    case spv::ImageFormatRgba16f:
      return Format::rgba16_float;
    case spv::ImageFormatR32f:
      return Format::r32_float;
    case spv::ImageFormatRg32f:
      return Format::rg32_float;
    case spv::ImageFormatRgba32f:
      return Format::rgba32_float;
    case spv::ImageFormatR32ui:
      return Format::r32_uint;
    case spv::ImageFormatRg32ui:
      return Format::rg32_uint;
    case spv::ImageFormatRgba32ui:
      return Format::rgba32_uint;
    default:
      known = false;
      return Format::undefined;
  }
}

class Reflection {
 public:
  Reflection(std::string_view name, const std::vector<std::uint32_t>& spirv) : code_(spirv) {
    out_.name = name;
    out_.stage = stage_of(name);
  }

  graph::ShaderInterface run() {
    const auto resources = code_.get_shader_resources();
    for (const auto& r : resources.storage_buffers) storage_buffer(r);
    for (const auto& r : resources.uniform_buffers) add(r, block_name(r), BindingKind::uniform_buffer).bytes = size(r);
    for (const auto& r : resources.storage_images) storage_image(r);
    for (const auto& r : resources.sampled_images) add(r, r.name, BindingKind::sampled_image).texels = texels(r);
    for (const auto& r : resources.push_constant_buffers) push(r);
    for (const auto& r : resources.separate_images) {
      if (code_.get_type(r.type_id).image.dim != spv::DimBuffer) apart(r);
      add(r, r.name, BindingKind::texel_buffer).texels =
          texels(r);  // SPIR-V 1.6 represents samplerBuffer as an image without a sampler
    }
    for (const auto& r : resources.separate_samplers) apart(r);
    for (const auto* unknown :
         {&resources.subpass_inputs, &resources.atomic_counters, &resources.acceleration_structures})
      for (const auto& r : *unknown) reject(r.name, "the graph does not know this kind of resource", "");
    unique_slots();
    constants();
    return std::move(out_);
  }

 private:
  [[noreturn]] void reject(const std::string& binding, const std::string& what, const std::string& remedy) const {
    throw Error(Exit::failure, fmt::format("shader {}, binding {}", out_.name, binding), what, remedy);
  }

  [[noreturn]] void apart(const spirv_cross::Resource& r) const {
    reject(r.name, "images and samplers cannot be bound apart", "declare a sampler2D or its like");
  }

  graph::ShaderBinding& add(const spirv_cross::Resource& r, const std::string& name, BindingKind kind) {
    if (code_.get_decoration(r.id, spv::DecorationDescriptorSet) != 0)
      reject(name, "it is not in set 0", "leave `set` out of its layout");
    if (!code_.get_type(r.type_id).array.empty())
      reject(name, "it is an array of resources", "bind each by its own name, or use layers of one image");
    const bool storage = kind == BindingKind::storage_buffer || kind == BindingKind::storage_image;
    out_.bindings.push_back({.name = name,
                             .slot = code_.get_decoration(r.id, spv::DecorationBinding),
                             .kind = kind,
                             .readable = true,
                             .writable = storage});
    return out_.bindings.back();
  }

  // glslang names a block's variable after its instance; without an instance the name is empty.
  std::string block_name(const spirv_cross::Resource& r) const {
    const auto& name = code_.get_name(r.id);
    if (!name.empty()) return name;
    const auto& type = code_.get_name(r.base_type_id);
    reject(type, "the block has no instance name, by which passes bind it",
           fmt::format("write `{} {{ ... }} name;`", type));
  }

  std::uint32_t size(const spirv_cross::Resource& r) const {
    return static_cast<std::uint32_t>(code_.get_declared_struct_size(code_.get_type(r.base_type_id)));
  }

  void storage_buffer(const spirv_cross::Resource& r) {
    auto& binding = add(r, block_name(r), BindingKind::storage_buffer);
    const auto flags = code_.get_buffer_block_flags(r.id);  // flags that all members have
    binding.readable = !flags.get(spv::DecorationNonReadable);
    binding.writable = !flags.get(spv::DecorationNonWritable);
  }

  graph::Texels texels(const spirv_cross::Resource& r) const {
    const auto& image = code_.get_type(r.type_id).image;
    graph::Texels out;
    if (image.depth) {
      out.format = Format::d32_float;
    } else {
      const auto type = code_.get_type(image.type).basetype;
      out.format = type == spirv_cross::SPIRType::Float  ? Format::rgba32_float
                   : type == spirv_cross::SPIRType::UInt ? Format::rgba32_uint
                                                         : Format::undefined;
    }
    if (image.dim == spv::Dim3D) out.shape = graph::ImageShape::volume;
    if (image.arrayed) out.shape = graph::ImageShape::array;
    return out;
  }

  void storage_image(const spirv_cross::Resource& r) {
    const auto& image = code_.get_type(r.type_id).image;
    if (image.dim == spv::DimBuffer)
      reject(r.name, "image buffers cannot be bound", "declare a buffer block, or samplerBuffer to read texels");
    auto& binding = add(r, r.name, BindingKind::storage_image);
    binding.readable = !code_.has_decoration(r.id, spv::DecorationNonReadable);
    binding.writable = !code_.has_decoration(r.id, spv::DecorationNonWritable);
    bool known = false;
    binding.format = format_of(image.format, known);
    if (!known)
      reject(r.name, "its image format has no counterpart in the graph",
             "use r8, rg8, rgba8, r16f, rg16f, rgba16f, r32f, rg32f, rgba32f, r32ui, rg32ui or rgba32ui");
    binding.texels = texels(r);
    if (binding.format != Format::undefined) binding.texels.format = binding.format;
  }

  void push(const spirv_cross::Resource& r) {
    const auto name = block_name(r);
    if (name != "params")
      reject(name, "the push-constant block is not named params", "write `uniform ParamsBlock { ... } params;`");
    out_.push_bytes = size(r);
    if (out_.push_bytes > most_push_bytes)
      reject(name,
             fmt::format("the push-constant block takes {} bytes, devices offer {}", out_.push_bytes, most_push_bytes),
             "make it a uniform block: `layout(binding = N, scalar) uniform ParamsBlock { ... } params;`");
  }

  void unique_slots() {
    auto& all = out_.bindings;
    std::sort(all.begin(), all.end(), [](const auto& a, const auto& b) { return a.slot < b.slot; });
    for (std::size_t i = 1; i < all.size(); ++i)
      if (all[i].slot == all[i - 1].slot)
        reject(all[i].name, fmt::format("binding = {} belongs to {} already", all[i].slot, all[i - 1].name),
               "give every resource its own binding number");
    for (const auto& b : all)
      if (out_.push_bytes && b.name == "params")
        reject(b.name, "both a push-constant block and a binding have this name", "keep one of them");
  }

  void constants() {
    for (const auto& c : code_.get_specialization_constants()) constant(code_.get_name(c.id), c.constant_id);
    if (out_.stage != graph::ShaderStage::compute) return;
    spirv_cross::SpecializationConstant sizes[3];
    code_.get_work_group_size_specialization_constants(sizes[0], sizes[1], sizes[2]);
    std::uint32_t* extent[] = {&out_.local_size.x, &out_.local_size.y, &out_.local_size.z};
    for (std::uint32_t axis = 0; axis < 3; ++axis) {
      // With gl_WorkGroupSize or LocalSizeId, the literal size may be 0 and the constant holds the value.
      *extent[axis] = std::max(code_.get_execution_mode_argument(spv::ExecutionModeLocalSize, axis), 1u);
      if (sizes[axis].id == 0) continue;
      *extent[axis] = code_.get_constant(sizes[axis].id).scalar();
      constexpr const char* names[] = {"local_size_x", "local_size_y", "local_size_z"};
      constant(names[axis], sizes[axis].constant_id);
      out_.local_size_ids[axis] = sizes[axis].constant_id;
    }
    std::erase_if(out_.constants, [](const auto& c) { return c.name.empty(); });
    std::sort(out_.constants.begin(), out_.constants.end(), [](const auto& a, const auto& b) { return a.id < b.id; });
  }

  // `local_size_x_id = 3` creates an unnamed constant beside the named `constant_id = 3`: they are the same.
  void constant(const std::string& name, std::uint32_t id) {
    for (auto& c : out_.constants)
      if (c.id == id) {
        if (c.name.empty()) c.name = name;
        return;
      }
    out_.constants.push_back({name, id});
  }

  spirv_cross::Compiler code_;
  graph::ShaderInterface out_;
};

}  // namespace

graph::ShaderInterface reflect(std::string_view name, const std::vector<std::uint32_t>& spirv) try {
  return Reflection(name, spirv).run();
} catch (const spirv_cross::CompilerError& error) {
  throw Error(Exit::failure, fmt::format("shader {}", name), fmt::format("reflection failed: {}", error.what()));
}

}  // namespace undine::shader
