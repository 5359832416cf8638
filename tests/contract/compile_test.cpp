#include <fmt/format.h>

#include <algorithm>

#include "tests/contract/shader_files.h"

namespace undine::test {
namespace {

class Compile : public ShaderFiles {};
constexpr std::string_view group = "layout(local_size_x = 1) in;\n";

TEST_F(Compile, PreambleMayBeLeftOutOrWritten) {
  EXPECT_FALSE(compile("layout(local_size_x = 1) in;\nvoid main() {}").spirv.empty());
  EXPECT_FALSE(compile(R"(// A comment first.
#version 460
#extension GL_GOOGLE_include_directive : require
#extension GL_EXT_scalar_block_layout : require
layout(local_size_x = 1) in;
layout(push_constant, scalar) uniform ParamsBlock { vec3 a; float b; } params;
void main() {})")
                   .spirv.empty());
  const auto words = compile("layout(local_size_x = 1) in;\nvoid main() {}").spirv;
  EXPECT_EQ(words.at(0), 0x07230203u);
  EXPECT_EQ(words.at(1), 0x00010600u);  // SPIR-V 1.6
}

TEST_F(Compile, SyntaxErrorNamesFileAndLine) {
  const auto error = error_of("layout(local_size_x = 1) in;\n\nvoid main() {\n  float x = y;\n  z = 1;\n}\n");
  EXPECT_EQ(error.code(), Exit::failure);
  EXPECT_EQ(error.where(), (folder / "shaders/test.comp:4").string());
  EXPECT_TRUE(contains(error.problem(), "'y' : undeclared identifier")) << error.what();
  const auto versioned = error_of("#version 460\nlayout(local_size_x = 1) in;\nvoid main() { float x = y; }\n");
  EXPECT_EQ(versioned.where(), (folder / "shaders/test.comp:3").string());
}

TEST_F(Compile, ErrorInAnIncludeNamesTheInclude) {
  write("passes/wave/wave_params.h", "struct Wave {\n  float a;\n  flaot b;\n};\n");
  const auto error = error_of("#include \"passes/wave/wave_params.h\"\nlayout(local_size_x = 1) in;\nvoid main() {}\n");
  EXPECT_EQ(error.where(), (folder / "passes/wave/wave_params.h:3").string());
  EXPECT_TRUE(contains(error.remedy(), "test.comp")) << error.what();
}

TEST_F(Compile, LinesAfterAnIncludeAreRight) {
  write("shaders/lib/a.glsl", "float a() { return 1.0; }\n");
  const auto error = error_of("#include \"lib/a.glsl\"\nlayout(local_size_x = 1) in;\nvoid main() { b(); }\n");
  EXPECT_EQ(error.where(), (folder / "shaders/test.comp:3").string());
}

TEST_F(Compile, IncludesAreSearchedInOrder) {
  write("shaders/lib/one.glsl", "#include \"two.glsl\"\n#include \"lib/three.glsl\"\n#include \"passes/four.h\"\n");
  write("shaders/lib/two.glsl", "const float two = 2;\n");      // beside the including file
  write("shaders/lib/three.glsl", "const float three = 3;\n");  // below root
  write("passes/four.h", "const float four = 4;\n");            // below root/..
  write("shaders/two.glsl", "#error the wrong file\n");
  const auto m = compile(
      "#include \"lib/one.glsl\"\nlayout(local_size_x = 1) in;\n"
      "void main() { float x = two + three + four; }\n");
  ASSERT_EQ(m.files.size(), 5u);
  EXPECT_EQ(m.files[0], folder / "shaders/test.comp");
  for (auto part : {"shaders/lib/one.glsl", "shaders/lib/two.glsl", "shaders/lib/three.glsl", "passes/four.h"})
    EXPECT_NE(std::find(m.files.begin(), m.files.end(), folder / part), m.files.end()) << part;
}

TEST_F(Compile, GuardsAndCppPartsWork) {
  write("passes/shared.h",
        "#ifndef A_H\n#define A_H\n#ifdef __cplusplus\n#include <cmath>\n#else\n#define SHARED\n#endif\n"
        "SHARED float square(float x) { return x * x; }\n#endif\n");
  const auto m = compile("#include \"passes/shared.h\"\n#include \"passes/shared.h\"\n" + std::string(group) +
                         "void main() { float x = square(2.0); }\n");
  EXPECT_FALSE(m.spirv.empty());
  EXPECT_EQ(m.files, (std::vector<std::filesystem::path>{folder / "shaders/test.comp", folder / "passes/shared.h"}));
}

TEST_F(Compile, MissingIncludeNamesFileLineAndFolders) {
  const auto error = error_of("\n#include \"lib/none.glsl\"\nvoid main() {}\n");
  EXPECT_EQ(error.where(), (folder / "shaders/test.comp:2").string());
  EXPECT_TRUE(contains(error.problem(), "lib/none.glsl")) << error.what();
  EXPECT_TRUE(contains(error.problem(), (folder / "shaders").string())) << error.what();
}

TEST_F(Compile, IncludeCycleIsAnError) {
  write("shaders/lib/a.glsl", "#include \"b.glsl\"\n");
  write("shaders/lib/b.glsl", "#include \"a.glsl\"\n");
  const auto error = error_of("#include \"lib/a.glsl\"\nvoid main() {}\n");
  EXPECT_TRUE(contains(error.problem(), "include guard")) << error.what();
}

TEST_F(Compile, GuardedCycleIsNone) {
  write("shaders/lib/a.glsl", "#ifndef A\n#define A\n#include \"b.glsl\"\n#endif\n");
  write("shaders/lib/b.glsl", "#ifndef B\n#define B\n#include \"a.glsl\"\n#endif\n");
  const auto m = compile("#include \"lib/a.glsl\"\n" + std::string(group) + "void main() {}\n");
  EXPECT_FALSE(m.spirv.empty());
  EXPECT_EQ(m.files.size(), 3u) << "each file once";
}

TEST_F(Compile, MissingFilesAndFolders) {
  try {
    library().module("none.comp");
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), Exit::failure);
    EXPECT_TRUE(contains(error.what(), "none.comp")) << error.what();
  }
  EXPECT_THROW(library().module("wave.glsl"), Error);
  EXPECT_THROW(shader::Library({.root = folder / "nowhere"}), Error);
}

TEST_F(Compile, BadFilesAreErrorsNotCrashes) {
  for (std::string_view text :
       {"", "void other() {}", "layout(", "#include", "#include \"", "\xff\xfe\x01", "#version 9"})
    EXPECT_EQ(error_of(text).code(), Exit::failure) << text;
  EXPECT_EQ(error_of(std::string("\0\0\0", 3)).code(), Exit::failure);
}

TEST_F(Compile, ManyErrorsAreCutShort) {
  std::string text(group);
  text += "void main() {\n";
  for (int i = 0; i < 40; ++i) text += fmt::format("  x{} = 1;\n", i);
  const auto error = error_of(text + "}\n");
  EXPECT_LT(std::string(error.what()).size(), 4000u);
}

TEST_F(Compile, NamesAreTheFilesBelowRootInAllVariants) {
  for (auto name : {"a.frag", "c.vert", "lib/x.comp", "readme.txt", "z.glsl"})
    write("shaders/" + std::string(name), "");
  write("shaders/wave/step.comp", "// A step.\n#pragma variants FED? VARIED, WIDE?\n");
  EXPECT_EQ(library().names(),
            (std::vector<std::string>{"a.frag", "c.vert", "lib/x.comp", "wave/step.comp", "wave/step.comp+FED+VARIED",
                                      "wave/step.comp+VARIED", "wave/step.comp+WIDE"}));
}

TEST_F(Compile, VariantsAreDefines) {
  write("shaders/a.comp",
        "#pragma variants WIDE, FLAT WIDE\n#ifdef WIDE\nlayout(local_size_x = 9) in;\n#else\n"
        "layout(local_size_x = 3) in;\n#endif\nvoid main() {}\n");
  auto lib = library();
  EXPECT_EQ(lib.module("a.comp").interface.local_size.x, 3u);
  EXPECT_EQ(lib.module("a.comp+WIDE").interface.local_size.x, 9u);
  EXPECT_EQ(lib.module("a.comp+FLAT+WIDE").interface.local_size.x, 9u);
  for (const char* name : {"a.comp+TALL", "a.comp+WIDE+FLAT", "a.comp+FLAT"}) {
    try {
      lib.compile(name);
      ADD_FAILURE() << name;
    } catch (const Error& error) {
      EXPECT_TRUE(contains(error.what(), "a.comp has no such variant")) << error.what();
      EXPECT_TRUE(contains(error.what(), "a.comp+FLAT+WIDE")) << error.what();
    }
  }
  write("shaders/b.comp", "#pragma variants 1WIDE\n");
  EXPECT_THROW(lib.names(), Error);
}

TEST_F(Compile, SourceTextInsteadOfTheFile) {
  const auto m = library().compile("live.comp", "layout(local_size_x = 7) in;\nvoid main() {}\n");
  EXPECT_EQ(m.interface.local_size.x, 7u);
}

TEST_F(Compile, ReplaceKeepsReferences) {
  write("shaders/a.comp", "layout(local_size_x = 1) in;\nvoid main() {}\n");
  auto lib = library();
  const auto& module = lib.module("a.comp");
  const auto before = module.version;
  EXPECT_EQ(module.interface.version, before);
  lib.replace("a.comp", lib.compile("a.comp", "layout(local_size_x = 2) in;\nvoid main() {}\n"));
  EXPECT_EQ(&lib.module("a.comp"), &module);
  EXPECT_EQ(module.interface.local_size.x, 2u);
  EXPECT_NE(module.version, before);
}

TEST_F(Compile, DebugInformationOnRequest) {
  write("shaders/a.comp", "layout(local_size_x = 1) in;\nvoid main() { int x = 1; }\n");
  shader::Library plain({.root = folder / "shaders"}), debug({.root = folder / "shaders", .debug = true});
  EXPECT_GT(debug.module("a.comp").spirv.size(), plain.module("a.comp").spirv.size());
}

}  // namespace
}  // namespace undine::test
