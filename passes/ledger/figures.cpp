#include "passes/ledger/figures.h"

#include <fmt/format.h>

#include "engine/core/error.h"
#include "engine/core/round.h"

namespace undine::grid {

Figures::Figures(graph::Graph& g, const std::string& water, std::uint32_t more_bytes)
    : g_(g), room_(most_bytes + padded(more_bytes, 16)) {
  buffer_ = g.buffer(g.name(water + "/figures"), {.bytes = room_});
  g.clear("clear_figures", buffer_);
}

std::uint32_t Figures::take(std::uint32_t bytes) {
  const std::uint32_t at = used_;
  used_ += padded(bytes, 8);
  if (used_ > room_)
    throw Error(Exit::failure, "statistics", fmt::format("{} bytes of figures", used_),
                fmt::format("at most {}", room_));
  return at;
}

std::uint32_t Figures::sum(graph::Buffer parts, std::uint32_t count, std::uint32_t maxima) {
  const std::uint32_t at = take(4 * figures_sum_words);
  g_.compute("add_up", "ledger/figures_sum.comp")
      .read("parts", parts)
      .modify("figures", buffer_)
      .params(FiguresSumParams{count, at / 4, maxima})
      .groups({1, 1, 1});
  return at;
}

std::uint32_t Figures::sum_integers(graph::Buffer parts, std::uint32_t count) {
  const std::uint32_t at = take(8);
  g_.compute("add_up", "ledger/figures_sum_integers.comp")
      .read("parts", parts)
      .modify("figures", buffer_)
      .params(FiguresSumParams{count, at / 4, 0})
      .groups({1, 1, 1});
  return at;
}

std::uint32_t Figures::copy(graph::Buffer from, std::uint64_t offset, std::uint32_t bytes) {
  const std::uint32_t at = take(bytes);
  g_.copy("keep", from, buffer_, offset, at, bytes);
  return at;
}

void Figures::receive(std::function<void(const Reader&)> done) {
  g_.readback("statistics", buffer_,
              [done = std::move(done)](std::span<const std::byte> bytes) { done(Reader(bytes)); });
}

}  // namespace undine::grid
