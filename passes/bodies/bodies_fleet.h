// Prepares the bodies of a scene on the CPU: hulls, kinds and initial states in the layout of the kernels.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "engine/scene/scene.h"
#include "passes/bodies/bodies_hull.h"
#include "passes/bodies/bodies_movers.h"
#include "passes/bodies/bodies_params.h"
#include "passes/bodies/bodies_window.h"
#include "passes/bodies/contact_shapes.h"

namespace undine::bodies {

// Bodies farther from the middle of all are refused, m: a float has no millimeters left there.
constexpr double farthest_body = 16000;

struct FleetSnapshot;

struct BodyFleet {
  struct Entry {     // one of "bodies"
    int water = -1;  // index in the scene; -1: none
    std::uint32_t first = 0, count = 0;
    Shadow shadow;  // largest of the hull's
    bool displaces = true;
    int group = -1;         // of waters, whichever of which holds it; -1: it stays in its own
    double volume = 0;      // of the hull, m³
    glm::dmat3 inertia{0};  // of it with unit density, about its middle
    std::string name;
    std::vector<RimEdge> rims;
  };
  // Origin of positions in the kernels of bodies: the origin, or the middle of bodies that are far from it.
  glm::dvec3 anchor{0};
  std::vector<Entry> entries;
  // Meshes that move, and, where bodies float, solid ones that stand: their states and kinds come after those of the
  // entries, in this order.
  std::vector<Mover> movers, fixtures;
  std::uint32_t floating = 0;   // states of the entries
  std::vector<BodyKind> kinds;  // one per entry, mover and fixture
  std::vector<BodyRecord> records;
  std::vector<BodyState> states;
  std::vector<BodyLine> lines;
  std::vector<glm::vec3> points;
  std::vector<glm::uvec3> facets;
  std::uint32_t scratch_points = 0;
  ContactShapes shapes;    // of the kinds
  double thinnest = 1e30;  // smallest extent of any body, meters
  // Per state: the row of the snapshot that it continues, or body_none. Empty: all begin as the scene describes.
  std::vector<std::uint32_t> before;
  bool continues(std::size_t i) const { return i < before.size() && before[i] != body_none; }

  // Takes live values of the scene's bodies, which are else those that it was made of; false: all are as before.
  bool retune(const Scene& scene);
};

// Per water the number of the group that its exchanges join it to: bodies that begin in one go on in all of them. -1:
// it exchanges with none.
std::vector<int> water_groups(const Scene& scene);
// Errors name the setting. from: bodies that continue; null: none.
BodyFleet make_fleet(const Scene& scene, const FleetSnapshot* from = nullptr);
// Number of the single body of an entry's name, which a mooring of entry e ends at. Error(bad_input): there is none.
std::uint32_t body_called(const Scene& scene, const BodyFleet& fleet, const std::string& name, std::size_t e);
// Adds a line in the first free place and returns its number; empty: body_most_lines are in use.
std::optional<std::uint32_t> add_line(BodyFleet& fleet, const BodyLine& line);
// A line as the kernels have it, of a mooring of a body. other: that it ends at, or body_none.
BodyLine line_of(const BodyFleet& fleet, const BodyMooring& mooring, std::uint32_t body, std::uint32_t other);

// State of body i of an entry at the start, relative to the anchor. Each attempt draws other random shifts for the
// bodies of a scatter; from attempt to attempt they grow by 1/64 of the jitter.
BodyState first_state(const Scene& scene, std::size_t entry, std::uint32_t i, const glm::dvec3& anchor,
                      std::uint32_t attempt);

struct BodyGround {  // what lies under a water
  int kind = body_ground_none;
  double level = 0;  // of body_ground_level: a basin's floor
};
// The scene's terrain; else the floor of the basin around `middle`; else nothing.
BodyGround ground_under(const Scene& scene, const glm::dvec3& middle);

// Equal sub-steps: short against the swing of a thin body, and at 10 m/s no body moves by more than a quarter of the
// thinnest one's extent.
int body_sub_steps(double dt, double thinnest);

}  // namespace undine::bodies
