// State of a fleet between two clock steps, and its rows in a later fleet with other entries.
#pragma once
#include <cstddef>
#include <cstdint>
#include <map>
#include <vector>

#include "engine/scene/bodies.h"
#include "passes/bodies/bodies_kernels.h"

namespace undine::bodies {

struct FleetSnapshot : BodySnapshot {
  struct Rows {  // of an entry
    std::uint32_t first = 0, count = 0;
  };
  glm::dvec3 anchor{0};
  std::uint32_t floating = 0;
  std::vector<Rows> entries;
  std::vector<BodyKind> kinds;
  std::vector<BodyRecord> records;
  std::vector<BodyState> states;  // of bodies, movers and fixtures
  std::vector<BodyFloat> floats;
  std::vector<BodyLine> lines;
  ContactsSnapshot contacts;
  DrivesSnapshot drives;
  std::vector<BodyWater> waters;
  std::map<std::uint32_t, BodyPose> placed;  // poses from outside for the next step
  std::vector<glm::vec4> loads;              // force and torque from outside of each body; empty: none
};

// Continues the states of a snapshot in a fleet whose entries begin as the scene describes.
void continue_states(BodyFleet& fleet, const FleetSnapshot& from);
// Moorings of the snapshot keep their numbers, those of removed bodies are free; new entries add theirs.
// Error(bad_input): more than body_most_lines, or a line of a new body to another one without a length.
void continue_lines(BodyFleet& fleet, const Scene& scene, const FleetSnapshot& from);
// Contacts by the rows of the fleet. Bodies that touched a removed one wake.
ContactsSnapshot continued_contacts(const BodyFleet& fleet, const FleetSnapshot& from);

}  // namespace undine::bodies
