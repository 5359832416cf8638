// Something that is declared once in a frame, however many ask for it: made for the first, kept until forget() or the
// next frame.
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
