// Shader interfaces for plan tests, read from the shader's name: each letter before the dot is one binding.
//   R W M  storage buffer: readonly, writeonly, both      r w m  the same for storage images
//   t texel buffer   s sampled image   u uniform block of 16 bytes   p push constants of 16 bytes
// Compute bindings are called c0, c1, ...; vertex v0, v1, ... ; fragment f0, f1, ... (slots from 16).
#pragma once
#include <fmt/format.h>

#include <map>
#include <string>

#include "engine/core/error.h"
#include "engine/graph/plan.h"

namespace undine::graph::testing {

class Shaders : public InterfaceSource {
 public:
  const ShaderInterface& interface(std::string_view shader) override {
    auto found = made_.find(std::string(shader));
    return found != made_.end() ? found->second : made_[std::string(shader)] = read(shader);
  }
  void set(ShaderInterface shader) { made_[shader.name] = std::move(shader); }
  void touch(const std::string& shader) { ++made_.at(shader).version; }

  static ShaderInterface read(std::string_view shader) {
    ShaderInterface made;
    made.name = shader;
    std::string_view end = shader.substr(shader.find('.') + 1);
    made.stage = end == "comp" ? ShaderStage::compute : end == "vert" ? ShaderStage::vertex : ShaderStage::fragment;
    char prefix = end == "comp" ? 'c' : end[0];
    std::uint32_t i = 0, base = end == "frag" ? 16 : 0;
    for (char c : shader.substr(0, shader.find('.'))) {
      if (c == 'p') {
        made.push_bytes = 16;
        continue;
      }
      if (c == '_' || (c >= '0' && c <= '9')) continue;
      ShaderBinding b;
      b.name = fmt::format("{}{}", prefix, i);
      b.slot = base + i++;
      b.readable = c != 'W' && c != 'w';
      b.writable = c == 'W' || c == 'w' || c == 'M' || c == 'm';
      b.kind = c == 't'                           ? BindingKind::texel_buffer
               : c == 's'                         ? BindingKind::sampled_image
               : c == 'u'                         ? BindingKind::uniform_buffer
               : c == 'r' || c == 'w' || c == 'm' ? BindingKind::storage_image
                                                  : BindingKind::storage_buffer;
      if (c == 'u') b.bytes = 16;
      made.bindings.push_back(b);
    }
    return made;
  }

 private:
  std::map<std::string, ShaderInterface> made_;
};

constexpr BufferDesc bytes(std::uint64_t n) { return {n, Format::rgba32_float}; }
constexpr ImageDesc picture(std::uint32_t x, std::uint32_t y, Format format = Format::rgba16_float) {
  return {{x, y, 1}, format, 1, 1};
}

// Message of the Error that `call` throws; empty without an error.
template <class Call>
std::string message(Call&& call) {
  try {
    call();
  } catch (const Error& e) {
    return e.what();
  }
  return {};
}

}  // namespace undine::graph::testing
