// Random but valid frames over a few persistent and transient resources; the same seed declares the same frame.
#pragma once
#include <cstdint>
#include <random>
#include <vector>

#include "engine/graph/graph.h"

namespace undine::graph::testing {

class RandomFrame {
 public:
  RandomFrame(State& state, std::uint32_t seed);
  void declare(Graph& g);
  void step();  // rings advance, as between frames

 private:
  struct Known {
    Resource resource;
    std::uint64_t bytes = 0;
    ImageDesc desc;
    bool written = false, depth = false;
  };
  std::uint32_t below(std::uint32_t n) { return static_cast<std::uint32_t>(random_() % n); }
  Known& any(bool image, bool depth = false);
  void compute(Graph& g);
  void draw(Graph& g);
  void transfer(Graph& g);

  std::uint32_t seed_;
  std::mt19937 random_;
  std::vector<Buffer> buffers_;
  std::vector<Image> images_;
  std::vector<ImageDesc> image_descs_;
  History history_;
  std::vector<Known> known_;
  std::vector<std::byte> data_;
};

}  // namespace undine::graph::testing
