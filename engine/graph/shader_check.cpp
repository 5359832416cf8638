// Checks declarations against shader reflection: every binding, block and constant of a node must match its shaders.
#include <fmt/format.h>

#include <algorithm>

#include "engine/graph/draft.h"

namespace undine::graph {
namespace {

struct Merged {  // one binding as all shaders of the node see it
  const ShaderBinding* first = nullptr;
  bool readable = false, writable = false;
  std::uint32_t stages = 0;
  bool given = false;
};

constexpr std::string_view kind_names[] = {"storage buffer", "uniform block", "texel buffer", "storage image",
                                           "sampled image"};
std::string_view kind_text(BindingKind kind) { return kind_names[static_cast<std::size_t>(kind)]; }

class ShaderCheck {
 public:
  ShaderCheck(const Draft& draft, DraftNode& planned, InterfaceSource& shaders)
      : draft_(draft), graph_(draft.graph), out_(planned), node_(graph_.nodes()[planned.planned.node]) {
    if (node_.kind == NodeKind::compute) {
      merge(shaders.interface(node_.shader), ShaderStage::compute, stage_compute, "compute");
    } else {
      merge(shaders.interface(node_.shader), ShaderStage::vertex, stage_vertex, "vertex");
      merge(shaders.interface(node_.fragment), ShaderStage::fragment, stage_fragment, "fragment");
    }
  }

  void run() {
    for (std::size_t i = 0; i < node_.uses.size(); ++i) use(i);
    for (std::size_t i = 0; i < node_.blocks.size(); ++i) block(i);
    for (const Merged& m : bindings_) {
      if (m.given) continue;
      if (m.first->kind == BindingKind::uniform_buffer) {
        fail(m.first->name, "the shader's uniform block is not given",
             m.first->name == "params" ? "add .params(value)"
                                       : fmt::format("add .uniform(\"{}\", value)", m.first->name));
      }
      fail(
          m.first->name, fmt::format("the shader's {} is not declared", kind_text(m.first->kind)),
          fmt::format("add .{}(\"{}\", resource)", asks(m.first->name) ? "optional" : expected_verb(m), m.first->name));
    }
    push_constants();
    constants();
    std::sort(out_.planned.bindings.begin(), out_.planned.bindings.end(),
              [](const PlannedBinding& a, const PlannedBinding& b) { return a.slot < b.slot; });
  }

 private:
  [[noreturn]] void fail(std::string_view binding, const std::string& what, const std::string& remedy) {
    reject(graph_, node_, out_.shader, binding, what, remedy);
  }

  static std::string_view expected_verb(const Merged& m) {
    return !m.writable ? "read" : m.readable ? "modify" : "write";
  }

  void merge(const ShaderInterface& shader, ShaderStage wanted, std::uint32_t stage, std::string_view stage_name) {
    out_.shader += out_.shader.empty() ? "shader " : " and ";
    out_.shader += shader.name;
    if (shader.stage != wanted) {
      fail("", fmt::format("{} is not a {} shader", shader.name, stage_name),
           fmt::format("name a file that ends in .{}", wanted == ShaderStage::compute  ? "comp"
                                                       : wanted == ShaderStage::vertex ? "vert"
                                                                                       : "frag"));
    }
    for (const ShaderBinding& b : shader.bindings) {
      auto same =
          std::find_if(bindings_.begin(), bindings_.end(), [&](const Merged& m) { return m.first->name == b.name; });
      if (same == bindings_.end()) {
        for (const Merged& m : bindings_) {
          if (m.first->slot == b.slot) {
            fail(b.name,
                 fmt::format("stands at binding = {} in {}, where another stage has {}", b.slot, shader.name,
                             m.first->name),
                 "give it a slot that the other stage does not use");
          }
        }
        bindings_.push_back({&b, b.readable, b.writable, stage, false});
        continue;
      }
      if (same->first->slot != b.slot || same->first->kind != b.kind) {
        fail(b.name,
             fmt::format("is a {} at binding = {} in one stage and a {} at binding = {} in {}",
                         kind_text(same->first->kind), same->first->slot, kind_text(b.kind), b.slot, shader.name),
             "declare it alike in both stages");
      }
      if (b.kind == BindingKind::uniform_buffer && same->first->bytes != b.bytes) {
        fail(b.name,
             fmt::format("the block has {} bytes in one stage and {} in {}", same->first->bytes, b.bytes, shader.name),
             "declare it alike in both stages");
      }
      same->readable |= b.readable;
      same->writable |= b.writable;
      same->stages |= stage;
    }
    for (const ShaderConstant& c : shader.constants) constants_.push_back(c.name);
    if (!shader.push_bytes) return;
    if (push_bytes_ && push_bytes_ != shader.push_bytes) {
      fail("params",
           fmt::format("the push-constant block has {} bytes in one stage and {} in {}", push_bytes_, shader.push_bytes,
                       shader.name),
           "declare it alike in both stages");
    }
    if (shader.push_bytes > 128) {
      fail("params", fmt::format("{} bytes of push constants", shader.push_bytes),
           "at most 128: declare the block as `uniform` instead of `push_constant`");
    }
    push_bytes_ = shader.push_bytes;
    out_.planned.push_stages |= stage;
  }

  template <class Wanted>
  std::string names(Wanted&& wanted) const {
    std::string text;
    for (const Merged& m : bindings_) {
      if (wanted(m)) text += (text.empty() ? "" : ", ") + m.first->name;
    }
    return text.empty() ? "nothing" : text;
  }

  Merged* find(std::string_view name) {
    for (Merged& m : bindings_) {
      if (m.first->name == name) return &m;
    }
    return nullptr;
  }

  void use(std::size_t i) {
    const Use& use = node_.uses[i];
    Merged* m = find(use.binding);
    if (!m) {
      fail(use.binding, "the shader has no such binding",
           "it has: " + names([](const Merged& x) { return x.first->kind != BindingKind::uniform_buffer; }));
    }
    if (m->given) fail(use.binding, "declared twice", "declare each binding once");
    m->given = true;
    BindingKind kind = m->first->kind;
    if (kind == BindingKind::uniform_buffer) {
      fail(use.binding, "is a uniform block", fmt::format("give its value by .uniform(\"{}\", value)", use.binding));
    }
    verb(use, *m);
    if (asks(use.binding) != use.optional && (!use.optional || !use.resource)) {
      fail(use.binding,
           use.optional ? "absent, but the shader does not declare it optional"
                        : "optional in the shader, but not in C++",
           use.optional ? fmt::format("declare `layout(constant_id = N) const bool has_{} = false;` in GLSL and read "
                                      "it only where that is true",
                                      use.binding)
                        : fmt::format("add .optional(\"{}\", resource)", use.binding));
    }
    if (use.optional && !use.resource) {
      empty(use, *m, static_cast<std::uint32_t>(i));
      return;
    }
    Described found = describe(graph_, use.resource);
    if (!found.exists()) {
      fail(use.binding, "not bound to a resource of this frame",
           "a handle comes from this frame's Graph or from State, and ends with it or with release()");
    }
    bool wants_image = kind == BindingKind::storage_image || kind == BindingKind::sampled_image;
    if (wants_image != (found.image != nullptr)) {
      fail(use.binding,
           fmt::format("{} is {}, the shader declares a {}", found.name, found.image ? "an image" : "a buffer",
                       kind_text(kind)),
           wants_image ? "bind an image, or declare a buffer block in GLSL"
                       : "bind a buffer, or declare an image in GLSL");
    }
    if (found.image) image(use, *m, found);
    Touch touch = access(use, *m, found);
    out_.planned.bindings.push_back(
        {m->first->slot, kind, touch.resource, static_cast<std::uint32_t>(i), touch.layout, {}});
    add_touch(draft_, out_, touch);
  }

  // Nothing touches it, so it has no hazards; the executor has one for each kind.
  void empty(const Use& use, const Merged& m, std::uint32_t i) {
    const ShaderBinding& b = *m.first;
    if (b.kind != BindingKind::storage_buffer && b.texels.format == Format::undefined) {
      fail(use.binding, fmt::format("absent, and the graph has no empty {} of its texels' type", kind_text(b.kind)),
           "declare float or unsigned texels in GLSL");
    }
    const bool image = b.kind == BindingKind::storage_image || b.kind == BindingKind::sampled_image;
    out_.planned.bindings.push_back(
        {b.slot, b.kind, PlannedBinding::absent, i, image ? Layout::general : Layout::undefined, b.texels});
  }

  // Checks whether a shader has the constant has_<binding>.
  bool asks(std::string_view binding) const {
    return std::ranges::any_of(constants_,
                               [&](std::string_view c) { return c.starts_with("has_") && c.substr(4) == binding; });
  }

  void verb(const Use& use, const Merged& m) {
    BindingKind kind = m.first->kind;
    std::string_view verb = verb_text(use.verb);
    if (kind == BindingKind::sampled_image || kind == BindingKind::texel_buffer) {
      if (use.verb == Verb::read) return;
      fail(use.binding, fmt::format("declared {}, but a {} can only be read", verb, kind_text(kind)),
           "declare read, or use a storage buffer or image in GLSL");
    }
    if (use.verb == Verb::read) {
      if (m.writable) {
        fail(use.binding, "declared read, but the shader may write it", "mark it readonly in GLSL or declare modify");
      }
      return;
    }
    if (!m.writable) {
      fail(use.binding, fmt::format("declared {}, but the shader only reads it", verb),
           "drop readonly in GLSL or declare read");
    }
    if (use.verb == Verb::write && m.readable) {
      fail(use.binding, "declared write, but the shader may read it", "mark it writeonly in GLSL or declare modify");
    }
  }

  void image(const Use& use, const Merged& m, const Described& found) {
    const ImageDesc& desc = *found.image;
    if (m.first->kind == BindingKind::sampled_image) {
      if (use.sampler == Sampler::shadow && !is_depth(desc.format)) {
        fail(use.binding, fmt::format("sampler `shadow` on {}, format {}", found.name, format_name(desc.format)),
             "depth comparison needs a depth format");
      }
      return;
    }
    if (is_depth(desc.format)) {
      fail(use.binding, fmt::format("{} has the depth format {}", found.name, format_name(desc.format)),
           "a depth image can be sampled or drawn to, not stored to");
    }
    if (m.first->format != Format::undefined && m.first->format != desc.format) {
      fail(use.binding,
           fmt::format("{} has format {}, the shader declares {}", found.name, format_name(desc.format),
                       format_name(m.first->format)),
           "make the two equal");
    }
    if (desc.mips > 1) {
      fail(use.binding, fmt::format("{} has {} mips", found.name, desc.mips),
           "storage images have one mip; images with mips are filled by upload()");
    }
  }

  Touch access(const Use& use, const Merged& m, const Described& found) {
    Touch touch;
    touch.resource = draft_.index.at(use.resource.bits());
    touch.stages = m.stages;
    touch.binding = use.binding;
    touch.reads = use.verb != Verb::write;
    touch.writes = use.verb != Verb::read;
    touch.accumulates = use.verb == Verb::accumulate;
    touch.modifies = use.verb == Verb::modify;
    touch.view = m.first->kind == BindingKind::texel_buffer;
    bool sampled = m.first->kind == BindingKind::sampled_image || m.first->kind == BindingKind::texel_buffer;
    if (sampled)
      touch.access = access_sampled_read;
    else
      touch.access = (touch.reads ? access_storage_read : 0u) | (touch.writes ? access_storage_write : 0u);
    if (!found.image) return touch;
    touch.layout = !sampled ? Layout::general : is_depth(found.image->format) ? Layout::depth_read : Layout::sampled;
    return touch;
  }

  void size(std::string_view name, std::uint32_t bytes, std::uint32_t align, std::uint32_t wanted) {
    std::uint32_t padded = (wanted + align - 1) / align * align;
    if (bytes == wanted || bytes == padded) return;
    fail(name, fmt::format("the C++ struct has {} bytes, the shader's block {}", bytes, wanted),
         "declare the struct once, in a header that both include, with scalar layout");
  }

  void block(std::size_t i) {
    const Block& block = node_.blocks[i];
    for (std::size_t j = 0; j < i; ++j) {
      if (node_.blocks[j].name == block.name) fail(block.name, "given twice", "give each block once");
    }
    if (block.name == "params" && push_bytes_) {
      size(block.name, block.size, block.align, push_bytes_);
      out_.planned.params_pushed = true;
      return;
    }
    Merged* m = find(block.name);
    if (!m || m->first->kind != BindingKind::uniform_buffer) {
      std::string have = names([](const Merged& x) { return x.first->kind == BindingKind::uniform_buffer; });
      if (push_bytes_) have = have == "nothing" ? "params" : have + ", params";
      fail(block.name, "the shader has no such uniform or push-constant block", "it has: " + have);
    }
    m->given = true;
    size(block.name, block.size, block.align, m->first->bytes);
    out_.planned.bindings.push_back(
        {m->first->slot, BindingKind::uniform_buffer, 0, static_cast<std::uint32_t>(i), Layout::undefined, {}});
  }

  void push_constants() {
    bool every_call = !node_.draws.empty();
    for (const DrawCall& call : node_.draws) {
      if (!call.params.size) {
        every_call = false;
        continue;
      }
      if (!push_bytes_) {
        fail("params", "a draw call has parameters of its own, but no shader has a push-constant block",
             "declare `layout(push_constant) uniform ... params` in GLSL");
      }
      size("params", call.params.size, call.params.align, push_bytes_);
      out_.planned.params_pushed = true;
    }
    bool node_has =
        std::any_of(node_.blocks.begin(), node_.blocks.end(), [](const Block& b) { return b.name == "params"; });
    if (push_bytes_ && !node_has && !every_call) {
      fail("params", "the shader's push-constant block is not given",
           node_.draws.empty() ? "add .params(value)" : "add .params(value), or parameters to every draw()");
    }
  }

  void constants() {
    for (std::size_t i = 0; i < node_.constants.size(); ++i) {
      std::string_view name = node_.constants[i].name;
      for (std::size_t j = 0; j < i; ++j) {
        if (node_.constants[j].name == name) fail(name, "constant given twice", "give each constant once");
      }
      if (node_.constants[i].implied) continue;
      if (std::find(constants_.begin(), constants_.end(), name) != constants_.end()) continue;
      std::string have = fmt::format("{}", fmt::join(constants_, ", "));
      fail(name, "the shader has no such specialization constant", "it has: " + (have.empty() ? "nothing" : have));
    }
  }

  const Draft& draft_;
  const Graph& graph_;
  DraftNode& out_;
  const Node& node_;
  std::vector<Merged> bindings_;
  std::vector<std::string> constants_;
  std::uint32_t push_bytes_ = 0;
};

}  // namespace

void check_shaders(const Draft& draft, DraftNode& node, InterfaceSource& shaders) {
  ShaderCheck(draft, node, shaders).run();
}

}  // namespace undine::graph
