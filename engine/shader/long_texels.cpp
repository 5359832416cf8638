#include "engine/shader/long_texels.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#define SPV_ENABLE_UTILITY_CODE  // spv::HasResultAndType()
#include <spirv_cross/spirv.hpp>
#include <unordered_map>

#include "engine/core/error.h"

namespace undine::shader {
namespace {

using Words = std::vector<std::uint32_t>;
using Id = std::uint32_t;

struct Instruction {  // SPIR-V: word count and opcode in the first word, then operands
  spv::Op op;
  std::span<const std::uint32_t> words;
  std::uint32_t operator[](std::size_t i) const { return words[i]; }
};

std::uint32_t components(graph::Format format) {
  switch (format) {
    case graph::Format::r32_float:
    case graph::Format::r32_uint:
      return 1;
    case graph::Format::rg32_float:
    case graph::Format::rg32_uint:
      return 2;
    case graph::Format::rgba32_float:
    case graph::Format::rgba32_uint:
      return 4;
    default:
      return 0;
  }
}

// True if an operand of an instruction in a function is an id, for operands from `first` on (after type and result);
// others are numbers. Covers the instructions that glslang generates from GLSL.
bool operand_is_id(const Instruction& in, std::size_t at, std::size_t first) {
  const std::size_t operand = at - first;
  switch (in.op) {
    case spv::OpLoad:
    case spv::OpCompositeExtract:
    case spv::OpSelectionMerge:
    case spv::OpArrayLength:
    case spv::OpLine:
      return operand < 1;
    case spv::OpStore:
    case spv::OpCompositeInsert:
    case spv::OpVectorShuffle:
    case spv::OpLoopMerge:
    case spv::OpCopyMemory:
      return operand < 2;
    case spv::OpBranchConditional:
      return operand < 3;
    case spv::OpVariable:
    case spv::OpFunction:
      return operand != 0;
    case spv::OpExtInst:
      return operand != 1;
    case spv::OpSwitch:  // selector, default, then pairs of a number and a label
      return operand < 2 || operand % 2 == 1;
    case spv::OpImageFetch:
    case spv::OpImageRead:
    case spv::OpImageSampleImplicitLod:
    case spv::OpImageSampleExplicitLod:
    case spv::OpImageSampleProjImplicitLod:
    case spv::OpImageSampleProjExplicitLod:
      return operand != 2;
    case spv::OpImageWrite:
    case spv::OpImageGather:
    case spv::OpImageDrefGather:
    case spv::OpImageSampleDrefImplicitLod:
    case spv::OpImageSampleDrefExplicitLod:
      return operand != 3;
    default:
      return !(in.op >= spv::OpGroupNonUniformIAdd && in.op <= spv::OpGroupNonUniformLogicalXor) || operand != 1;
  }
}

class Rewriter {
 public:
  Rewriter(const Module& module, std::span<const LongTexels> slots) : module_(module), slots_(slots) {
    const Words& code = module.spirv;
    bound_ = code[3];
    for (std::size_t i = 5; i < code.size(); i += code[i] >> 16)
      all_.push_back({static_cast<spv::Op>(code[i] & 0xffffu), std::span(code).subspan(i, code[i] >> 16)});
  }

  Words run() {
    find_variables();
    if (texels_.empty()) return module_.spirv;
    for (std::size_t i = 0; i < all_.size(); ++i)
      if (all_[i].op == spv::OpFunction) functions_.emplace_back(i);
    const std::size_t bodies = functions_.front();
    for (std::size_t f : functions_) function_at_[all_[f][2]] = f;
    for (std::size_t i = 0; i < bodies; ++i) {
      if (is_annotation(all_[i].op)) last_annotation_ = i;
      if (all_[i].op == spv::OpDecorate) decorations_.emplace(all_[i][1], i);
    }
    for (auto& [variable, t] : texels_) declare(variable, t);
    for (std::size_t f : functions_) function(f, all_[f][2], {});
    for (std::size_t next = 0; next < copies_.size(); ++next) {  // copies_ grows during iteration
      const Copy copy = copies_[next];
      function(function_at_.at(copy.function), copy.id, copy.arguments);
    }
    Words out(module_.spirv.begin(), module_.spirv.begin() + 5);
    out[3] = bound_;
    for (std::size_t i = 0; i < bodies; ++i) {
      if (all_[i].op == spv::OpVariable && texels_.contains(all_[i][2])) continue;
      out.insert(out.end(), all_[i].words.begin(), all_[i].words.end());
      if (i == last_annotation_) out.insert(out.end(), annotations_.begin(), annotations_.end());
    }
    out.insert(out.end(), declarations_.begin(), declarations_.end());
    out.insert(out.end(), bodies_.begin(), bodies_.end());
    return out;
  }

 private:
  struct Texels {  // declarations that replace a variable
    std::uint32_t count;
    Id component, element, pointer;  // types: float or uint, element of the array, pointer to it
  };
  // A function takes images by pointers, which may not point into storage buffers. Each set of arguments that are
  // replaced variables gets a copy of the function that refers to them directly.
  using Arguments = std::vector<std::pair<std::size_t, Id>>;  // parameter index, variable
  struct Copy {
    Id function, id;
    Arguments arguments;
  };

  static bool is_annotation(spv::Op op) {
    return op == spv::OpDecorate || op == spv::OpMemberDecorate || op == spv::OpDecorateId;
  }

  static void put(Words& to, spv::Op op, std::initializer_list<std::uint32_t> operands) {
    to.push_back(static_cast<std::uint32_t>(operands.size() + 1) << 16 | static_cast<std::uint32_t>(op));
    to.insert(to.end(), operands);
  }

  [[noreturn]] void refuse(const char* what) const {
    throw Error(Exit::failure, fmt::format("shader {}", module_.interface.name),
                fmt::format("a texel buffer that exceeds the device's limit is {}", what),
                "the only access to such a buffer is texelFetch()");
  }

  void find_variables() {
    std::unordered_map<Id, Id> images, pointers;  // image of texels: type of its components; pointer: image
    std::unordered_map<Id, std::uint32_t> slot_of;
    for (const Instruction& in : all_) {
      if (in.op == spv::OpDecorate && in[2] == spv::DecorationBinding) slot_of[in[1]] = in[3];
      if (in.op == spv::OpTypeImage && in[3] == spv::DimBuffer) images[in[1]] = in[2];
      if (in.op == spv::OpTypePointer && images.contains(in[3])) pointers[in[1]] = in[3];
      if (in.op != spv::OpVariable || !pointers.contains(in[1]) || !slot_of.contains(in[2])) continue;
      const auto slot = std::ranges::find(slots_, slot_of.at(in[2]), &LongTexels::slot);
      if (slot != slots_.end()) texels_[in[2]] = {components(slot->format), images.at(pointers.at(in[1])), 0, 0};
    }
  }

  // Finds or adds an instruction among the module's types and constants.
  Id known(spv::Op op, std::initializer_list<std::uint32_t> before, std::initializer_list<std::uint32_t> after) {
    Words key(before);
    key.push_back(static_cast<std::uint32_t>(op));
    key.insert(key.end(), after);
    if (const auto found = added_.find(key); found != added_.end()) return found->second;
    for (const Instruction& in : all_) {
      if (in.op == spv::OpFunction) break;
      if (in.op != op || in.words.size() != before.size() + after.size() + 2) continue;
      if (std::equal(before.begin(), before.end(), in.words.begin() + 1) &&
          std::equal(after.begin(), after.end(), in.words.end() - static_cast<std::ptrdiff_t>(after.size())))
        return added_[key] = in[before.size() + 1];
    }
    const Id id = bound_++;
    declarations_.push_back(static_cast<std::uint32_t>(before.size() + after.size() + 2) << 16 |
                            static_cast<std::uint32_t>(op));
    declarations_.insert(declarations_.end(), before);
    declarations_.push_back(id);
    declarations_.insert(declarations_.end(), after);
    return added_[key] = id;
  }

  Id vector(Id component, std::uint32_t count) { return known(spv::OpTypeVector, {}, {component, count}); }
  Id zero_index() { return known(spv::OpConstant, {known(spv::OpTypeInt, {}, {32, 0})}, {0}); }
  Id constant(Id component, bool one) {
    const bool real = std::ranges::any_of(
        all_, [&](const Instruction& in) { return in.op == spv::OpTypeFloat && in[1] == component; });
    return known(spv::OpConstant, {component}, {!one ? 0u : real ? 0x3f800000u : 1u});
  }

  // buffer Block { readonly element at[]; }
  void declare(Id variable, Texels& t) {
    if (t.count == 0) refuse("not of 32-bit floats or integers");
    t.element = t.count == 1 ? t.component : vector(t.component, t.count);
    const Id array = bound_++, block = bound_++, to_block = bound_++;
    put(annotations_, spv::OpDecorate, {array, spv::DecorationArrayStride, 4 * t.count});
    put(annotations_, spv::OpDecorate, {block, spv::DecorationBlock});
    put(annotations_, spv::OpMemberDecorate, {block, 0, spv::DecorationNonWritable});
    put(annotations_, spv::OpMemberDecorate, {block, 0, spv::DecorationOffset, 0});
    put(declarations_, spv::OpTypeRuntimeArray, {array, t.element});
    put(declarations_, spv::OpTypeStruct, {block, array});
    put(declarations_, spv::OpTypePointer, {to_block, spv::StorageClassStorageBuffer, block});
    t.pointer = known(spv::OpTypePointer, {}, {spv::StorageClassStorageBuffer, t.element});
    put(declarations_, spv::OpVariable, {to_block, variable, spv::StorageClassStorageBuffer});
  }

  Id copy_of(Id function, const Arguments& arguments) {
    const auto same = [&](const Copy& c) { return c.function == function && c.arguments == arguments; };
    const auto known_copy = std::ranges::find_if(copies_, same);
    if (known_copy != copies_.end()) return known_copy->id;
    copies_.push_back({function, bound_++, arguments});
    return copies_.back().id;
  }

  void fetch(const Instruction& in, Id result, Id coordinate, Id variable) {
    const Texels& t = texels_.at(variable);
    const Id place = bound_++;
    put(bodies_, spv::OpAccessChain, {t.pointer, place, variable, zero_index(), coordinate});
    if (t.count == 4) return put(bodies_, spv::OpLoad, {in[1], result, place});
    const Id loaded = bound_++;
    put(bodies_, spv::OpLoad, {t.element, loaded, place});
    Id x = loaded, y = constant(t.component, false);
    const Id zero = y, one = constant(t.component, true);
    if (t.count == 2) {
      x = bound_++;
      y = bound_++;
      put(bodies_, spv::OpCompositeExtract, {t.component, x, loaded, 0});
      put(bodies_, spv::OpCompositeExtract, {t.component, y, loaded, 1});
    }
    put(bodies_, spv::OpCompositeConstruct, {in[1], result, x, y, zero, one});
  }

  void decorate_as(Id old, Id copy) {  // NoContraction and similar decorations
    const auto [first, last] = decorations_.equal_range(old);
    for (auto d = first; d != last; ++d) {
      const Instruction& in = all_[d->second];
      annotations_.insert(annotations_.end(), {in[0], copy});
      annotations_.insert(annotations_.end(), in.words.begin() + 2, in.words.end());
    }
  }

  // Copies the function from all_[begin] on as `id`, with these arguments in place of its parameters.
  void function(std::size_t begin, Id id, const Arguments& arguments) {
    std::unordered_map<Id, Id> renamed, variables, loaded;
    const bool copy = !arguments.empty();
    const auto variable_of = [&](Id pointer) {
      const auto found = variables.find(pointer);
      return found != variables.end() ? found->second : texels_.contains(pointer) ? pointer : Id{0};
    };
    std::size_t parameter = 0, end = begin;
    for (; all_[end].op != spv::OpFunctionEnd; ++end) {
      const Instruction& in = all_[end];
      bool has_result = false, has_type = false;
      spv::HasResultAndType(in.op, &has_result, &has_type);
      const Id result = has_result ? in[has_type ? 2 : 1] : 0;
      if (copy && has_result) {
        renamed[result] = in.op == spv::OpFunction ? id : bound_++;
        decorate_as(result, renamed[result]);
      }
      if (in.op != spv::OpFunctionParameter) continue;
      for (const auto& [which, variable] : arguments)
        if (which == parameter) variables[result] = variable;
      ++parameter;
    }
    const auto name = [&](Id old) {
      const auto found = renamed.find(old);
      return found == renamed.end() ? old : found->second;
    };
    for (std::size_t i = begin; i <= end; ++i) {
      const Instruction& in = all_[i];
      if (in.op == spv::OpFunctionParameter && variables.contains(in[2])) continue;
      if (in.op == spv::OpLoad && variable_of(in[3])) {
        loaded[in[2]] = variable_of(in[3]);
        continue;
      }
      if (in.op == spv::OpImageFetch && loaded.contains(in[3])) {
        fetch(in, name(in[2]), name(in[4]), loaded.at(in[3]));
        continue;
      }
      if (in.op == spv::OpImageQuerySize && loaded.contains(in[3])) refuse("asked for its size");
      if (in.op == spv::OpFunctionCall && call(in, name, variable_of)) continue;
      bool has_result = false, has_type = false;
      spv::HasResultAndType(in.op, &has_result, &has_type);
      const std::size_t first = 1 + has_result + has_type;
      bodies_.push_back(in[0]);
      for (std::size_t w = 1; w < in.words.size(); ++w) {
        const bool is_id = w < first || operand_is_id(in, w, first);
        bodies_.push_back(is_id ? name(in[w]) : in[w]);
      }
      if (in.op == spv::OpFunction && copy) bodies_.back() = type_without(in[4], arguments);
    }
  }

  bool call(const Instruction& in, const auto& name, const auto& variable_of) {
    Arguments changed;
    for (std::size_t w = 4; w < in.words.size(); ++w)
      if (const Id variable = variable_of(in[w])) changed.emplace_back(w - 4, variable);
    if (changed.empty()) return false;
    const Id target = copy_of(in[3], changed);
    bodies_.push_back(static_cast<std::uint32_t>(in.words.size() - changed.size()) << 16 | spv::OpFunctionCall);
    bodies_.insert(bodies_.end(), {in[1], name(in[2]), target});
    for (std::size_t w = 4; w < in.words.size(); ++w)
      if (!variable_of(in[w])) bodies_.push_back(name(in[w]));
    return true;
  }

  // Type of a function without the given parameters.
  Id type_without(Id type, const Arguments& arguments) {
    const auto found = std::ranges::find_if(
        all_, [&](const Instruction& in) { return in.op == spv::OpTypeFunction && in[1] == type; });
    Words operands{(*found)[2]};
    for (std::size_t w = 3; w < found->words.size(); ++w)
      if (std::ranges::find(arguments, w - 3, &Arguments::value_type::first) == arguments.end())
        operands.push_back((*found)[w]);
    for (const Instruction& in : all_)
      if (in.op == spv::OpTypeFunction && std::ranges::equal(in.words.subspan(2), operands)) return in[1];
    if (const auto known_type = function_types_.find(operands); known_type != function_types_.end())
      return known_type->second;
    const Id id = bound_++;
    declarations_.push_back(static_cast<std::uint32_t>(operands.size() + 2) << 16 | spv::OpTypeFunction);
    declarations_.push_back(id);
    declarations_.insert(declarations_.end(), operands.begin(), operands.end());
    return function_types_[operands] = id;
  }

  const Module& module_;
  std::span<const LongTexels> slots_;
  std::vector<Instruction> all_;
  Id bound_ = 0;
  std::map<Id, Texels> texels_;  // by variable
  std::vector<std::size_t> functions_;
  std::multimap<Id, std::size_t> decorations_;  // by target
  std::unordered_map<Id, std::size_t> function_at_;
  std::vector<Copy> copies_;
  std::map<Words, Id> added_, function_types_;
  std::size_t last_annotation_ = 0;
  Words annotations_, declarations_, bodies_;
};

}  // namespace

bool can_be_storage(graph::Format format) { return components(format) != 0; }

std::vector<std::uint32_t> texels_as_storage(const Module& module, std::span<const LongTexels> slots) {
  return Rewriter(module, slots).run();
}

}  // namespace undine::shader
