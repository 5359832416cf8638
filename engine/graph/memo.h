// Per-frame memo: the first caller declares the value, later callers of the same frame get the same one. forget() or
// the next frame clears it.
#pragma once
#include <cstdint>
#include <optional>

#include "engine/graph/graph.h"

namespace undine::graph {

template <class T>
class Memo {
 public:
  template <class Make>
  const T& in(Graph& g, Make&& make) {
    if (!value_ || frame_ != g.frame()) {
      value_ = make();
      frame_ = g.frame();
    }
    return *value_;
  }
  void forget() { value_.reset(); }  // what it was made of is about to change

 private:
  std::optional<T> value_;
  std::uint64_t frame_ = 0;
};

}  // namespace undine::graph
