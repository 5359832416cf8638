// SPIR-V transformations that do not change the results of a correct shader.
#pragma once
#include <map>

#include "tests/support/spirv_module.h"

namespace undine::test {

// Words of a module; finds or adds types and constants on demand.
class SpirvEdit {
 public:
  using Words = std::vector<std::uint32_t>;
  explicit SpirvEdit(Words words) : words_(std::move(words)), m_(words_) {}
  const SpirvModule& module() const { return m_; }
  Id fresh() { return words_[3]++; }
  static void append(Words& out, spv::Op op, std::initializer_list<std::uint32_t> operands) {
    out.push_back(static_cast<std::uint32_t>(op) | static_cast<std::uint32_t>(operands.size() + 1) << 16);
    out.insert(out.end(), operands);
  }
  Id type(spv::Op op, std::initializer_list<std::uint32_t> operands) { return global(op, 0, operands); }
  Id constant(Id type, std::uint32_t value) { return global(spv::OpConstant, type, {value}); }
  // Constant of any type with these bits in every word; 0 for an array whose length is not a plain constant.
  Id filled(Id type, std::uint32_t bits) {
    const Instruction t = m_.at(type);
    if (t.op == spv::OpTypeInt || t.op == spv::OpTypeFloat) return constant(type, bits);
    if (t.op == spv::OpTypeBool) return global(bits ? spv::OpConstantTrue : spv::OpConstantFalse, type, {});
    Words parts;
    if (t.op == spv::OpTypeStruct) {
      for (const Id part : t.operands) parts.push_back(filled(part, bits));
    } else {
      std::uint32_t n = t.operands[1];
      if (t.op == spv::OpTypeArray)
        n = m_.at(t.operands[1]).op == spv::OpConstant ? m_.at(t.operands[1]).operands[0] : 0;
      if (n == 0) return 0;
      parts.assign(n, filled(t.operands[0], bits));
    }
    if (std::ranges::find(parts, 0u) != parts.end()) return 0;
    return global(spv::OpConstantComposite, type, parts);
  }
  void capability(spv::Capability c) { capabilities_.push_back(c); }

  // Calls `visit(words, instruction, out)` for each instruction of the functions; `visit` appends the replacement to
  // `out`. Types and constants that it requests precede all functions.
  template <class Visit>
  Words each(Visit&& visit) {
    Words head(words_.begin(), words_.begin() + 5), before, code;
    std::size_t function = 0;
    for (std::size_t at = 5; at < words_.size(); at += words_[at] >> 16) {
      const Words one(words_.begin() + static_cast<std::ptrdiff_t>(at),
                      words_.begin() + static_cast<std::ptrdiff_t>(at + (words_[at] >> 16)));
      function |= (one[0] & 0xffffu) == spv::OpFunction;
      if (!function)
        before.insert(before.end(), one.begin(), one.end());
      else
        visit(one, SpirvModule::decode(one), code);
    }
    head[3] = words_[3];
    Words out(head);
    for (const spv::Capability c : capabilities_) append(out, spv::OpCapability, {static_cast<std::uint32_t>(c)});
    for (const Words* part : {&before, &made_, &code}) out.insert(out.end(), part->begin(), part->end());
    return out;
  }

 private:
  Id global(spv::Op op, Id type, const Words& operands) {
    for (const Instruction& i : m_.globals)
      if (i.op == op && i.type == type && i.operands == operands) return i.result;
    Words key{static_cast<std::uint32_t>(op), type};
    key.insert(key.end(), operands.begin(), operands.end());
    Id& id = known_[key];
    if (id) return id;
    id = fresh();
    made_.push_back(static_cast<std::uint32_t>(op) | static_cast<std::uint32_t>(operands.size() + (type ? 3 : 2))
                                                         << 16);
    if (type) made_.push_back(type);
    made_.push_back(id);
    made_.insert(made_.end(), operands.begin(), operands.end());
    return id;
  }
  Words words_;
  SpirvModule m_;
  Words made_;
  std::vector<spv::Capability> capabilities_;
  std::map<Words, Id> known_;
};

// Fills shared memory with NaN at the start of `main`.
inline std::vector<std::uint32_t> with_soiled_memory(const std::vector<std::uint32_t>& words) {
  SpirvEdit edit(words);
  const SpirvModule& m = edit.module();
  Id main = 0;
  for (const Instruction& i : m.globals)
    if (i.op == spv::OpEntryPoint) main = i.operands[1];
  bool here = false, done = false;
  return edit.each([&](const SpirvEdit::Words& one, const Instruction& i, SpirvEdit::Words& out) {
    if (i.op == spv::OpFunction) here = i.result == main;
    if (here && !done && i.op != spv::OpFunction && i.op != spv::OpLabel && i.op != spv::OpVariable) {
      done = true;
      bool any = false;
      for (const Instruction& v : m.globals) {
        if (v.op != spv::OpVariable || v.operands[0] != spv::StorageClassWorkgroup) continue;
        const Id value = edit.filled(m.pointed(v.result), 0xffc0beefu);
        if (value) SpirvEdit::append(out, spv::OpStore, {v.result, value}), any = true;
      }
      const Id uint = edit.type(spv::OpTypeInt, {32, 0});
      const auto number = [&](std::uint32_t v) { return edit.constant(uint, v); };
      if (any)
        SpirvEdit::append(out, spv::OpControlBarrier,
                          {number(spv::ScopeWorkgroup), number(spv::ScopeWorkgroup),
                           number(spv::MemorySemanticsAcquireReleaseMask | spv::MemorySemanticsWorkgroupMemoryMask)});
    }
    out.insert(out.end(), one.begin(), one.end());
  });
}

// Redirects out-of-bounds accesses of buffers and images to the first element.
inline std::vector<std::uint32_t> with_wrong_ends(const std::vector<std::uint32_t>& words) {
  SpirvEdit edit(words);
  const SpirvModule& m = edit.module();
  edit.capability(spv::CapabilityImageQuery);
  const Id uint = edit.type(spv::OpTypeInt, {32, 0}), sint = edit.type(spv::OpTypeInt, {32, 1});
  const Id truth = edit.type(spv::OpTypeBool, {});
  std::map<Id, Id> types;  // types of computed values
  for (const Instruction& i : m.all())
    if (i.result) types[i.result] = i.type;
  const auto type_of = [&](Id id) { return types.contains(id) ? types[id] : m.at(id).type; };
  const auto within = [&](SpirvEdit::Words& out, Id index, Id length, std::uint32_t n) {
    const Id of = type_of(index), none = edit.filled(of, 0),
             truths = n > 1 ? edit.type(spv::OpTypeVector, {truth, n}) : truth;
    const Id ok = edit.fresh(), chosen = edit.fresh();
    SpirvEdit::append(out, spv::OpULessThan, {truths, ok, index, length});
    SpirvEdit::append(out, spv::OpSelect, {of, chosen, ok, index, none});
    return chosen;
  };
  return edit.each([&](const SpirvEdit::Words& one, const Instruction& i, SpirvEdit::Words& out) {
    SpirvEdit::Words mine(one);
    if (i.op == spv::OpAccessChain && m.at(i.operands[0]).op == spv::OpVariable && i.operands.size() > 2 &&
        m.storage(i.operands[0]) == spv::StorageClassStorageBuffer) {
      const Instruction block = m.at(m.pointed(i.operands[0]));
      const std::uint32_t member = m.at(i.operands[1]).operands[0];
      if (m.at(block.operands[member]).op == spv::OpTypeRuntimeArray) {
        const Id length = edit.fresh();
        SpirvEdit::append(out, spv::OpArrayLength, {uint, length, i.operands[0], member});
        mine[5] = within(out, i.operands[2], length, 1);
      }
    }
    const bool writes = i.op == spv::OpImageWrite;
    if (i.op == spv::OpImageFetch || i.op == spv::OpImageRead || writes) {
      const Id image = i.operands[0];
      const Instruction kind = m.at(type_of(image));
      const bool buffer = kind.operands[1] == spv::DimBuffer, lod = i.op == spv::OpImageFetch && !buffer;
      const std::uint32_t n = buffer ? 1 : kind.operands[1] == spv::Dim3D || kind.operands[3] ? 3 : 2;
      const Id sizes = n > 1 ? edit.type(spv::OpTypeVector, {sint, n}) : sint, size = edit.fresh();
      if (lod)
        SpirvEdit::append(out, spv::OpImageQuerySizeLod, {sizes, size, image, i.operands[3]});
      else
        SpirvEdit::append(out, spv::OpImageQuerySize, {sizes, size, image});
      mine[writes ? 2 : 4] = within(out, i.operands[1], size, n);
    }
    out.insert(out.end(), mine.begin(), mine.end());
  });
}

// Does not fuse products with sums: copies of an expression give equal results.
inline std::vector<std::uint32_t> with_even_rounding(const std::vector<std::uint32_t>& words) {
  const SpirvModule m(words);
  const auto rounds = [](spv::Op op) {
    return op == spv::OpFAdd || op == spv::OpFSub || op == spv::OpFMul || op == spv::OpFDiv ||
           (op >= spv::OpVectorTimesScalar && op <= spv::OpDot);
  };
  SpirvEdit::Words more;
  for (const Instruction& i : m.all())
    if (rounds(i.op) && !m.decorated(i.result, spv::DecorationNoContraction))
      SpirvEdit::append(more, spv::OpDecorate, {i.result, spv::DecorationNoContraction});
  std::size_t at = 5;  // decorations precede all types
  for (; at < words.size(); at += words[at] >> 16)
    if (const auto op = static_cast<spv::Op>(words[at] & 0xffffu);
        op >= spv::OpTypeVoid && op <= spv::OpTypeForwardPointer)
      break;
  SpirvEdit::Words out(words.begin(), words.begin() + static_cast<std::ptrdiff_t>(at));
  out.insert(out.end(), more.begin(), more.end());
  out.insert(out.end(), words.begin() + static_cast<std::ptrdiff_t>(at), words.end());
  return out;
}

// Fuses products with sums in every other thread unless the shader forbids contraction. A compiler may do so in one
// copy of an expression and not in another.
inline std::vector<std::uint32_t> with_uneven_rounding(const std::vector<std::uint32_t>& words) {
  SpirvEdit edit(words);
  const SpirvModule& m = edit.module();
  Id set = 0, place = 0;
  for (const Instruction& i : m.globals) {
    if (i.op == spv::OpExtInstImport) set = i.result;
    if (i.op == spv::OpVariable && m.builtin(i.result) == spv::BuiltInGlobalInvocationId) place = i.result;
  }
  if (set == 0 || place == 0) return words;
  const Id uint = edit.type(spv::OpTypeInt, {32, 0}), truth = edit.type(spv::OpTypeBool, {});
  const Id three = edit.type(spv::OpTypeVector, {uint, 3});
  const Id zero = edit.constant(uint, 0), one_ = edit.constant(uint, 1);
  std::map<Id, Instruction> products;
  for (const Instruction& i : m.all())
    if (i.op == spv::OpFMul && !m.decorated(i.result, spv::DecorationNoContraction)) products[i.result] = i;
  return edit.each([&](const SpirvEdit::Words& one, const Instruction& i, SpirvEdit::Words& out) {
    const bool sum =
        (i.op == spv::OpFAdd || i.op == spv::OpFSub) && !m.decorated(i.result, spv::DecorationNoContraction);
    const bool first = sum && products.contains(i.operands[0]), second = sum && products.contains(i.operands[1]);
    if (!first && !second) {
      out.insert(out.end(), one.begin(), one.end());
      return;
    }
    const Instruction& product = products[first ? i.operands[0] : i.operands[1]];
    Id a = product.operands[0], c = first ? i.operands[1] : i.operands[0];
    if (i.op == spv::OpFSub) {
      const Id turned = edit.fresh();
      SpirvEdit::append(out, spv::OpFNegate, {i.type, turned, first ? c : a});
      (first ? c : a) = turned;
    }
    const Id plain = edit.fresh(), fused = edit.fresh(), ids = edit.fresh(), x = edit.fresh(), y = edit.fresh();
    const Id both = edit.fresh(), bit = edit.fresh(), odd = edit.fresh();
    SpirvEdit::append(out, i.op, {i.type, plain, i.operands[0], i.operands[1]});
    SpirvEdit::append(out, spv::OpExtInst, {i.type, fused, set, 50, a, product.operands[1], c});  // Fma
    SpirvEdit::append(out, spv::OpLoad, {three, ids, place});
    SpirvEdit::append(out, spv::OpCompositeExtract, {uint, x, ids, 0});
    SpirvEdit::append(out, spv::OpCompositeExtract, {uint, y, ids, 1});
    SpirvEdit::append(out, spv::OpIAdd, {uint, both, x, y});
    SpirvEdit::append(out, spv::OpBitwiseAnd, {uint, bit, both, one_});
    SpirvEdit::append(out, spv::OpINotEqual, {truth, odd, bit, zero});
    SpirvEdit::append(out, spv::OpSelect, {i.type, i.result, odd, fused, plain});
  });
}

}  // namespace undine::test
