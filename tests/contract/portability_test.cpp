// Undefined behavior of GLSL and Vulkan that shaders must avoid (docs/portability.md).
#include <fmt/format.h>

#include <bit>
#include <cmath>
#include <regex>

#include "engine/app/session/frames.h"
#include "engine/gpu/requirements.h"
#include "tests/contract/shader_files.h"
#include "tests/contract/uniform_flow.h"
#include "tests/e2e/scenes.h"

namespace undine::test {
namespace {

using Findings = std::vector<std::string>;

struct Shader {
  SpirvModule raw, flat;  // flat: inlined
  bool compute, fragment;
  graph::Extent group;
};

Shader shader_of(const shader::Module& m) {
  return {SpirvModule(m.spirv), SpirvModule::inlined(m.spirv), m.interface.stage == graph::ShaderStage::compute,
          m.interface.stage == graph::ShaderStage::fragment, m.interface.local_size};
}

// Uniform control flow: all or no invocations of a workgroup reach a barrier(). All pixels of a quad reach
// derivatives and samples with implicit level of detail.
Findings apart(const Shader& s) {
  Findings out;
  if (!s.compute && !s.fragment) return out;
  const UniformFlow flow(s.flat, s.fragment);
  for (std::size_t b = 0; b < s.flat.blocks.size(); ++b)
    for (const Instruction& i : s.flat.blocks[b].code) {
      const bool barrier = i.op == spv::OpControlBarrier;
      const bool derivative = i.op >= spv::OpDPdx && i.op <= spv::OpFwidthCoarse;
      const bool sample = i.op == spv::OpImageSampleImplicitLod || i.op == spv::OpImageSampleDrefImplicitLod ||
                          i.op == spv::OpImageSampleProjImplicitLod || i.op == spv::OpImageSampleProjDrefImplicitLod;
      if ((barrier || derivative || sample) && flow.apart(b))
        out.emplace_back(barrier      ? "a barrier that only some of a workgroup may reach"
                         : derivative ? "a derivative where a neighbor may not be"
                                      : "a sample that takes its level from neighbors, where one may not be");
    }
  return out;
}

// Access path of a pointer, down to the first index that is not constant.
std::string place(const SpirvModule& m, Id pointer) {
  const Instruction& i = m.at(pointer);
  if (i.op != spv::OpAccessChain && i.op != spv::OpInBoundsAccessChain) return std::to_string(pointer);
  std::string out = place(m, i.operands[0]);
  for (std::size_t k = 1; k < i.operands.size(); ++k) {
    if (m.at(i.operands[k]).op != spv::OpConstant) return out + ".*";
    out += fmt::format(".{}", m.at(i.operands[k]).operands[0]);
  }
  return out;
}

// Buffer words under atomics are read only by atomics.
Findings races(const Shader& s) {
  std::set<std::string> atomic;
  const auto in_buffer = [&](Id pointer) {
    const Id v = s.flat.variable_of(pointer);
    return v != 0 && s.flat.storage(v) == spv::StorageClassStorageBuffer;
  };
  Findings out;
  const auto code = s.flat.all();
  for (const Instruction& i : code)
    if (i.op >= spv::OpAtomicLoad && i.op <= spv::OpAtomicXor && in_buffer(i.operands[0]))
      atomic.insert(place(s.flat, i.operands[0]));
  for (const Instruction& i : code)
    if ((i.op == spv::OpLoad || i.op == spv::OpStore) && in_buffer(i.operands[0]) &&
        atomic.contains(place(s.flat, i.operands[0])))
      out.push_back(fmt::format("{} is {} beside atomics", s.flat.name(s.flat.variable_of(i.operands[0])),
                                i.op == spv::OpLoad ? "read" : "written"));
  return out;
}

// Data that is written and read after a barrier is coherent and fenced.
Findings unfenced(const Shader& s) {
  struct Event {
    std::size_t block, at;
    Id variable;
  };
  std::vector<Event> writes, reads, barriers;
  const SpirvModule& m = s.flat;
  bool fenced = false;
  for (std::size_t b = 0; b < m.blocks.size(); ++b)
    for (std::size_t k = 0; k < m.blocks[b].code.size(); ++k) {
      const Instruction& i = m.blocks[b].code[k];
      fenced = fenced || i.op == spv::OpMemoryBarrier;
      if (i.op == spv::OpControlBarrier) barriers.push_back({b, k, 0});
      Id v = 0;
      if (i.op == spv::OpLoad || i.op == spv::OpStore) v = m.variable_of(i.operands[0]);
      if (i.op == spv::OpImageRead || i.op == spv::OpImageWrite) v = m.variable_of(m.at(i.operands[0]).operands[0]);
      if (v == 0) continue;
      const bool image = m.storage(v) == spv::StorageClassUniformConstant;
      if (i.op == spv::OpImageWrite || (i.op == spv::OpStore && m.storage(v) == spv::StorageClassStorageBuffer))
        writes.push_back({b, k, v});
      if (i.op == spv::OpImageRead || (i.op == spv::OpLoad && !image && m.storage(v) == spv::StorageClassStorageBuffer))
        reads.push_back({b, k, v});
    }
  std::vector<std::set<std::size_t>> reach(m.blocks.size());  // by one edge or more
  for (std::size_t b = 0; b < m.blocks.size(); ++b) {
    std::vector<std::size_t> open(m.blocks[b].next);
    while (!open.empty()) {
      const std::size_t at = open.back();
      open.pop_back();
      if (reach[b].insert(at).second) open.insert(open.end(), m.blocks[at].next.begin(), m.blocks[at].next.end());
    }
  }
  const auto leads = [&](const Event& a, const Event& b) {
    return (a.block == b.block && a.at < b.at) || reach[a.block].contains(b.block);
  };
  std::set<std::string> out;
  for (const Event& w : writes)
    for (const Event& r : reads) {
      if (w.variable != r.variable) continue;
      if (std::ranges::none_of(barriers, [&](const Event& at) { return leads(w, at) && leads(at, r); })) continue;
      const Id type = m.pointed(w.variable);
      if (!fenced || (!m.decorated(w.variable, spv::DecorationCoherent) && !m.decorated(type, spv::DecorationCoherent)))
        out.insert(m.name(w.variable) + " is written, and read behind a barrier, without a fence or not coherent");
    }
  return {out.begin(), out.end()};
}

bool compares_floats(spv::Op op) { return op >= spv::OpFOrdEqual && op <= spv::OpFUnordGreaterThanEqual; }
bool compares_integers(spv::Op op) { return op >= spv::OpIEqual && op <= spv::OpSLessThanEqual; }

// A negated comparison differs for NaN, and compilers may negate comparisons. `a || b` is an exception: its merge
// takes `a` itself.
Findings negated(const Shader& s) {
  Findings out;
  for (const Block& b : s.raw.blocks)
    for (const Instruction& i : b.code) {
      if (i.op != spv::OpLogicalNot || !compares_floats(s.raw.at(i.operands[0]).op)) continue;
      const bool either = std::ranges::any_of(s.raw.all(), [&](const Instruction& phi) {
        return phi.op == spv::OpPhi && std::ranges::find(phi.operands, i.operands[0]) != phi.operands.end();
      });
      if (!either) out.emplace_back("a comparison of floats is negated: of NaN its answer is open");
    }
  return out;
}

// floor(float(i) / float(n)) may be off by one.
Findings quotients(const Shader& s) {
  const auto op = [&](Id id) { return s.raw.at(id).op; };
  const auto whole = [&](Id id) { return op(id) == spv::OpConvertSToF || op(id) == spv::OpConvertUToF; };
  Findings out;
  for (const Instruction& i : s.raw.all()) {
    if (i.op != spv::OpConvertFToS && i.op != spv::OpConvertFToU) continue;
    const Instruction* from = &s.raw.at(i.operands[0]);
    if (from->op == spv::OpExtInst) from = &s.raw.at(from->operands[2]);  // floor, trunc
    if (from->op == spv::OpFDiv && whole(from->operands[0]) && whole(from->operands[1]))
      out.emplace_back("a quotient of whole numbers is taken in floats");
  }
  return out;
}

// mix may be computed as x + a (y - x): a huge x absorbs y completely, even at a = 1.
Findings mixed(const Shader& s) {
  constexpr std::uint32_t mix = 46;  // FMix of GLSL.std.450
  const auto huge = [&](auto&& self, Id id) -> bool {
    const Instruction& i = s.raw.at(id);
    if (i.op == spv::OpConstantComposite)
      return std::ranges::any_of(i.operands, [&](Id part) { return self(self, part); });
    return i.op == spv::OpConstant && s.raw.at(i.type).op == spv::OpTypeFloat &&
           !(std::abs(std::bit_cast<float>(i.operands[0])) < 1e4f);
  };
  Findings out;
  for (const Instruction& i : s.raw.all())
    if (i.op == spv::OpExtInst && i.operands[1] == mix && (huge(huge, i.operands[2]) || huge(huge, i.operands[3])))
      out.emplace_back("a huge number is mixed with another: choose by a bool");
  return out;
}

// Every loop counts integers up to a bound that is not a converted float.
Findings endless(const Shader& s) {
  const SpirvModule& m = s.flat;
  const auto from_float = [&](Id id) {
    for (;;) {
      const Instruction& i = m.at(id);
      if (i.op == spv::OpConvertFToS || i.op == spv::OpConvertFToU) return true;
      if (i.op != spv::OpIAdd && i.op != spv::OpISub && i.op != spv::OpCompositeExtract && i.op != spv::OpBitcast)
        return false;
      const Id first = i.operands[0];
      if (i.op != spv::OpCompositeExtract && i.op != spv::OpBitcast && m.at(first).op == spv::OpConstant) {
        id = i.operands[1];
      } else {
        id = first;
      }
    }
  };
  Findings out;
  for (std::size_t h = 0; h < m.blocks.size(); ++h) {
    const auto& code = m.blocks[h].code;
    if (code.size() < 2 || code[code.size() - 2].op != spv::OpLoopMerge) continue;
    const Id merge = code[code.size() - 2].operands[0];
    bool counted = false;
    std::vector<std::size_t> open{h};
    std::set<std::size_t> body;
    while (!open.empty()) {
      const std::size_t at = open.back();
      open.pop_back();
      if (m.blocks[at].label == merge || !body.insert(at).second) continue;
      open.insert(open.end(), m.blocks[at].next.begin(), m.blocks[at].next.end());
      const Instruction& end = m.blocks[at].code.back();
      if (end.op != spv::OpBranchConditional) continue;
      if (end.operands[1] != merge && end.operands[2] != merge) continue;
      std::vector<Id> parts{end.operands[0]};
      while (!parts.empty()) {
        const Instruction& c = m.at(parts.back());
        parts.pop_back();
        if (c.op == spv::OpLogicalAnd || c.op == spv::OpLogicalOr || c.op == spv::OpLogicalNot || c.op == spv::OpPhi)
          for (const Id id : m.ids_of(c))
            if (m.at(id).op != spv::OpLabel && m.at(id).op != spv::OpPhi) parts.push_back(id);
        if (!compares_integers(c.op)) continue;
        if (from_float(c.operands[0]) || from_float(c.operands[1]))
          out.emplace_back("a loop runs up to the whole part of a float: no number may be anything");
        counted = true;
      }
    }
    if (!counted) out.emplace_back("a loop does not count");
  }
  return out;
}

std::uint32_t bytes_of(const SpirvModule& m, Id type) {
  const Instruction& t = m.at(type);
  switch (t.op) {
    case spv::OpTypeArray: {
      const Instruction& length = m.at(t.operands[1]);
      // Otherwise the number of threads of a workgroup: at most 256 for any tiling (engine/graph/shape.h).
      return bytes_of(m, t.operands[0]) * (length.op == spv::OpConstant ? length.operands[0] : 256u);
    }
    case spv::OpTypeVector:
    case spv::OpTypeMatrix:
      return bytes_of(m, t.operands[0]) * t.operands[1];
    case spv::OpTypeStruct: {
      std::uint32_t sum = 0;
      for (const Id part : t.operands) sum += bytes_of(m, part);
      return sum;
    }
    default:
      return 4;
  }
}

Findings crowded(const Shader& s) {
  std::uint32_t bytes = 0;
  for (const Instruction& i : s.raw.globals)
    if (i.op == spv::OpVariable && i.operands[0] == spv::StorageClassWorkgroup)
      bytes += bytes_of(s.raw, s.raw.at(i.type).operands[1]);
  std::uint64_t most = 0;
  for (const gpu::Requirement& r : gpu::requirements())
    if (r.name == "maxComputeSharedMemorySize") most = r.asked;
  Findings out;
  if (bytes > most) out.push_back(fmt::format("{} bytes of shared memory", bytes));
  // Vulkan's guaranteed limits: 128 threads along an axis, 64 along z.
  if (s.group.x > 128 || s.group.y > 128 || s.group.z > 64)
    out.push_back(fmt::format("a workgroup of {} x {} x {}", s.group.x, s.group.y, s.group.z));
  return out;
}

using Rule = Findings (*)(const Shader&);

struct Modules {
  Modules() {
    const shader::Library project({.root = shader::Library::default_root(),
                                   .cache = std::filesystem::temp_directory_path() / "undine_test_spirv"});
    for (const std::string& name : project.names()) of.emplace_back(name, shader_of(project.compile(name)));
  }
  std::vector<std::pair<std::string, Shader>> of;
};

// Checks all shaders in all variants.
void expect_none(Rule rule) {
  static const Modules modules;
  ASSERT_GT(modules.of.size(), 200u);
  for (const auto& [name, shader] : modules.of)
    for (const std::string& found : rule(shader)) ADD_FAILURE() << name << ": " << found;
}

class Portability : public ShaderFiles {
 protected:
  Findings of(Rule rule, std::string_view text, const std::string& name = "test.comp") {
    return rule(shader_of(compile(text, name)));
  }
};

TEST_F(Portability, BarriersAndDerivativesAreReachedTogether) { expect_none(apart); }
// In one test: compiling all shaders takes longer than checking them.
TEST_F(Portability, ShadersKeepTheOtherRules) {
  const std::pair<const char*, Rule> rules[] = {{"NothingIsReadBesideAtomics", races},
                                                {"WhatIsReadBehindABarrierIsFenced", unfenced},
                                                {"NoComparisonOfFloatsIsNegated", negated},
                                                {"QuotientsOfWholeNumbersAreWhole", quotients},
                                                {"HugeNumbersAreChosenNotMixed", mixed},
                                                {"LoopsEnd", endless},
                                                {"WorkgroupsFit", crowded}};
  for (const auto& [name, rule] : rules) {
    SCOPED_TRACE(name);
    expect_none(rule);
  }
}

TEST_F(Portability, ThePageNamesEveryShader) {
  std::ifstream in(std::filesystem::path(UNDINE_SOURCE_DIR) / "docs/portability.md");
  const std::string page{std::istreambuf_iterator<char>(in), {}};
  for (const std::string& name : shader::Library({.root = shader::Library::default_root()}).names())
    EXPECT_TRUE(contains(page, "| `" + name.substr(0, name.find('+')) + "` |")) << name;
}

// Writing and reading a buffer through two views occurs only in known kernels, whose threads read only what they
// write themselves. Neither view is `restrict`. Workgroups stay within the limits.
TEST_F(Portability, ScenesBindTwoViewsWhereThatIsKnown) {
  const std::set<std::string, std::less<>> known{"pipes/push.comp", "pipes/push_layers.comp", "pipes/settle.comp"};
  std::set<std::string> met;
  for (const std::string& scene : project_scenes()) {
    session::Session session(load_scene(scene), {}, {.picture = true});
    const graph::Plan plan = session::plan_frames(session, {64, 48}, false);
    for (const graph::PlannedNode& planned : plan.nodes) {
      const graph::Node& node = session.graph().nodes()[planned.node];
      if (node.kind != graph::NodeKind::compute) continue;
      const shader::Module& module = session.shaders().module(node.shader);
      std::uint64_t threads = 1;
      for (const graph::Constant& c : node.constants)
        if (c.name.starts_with("local_size_")) threads *= c.bits;
      EXPECT_LE(threads, 128u) << scene << ": " << node.shader;
      for (const graph::PlannedBinding& a : planned.bindings)
        for (const graph::PlannedBinding& b : planned.bindings) {
          if (a.kind != graph::BindingKind::texel_buffer || b.kind != graph::BindingKind::storage_buffer) continue;
          if (a.resource != b.resource || a.resource == graph::PlannedBinding::absent) continue;
          const std::string_view file = node.shader.substr(0, node.shader.find('+'));
          const auto bound = std::ranges::find(module.interface.bindings, b.slot, &graph::ShaderBinding::slot);
          if (!bound->writable) continue;
          EXPECT_TRUE(known.contains(file)) << scene << ": " << node.shader << " reads what it writes through a view";
          met.emplace(file);
          const SpirvModule m(module.spirv);
          for (const Instruction& i : m.globals)
            EXPECT_FALSE(i.op == spv::OpVariable && m.name(i.result) == bound->name &&
                         m.decorated(i.result, spv::DecorationRestrict))
                << node.shader << ", " << bound->name << ": restrict";
        }
    }
  }
  EXPECT_TRUE(met.contains("pipes/settle.comp") && met.contains("pipes/push.comp"));
}

// atan(0, 0) is undefined.
TEST_F(Portability, AnglesAreTakenInOnePlace) {
  const std::regex two(R"(\batan\s*\([^()]*(\([^()]*\)[^()]*)*,)");
  for (const auto& entry : std::filesystem::recursive_directory_iterator(shader::Library::default_root())) {
    if (!entry.is_regular_file() || entry.path().filename() == "angle.glsl") continue;
    std::ifstream in(entry.path());
    for (std::string line; std::getline(in, line);)
      EXPECT_FALSE(std::regex_search(line, two)) << entry.path() << ": " << line << ": angle_of() of lib/angle.glsl";
  }
}

const std::string head =
    "layout(local_size_x = 64) in;\nlayout(binding = 0) buffer B { uint v[]; } b;\nshared uint s[64];\n";

TEST_F(Portability, FindsBarriersThatSomeMiss) {
  EXPECT_FALSE(of(apart, head + "void main() { if (gl_GlobalInvocationID.x >= 7u) return; barrier(); }").empty());
  EXPECT_FALSE(of(apart, head + R"(void meet() { barrier(); }
    void main() { for (uint i = 0u; i < b.v[gl_LocalInvocationIndex]; ++i) meet(); })")
                   .empty());
  EXPECT_FALSE(of(apart, head + R"(void main() { uint x = gl_LocalInvocationIndex; uint y = 0u;
    for (int i = 0; i < 4; ++i) { if (x > y) break; y += 2u; barrier(); } })")
                   .empty());
  // Branches on uniform values are legal, and divergent threads reconverge after a branch.
  EXPECT_TRUE(of(apart, head + R"(void main() { if (b.v[0] == 1u) return; s[gl_LocalInvocationIndex] = 1u; barrier();
    for (uint i = 0u; i < s[0]; ++i) { if (gl_LocalInvocationIndex < 3u) s[1] = i; barrier(); } })")
                  .empty());
}

TEST_F(Portability, FindsDerivativesWhereANeighborIsMissing) {
  const std::string in =
      "layout(location = 0) in vec2 uv; layout(location = 1) in flat int kind;\n"
      "layout(location = 0) out vec4 c; layout(binding = 0) uniform sampler2D t;\n";
  EXPECT_FALSE(of(apart, in + "void main() { if (uv.x > 0.5) discard; c = vec4(fwidth(uv.y)); }", "t.frag").empty());
  EXPECT_FALSE(of(apart, in + "void main() { c = uv.x > 0.5 ? texture(t, uv) : vec4(0); }", "t.frag").empty());
  EXPECT_TRUE(of(apart, in + "void main() { float w = fwidth(uv.y); if (uv.x > 0.5) discard; c = vec4(w); }", "t.frag")
                  .empty());
  EXPECT_TRUE(of(apart, in + "void main() { c = vec4(0); if (kind > 0) c = texture(t, uv); }", "t.frag").empty());
}

TEST_F(Portability, FindsRaces) {
  EXPECT_FALSE(
      of(races, head + "void main() { uint x = gl_GlobalInvocationID.x; if (x > b.v[3]) atomicMax(b.v[3], x); }")
          .empty());
  EXPECT_TRUE(of(races, head + R"(void main() { uint x = gl_GlobalInvocationID.x;
    if (x > atomicLoad(b.v[3], gl_ScopeDevice, gl_StorageSemanticsNone, gl_SemanticsRelaxed)) atomicMax(b.v[3], x); })")
                  .empty());
}

TEST_F(Portability, FindsWhatIsNotFenced) {
  const std::string body =
      "void main() { uint i = gl_LocalInvocationIndex; b.v[i] = i; FENCE barrier(); b.v[64u + i] = b.v[63u - i]; }";
  const std::string coherent = std::regex_replace(head, std::regex("buffer"), "coherent buffer");
  EXPECT_FALSE(of(unfenced, coherent + "#define FENCE\n" + body).empty());
  EXPECT_FALSE(of(unfenced, head + "#define FENCE memoryBarrierBuffer();\n" + body).empty());
  EXPECT_TRUE(of(unfenced, coherent + "#define FENCE memoryBarrierBuffer();\n" + body).empty());
}

TEST_F(Portability, FindsWhatNaNAndQuotientsLeaveOpen) {
  const std::string f = "layout(local_size_x = 64) in;\nlayout(binding = 0) buffer B { float v[]; } b;\n";
  EXPECT_FALSE(of(negated, f + "void main() { if (!(b.v[0] < 1e18)) b.v[1] = 0.0; }").empty());
  EXPECT_TRUE(of(negated, f + "void main() { if (b.v[0] < 1e18) b.v[1] = 0.0; }").empty());
  EXPECT_FALSE(of(quotients, f + R"(layout(push_constant) uniform P { ivec2 n; } params;
    void main() { ivec2 i = ivec2(gl_GlobalInvocationID.xy); i -= params.n * ivec2(floor(vec2(i) / vec2(params.n))); b.v[i.x + i.y] = 1.0; })")
                   .empty());
}

TEST_F(Portability, FindsMixturesOfHugeNumbers) {
  const std::string f = "layout(local_size_x = 64) in;\nlayout(binding = 0) buffer B { vec4 v[]; } b;\n";
  EXPECT_FALSE(of(mixed, f + "void main() { b.v[0] = mix(vec4(1e9), b.v[1], b.v[2]); }").empty());
  EXPECT_FALSE(of(mixed, f + "void main() { b.v[0].x = mix(b.v[1].x, -1e30, b.v[2].x); }").empty());
  EXPECT_TRUE(
      of(mixed, f + "void main() { b.v[0] = mix(vec4(1e9), b.v[1], greaterThan(b.v[2], vec4(0.0))); }").empty());
  EXPECT_TRUE(of(mixed, f + "void main() { b.v[0] = mix(vec4(0.5), b.v[1], b.v[2]); }").empty());
}

TEST_F(Portability, FindsLoopsThatMayNotEnd) {
  const std::string f = "layout(local_size_x = 64) in;\nlayout(binding = 0) buffer B { float v[]; } b;\n";
  EXPECT_FALSE(of(endless, f + "void main() { for (float k = 0.0; k < b.v[0]; k += 1.0) b.v[1] += k; }").empty());
  EXPECT_FALSE(
      of(endless, f + "void main() { int n = int(ceil(b.v[0])); for (int k = 0; k < n; ++k) b.v[1] += 1.0; }").empty());
  EXPECT_FALSE(of(endless, f + "void main() { while (b.v[0] > 0.0) b.v[0] -= 1.0; }").empty());
  EXPECT_TRUE(
      of(endless, f + "void main() { int n = min(int(ceil(b.v[0])), 32); for (int k = 0; k < n; ++k) b.v[1] += 1.0; }")
          .empty());
}

TEST_F(Portability, FindsWorkgroupsThatDoNotFit) {
  EXPECT_FALSE(of(crowded, "layout(local_size_x = 256) in;\nvoid main() {}").empty());
  EXPECT_FALSE(
      of(crowded,
         "layout(local_size_x = 64) in;\nshared mat4 s[300];\nvoid main() { s[gl_LocalInvocationIndex][0] = vec4(0); }")
          .empty());
}

}  // namespace
}  // namespace undine::test
