// SPIR-V module as instructions, with queries for rules about shaders. Functions can be inlined and local variables
// promoted to values first, so that only `main` remains.
#pragma once
#include <algorithm>
#include <cstdint>
#include <map>
#include <set>
#include <span>
#include <spirv-tools/optimizer.hpp>
#include <stdexcept>
#include <string>
#include <vector>

#define SPV_ENABLE_UTILITY_CODE
#include <spirv_cross/spirv.hpp>

namespace undine::test {

using Id = std::uint32_t;

struct Instruction {
  spv::Op op = spv::OpNop;
  Id type = 0, result = 0;              // 0: absent
  std::vector<std::uint32_t> operands;  // after type and result
};

struct Block {
  Id label = 0;
  std::vector<Instruction> code;  // ends with the terminator
  std::vector<std::size_t> next;
};

class SpirvModule {
 public:
  explicit SpirvModule(const std::vector<std::uint32_t>& words) {
    bool in_function = false;
    for (std::size_t at = 5; at < words.size(); at += words[at] >> 16) {
      const Instruction i = decode({words.data() + at, words[at] >> 16});
      if (i.result) defined_[i.result] = i;
      if (i.op == spv::OpFunction) in_function = true;
      if (i.op == spv::OpFunctionEnd) in_function = false;
      if (i.op == spv::OpLabel)
        blocks.push_back({i.result, {}, {}});
      else if (in_function && !blocks.empty() && i.op != spv::OpFunction && i.op != spv::OpFunctionParameter &&
               i.op != spv::OpLine && i.op != spv::OpNoLine)
        blocks.back().code.push_back(i);
      else
        globals.push_back(i);
    }
    for (Block& b : blocks)
      for (const Id target : targets(b.code.back()))
        for (std::size_t k = 0; k < blocks.size(); ++k)
          if (blocks[k].label == target) b.next.push_back(k);
  }

  // Inlines all functions, and promotes local variables to values where possible.
  static SpirvModule inlined(const std::vector<std::uint32_t>& words) {
    spvtools::Optimizer optimizer(SPV_ENV_VULKAN_1_3);
    optimizer.RegisterPass(spvtools::CreateMergeReturnPass())
        .RegisterPass(spvtools::CreateInlineExhaustivePass())
        .RegisterPass(spvtools::CreateEliminateDeadFunctionsPass())
        .RegisterPass(spvtools::CreatePrivateToLocalPass())
        .RegisterPass(spvtools::CreateScalarReplacementPass(0))
        .RegisterPass(spvtools::CreateLocalAccessChainConvertPass())
        .RegisterPass(spvtools::CreateSSARewritePass())
        .RegisterPass(spvtools::CreateAggressiveDCEPass());
    spvtools::OptimizerOptions options;
    options.set_run_validator(false);
    std::vector<std::uint32_t> out;
    if (!optimizer.Run(words.data(), words.size(), &out, options)) throw std::runtime_error("the optimizer failed");
    return SpirvModule(out);
  }

  const Instruction& at(Id id) const {
    static const Instruction none;
    const auto found = defined_.find(id);
    return found == defined_.end() ? none : found->second;
  }
  bool decorated(Id id, spv::Decoration d) const {
    return std::ranges::any_of(globals, [&](const Instruction& i) {
      return (i.op == spv::OpDecorate && i.operands[0] == id && i.operands[1] == static_cast<std::uint32_t>(d)) ||
             (i.op == spv::OpMemberDecorate && i.operands[0] == id && i.operands[2] == static_cast<std::uint32_t>(d));
    });
  }
  std::uint32_t builtin(Id id) const {  // or ~0u
    for (const Instruction& i : globals)
      if (i.op == spv::OpDecorate && i.operands[0] == id && i.operands[1] == spv::DecorationBuiltIn)
        return i.operands[2];
    return ~0u;
  }
  std::string name(Id id) const {
    for (const Instruction& i : globals)
      if (i.op == spv::OpName && i.operands[0] == id) {
        std::string out;
        for (std::size_t k = 1; k < i.operands.size(); ++k)
          for (int byte = 0; byte < 4; ++byte)
            if (const char c = static_cast<char>(i.operands[k] >> 8 * byte & 255u)) out += c;
        return out;
      }
    return "%" + std::to_string(id);
  }
  // Variable that a pointer refers to; 0 if there is not one.
  Id variable_of(Id pointer) const {
    for (;;) {
      const Instruction& i = at(pointer);
      if (i.op == spv::OpVariable) return pointer;
      if (i.op != spv::OpAccessChain && i.op != spv::OpInBoundsAccessChain && i.op != spv::OpCopyObject &&
          i.op != spv::OpImageTexelPointer)
        return 0;
      pointer = i.operands[0];
    }
  }
  spv::StorageClass storage(Id variable) const { return static_cast<spv::StorageClass>(at(variable).operands[0]); }
  Id pointed(Id variable) const { return at(at(variable).type).operands[1]; }  // pointee type
  // Operands that are ids (not memory semantics, members and the like).
  std::vector<Id> ids_of(const Instruction& i) const {
    std::vector<Id> out;
    const std::size_t first = i.op == spv::OpExtInst ? 2 : 0;
    std::size_t end = i.operands.size();
    if (i.op == spv::OpCompositeExtract) end = 1;
    if (i.op == spv::OpCompositeInsert || i.op == spv::OpVectorShuffle) end = 2;
    for (std::size_t k = first; k < end; ++k)
      if (defined_.contains(i.operands[k])) out.push_back(i.operands[k]);
    return out;
  }
  std::vector<Instruction> all() const {  // in all functions
    std::vector<Instruction> out;
    for (const Block& b : blocks) out.insert(out.end(), b.code.begin(), b.code.end());
    return out;
  }

  static Instruction decode(std::span<const std::uint32_t> words) {
    Instruction i;
    i.op = static_cast<spv::Op>(words[0] & 0xffffu);
    bool has_result = false, has_type = false;
    spv::HasResultAndType(i.op, &has_result, &has_type);
    std::size_t at = 1;
    if (has_type) i.type = words[at++];
    if (has_result) i.result = words[at++];
    i.operands.assign(words.begin() + static_cast<std::ptrdiff_t>(at), words.end());
    return i;
  }

  std::vector<Instruction> globals;
  std::vector<Block> blocks;

 private:
  static std::vector<Id> targets(const Instruction& i) {
    if (i.op == spv::OpBranch) return {i.operands[0]};
    if (i.op == spv::OpBranchConditional) return {i.operands[1], i.operands[2]};
    if (i.op != spv::OpSwitch) return {};
    std::vector<Id> out{i.operands[1]};
    for (std::size_t k = 3; k < i.operands.size(); k += 2) out.push_back(i.operands[k]);
    return out;
  }
  std::map<Id, Instruction> defined_;
};

}  // namespace undine::test
