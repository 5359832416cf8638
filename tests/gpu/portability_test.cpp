// Scenes give the same bytes, fields and images for every choice that specifications leave to a driver
// (docs/portability.md). The choices are the order of workgroups and threads, initial shared memory, and
// out-of-bounds values.
#include <gtest/gtest.h>

#include <cstring>

#include "engine/app/session/frames.h"
#include "engine/app/session/session.h"
#include "engine/core/hash.h"
#include "engine/shader/compile.h"
#include "engine/shader/variant.h"
#include "tests/e2e/scenes.h"
#include "tests/support/body_runner.h"
#include "tests/support/spirv_edit.h"
#include "tests/support/temp_folder.h"

namespace undine::test {
namespace {

using Bytes = std::vector<std::pair<std::string, std::vector<std::byte>>>;  // by name of the field
using Change = std::function<shader::Module(const shader::Library&, const std::string& name)>;

struct Outcome {
  Bytes bytes;
  std::vector<std::string> shaders;  // shaders that the run requested
};

Outcome played(const std::string& scene, int steps, bool picture, const Change& change = {},
               const std::vector<std::string>& names = {}) {
  session::CommandLine line;
  line.validation = true;
  const std::filesystem::path file = std::filesystem::path(UNDINE_SOURCE_DIR) / "scenes" / (scene + ".json");
  for (const std::string& more : with_few_particles(file))
    if (more != "--set") line.set.push_back(more);
  session::Session s(load_scene(file, line.overrides()), line, {.device = true, .picture = picture});
  for (const std::string& name : names)
    if (name.find(".comp") != std::string::npos) s.shaders().replace(name, change(s.shaders(), name));
  Outcome out;
  const auto receive = [&](std::string what, graph::Resource r) {
    s.graph().readback("read_back", r, [&out, what = std::move(what)](std::span<const std::byte> bytes) {
      out.bytes.emplace_back(what, std::vector(bytes.begin(), bytes.end()));
    });
  };
  s.start();
  s.run();
  for (int k = 0; k < steps; ++k) {
    s.step(1);
    if (picture) receive("picture", s.draw(s.view({64, 40})));
    if (k + 1 == steps)
      for (const Field& f : s.world().fields()) receive(f.name, f.publish(s.graph()).buffer);
    s.run();
  }
  s.finish();
  EXPECT_EQ(s.result(), Exit::done) << scene << ": validation messages";
  for (const auto& [name, module] : s.shaders().loaded()) out.shaders.push_back(name);
  return out;
}

void expect_same(const Bytes& a, const Bytes& b) {
  ASSERT_EQ(a.size(), b.size());
  for (std::size_t i = 0; i < a.size(); ++i) EXPECT_TRUE(a[i] == b[i]) << a[i].first << " has other bytes";
}

// Reverses the order of workgroups, and of the threads of each.
shader::Module reversed(const shader::Library& library, const std::string& name) {
  const auto text = shader::read_text(library.options().root / std::string(shader::variant_of(name).file));
  return library.compile(
      name, R"(#define gl_GlobalInvocationID (gl_NumWorkGroups * gl_WorkGroupSize - 1u - gl_GlobalInvocationID)
#define gl_WorkGroupID (gl_NumWorkGroups - 1u - gl_WorkGroupID)
#define gl_LocalInvocationID (gl_WorkGroupSize - 1u - gl_LocalInvocationID)
#define gl_LocalInvocationIndex (gl_WorkGroupSize.x * gl_WorkGroupSize.y * gl_WorkGroupSize.z - 1u - gl_LocalInvocationIndex)
)" + text.value());
}

// Applies `first`, then an edit of its words.
template <class Edit>
Change edited_by(Change first, Edit edit) {
  return [first = std::move(first), edit](const shader::Library& library, const std::string& name) {
    shader::Module m = first(library, name);
    m.spirv = edit(m.spirv);
    Hash hash;
    hash.bytes(m.spirv.data(), m.spirv.size() * sizeof(std::uint32_t));
    m.version = m.interface.version = hash.value();
    return m;
  };
}

template <class Edit>
Change edited(Edit edit) {
  return edited_by([](const shader::Library& library, const std::string& name) { return library.compile(name); }, edit);
}

const Change soiled = edited(with_soiled_memory), ended = edited(with_wrong_ends), even = edited(with_even_rounding);
// Applies all changes together.
shader::Module changed(const shader::Library& library, const std::string& name) {
  return edited([&](const std::vector<std::uint32_t>&) {
    return with_wrong_ends(with_soiled_memory(reversed(library, name).spirv));
  })(library, name);
}

class PortabilityTest : public testing::TestWithParam<const char*> {};

TEST_P(PortabilityTest, NeitherOrderNorMemoryNorEndsMatter) {
  const std::string scene = GetParam();
  const bool picture = scene == "float" || scene == "waterfall";
  const Outcome usual = played(scene, 3, picture);
  ASSERT_FALSE(usual.bytes.empty());
  ASSERT_FALSE(usual.bytes.front().second.empty());
  if (usual.bytes == played(scene, 3, picture, changed, usual.shaders).bytes) return;
  // Compilers that fuse products with sums may do so in one copy of a shader and not in another.
  const bool fuses = device().info().type != "software";
  const Bytes wanted = fuses ? played(scene, 3, picture, even, usual.shaders).bytes : usual.bytes;
  const std::pair<const char*, Change> parts[] = {
      {"order of workgroups and threads", reversed}, {"contents of shared memory", soiled}, {"beyond an end", ended}};
  for (const auto& [what, change] : parts) {
    SCOPED_TRACE(what);
    const Change evenly = edited_by(change, with_even_rounding);
    expect_same(wanted, played(scene, 3, picture, fuses ? evenly : change, usual.shaders).bytes);
  }
  if (fuses) return;
  EXPECT_TRUE(HasFailure()) << "all changes together give other bytes, none of them alone";
}

INSTANTIATE_TEST_SUITE_P(Scenes, PortabilityTest, testing::Values("float", "flood", "ink", "waterfall", "garden"),
                         [](const auto& info) { return std::string(info.param); });

// A shader that depends on all three detects the changes.
class ChangesTest : public GpuTest {
 protected:
  std::vector<std::uint32_t> result(const Change& change) {
    TempFolder folder;
    folder.write("lucky.comp", R"(layout(local_size_x = 64) in;
layout(binding = 0) readonly buffer Source { uint v[]; } source;
layout(binding = 1) buffer Result { uint v[]; } result;
shared uint kept[64];
void main() {
  uint i = gl_GlobalInvocationID.x;
  result.v[atomicAdd(result.v[384], 1u)] = i;
  result.v[128u + i] = kept[gl_LocalInvocationIndex];
  result.v[256u + i] = source.v[1000u + i];
})");
    shader::Library library({.root = folder.path()});
    library.replace("lucky.comp", change(library, "lucky.comp"));
    gpu::Executor run(device(), state, library, {});
    const graph::Buffer source = state.buffer("source", {.bytes = 16}), out = state.buffer("out", {.bytes = 385 * 4});
    graph::Graph g(state);
    const std::vector<std::uint32_t> seven(4, 7u);
    g.upload("fill", source, seven);
    g.clear("clear", out);
    g.compute("try", "lucky.comp").read("source", source).modify("result", out).groups({2, 1, 1});
    std::vector<std::uint32_t> read(385);
    g.readback("read", out, [&](std::span<const std::byte> b) { std::memcpy(read.data(), b.data(), b.size()); });
    run.run(g);
    run.finish();
    state.release(source);
    state.release(out);
    return read;
  }
};

TEST_F(ChangesTest, AreNoticedByWhatReliesOnLuck) {
  const auto usual = result([](const shader::Library& l, const std::string& n) { return l.compile(n); });
  EXPECT_FALSE(std::equal(usual.begin(), usual.begin() + 128, result(reversed).begin()));
  EXPECT_EQ(result(soiled)[128 + 5], 0xffc0beefu);
  EXPECT_EQ(result(ended)[256 + 5], 7u);
}

// Rivers between walls conserve volume to the last bit, although threads round products differently.
class RoundingTest : public BodyTest {
 protected:
  double gain(bool precise) {
    for (const char* name : {"pipes/settle.comp", "pipes/push.comp"}) {
      std::string text = shader::read_text(shaders.options().root / name).value();
      if (!precise)
        for (std::size_t at; (at = text.find("precise ")) != std::string::npos;) text.erase(at, 8);
      shader::Module m = shaders.compile(name, text);
      m.spirv = with_uneven_rounding(m.spirv);
      m.version = m.interface.version += 2 + precise;
      shaders.replace(name, m);
    }
    load_text(R"({"version": 1, "meshes": [], "clock": {"step": 0.02}, "water": [{"name": "pool", "solver": "pipes",
      "cells": [40, 36], "size": [10, 9], "initial": [{"shape": "box", "center": [-3, -1], "size": [4, 5],
      "depth": 0.6}]}]})");
    const double before = *water_stats().volume;
    advance(60);
    return std::abs(*water_stats().volume - before) / before;
  }
};

TEST_F(RoundingTest, RiversKeepTheirWater) {
  EXPECT_LT(gain(true), 1e-12);
  EXPECT_GT(gain(false), 1e-10) << "the change of rounding is felt by no one";
}

}  // namespace
}  // namespace undine::test
