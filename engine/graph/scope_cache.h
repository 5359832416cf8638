// Cached scopes: subgraphs that are declared every frame and skipped while their inputs are unchanged.
//
//   g.use(caches_);                       // once a frame; caches_ is a member of the renderer
//   {
//     auto cached = g.cached("depth");    // until it goes, transients are persistent
//     light.shadow = draw_shadow(g, ...);
//   }
//
// A cached scope is skipped if the previous frame ran it with the same nodes (shaders, constants, parameters, draws,
// resources) and its inputs and outputs have not been written since. Inputs may come from cached scopes declared
// earlier in the frame: if those run, it runs. If it reads other transients or resources that other nodes of the
// frame write, its inputs change every frame: from the next frame on it is declared without caching. Cached scopes do
// not nest. The path of the scope and the name identify them.
#pragma once
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "engine/graph/graph.h"

namespace undine::graph {

class Caches;

// One cached part: its resources, and what they were made of.
class Cache {
 public:
  explicit Cache(State& state) : state_(&state), owner_(state) {}
  bool works() const { return !changes_; }  // false: its inputs change with every frame

 private:
  friend class Graph;
  struct Made {
    std::string name;
    Resource resource;
    std::uint64_t writes = 0;  // State::Entry::writes once the nodes have run
  };
  void begin(Graph& g, bool rebuild);
  Resource make(std::string_view name, const BufferDesc* buffer, const ImageDesc* image);
  // True: what was declared since begin() is there already. others: declared before it in this frame.
  bool finish(const Graph& g, const std::vector<const Cache*>& others);
  std::uint64_t hash_of(const Graph& g, const std::vector<const Cache*>& others) const;
  bool is_made(Resource r) const;
  void release();

  State* state_;
  State::Owner owner_;
  std::vector<Made> made_;
  std::size_t used_ = 0;  // of made_, in this frame
  bool rebuild_ = false, changes_ = false;
  std::size_t first_node_ = 0;
  std::uint64_t hash_ = 0;  // of the last declaration; 0: none
};

// The cached parts of a renderer, by path. Their resources live as long as it does.
class Caches {
 public:
  explicit Caches(State& state) : state_(&state) {}
  const Cache* find(const std::string& path) const;  // null: not declared yet

 private:
  friend class Graph;
  State* state_;
  std::map<std::string, Cache> list_;
  std::vector<const Cache*> declared_;  // in this frame
};

}  // namespace undine::graph
