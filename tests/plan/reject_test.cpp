// Every rejection: its message, which names node, shader, binding and remedy.
#include <gtest/gtest.h>

#include "tests/plan/shaders.h"

namespace undine::graph::testing {
namespace {

struct Params16 {
  float v[4] = {};
};
struct Params20 {
  float v[5] = {};
};
struct alignas(8) Padded {
  double d = 0;
  float f = 0;
};

class Reject : public ::testing::Test {
 protected:
  State state;
  Shaders shaders;
  Graph g{state};
  Buffer b = state.buffer("b", bytes(64)), c = state.buffer("c", bytes(32));
  Image i = state.image("i", picture(8, 8)), target = state.image("target", picture(8, 8));
  std::string plan() {
    std::string text = message([&] { compile(g, shaders); });
    g.reset();
    return text;
  }
  ShaderInterface& edit(std::string_view name) {
    shaders.interface(name);
    return const_cast<ShaderInterface&>(shaders.interface(name));
  }
};

TEST_F(Reject, VerbsAgainstShader) {
  {
    auto pool = g.scope("pool");
    g.compute("step", "M.comp").read("c0", b).over({1});
  }
  EXPECT_EQ(
      plan(),
      "frame/pool/step, shader M.comp, binding c0: declared read, but the shader may write it (mark it readonly in "
      "GLSL or declare modify)");
  g.compute("n", "M.comp").write("c0", b).over({1});
  EXPECT_EQ(
      plan(),
      "frame/n, shader M.comp, binding c0: declared write, but the shader may read it (mark it writeonly in GLSL or "
      "declare modify)");
  for (auto [verb, text] :
       {std::pair{Verb::write, "write"}, {Verb::modify, "modify"}, {Verb::accumulate, "accumulate"}}) {
    auto node = g.compute("n", "R.comp").over({1});
    if (verb == Verb::write)
      node.write("c0", b);
    else if (verb == Verb::modify)
      node.modify("c0", b);
    else
      node.accumulate("c0", b);
    EXPECT_EQ(plan(), std::string("frame/n, shader R.comp, binding c0: declared ") + text +
                          ", but the shader only reads it (drop readonly in GLSL or declare read)");
  }
  g.compute("n", "s.comp").write("c0", i).over({1});
  EXPECT_EQ(
      plan(),
      "frame/n, shader s.comp, binding c0: declared write, but a sampled image can only be read (declare read, or use "
      "a storage buffer or image in GLSL)");
  g.compute("n", "t.comp").modify("c0", b).over({1});
  EXPECT_EQ(
      plan(),
      "frame/n, shader t.comp, binding c0: declared modify, but a texel buffer can only be read (declare read, or use "
      "a storage buffer or image in GLSL)");
  g.compute("n", "r.comp").modify("c0", i).over({1});
  EXPECT_NE(plan().find("only reads it"), std::string::npos);
}

TEST_F(Reject, NamesOfBindings) {
  g.compute("n", "RM.comp").read("c0", b).modify("u_next", c).over({1});
  EXPECT_EQ(plan(), "frame/n, shader RM.comp, binding u_next: the shader has no such binding (it has: c0, c1)");
  g.compute("n", "RM.comp").modify("c1", c).over({1});
  EXPECT_EQ(plan(),
            "frame/n, shader RM.comp, binding c0: the shader's storage buffer is not declared (add .read(\"c0\", "
            "resource))");
  g.compute("n", "M.comp").modify("c0", c).modify("c0", b).over({1});
  EXPECT_EQ(plan(), "frame/n, shader M.comp, binding c0: declared twice (declare each binding once)");
  g.compute("n", "u.comp").read("c0", b).over({1});
  EXPECT_EQ(plan(),
            "frame/n, shader u.comp, binding c0: is a uniform block (give its value by .uniform(\"c0\", value))");
}

TEST_F(Reject, KindsAndFormats) {
  g.compute("n", "R.comp").read("c0", i).over({1});
  EXPECT_EQ(
      plan(),
      "frame/n, shader R.comp, binding c0: i is an image, the shader declares a storage buffer (bind a buffer, or "
      "declare an image in GLSL)");
  g.compute("n", "s.comp").read("c0", b).over({1});
  EXPECT_EQ(plan(),
            "frame/n, shader s.comp, binding c0: b is a buffer, the shader declares a sampled image (bind an image, or "
            "declare a buffer block in GLSL)");
  g.compute("n", "R.comp").read("c0", Buffer()).over({1});
  EXPECT_NE(plan().find("binding c0: not bound to a resource of this frame"), std::string::npos);
  g.compute("n", "R.comp").read("c0", Buffer(Resource::make(false, false, 77))).over({1});
  EXPECT_NE(plan().find("binding c0: not bound to a resource of this frame"), std::string::npos);
  Buffer gone = state.buffer("gone", bytes(4));
  state.release(gone);
  g.compute("n", "R.comp").read("c0", gone).over({1});
  EXPECT_NE(plan().find("binding c0: not bound to a resource of this frame"), std::string::npos);
  edit("w.comp").bindings[0].format = Format::r32_float;
  g.compute("n", "w.comp").write("c0", i).over({1});
  EXPECT_EQ(
      plan(),
      "frame/n, shader w.comp, binding c0: i has format rgba16_float, the shader declares r32_float (make the two "
      "equal)");
  g.compute("n", "s.comp").read("c0", i, Sampler::shadow).over({1});
  EXPECT_EQ(
      plan(),
      "frame/n, shader s.comp, binding c0: sampler `shadow` on i, format rgba16_float (depth comparison needs a depth "
      "format)");
  Image depth = state.image("depth", picture(8, 8, Format::d32_float));
  g.compute("n", "w_2.comp").write("c0", depth).over({1});
  EXPECT_NE(plan().find("depth has the depth format d32_float"), std::string::npos);
  Image mips = state.image("mips", {{8, 8, 1}, Format::rgba16_float, 3, 1});
  g.compute("n", "w_2.comp").write("c0", mips).over({1});
  EXPECT_NE(plan().find("mips has 3 mips"), std::string::npos);
}

TEST_F(Reject, Blocks) {
  g.compute("n", "Mp.comp").modify("c0", b).over({1});
  EXPECT_EQ(
      plan(),
      "frame/n, shader Mp.comp, binding params: the shader's push-constant block is not given (add .params(value))");
  g.compute("n", "Mp.comp").modify("c0", b).params(Params20{}).over({1});
  EXPECT_EQ(
      plan(),
      "frame/n, shader Mp.comp, binding params: the C++ struct has 20 bytes, the shader's block 16 (declare the struct "
      "once, in a header that both include, with scalar layout)");
  g.compute("n", "M.comp").modify("c0", b).params(Params16{}).over({1});
  EXPECT_EQ(plan(),
            "frame/n, shader M.comp, binding params: the shader has no such uniform or push-constant block (it has: "
            "nothing)");
  g.compute("n", "Mu.comp").modify("c0", b).uniform("light", Params16{}).over({1});
  EXPECT_EQ(
      plan(),
      "frame/n, shader Mu.comp, binding light: the shader has no such uniform or push-constant block (it has: c1)");
  g.compute("n", "Mu.comp").modify("c0", b).over({1});
  EXPECT_EQ(
      plan(),
      "frame/n, shader Mu.comp, binding c1: the shader's uniform block is not given (add .uniform(\"c1\", value))");
  g.compute("n", "Mu.comp").modify("c0", b).uniform("c1", Params20{}).over({1});
  EXPECT_NE(plan().find("binding c1: the C++ struct has 20 bytes"), std::string::npos);
  g.compute("n", "Mp.comp").modify("c0", b).params(Params16{}).params(Params16{}).over({1});
  EXPECT_NE(plan().find("params: given twice"), std::string::npos);
  edit("Mp_2.comp").push_bytes = 12;
  g.compute("n", "Mp_2.comp").modify("c0", b).params(Padded{}).over({1});
  EXPECT_EQ(plan(), "") << "tail padding is no difference";
  g.compute("n", "Mp_2.comp").modify("c0", b).params(Params16{}).over({1});
  EXPECT_NE(plan(), "") << "but another member is";
  edit("Mp_3.comp").push_bytes = 132;
  g.compute("n", "Mp_3.comp").modify("c0", b).over({1});
  EXPECT_NE(plan().find("132 bytes of push constants (at most 128"), std::string::npos);
}

TEST_F(Reject, Constants) {
  edit("M.comp").constants = {{"radius", 0}, {"taps", 1}};
  g.compute("n", "M.comp").modify("c0", b).constant("size", 3).over({1});
  EXPECT_EQ(
      plan(),
      "frame/n, shader M.comp, binding size: the shader has no such specialization constant (it has: radius, taps)");
  g.compute("n", "M.comp").modify("c0", b).constant("taps", 3).constant("taps", 4).over({1});
  EXPECT_NE(plan().find("taps: constant given twice"), std::string::npos);
  g.compute("n", "M.comp").modify("c0", b).constant("taps", 3).constant("radius", 2.0f).over({1});
  EXPECT_EQ(plan(), "");
}

TEST_F(Reject, Order) {
  Buffer t = g.buffer("t", bytes(16));
  g.compute("n", "RM.comp").read("c0", t).modify("c1", b).over({1});
  EXPECT_EQ(
      plan(),
      "frame/n, shader RM.comp, binding c0: transient t is read before anything wrote it this frame (write, clear or "
      "upload it first, or keep it in State if it lives longer than a frame)");
  t = g.buffer("t", bytes(16));
  g.compute("n", "M.comp").accumulate("c0", t).over({1});
  EXPECT_NE(plan().find("transient t is read before"), std::string::npos);
  Image color = g.image("color", picture(8, 8));
  g.draw("n", "_.vert", "_.frag").color(color, Load::keep).draw({});
  EXPECT_NE(plan().find("binding color: transient color is read before"), std::string::npos);
  Image window = g.external("window", picture(8, 8), 0);
  g.present(window);
  EXPECT_NE(plan().find("external image window is read before"), std::string::npos);
  g.present(i);
  EXPECT_EQ(plan(),
            "frame/present, binding source: i is not an external image (present what Graph::external() returned)");
  t = g.buffer("t", bytes(64));
  g.upload("half", t, std::as_bytes(std::span("0123456", 8)), 0);
  g.copy("n", t, b);
  EXPECT_EQ(plan(), "") << "a part may come first";
}

TEST_F(Reject, ResourceBoundTwice) {
  g.compute("n", "RM.comp").read("c0", b).modify("c1", b).over({1});
  EXPECT_EQ(
      plan(),
      "frame/n, shader RM.comp, binding c1: b is also bound as c0, and the node writes it (bind it once and declare "
      "modify, or read from a copy)");
  g.compute("n", "RR.comp").read("c0", b).read("c1", b).over({1});
  EXPECT_EQ(plan(), "");
  g.compute("n", "MM.comp").accumulate("c0", b).accumulate("c1", b).over({1});
  EXPECT_EQ(plan(), "");
  g.compute("n", "tM.comp").read("c0", b).modify("c1", b).over({1});
  EXPECT_EQ(plan(), "") << "a texel view beside what the node modifies";
  g.compute("n", "tW.comp").read("c0", b).write("c1", b).over({1});
  EXPECT_NE(plan().find("binding c1: b is also bound as c0"), std::string::npos) << "write: old contents are dead";
  g.draw("n", "_.vert", "s.frag").read("f0", target).color(target).draw({});
  EXPECT_EQ(plan(),
            "frame/n, shader _.vert and s.frag, binding color: target is also bound as f0, and the node writes it (an "
            "attachment is bound once; depth that is only tested and sampled goes to depth_test())");
  Image depth = state.image("depth", picture(8, 8, Format::d32_float));
  g.draw("n", "_.vert", "s.frag").read("f0", depth).color(target).depth(depth).draw({});
  EXPECT_NE(plan().find("goes to depth_test()"), std::string::npos);
  g.draw("n", "_.vert", "s.frag").read("f0", depth).color(target).depth_test(depth).draw({});
  EXPECT_EQ(plan(), "");
  g.draw("n", "_.vert", "_.frag").color(target).color(target).draw({});
  EXPECT_NE(plan().find("also bound as color"), std::string::npos);
  g.copy("n", b, b);
  EXPECT_NE(plan().find("frame/n, binding target: b is also bound as source"), std::string::npos);
  g.compute("n", "M.comp").modify("c0", b).indirect(b);
  EXPECT_NE(plan().find("binding indirect: b is also bound as c0"), std::string::npos);
}

TEST_F(Reject, DispatchAndDraw) {
  g.compute("n", "M.comp").modify("c0", b);
  EXPECT_EQ(plan(),
            "frame/n, shader M.comp: no dispatch size (add .over(elements), .groups(count) or .indirect(buffer))");
  g.compute("n", "M.comp").modify("c0", b).over({0, 5, 1});
  EXPECT_EQ(plan(), "") << "an empty dispatch is no mistake";
  g.compute("n", "M.comp").modify("c0", b).indirect(c, 24);
  EXPECT_EQ(
      plan(),
      "frame/n, shader M.comp, binding indirect: 12 bytes of dispatch arguments at offset 24 of c, which has 32 bytes "
      "(arguments lie inside a buffer, at a multiple of 4)");
  g.compute("n", "M.comp").modify("c0", b).indirect(c, 2);
  EXPECT_NE(plan(), "");
  g.compute("n", "M.comp").modify("c0", b).indirect(c, 20);
  EXPECT_EQ(plan(), "");
  g.draw("n", "_.vert", "_.frag").color(target);
  EXPECT_EQ(plan(), "frame/n, shader _.vert and _.frag: no draw call (add .draw({...}) or .indirect(buffer))");
  g.draw("n", "_.vert", "_.frag").draw({});
  EXPECT_EQ(plan(), "frame/n, shader _.vert and _.frag: no attachment (add .color(image) or .depth(image))");
  g.compute("n", "_.vert").over({1});
  EXPECT_EQ(plan(), "frame/n, shader _.vert: _.vert is not a compute shader (name a file that ends in .comp)");
  g.draw("n", "_.vert", "_.vert").color(target).draw({});
  EXPECT_NE(plan().find("_.vert is not a fragment shader"), std::string::npos);
  g.draw("n", "p.vert", "_.frag").color(target).draw({}, Params16{}).draw({});
  EXPECT_NE(plan().find("add .params(value), or parameters to every draw()"), std::string::npos);
  g.draw("n", "_.vert", "_.frag").color(target).draw({}, Params16{});
  EXPECT_NE(plan().find("no shader has a push-constant block"), std::string::npos);
  g.draw("n", "p.vert", "_.frag").color(target).draw({}, Params20{});
  EXPECT_NE(plan().find("the C++ struct has 20 bytes"), std::string::npos);
  g.draw("n", "p.vert", "_.frag").color(target).draw({}, Params16{}).draw({}, Params16{});
  EXPECT_EQ(plan(), "");
}

TEST_F(Reject, Attachments) {
  Image depth = state.image("depth", picture(8, 8, Format::d32_float)), small = state.image("small", picture(4, 8));
  g.draw("n", "_.vert", "_.frag").color(depth).draw({});
  EXPECT_EQ(
      plan(),
      "frame/n, shader _.vert and _.frag, binding color: depth has format d32_float (a color attachment has a color "
      "format)");
  g.draw("n", "_.vert", "_.frag").depth(target).draw({});
  EXPECT_NE(plan().find("a depth attachment has a depth format"), std::string::npos);
  g.draw("n", "_.vert", "_.frag").color(target).color(small).draw({});
  EXPECT_EQ(plan(),
            "frame/n, shader _.vert and _.frag, binding color: small has 4 x 8 texels, another attachment 8 x 8 (all "
            "attachments of a node have one size)");
  g.draw("n", "_.vert", "_.frag").color(state.image("layers", {{8, 8, 1}, Format::rgba16_float, 1, 2})).draw({});
  EXPECT_NE(plan().find("an attachment is a plain 2D image"), std::string::npos);
  g.draw("n", "_.vert", "_.frag").color(Image()).draw({});
  EXPECT_NE(plan().find("binding color: not bound to a resource"), std::string::npos);
}

TEST_F(Reject, StagesThatDisagree) {
  auto set = [&](ShaderBinding vertex, ShaderBinding fragment) {
    ShaderInterface v{"a.vert", ShaderStage::vertex, {vertex}}, f{"a.frag", ShaderStage::fragment, {fragment}};
    shaders.set(v);
    shaders.set(f);
    g.draw("n", "a.vert", "a.frag").read("x", b).color(target).draw({});
    return plan();
  };
  ShaderBinding x{"x", 1, BindingKind::storage_buffer, true, false};
  ShaderBinding moved = x, other = x, image = x, written = x;
  moved.slot = 2;
  other.name = "y";
  image.kind = BindingKind::sampled_image;
  written.writable = true;
  EXPECT_EQ(set(x, x), "");
  EXPECT_EQ(set(x, moved),
            "frame/n, shader a.vert and a.frag, binding x: is a storage buffer at binding = 1 in one stage and a "
            "storage buffer at binding = 2 in a.frag (declare it alike in both stages)");
  EXPECT_NE(set(x, image).find("and a sampled image at binding = 1"), std::string::npos);
  EXPECT_EQ(set(x, other),
            "frame/n, shader a.vert and a.frag, binding y: stands at binding = 1 in a.frag, where another stage has x "
            "(give it a slot that the other stage does not use)");
  EXPECT_NE(set(x, written).find("declared read, but the shader may write it"), std::string::npos);
  edit("p.vert").push_bytes = 16;
  edit("p.frag").push_bytes = 20;
  g.draw("n", "p.vert", "p.frag").color(target).params(Params16{}).draw({});
  EXPECT_NE(plan().find("the push-constant block has 16 bytes in one stage and 20 in p.frag"), std::string::npos);
}

TEST_F(Reject, Transfers) {
  std::vector<std::byte> data(100);
  g.upload("n", b, std::span(data));
  EXPECT_EQ(
      plan(),
      "frame/n, binding target: 100 bytes of data at offset 0 of b, which has 64 bytes (data lie inside the buffer)");
  g.upload("n", b, std::span(data).first(60), 8);
  EXPECT_NE(plan(), "");
  g.upload("n", b, std::span(data).first(0));
  EXPECT_NE(plan(), "");
  g.upload("n", i, std::span(data));
  EXPECT_EQ(plan(),
            "frame/n, binding target: 100 bytes of data at offset 0 of i, which has 512 bytes (an image takes exactly "
            "all its "
            "mips and layers, tightly packed)");
  g.copy("n", b, c);
  EXPECT_EQ(
      plan(),
      "frame/n, binding target: from offset 0 of b (64 bytes) to offset 0 of c (32 bytes) (what is copied lies inside "
      "both)");
  g.copy("n", b, c, 40, 8, 24);
  EXPECT_EQ(plan(), "");
  g.copy("n", b, c, 41, 8, 24);
  EXPECT_NE(plan(), "");
  g.copy("n", i, state.image("small", picture(4, 8)));
  EXPECT_EQ(
      plan(),
      "frame/n, binding target: i and small differ in extent, format, mips or layers (images are copied whole, to an "
      "image of the same description)");
  g.copy("n", i, b);
  EXPECT_NE(plan().find("from offset 0 of i (512 bytes) to offset 0 of b (64 bytes)"), std::string::npos);
  g.readback("n", Buffer(), [](std::span<const std::byte>) {});
  EXPECT_NE(plan().find("frame/n, binding source: not bound to a resource"), std::string::npos);
}

TEST_F(Reject, EmptyTransients) {
  g.buffer("t", bytes(0));
  EXPECT_EQ(plan(), "frame, transient t: a buffer of 0 bytes (give it at least one element)");
  g.image("t", picture(0, 3));
  EXPECT_EQ(plan(),
            "frame, transient t: an image of 0 x 3 x 1 texels, 1 mips, 1 layers, format rgba16_float (every number "
            "must be at "
            "least 1 and the format defined)");
}

TEST_F(Reject, MistakesDecideTheKeyToo) {
  // Each pair differs only in the defect of the second one; a cached plan of the first must not serve it.
  auto differ = [&](auto&& good, auto&& bad) {
    good();
    std::uint64_t key = g.topology();
    EXPECT_EQ(plan(), "");
    bad();
    EXPECT_NE(g.topology(), key);
    EXPECT_NE(plan(), "");
  };
  differ([&] { g.compute("n", "M.comp").modify("c0", b).over({1}); },
         [&] { g.compute("n", "M.comp").modify("c0", b); });
  differ([&] { g.copy("n", b, c, 0, 0, 16); }, [&] { g.copy("n", b, c, 60, 0, 16); });
  std::vector<std::byte> data(100);
  differ([&] { g.upload("n", b, std::span(data).first(8)); }, [&] { g.upload("n", b, std::span(data)); });
  differ([&] { g.compute("n", "M.comp").modify("c0", b).indirect(c); },
         [&] { g.compute("n", "M.comp").modify("c0", b).indirect(c, 28); });
  differ([&] { g.draw("n", "p.vert", "_.frag").color(target).draw({}, Params16{}); },
         [&] { g.draw("n", "p.vert", "_.frag").color(target).draw({}); });
  differ([&] { g.draw("n", "p.vert", "_.frag").color(target).draw({}, Params16{}); },
         [&] { g.draw("n", "p.vert", "_.frag").color(target).draw({}, Params16{}).draw({}, Params20{}); });
}

}  // namespace
}  // namespace undine::graph::testing
