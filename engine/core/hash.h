// 64-bit hashing for cache keys and the graph's topology. Not cryptographic; stable across runs and machines.
#pragma once
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace undine {

class Hash {
 public:
  void word(std::uint64_t value) {
    state_ ^= value + 0x9e3779b97f4a7c15ull + (state_ << 12) + (state_ >> 4);
    state_ *= 0xff51afd7ed558ccdull;
    state_ ^= state_ >> 32;
  }
  void bytes(const void* data, std::size_t size) {
    auto at = static_cast<const unsigned char*>(data);
    std::uint64_t chunk = 0;
    for (; size >= 8; size -= 8, at += 8) {
      std::memcpy(&chunk, at, 8);
      word(chunk);
    }
    chunk = size;
    if (size > 0) std::memcpy(&chunk, at, size);
    word(chunk ^ (static_cast<std::uint64_t>(size) << 56));
  }
  void text(std::string_view s) {
    word(s.size());
    bytes(s.data(), s.size());
  }
  std::uint64_t value() const { return state_; }

 private:
  std::uint64_t state_ = 0x2545f4914f6cdd1dull;
};

}  // namespace undine
