// Statistics of a water for read-back: the GPU adds partial sums in a fixed order and stores all figures in one small
// buffer.
#ifndef PASSES_LEDGER_FIGURES_H
#define PASSES_LEDGER_FIGURES_H
#include "engine/core/shared.h"
SHARED_BEGIN(undine::grid)

const uint figures_threads = 64u;
const uint figures_sum_words = 8u;  // of a sum of vec4s: the values, and what they lost by rounding

struct FiguresSumParams {
  uint count;   // of partial sums
  uint at;      // first word of the result
  uint maxima;  // bits of the components whose largest is wanted, not the sum
};

SHARED_END

#ifdef __cplusplus
#include <cstring>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "engine/graph/graph.h"

namespace undine::grid {

// Declares its nodes as figures are added; `receive` gets them frames later.
class Figures {
 public:
  static constexpr std::uint32_t most_bytes = 256;
  // more_bytes: room over most_bytes, for lists that a scene makes long.
  Figures(graph::Graph& g, const std::string& water, std::uint32_t more_bytes = 0);
  // Each returns the first byte of its result, for Reader. parts: `count` vec4s (ivec2s: low and high words), written
  // in this frame.
  std::uint32_t sum(graph::Buffer parts, std::uint32_t count, std::uint32_t maxima = 0);
  std::uint32_t sum_integers(graph::Buffer parts, std::uint32_t count);
  std::uint32_t copy(graph::Buffer from, std::uint64_t offset, std::uint32_t bytes);

  class Reader {
   public:
    explicit Reader(std::span<const std::byte> bytes) : bytes_(bytes) {}
    // Component of a sum: double precision but for the last bits.
    double value(std::uint32_t at, int component) const {
      return static_cast<double>(get<float>(at + 4u * static_cast<std::uint32_t>(component))) +
             static_cast<double>(get<float>(at + 4u * static_cast<std::uint32_t>(4 + component)));
    }
    std::int64_t integer(std::uint32_t at) const { return get<std::int64_t>(at); }
    template <class T>
    T get(std::uint32_t at) const {
      T out{};
      if (at + sizeof(T) <= bytes_.size()) std::memcpy(&out, bytes_.data() + at, sizeof(T));
      return out;
    }
    std::span<const std::byte> bytes(std::uint32_t at, std::uint32_t count) const { return bytes_.subspan(at, count); }

   private:
    std::span<const std::byte> bytes_;
  };
  void receive(std::function<void(const Reader&)> done);  // once, after all figures

 private:
  std::uint32_t take(std::uint32_t bytes);
  graph::Graph& g_;
  graph::Buffer buffer_;
  std::uint32_t room_, used_ = 0;
};

}  // namespace undine::grid
#endif
#endif
