// SPIR-V cache on disk. One file per shader, root folder, compiler and options is checked against all source text. One
// file per set of constant values is checked against its module.
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
  // folder: empty turns the cache off; a read-only folder only costs recompilation.
  Cache(std::filesystem::path folder, const std::filesystem::path& root, bool debug, bool messages = false,
        bool unroll = true);
  // Empty if there is no entry, it is damaged, or a source text has changed.
  std::optional<Compiled> load(std::string_view name, std::string_view text) const;
  void store(std::string_view name, std::string_view text, const Compiled& compiled) const;
  std::filesystem::path file(std::string_view name) const;

  // Results of specialize(). version: the module's.
  using Values = std::span<const ConstantValue>;
  std::optional<std::vector<std::uint32_t>> load_special(std::string_view name, std::uint64_t version,
                                                         Values values) const;
  void store_special(std::string_view name, std::uint64_t version, Values values,
                     const std::vector<std::uint32_t>& spirv) const;
  std::filesystem::path special_file(std::string_view name, Values values) const;
  static constexpr std::size_t most_special = 32;  // files per shader: the oldest are deleted

 private:
  std::filesystem::path folder_;
  std::uint64_t key_;
};

}  // namespace undine::shader
