// Divergence analysis: values that differ between invocations of a workgroup or pixels of a quad, and blocks that
// only some of them run. Over-estimate: a variable without a single value (arrays) diverges after any divergent
// store.
#pragma once
#include "tests/support/spirv_module.h"

namespace undine::test {

class UniformFlow {
 public:
  // fragment: compares pixels of a quad, which share flat inputs.
  UniformFlow(const SpirvModule& m, bool fragment) : m_(m), fragment_(fragment) {
    find_regions();
    for (bool changed = true; changed;) {
      changed = false;
      for (std::size_t b = 0; b < m_.blocks.size(); ++b)
        for (const Instruction& i : m_.blocks[b].code) changed |= spread(i, b);
      for (std::size_t b = 0; b < m_.blocks.size(); ++b) changed |= part(b);
    }
  }
  // Returns true for a block that only some invocations may run.
  bool apart(std::size_t block) const { return apart_.contains(block); }
  bool differs(Id id) const { return differs_.contains(id); }

 private:
  // Blocks that depend on a block's branch: those on paths from it to its post-dominator.
  void find_regions() {
    const std::size_t n = m_.blocks.size(), exit = n;
    std::vector<std::set<std::size_t>> after(n + 1);  // post-dominators
    std::set<std::size_t> all;
    for (std::size_t b = 0; b <= n; ++b) all.insert(b);
    for (std::size_t b = 0; b < n; ++b) after[b] = all;
    after[exit] = {exit};
    for (bool changed = true; changed;) {
      changed = false;
      for (std::size_t b = n; b-- > 0;) {
        std::set<std::size_t> met = m_.blocks[b].next.empty() ? after[exit] : after[m_.blocks[b].next[0]];
        for (std::size_t next : m_.blocks[b].next) {
          std::set<std::size_t> both;
          std::ranges::set_intersection(met, after[next], std::inserter(both, both.end()));
          met = std::move(both);
        }
        met.insert(b);
        if (met != after[b]) after[b] = std::move(met), changed = true;
      }
    }
    regions_.resize(n);
    joins_.resize(n);
    for (std::size_t b = 0; b < n; ++b) {
      if (m_.blocks[b].next.size() < 2) continue;
      std::vector<std::size_t> open(m_.blocks[b].next);
      while (!open.empty()) {
        const std::size_t at = open.back();
        open.pop_back();
        if (at != b && after[b].contains(at)) {
          joins_[b].insert(at);
          continue;
        }
        if (!regions_[b].insert(at).second) continue;
        open.insert(open.end(), m_.blocks[at].next.begin(), m_.blocks[at].next.end());
      }
    }
  }

  bool source(const Instruction& i) const {
    if (i.op >= spv::OpAtomicLoad && i.op <= spv::OpAtomicXor) return true;
    if (i.op != spv::OpLoad) return false;
    const Id v = m_.variable_of(i.operands[0]);
    if (v == 0 || m_.storage(v) != spv::StorageClassInput) return false;
    const std::uint32_t b = m_.builtin(v);
    if (fragment_) return b == spv::BuiltInFragCoord || (b == ~0u && !m_.decorated(v, spv::DecorationFlat));
    return b == spv::BuiltInLocalInvocationId || b == spv::BuiltInLocalInvocationIndex ||
           b == spv::BuiltInGlobalInvocationId;
  }

  static bool several(const Instruction& phi) {
    std::set<Id> values;
    for (std::size_t k = 0; k < phi.operands.size(); k += 2)
      if (phi.operands[k] != phi.result) values.insert(phi.operands[k]);
    return values.size() > 1;
  }

  bool spread(const Instruction& i, std::size_t block) {
    if (i.op == spv::OpStore) {
      const Id v = m_.variable_of(i.operands[0]);
      if (v == 0 || m_.storage(v) != spv::StorageClassFunction) return false;
      return (differs(i.operands[0]) || differs(i.operands[1]) || apart(block)) && differs_.insert(v).second;
    }
    if (i.result == 0 || differs(i.result)) return false;
    bool other = source(i) || (i.op == spv::OpPhi && joined_.contains(block) && several(i));
    for (const Id id : m_.ids_of(i)) other = other || differs(id);
    return other && differs_.insert(i.result).second;
  }

  bool part(std::size_t block) {
    const Instruction& end = m_.blocks[block].code.back();
    if ((end.op != spv::OpBranchConditional && end.op != spv::OpSwitch) || !differs(end.operands[0])) return false;
    const std::size_t before = apart_.size() + joined_.size();
    apart_.insert(regions_[block].begin(), regions_[block].end());
    joined_.insert(regions_[block].begin(), regions_[block].end());
    joined_.insert(joins_[block].begin(), joins_[block].end());
    return apart_.size() + joined_.size() != before;
  }

  const SpirvModule& m_;
  bool fragment_;
  std::vector<std::set<std::size_t>> regions_, joins_;
  std::set<std::size_t> apart_, joined_;  // joined_: blocks that merge values of several paths
  std::set<Id> differs_;
};

}  // namespace undine::test
