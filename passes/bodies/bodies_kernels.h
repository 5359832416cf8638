// Buffers of floating bodies, and the graph nodes that update them.
#pragma once
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/scene/bodies.h"
#include "passes/bodies/bodies_drives.h"
#include "passes/bodies/bodies_fleet.h"
#include "passes/bodies/contacts.h"

namespace undine::bodies {

// Meters of water column per count: ranges of 512 m and 2 m.
constexpr float quantum = 0x1p-22f, level_quantum = 0x1p-30f;

struct BodyWater {  // a water of the scene, to the bodies that are in it
  int index = 0;
  bool used = false, displaceable = false;
  bool continues = false;        // its resources are those of bodies of a snapshot
  bool pushes = false;           // by itself, into `impulses`
  double spacing = 0;            // of particles
  bool smooth = false;           // bodies move it by its smooth level
  std::uint32_t displacing = 0;  // how many, where that is so
  int rounds = 1;                // pairs of rounds in which these meet each other's water
  int group = -1;                // bodies come from others of this group and go there; -1: those that it has stay
  BodyReach reach;               // of its group
  graph::Buffer impulses;
  std::uint32_t first = 0, count = 0;  // bodies in it, from the first to the last
  std::string name;
  graph::Image before;
  graph::History columns;
  std::uint64_t cells = 0;
  double near_share = 0.5;
  double level = 0;                // world y at rest
  double cell_area = 0, area = 0;  // m²: of a cell, and of all that take part in the exchange
  BodyGround ground;
  SurfaceField field;     // now
  bool immersed = false;  // something solid that moves comes here
  Displaceable moved;     // where that is so
  graph::Buffer motion;
};

// `w`: the water that bodies are in; null: in none.
struct BodyKernels {
  // from: bodies that continue; null: none.
  BodyKernels(graph::State& state, const Scene& scene, const FleetSnapshot* from = nullptr);
  void fill(graph::Graph& g) const;  // at the start, when the kinds of `fleet` are known
  void save(graph::Graph& g, const std::shared_ptr<FleetSnapshot>& out) const;  // declares its read-back
  void restore(graph::Graph& g, const FleetSnapshot& from) const;               // after fill()
  void fill_kinds(graph::Graph& g) const;
  BodyHulls hulls() const { return {in_world(), kinds, records, hull_points_, hull_facets_, fleet.floating}; }
  // States with places in the world, as of the last publish().
  graph::Buffer in_world() const { return world_ ? world_ : states[0]; }
  void publish(graph::Graph& g) const;
  Contacts::States contact_states() const { return {states[0], states[+1], kinds, records}; }
  Drives::States now() const { return {states[0], states[+1], kinds, records}; }
  std::uint32_t count() const { return static_cast<std::uint32_t>(fleet.states.size()); }

  void pick(graph::Graph& g) const;                     // what `pull` holds, into `held`
  graph::Buffer find_near(graph::Graph& g, double dt);  // how many things may touch each body in a clock step
  void solve_contacts(graph::Graph& g, double dt, int sub_step,
                      int sub_steps);  // after all bodies' loads of a sub-step
  // A sub-step of `bodies` bodies from `first` on.
  void move(graph::Graph& g, double dt, int sub_step, int sub_steps, const BodyWater* w, std::uint32_t first,
            std::uint32_t bodies, graph::Buffer near);
  // Impulses of a group's particles on its bodies in the last clock step.
  graph::Buffer pushes_of(graph::Graph& g, const std::vector<BodyWater>& waters, int group, std::uint32_t bodies) const;
  // The same of bodies that are in all waters of a group: each point of their hulls in that which it is deepest in.
  void move_across(graph::Graph& g, double dt, int sub_step, int sub_steps, const std::vector<BodyWater>& waters,
                   int group, std::uint32_t first, std::uint32_t bodies, graph::Buffer near, graph::Buffer pushes);
  void splat(graph::Graph& g, const BodyWater& w, double dt, graph::Buffer columns) const;
  // Bodies that float from the start have displaced their water already.
  void meet_first(graph::Graph& g, const BodyWater& w) const;
  void meet_next(graph::Graph& g, const BodyWater& w, double dt) const;
  void keep(graph::Graph& g, const BodyWater& w, bool displaced) const;
  graph::Buffer tell(graph::Graph& g, std::uint32_t bodies) const;  // BodyFloatFigures of the first ones
  // Adds a line and returns its number, or nothing where body_most_lines are in use. Moved to the device in
  // fill_lines().
  std::optional<std::uint32_t> add_line(const BodyLine& line);
  void fill_lines(graph::Graph& g) const;

  BodyFleet fleet;
  Drives drives;
  Contacts contacts;
  double gravity;
  std::optional<Heightmap> terrain;
  std::optional<Pull> pull;
  graph::History states, floats;  // floats: BodyFloat of every body; of those in waves that they move
  graph::Buffer kinds, records, held;
  graph::Buffer loads;  // of this step: two vec4s per body, force and torque from outside; null: there are none

 private:
  BodyParams params_of(const BodyWater* w) const;
  glm::vec3 local(const glm::dvec3& place) const { return glm::vec3(place - fleet.anchor); }
  BodyAcrossParams params_around(const std::vector<BodyWater>& waters, int group) const;
  void time(BodyParams& p, double dt, int sub_step, int sub_steps) const;
  template <class Node>
  Node& bind(Node& node, const BodyWater* w, graph::Image surface) const;
  // known: of BodyParams. `pending`: columns that the surface has not yet.
  void meet(graph::Graph& g, const BodyWater& w, double dt, int known, graph::Buffer used, graph::Buffer result,
            graph::Buffer pending) const;
  void give(graph::Graph& g, const BodyWater& w, graph::Buffer from, graph::Buffer columns) const;
  template <class Declare>
  void for_each_entry(const BodyWater& w, Declare&& declare) const;
  BodyGround dry_ground_;
  void make_lines();
  int line_count() const;
  graph::State* state_;
  std::uint32_t owner_;
  graph::Buffer lines_;  // of body_most_lines; null: no moorings so far
  graph::Buffer hull_points_, hull_facets_, points_, guess_, world_;
  graph::Image ground_;
  std::vector<float> heights_;
  float ground_top_ = 0;
};

}  // namespace undine::bodies
