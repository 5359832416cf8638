// SPIR-V on disk: one file for each shader, root folder, compiler and options, checked against all source text.
#pragma once
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "engine/shader/compile.h"

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

 private:
  std::filesystem::path folder_;
  std::uint64_t key_;
};

}  // namespace undine::shader
