// Contacts of rigid bodies on the GPU: broad phase, contact manifolds, and impulses.
#pragma once
#include <memory>
#include <vector>

#include "engine/scene/bodies.h"
#include "passes/bodies/bodies_fleet.h"
#include "passes/sort/counting_sort.h"

namespace undine::bodies {

// Manifolds after a clock step: of the world, then of pairs of bodies by the first of the two.
struct ContactsSnapshot {
  std::vector<ContactWorld> worlds;
  std::vector<std::uint32_t> starts;  // per body its first pair, then their number
  std::vector<ContactPair> pairs;
};

class Contacts {
 public:
  Contacts(graph::State& state, const BodyFleet& fleet);
  void fill(graph::Graph& g) const;  // at the start
  // Declares the read-back into `out`, which `owner` owns. Pairs of very many bodies are left out.
  void save(graph::Graph& g, ContactsSnapshot& out, const std::shared_ptr<void>& owner) const;
  void restore(graph::Graph& g, ContactsSnapshot from) const;  // after fill()

  struct States {
    graph::Buffer now, next, kinds, records;
  };
  // Bodies that may touch within a clock step. Returns how many things are near each body, a uint each.
  graph::Buffer find_pairs(graph::Graph& g, const States& s, double dt);
  graph::Buffer free() const { return free_; }  // ContactFree of each body, written before touch()
  // Contacts of `count` bodies with ground, borders and meshes. The caller adds params and the ground.
  graph::ComputeNode touch(graph::Graph& g, std::string_view variant, const States& s, double dt, std::uint32_t count);
  // Contacts of bodies with each other, then the motion of all that are touched. sub_step: 0 is a clock step's first.
  void solve(graph::Graph& g, const States& s, double dt, int sub_step);
  void keep(graph::Graph& g);                      // at a clock step's end
  void wake(graph::Graph& g, std::uint32_t body);  // a sleeping body moves again

 private:
  std::uint32_t threads() const;
  ContactParams params_of(double dt) const;
  ContactSearch search_of(double dt) const;
  void find_pairs_of_many(graph::Graph& g, const States& s, const ContactSearch& p, graph::Buffer near) const;
  template <class Node>
  Node& bind_shapes(Node& node, const States& s) const;
  graph::ComputeNode stage(graph::Graph& g, std::string_view name, const States& s, const ContactParams& p) const;
  void solve_in_stages(graph::Graph& g, const States& s, ContactParams p) const;

  const BodyFleet* fleet_;
  bool hardware_ = false, warned_ = false;
  std::uint32_t steps_since_check_ = 0;  // of the number of pairs
  std::uint32_t bodies_ = 0, all_ = 0, capacity_ = 1;
  double least_radius_ = 0;
  graph::Buffer free_, solved_;
  graph::Buffer parts_, points_, faces_, lists_, nodes_, triangles_;
  graph::History pairs_, worlds_;  // of sub-steps
  graph::History starts_;          // of clock steps
  // Buffers of the clock step that is declared.
  graph::Buffer list_, lower_;
};

}  // namespace undine::bodies
