// A part of a frame whose resources stay as they are while nothing that they are made of changes: declared every frame,
// and left out of those in which it would make the same again.
//
//   auto kept = shadow_.in(g);
//   light.shadow = draw_shadow(g, ...);   // transients that are made until `kept` goes are persistent
//
// It is left out if the frame before ran it with the same nodes (shaders, constants, parameters, draws, resources) and
// nothing has been written since: neither what it reads nor what it makes. Where it reads transients of the frame, or
// what a node of the frame has written, it never stays the same: from the next frame on it is as if it were not kept.
// But for what another keeper makes that it follows: that may be made anew now and then.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "engine/graph/graph.h"

namespace undine::graph {

class Keeper {
 public:
  explicit Keeper(State& state) : state_(&state), owner_(state) {}

  class [[nodiscard]] Scope {
   public:
    explicit Scope(Graph& graph) : graph_(graph) {}
    ~Scope() { graph_.end_keeping(); }
    Scope(const Scope&) = delete;
    Scope& operator=(const Scope&) = delete;

   private:
    Graph& graph_;
  };
  // anew: this frame has the nodes whatever has changed. Scopes of keepers do not nest.
  Scope in(Graph& g, bool anew = false);
  // This one reads what `other` makes, which outlives it and comes before it in a frame.
  void follow(const Keeper& other) { followed_.push_back(&other); }
  bool keeps() const { return !changes_; }  // false: found to be made of what each frame makes

 private:
  friend class Graph;
  struct Made {
    std::string name;
    Resource resource;
    std::uint64_t writes = 0;  // State::Entry::writes once the nodes have run
  };
  Resource make(std::string_view name, const BufferDesc* buffer, const ImageDesc* image);
  // Whether what was declared since begin() is there already.
  bool finish(const Graph& g);
  std::uint64_t hash_of(const Graph& g) const;
  bool is_made(Resource r) const;
  bool is_followed(Resource r) const;
  void release();

  State* state_;
  State::Owner owner_;
  std::vector<Made> made_;
  std::vector<const Keeper*> followed_;
  std::size_t used_ = 0;  // of made_, in this frame
  bool anew_ = false, changes_ = false;
  std::size_t first_node_ = 0;
  std::uint64_t hash_ = 0;  // of what was declared last; 0: nothing
};

}  // namespace undine::graph
