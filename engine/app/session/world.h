// State of a running scene: its solvers and its clock. Declares graphs; does not run them.
#pragma once  // public
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "engine/graph/graph.h"
#include "engine/scene/bodies.h"
#include "engine/scene/couplings.h"
#include "engine/scene/field_show.h"
#include "engine/scene/passive_agents.h"
#include "engine/scene/scene.h"
#include "engine/scene/spray.h"

namespace undine::session {

class World {
 public:
  World(graph::State& state, const Scene& scene, Accounting accounting = Accounting::none);
  // Replaces the solvers by another scene's. Solvers with keep[i] continue, the others start in `g`. keep_bodies:
  // bodies and passive agents also continue, which requires that all solvers do; otherwise call lift_bodies() first.
  void change(graph::State& state, graph::Graph& g, const Scene& scene, const std::vector<bool>& keep,
              bool keep_bodies = false);
  // Call before such a change of scenes with couplings, in a frame that is run and waited for. Returns pending volume
  // to the continuing solvers and reads the final accounts.
  bool hands_over(const Scene& scene, const std::vector<bool>& keep) const;  // there are such couplings
  void close_accounts(graph::Graph& g, const Scene& scene, const std::vector<bool>& keep);
  // Takes live values for the solvers of `which`, whose other settings are unchanged. If all of them succeed, also
  // updates bodies. Returns `which` without solvers that need a restart.
  // bodies: these are the scene's; else only the solvers take values.
  std::vector<bool> retune(const Scene& scene, std::vector<bool> which, bool bodies = true);
  void lift_bodies(graph::Graph& g);  // restores the water that bodies displace
  // Checks that a solver continues when the bodies become those of `scene`, which has the same waters.
  bool continues_with_bodies(const Scene& scene, std::size_t water) const;
  // Declares the read-back of the bodies' state; it has arrived once the frame was waited for.
  std::shared_ptr<BodySnapshot> snapshot_bodies(graph::Graph& g);
  // Replaces the bodies by those of a scene that differs by whole entries of "bodies". Waters, passive agents and the
  // bodies of the snapshot continue. run: runs the declared frame and waits for it. On an error before that nothing has
  // changed.
  void exchange_bodies(graph::State& state, graph::Graph& g, const Scene& scene,
                       const std::shared_ptr<const BodySnapshot>& from, const std::function<void()>& run);
  bool bodies_continue() const { return bodies_continue_; }  // earlier ones
  // Before start(): such bodies become those that the scene describes.
  void renew_bodies(graph::State& state, const Scene& scene);
  void start(graph::Graph& g);  // initial state of every solver
  void step(graph::Graph& g);   // one clock step of every solver
  std::vector<SurfaceField> surfaces(graph::Graph& g);
  std::vector<ParticleSet> particles(graph::Graph& g);  // of the particle solvers
  std::vector<Field> fields();
  std::vector<Field> lists();  // lists of spray, bodies and passive agents
  std::optional<ShownField> field(std::string_view name);
  std::uint64_t steps() const { return steps_; }
  double time() const { return static_cast<double>(steps_) * dt_; }

  struct Water {
    std::string name, type;
    graph::State::Owner owner;
    std::unique_ptr<Solver> solver;
    std::unique_ptr<Spray> spray = nullptr;  // null: none in the scene
    Transferred before{};                    // by exchanges that have ended
  };
  std::vector<Water>& water() { return water_; }
  Bodies* bodies() { return bodies_.get(); }           // null: none in the scene
  Couplings* couplings() { return couplings_.get(); }  // null: none in the scene
  // Account of reloads, including that of a checkpoint.
  ReloadFigures& reloads() { return *reloads_; }
  BodySet body_set() const;
  void disturb(std::size_t water, const Disturbance& push);  // takes effect in the next step
  // Owners of persistent resources, by State::Entry::owner: "water/0", "bodies", "exchanges".
  std::vector<std::pair<std::uint32_t, std::string>> owners(graph::State& state);

 private:
  void start_afloat(graph::Graph& g);
  void step_spray(graph::Graph& g);
  void join_sprays(graph::State& state, const Scene& scene);
  void join_seas(const Scene& scene);  // hands waves on a sea what declares the sea's surface
  void make_couplings(graph::State& state, const Scene& scene);
  static void start_water(graph::Graph& g, Water& water);
  bool keeps_couplings(const Scene& scene, const std::vector<bool>& keep) const;
  void count_new(graph::Graph& g, const std::vector<bool>& keep);
  SceneContext context_of(const Scene& scene, std::size_t index) const;
  bool retune(const Scene& scene, std::size_t index);
  Water make(graph::State& state, const Scene& scene, std::size_t index) const;
  double dt_;
  Accounting accounting_;  // accounts that solvers maintain
  std::uint64_t steps_ = 0;
  std::vector<Solver*> solvers() const;
  std::vector<Water> water_;
  graph::State::Owner afloat_;  // resources of bodies
  std::unique_ptr<Bodies> bodies_;
  bool bodies_continue_ = false;
  graph::State::Owner between_;  // of what exchanges make
  std::unique_ptr<Couplings> couplings_;
  std::vector<CouplingSettings> exchanging_;                                    // that they were made of
  std::shared_ptr<ReloadFigures> reloads_ = std::make_shared<ReloadFigures>();  // receivers share it
  graph::State::Owner passive_;                                                 // resources of passive agents
  std::vector<std::unique_ptr<PassiveAgents>> agents_;
};

}  // namespace undine::session
