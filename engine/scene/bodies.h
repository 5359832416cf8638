// Interface of the floating bodies of a scene to the rest of the program.
#pragma once  // public
#include <cstdint>
#include <functional>
#include <glm/glm.hpp>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "engine/scene/ports.h"
#include "engine/scene/scene.h"
#include "engine/scene/solver.h"

namespace undine {

struct BodyFigures {  // one body at the end of a step, and what its hull displaces
  glm::dvec3 position{}, velocity{}, spin{};
  glm::dvec4 rotation{};  // quaternion x, y, z, w
  double volume = 0;      // m³ of water displaced
};
struct MoverFigures {  // a mesh that moves, and what it and the waters did to each other in the last step
  std::string name;
  bool axle = false;  // turns freely
  glm::dvec3 position{}, velocity{}, spin{};
  glm::dvec4 rotation{};
  glm::dvec3 force{}, moment{};  // of the waters on it, N and N m, about the middle of its volume
  double torque = 0;             // N m about its axle
  double power = 0;              // W from the waters; negative: it drives them
  double delivered = 0;          // W to its load
  double work = 0;               // J from the waters since the start
  double turned = 0;             // rad about its axle since the start
};
struct BodyStats {
  std::vector<MoverFigures> movers;
  std::vector<BodyFigures> bodies;
  double displaced = 0;  // m³ that the waters have taken up by their ledgers: sums of whole quanta, exact
  std::vector<std::pair<std::string, double>> displaced_in;  // of that, in waters that bodies cross
  double energy = 0;  // J: kinetic, gravity over y = 0, and that of the hull in the water's pressure
  // J, of the bodies in waves that they move: kinetic (added mass too) at the time of the positions, gravity over the
  // rest level, and that of the water they displace, which is lifted to the rest level.
  struct Afloat {
    double kinetic = 0, potential = 0, buoyant = 0;
  };
  std::optional<Afloat> afloat;
};

// The hulls of all bodies on the GPU (passes/bodies/bodies_params.h): for what looks at where they cut the water.
struct BodyHulls {
  graph::Buffer states, kinds, records;  // BodyState of every body, BodyKind, BodyRecord of every body
  graph::Buffer points, facets;          // vec3 from the center of mass, uvec3 of points: of each kind
  std::uint32_t count = 0;               // bodies; 0: none
};

// The hull of all bodies of one of the scene's entries, or the solid surface of a mesh that moves, about the center of
// mass, in the body's axes.
struct BodyMesh {
  std::string name;         // of the entry or of the motion; empty: unnamed
  std::uint32_t first = 0;  // row of Bodies::set() of the first body
  std::vector<glm::vec3> points;
  std::vector<glm::uvec3> facets;  // counter-clockwise seen from outside
  std::uint32_t count = 1;         // consecutive rows
};

// Pose and motion that a body is given from outside.
struct BodyPose {
  glm::dvec3 position{};            // of the center of mass, world
  glm::dvec4 rotation{0, 0, 0, 1};  // quaternion x, y, z, w of any length but 0
  glm::dvec3 velocity{}, spin{};    // m/s; rad/s about world axes
};

// State of bodies between two clock steps, for bodies of a scene with other entries.
struct BodySnapshot {
  virtual ~BodySnapshot() = default;
  // Per entry of "bodies" of the later scene: the entry that it continues. Empty: its bodies are new, and their
  // displacement pushes the water in the first step.
  std::vector<std::optional<std::size_t>> continued;
};

// The pointer's spring: takes hold of the first body that the ray hits and pulls it along.
struct Pull {
  glm::dvec3 origin{}, direction{};  // of the ray; direction of length 1
  bool began = false;
};

class Bodies {
 public:
  virtual ~Bodies() = default;
  // `waters` in the scene's order; they have started before, and have stepped before every step().
  virtual void start(graph::Graph& g, std::span<Solver* const> waters) = 0;
  virtual void step(graph::Graph& g, const StepInfo& step, std::span<Solver* const> waters) = 0;
  virtual void meet(std::span<Solver* const> waters) = 0;  // before waters step: those that push get their bodies
  // Returns the displaced water, except where `next` continues to displace it. No call but adopt() of `next` may
  // follow.
  virtual void leave(graph::Graph& g, std::span<Solver* const> waters, const Bodies* next = nullptr) = 0;
  // Declares the read-back of all that continues in bodies of a later scene (Parts::bodies). It has arrived once the
  // frame was waited for. The bodies must outlive start() and adopt() of the later ones.
  virtual std::shared_ptr<BodySnapshot> snapshot(graph::Graph& g) = 0;
  // After start() from a snapshot: takes the resources of waters that continue, for the owner of what is made now.
  virtual void adopt(graph::State& state) = 0;
  // Live values of the scene, which is else the one they were made of, as Solver::retune() takes them.
  virtual void retune(const Scene& scene) = 0;
  virtual BodySet set() const = 0;
  virtual BodyHulls hulls() const = 0;
  virtual std::vector<Field> fields() = 0;
  virtual Field states() = 0;  // of bodies, then of meshes that move: rows as in bodies.state
  virtual std::vector<BodyMesh> meshes() const { return {}; }
  // Declares the read-back of this step's figures and calls `done` frames later. Nothing blocks.
  virtual void stats(graph::Graph& g, std::function<void(const BodyStats&)> done) = 0;
  virtual void pull(const std::optional<Pull>& pull) = 0;  // holds until it is called with none
  // Force on the center of mass in N and torque in N m, in world axes, from the next step on until others are given.
  virtual void load(std::uint32_t body, const glm::dvec3& force, const glm::dvec3& torque) = 0;
  // Moves a body at the beginning of the next step; it wakes. Error(bad_input): an index, a rotation of length 0, or a
  // position over 16 km from the bodies' anchor.
  virtual void place(std::uint32_t body, const BodyPose& pose) = 0;
  // Adds a line to a fixed point, or to the body `other`; its length must be given. Returns its number: those of the
  // scene come first. Error(bad_input): an index, a length under 0, a line that ends at its own body, or no room for
  // more.
  virtual std::uint32_t moor(std::uint32_t body, const BodyMooring& mooring, std::optional<std::uint32_t> other) = 0;
  virtual void unmoor(std::uint32_t line) = 0;  // Error(bad_input): no line has the number
  virtual bool holding() const = 0;             // known some frames after a pull began
  virtual std::uint32_t count() const = 0;
};

}  // namespace undine
