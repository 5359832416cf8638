// Code of pipelines: specialized by the values of constants, and cached on disk by module and values.
#include "engine/shader/specialize.h"

#include <atomic>
#include <chrono>
#include <map>
#include <thread>

#include "engine/shader/cache.h"
#include "engine/shader/reflect.h"
#include "tests/contract/shader_files.h"
#include "tests/support/spirv_module.h"

namespace undine::test {
namespace {

namespace fs = std::filesystem;
using shader::ConstantValue;
using Code = std::vector<std::uint32_t>;

constexpr std::string_view text = R"(layout(constant_id = 0) const bool doubled = false;
layout(constant_id = 3) const uint count = 4;
layout(constant_id = 5) const float scale = 2.0;
layout(local_size_x = 4, local_size_x_id = 3) in;
layout(binding = 0, scalar) readonly buffer In { float at[]; } u_in;
layout(binding = 1, scalar) writeonly buffer Out { float at[]; } u_out;
layout(binding = 2) uniform sampler2D mask;
float twice(float x) { return doubled ? textureLod(mask, vec2(x), 0.0).r * 2.0 : x; }
void main() { u_out.at[gl_LocalInvocationIndex] = twice(u_in.at[0] * 3.0 * 5.0) * scale + float(count); }
)";

std::map<spv::Op, std::size_t> counts(const Code& code) {
  std::map<spv::Op, std::size_t> out;
  const SpirvModule module(code);
  for (const auto& i : module.globals) ++out[i.op];
  for (const auto& block : module.blocks)
    for (const auto& i : block.code) ++out[i.op];
  return out;
}

const std::vector<ConstantValue> off{{0, 0}, {3, 8}}, on{{0, 1}, {3, 8}};

class Specialized : public ShaderFiles {
 protected:
  Specialized() : cache(folder / "cache", folder / "shaders", false) { write("shaders/a.comp", text); }
  Code make(const std::vector<ConstantValue>& values) const {
    const shader::Library lib = library(true);
    return lib.specialized(lib.compile("a.comp"), values);
  }
  std::uint64_t version() const { return library(true).compile("a.comp").version; }
  std::size_t files() const {
    std::size_t count = 0;
    for (const auto& entry : fs::directory_iterator(folder / "cache")) count += entry.path().extension() == ".special";
    return count;
  }
  shader::Cache cache;
};

TEST_F(Specialized, ValuesTakeThePlaceOfConstants) {
  auto without = counts(make(off)), with = counts(make(on));
  for (auto* code : {&without, &with}) {
    EXPECT_EQ((*code)[spv::OpSpecConstant] + (*code)[spv::OpSpecConstantTrue] + (*code)[spv::OpSpecConstantFalse], 0u);
    EXPECT_EQ((*code)[spv::OpFunctionCall], 0u);
    EXPECT_EQ((*code)[spv::OpBranchConditional], 0u);
  }
  EXPECT_EQ(without[spv::OpImageSampleExplicitLod], 0u);
  EXPECT_EQ(with[spv::OpImageSampleExplicitLod], 1u);
  const auto made = shader::reflect("a.comp", make(off));
  EXPECT_EQ(made.local_size.x, 8u);
  EXPECT_EQ(shader::reflect("a.comp", make({})).local_size.x, 4u) << "constants without a value have their default";
}

// x * 3 * 5 must not become x * 15: it rounds twice.
TEST_F(Specialized, ArithmeticStaysAsItIs) {
  EXPECT_EQ(counts(make(off))[spv::OpFMul], 3u);
  EXPECT_EQ(counts(make(off))[spv::OpFAdd], 1u);
  EXPECT_EQ(counts(make(on))[spv::OpFMul], 4u);
}

TEST_F(Specialized, NoContractionIsKept) {
  write("shaders/shape.glsl", "\n");
  const auto module = compile("#include \"shape.glsl\"\n" + std::string(text));
  const auto marks = [](const Code& code) {
    std::size_t count = 0;
    for (std::size_t at = 5; at < code.size(); at += code[at] >> 16)
      count += (code[at] & 0xffff) == spv::OpDecorate && code[at + 2] == spv::DecorationNoContraction;
    return count;
  };
  EXPECT_EQ(marks(library().specialized(module, on)), 4u);
  EXPECT_EQ(marks(make(on)), 0u);
}

TEST_F(Specialized, IsKeptByModuleAndValues) {
  const Code code = make(off);
  EXPECT_EQ(cache.load_special("a.comp", version(), off), code);
  EXPECT_EQ(files(), 1u);
  EXPECT_FALSE(cache.load_special("a.comp", version(), on));
  EXPECT_FALSE(cache.load_special("a.comp", version() + 1, off));
  EXPECT_FALSE(cache.load_special("b.comp", version(), off));
  EXPECT_FALSE(shader::Cache(folder / "cache", folder / "other", false).load_special("a.comp", version(), off));
  cache.store_special("a.comp", version(), off, {1, 2, 3});
  EXPECT_EQ(make(off), (Code{1, 2, 3})) << "what is there is taken";
}

TEST_F(Specialized, AChangedShaderIsMadeAnewInItsPlace) {
  make(off);
  const auto before = version();
  std::string changed(text);
  changed.replace(changed.find("5.0"), 3, "7.0");
  write("shaders/a.comp", changed);
  ASSERT_NE(version(), before);
  cache.store_special("a.comp", before, off, {1, 2, 3});
  EXPECT_NE(make(off), (Code{1, 2, 3}));
  EXPECT_EQ(files(), 1u) << "edits do not pile up";
}

TEST_F(Specialized, DamagedEntriesAreMadeAnew) {
  const auto good = version();
  const Code code{7, 8, 9};
  cache.store_special("a.comp", good, off, code);
  const auto file = cache.special_file("a.comp", off);
  const auto whole = shader::read_text(file).value();
  const auto put = [&](std::string_view data) { std::ofstream(file, std::ios::binary | std::ios::trunc) << data; };
  for (std::size_t n = 0; n < whole.size(); ++n) {
    put(whole.substr(0, n));
    EXPECT_FALSE(cache.load_special("a.comp", good, off)) << "cut at " << n;
    auto flipped = whole;
    flipped[n] = static_cast<char>(flipped[n] ^ 0x40);
    put(flipped);
    EXPECT_FALSE(cache.load_special("a.comp", good, off)) << "flipped at " << n;
  }
  put(whole + "x");
  EXPECT_FALSE(cache.load_special("a.comp", good, off));
  const Code made = make(off);
  EXPECT_NE(made, code);
  EXPECT_EQ(cache.load_special("a.comp", good, off), made);
  cache.store_special("a.comp", good, off, {});
  EXPECT_FALSE(cache.load_special("a.comp", good, off)) << "no code is no hit";
}

TEST_F(Specialized, TheOldestOfAShaderGo) {
  const auto most = static_cast<std::uint32_t>(shader::Cache::most_special);
  cache.store_special("b.comp", 1, {}, {1});
  cache.store_special("a.comp+VARIED", 1, {}, {1});
  for (std::uint32_t n = 0; n < most + 3; ++n) {
    const std::vector<ConstantValue> values{{0, n}};
    cache.store_special("a.comp", 1, values, {n + 1});
    fs::last_write_time(cache.special_file("a.comp", values),
                        fs::file_time_type::clock::now() - std::chrono::hours(100 - n));
  }
  for (std::uint32_t n = 0; n < most + 3; ++n)
    EXPECT_EQ(cache.load_special("a.comp", 1, std::vector<ConstantValue>{{0, n}}).has_value(), n >= 3) << n;
  EXPECT_TRUE(cache.load_special("b.comp", 1, {}));
  EXPECT_TRUE(cache.load_special("a.comp+VARIED", 1, {}));
}

// Two writers and one reader: entries are complete, and temporary files do not remain.
TEST_F(Specialized, WritersAtTheSameTimeLeaveWholeEntries) {
  const Code one(20000, 1), two(30000, 2);
  cache.store_special("a.comp", 1, off, one);
  std::atomic<bool> done{false};
  const auto writer = [&](const Code& code) {
    for (int k = 0; k < 200; ++k) cache.store_special("a.comp", 1, off, code);
  };
  std::thread reader([&] {
    while (!done) {
      const auto read = cache.load_special("a.comp", 1, off);
      ASSERT_TRUE(read);
      EXPECT_TRUE(*read == one || *read == two);
    }
  });
  std::thread first(writer, one), second(writer, two);
  first.join();
  second.join();
  done = true;
  reader.join();
  EXPECT_EQ(std::distance(fs::directory_iterator(folder / "cache"), {}), 1);
}

TEST_F(Specialized, AFolderThatCannotBeWrittenIsNoError) {
  write("blocked", "a file, so nothing can lie below it");
  const shader::Library lib({.root = folder / "shaders", .cache = folder / "blocked/cache"});
  EXPECT_EQ(lib.specialized(lib.compile("a.comp"), on), make(on));
}

TEST_F(Specialized, ModulesForDebuggersStayAsTheyAre) {
  for (const shader::Options& options : {shader::Options{.root = folder / "shaders", .debug = true},
                                         {.root = folder / "shaders", .messages = true},
                                         {.root = folder / "shaders", .specialize = false}}) {
    const shader::Library lib(options);
    const auto module = lib.compile("a.comp");
    EXPECT_EQ(lib.specialized(module, on), module.spirv);
  }
  const auto module = library().compile("a.comp");
  EXPECT_NE(library().specialized(module, on), module.spirv);
}

TEST_F(Specialized, OtherDataStaysUnchanged) {
  shader::Module module = library().compile("a.comp");
  module.spirv.at(5) = 0;  // an instruction of zero words
  EXPECT_EQ(library().specialized(module, on), module.spirv);
}

}  // namespace
}  // namespace undine::test
