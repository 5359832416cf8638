#include "engine/shader/pixel_kernel.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <set>
#include <vector>

#include "engine/core/error.h"
#include "engine/shader/variant.h"

namespace undine::shader {
namespace {

constexpr std::string_view mark = "PIXELS";
constexpr std::uint32_t own_slots = 40;  // the kernel's own bindings start here until pack_pixel_slots()

bool in_word(char c) { return c == '_' || std::isalnum(static_cast<unsigned char>(c)) != 0; }

// Replaces whole words.
void replace(std::string& text, std::string_view word, std::string_view by) {
  for (std::size_t at = text.find(word); at != std::string::npos; at = text.find(word, at)) {
    const std::size_t end = at + word.size();
    const bool whole = (at == 0 || !in_word(text[at - 1])) && (end == text.size() || !in_word(text[end]));
    if (!whole) {
      at = end;
      continue;
    }
    text.replace(at, word.size(), by);
    at += by.size();
  }
}

struct Variable {  // "layout(location = 0) out vec4 color;"
  bool output = false;
  std::string_view type, name;
  std::size_t begin = 0, end = 0;  // in the text: from "layout" to behind "out "
};

// Inputs and outputs that are declared on lines of their own.
std::vector<Variable> variables_of(std::string_view text) {
  constexpr std::string_view start = "layout(location = ";
  std::vector<Variable> out;
  for (std::size_t at = text.find(start); at != std::string_view::npos; at = text.find(start, at + 1)) {
    if (at > 0 && text[at - 1] != '\n') continue;
    const std::size_t close = text.find(')', at), end = text.find(';', at);
    if (close == std::string_view::npos || end == std::string_view::npos) break;
    const std::string_view rest = text.substr(close + 1, end - close - 1);
    const bool output = rest.starts_with(" out ");
    if (!output && !rest.starts_with(" in ")) continue;
    const std::size_t from = close + 1 + (output ? 5 : 4);
    const std::size_t space = text.find(' ', from);
    out.push_back({output, text.substr(from, space - from), text.substr(space + 1, end - space - 1), at, from});
  }
  return out;
}

struct Asked {  // of a flag
  std::vector<std::string> formats;
  std::string blend, compare, tested;
  bool clear = false, indirect = false, writes_depth = false, clears_depth = false, modifies_depth = false;
};

std::string lower(std::string_view text) {
  std::string out(text);
  std::ranges::transform(out, out.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return out;
}

std::string_view next_word(std::string_view& text) {
  const std::size_t end = std::min(text.find('_'), text.size());
  const std::string_view word = text.substr(0, end);
  text.remove_prefix(std::min(end + 1, text.size()));
  return word;
}

std::string_view comparison(std::string_view word) {
  if (word == "LESS") return "<";
  if (word == "LEQUAL") return "<=";
  if (word == "GREATER") return ">";
  if (word == "GEQUAL") return ">=";
  return {};
}

Asked asked_by(std::string_view name) {
  Asked out;
  for (std::string_view flag : variant_of(name).defines) {
    if (!flag.starts_with(mark)) continue;
    next_word(flag);
    while (!flag.empty()) {
      const std::string_view word = next_word(flag);
      if (word == "ADD" || word == "ALPHA" || word == "PREMULTIPLIED") {
        out.blend = word;
      } else if (word == "CLEAR") {
        out.clear = true;
      } else if (word == "INDIRECT") {
        out.indirect = true;
      } else if (word == "DEPTH") {
        const std::string_view how = next_word(flag);
        out.modifies_depth = how == "MODIFY";
        out.clears_depth = how == "CLEAR";
        out.writes_depth = !out.modifies_depth;
      } else if (!comparison(word).empty()) {
        out.compare = comparison(word);
        out.tested = flag;  // the rest is a binding's name
        break;
      } else {
        out.formats.push_back(lower(word));
      }
    }
  }
  return out;
}

// "vec4(share, 0.0, 0.0, 1.0)"
std::string texel(const Variable& v) {
  const char size = v.type.back();
  if (v.type == "float") return fmt::format("vec4({}, 0.0, 0.0, 1.0)", v.name);
  if (v.type == "uint") return fmt::format("uvec4({}, 0u, 0u, 1u)", v.name);
  const bool whole = v.type.starts_with('u');
  const std::string_view zero = whole ? "0u" : "0.0", one = whole ? "1u" : "1.0";
  const std::string_view vector = whole ? "uvec4" : "vec4";
  if (size == '2') return fmt::format("{}({}, {}, {})", vector, v.name, zero, one);
  if (size == '3') return fmt::format("{}({}, {})", vector, v.name, one);
  return std::string(v.name);
}

std::string blended(const std::string& blend, const std::string& source, std::size_t target) {
  const std::string old = fmt::format("imageLoad(pixel_target{}, pixel)", target);
  if (blend.empty()) return source;
  if (blend == "ADD") return fmt::format("{} + {}", old, source);
  const std::string kept = fmt::format("{} * (1.0 - ({}).a)", old, source);
  if (blend == "PREMULTIPLIED") return fmt::format("{} + {}", source, kept);
  return fmt::format("vec4(({0}).rgb * ({0}).a, ({0}).a) + {1}", source, kept);
}

std::string declarations(const Asked& asked, const std::vector<Variable>& targets) {
  std::string out = "\nlayout(local_size_x = 8, local_size_y = 8) in;\n";
  const std::string_view access = asked.blend.empty() ? "writeonly " : "";
  for (std::size_t i = 0; i < targets.size(); ++i)
    out += fmt::format("layout(binding = {}, {}) uniform {}{} pixel_target{};\n", own_slots + i, asked.formats[i],
                       access, targets[i].type.starts_with('u') ? "uimage2D" : "image2D", i);
  if (asked.writes_depth) out += "layout(binding = 43, r32f) uniform writeonly image2D pixel_depth_out;\n";
  if (asked.modifies_depth) out += "layout(binding = 43, r32f) uniform image2D pixel_depth_out;\n";
  if (asked.tested == "pixel_test") out += "layout(binding = 44) uniform sampler2D pixel_test;\n";
  if (asked.indirect) {
    out += "layout(binding = 45, scalar) readonly buffer PixelDraws { uint at[]; } pixel_draws;\n";
    out += "layout(constant_id = 90) const int pixel_draw = 0;\n";
  }
  out += "layout(binding = 46, scalar) uniform PixelsBlock { vec4 clear[3]; float clear_depth; ivec2 size; } pixels;\n";
  return out;
}

std::vector<Variable> outputs_of(std::string_view name, std::string_view text, const Asked& asked) {
  std::vector<Variable> out;
  for (const Variable& v : variables_of(text)) {
    if (v.output)
      out.push_back(v);
    else if (v.name != "uv")
      throw Error(Exit::failure, fmt::format("shader {}", name), fmt::format("a pixel kernel has no input {}", v.name),
                  "the only input of full-screen draws is uv");
  }
  if (out.size() < asked.formats.size())
    throw Error(Exit::failure, fmt::format("shader {}", name),
                fmt::format("{} outputs, but {} targets", out.size(), asked.formats.size()),
                "a target for each of the shader's outputs");
  out.resize(asked.formats.size());
  return out;
}

}  // namespace

bool is_pixel_kernel(std::string_view name) {
  const auto [file, defines] = variant_of(name);
  return file.ends_with(".frag") && std::ranges::any_of(defines, [](auto d) { return d.starts_with(mark); });
}

std::string without_pixel_kernel(std::string_view name) {
  if (!is_pixel_kernel(name)) return std::string(name);
  const auto [file, defines] = variant_of(name);
  std::string out(file);
  for (const std::string_view define : defines)
    if (!define.starts_with(mark)) out += fmt::format("+{}", define);
  return out;
}

std::string_view pixel_kernel_preamble() {
  return "#define PIXEL_KERNEL\nvec4 pixel_place;\nfloat pixel_depth;\nbool pixel_left_out;\n";
}

std::string pixel_kernel_text(std::string_view text) {
  std::string out(text);
  const std::vector<Variable> found = variables_of(text);
  for (auto v = found.rbegin(); v != found.rend(); ++v) out.erase(v->begin, v->end - v->begin);
  replace(out, "gl_FragCoord", "pixel_place");
  replace(out, "gl_FragDepth", "pixel_depth");
  replace(out, "discard", "{ pixel_left_out = true; return; }");
  replace(out, "void main", "void pixel_body");
  return out;
}

std::string pixel_kernel_main(std::string_view name, std::string_view text) {
  const Asked asked = asked_by(name);
  const std::vector<Variable> targets = outputs_of(name, text, asked);
  const auto all = variables_of(text);
  const bool has_uv = std::ranges::any_of(all, [](const Variable& v) { return v.name == "uv"; });
  const bool sets_depth = text.find("gl_FragDepth") != std::string_view::npos;
  std::string out = declarations(asked, targets);
  out += "void main() {\n  ivec2 pixel = ivec2(gl_GlobalInvocationID.xy);\n";
  out += "  if (any(greaterThanEqual(pixel, pixels.size))) return;\n";
  out += "  pixel_place = vec4(vec2(pixel) + 0.5, 0.0, 1.0);\n  pixel_depth = 0.0;\n  pixel_left_out = false;\n";
  if (has_uv) out += "  uv = pixel_place.xy / vec2(pixels.size);\n";
  if (asked.indirect)
    out += "  pixel_left_out = pixel_draws.at[pixel_draw] == 0u || pixel_draws.at[pixel_draw + 1] == 0u;\n";
  const std::string old = asked.modifies_depth ? std::string("imageLoad(pixel_depth_out, pixel).r")
                                               : fmt::format("texelFetch({}, pixel, 0).r", asked.tested);
  const std::string test =
      asked.compare.empty() ? std::string()
                            : fmt::format("  if (!(pixel_depth {} {})) pixel_left_out = true;\n", asked.compare, old);
  if (!sets_depth) out += test;
  out += "  if (!pixel_left_out) pixel_body();\n";
  if (sets_depth) out += test;
  out += "  if (pixel_left_out) {\n";
  for (std::size_t i = 0; asked.clear && i < targets.size(); ++i)
    out += fmt::format("    imageStore(pixel_target{0}, pixel, {1}(pixels.clear[{0}]));\n", i,
                       targets[i].type.starts_with('u') ? "uvec4" : "vec4");
  if (asked.clears_depth) out += "    imageStore(pixel_depth_out, pixel, vec4(pixels.clear_depth, 0.0, 0.0, 0.0));\n";
  out += "    return;\n  }\n";
  for (std::size_t i = 0; i < targets.size(); ++i)
    out += fmt::format("  imageStore(pixel_target{}, pixel, {});\n", i, blended(asked.blend, texel(targets[i]), i));
  if (asked.writes_depth || asked.modifies_depth)
    out += "  imageStore(pixel_depth_out, pixel, vec4(pixel_depth, 0.0, 0.0, 0.0));\n";
  return out + "}\n";
}

void pack_pixel_slots(std::vector<std::uint32_t>& spirv) {
  constexpr std::uint32_t decorate = 71, binding = 33;
  std::vector<std::uint32_t*> own;
  std::set<std::uint32_t> used;
  for (std::size_t at = 5; at + 3 < spirv.size(); at += std::max(spirv[at] >> 16, 1u)) {
    if ((spirv[at] & 0xffff) != decorate || spirv[at + 2] != binding) continue;
    if (spirv[at + 3] >= own_slots)
      own.push_back(&spirv[at + 3]);
    else
      used.insert(spirv[at + 3]);
  }
  std::uint32_t next = 0;
  std::ranges::sort(own, {}, [](const std::uint32_t* slot) { return *slot; });
  for (std::uint32_t* slot : own) {
    while (used.contains(next)) ++next;
    *slot = next++;
  }
}

}  // namespace undine::shader
