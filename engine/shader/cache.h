// SPIR-V on disk: one file for each shader, root folder, compiler and options, checked against all source text; and
// one for each set of values of its constants, checked against the module that it is made of.
#pragma once
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/shader/compile.h"
#include "engine/shader/specialize.h"

namespace undine::shader {

class Cache {
 public:
  // folder: empty turns the cache off; a folder that cannot be written only costs compiling again.
  Cache(std::filesystem::path folder, const std::filesystem::path& root, bool debug, bool messages = false,
        bool unroll = true);
  // Nothing if there is no entry, or it is damaged, or any text it was made of has changed.
  std::optional<Compiled> load(std::string_view name, std::string_view text) const;
  void store(std::string_view name, std::string_view text, const Compiled& compiled) const;
  std::filesystem::path file(std::string_view name) const;

  // What specialize() makes of a module. version: that of the module.
  using Values = std::span<const ConstantValue>;
  std::optional<std::vector<std::uint32_t>> load_special(std::string_view name, std::uint64_t version,
                                                         Values values) const;
  void store_special(std::string_view name, std::uint64_t version, Values values,
                     const std::vector<std::uint32_t>& spirv) const;
  std::filesystem::path special_file(std::string_view name, Values values) const;
  static constexpr std::size_t most_special = 32;  // files of one shader: the oldest go

 private:
  std::filesystem::path folder_;
  std::uint64_t key_;
};

}  // namespace undine::shader
