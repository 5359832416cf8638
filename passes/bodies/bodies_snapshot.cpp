#include "passes/bodies/bodies_snapshot.h"

#include <fmt/format.h>

#include <algorithm>

#include "engine/core/error.h"

namespace undine::bodies {
namespace {

// Row in the fleet of each row of the snapshot; body_none: removed.
std::vector<std::uint32_t> rows_after(const BodyFleet& fleet, const FleetSnapshot& from) {
  std::vector<std::uint32_t> out(from.states.size(), body_none);
  for (std::uint32_t i = 0; i < fleet.before.size(); ++i)
    if (fleet.continues(i)) out[fleet.before[i]] = i;
  return out;
}

// Contacts with the ground, borders and meshes. Those with a mesh that is not in the fleet end.
ContactWorld renumbered(ContactWorld world, const std::vector<std::uint32_t>& after) {
  std::uint32_t kept = 0;
  for (std::uint32_t i = 0; i < std::min(world.count, contact_world_points); ++i) {
    ContactWorldPoint point = world.points[i];
    if (point.other != contact_standing) {
      if (point.other >= after.size() || after[point.other] == body_none) continue;
      point.other = after[point.other];
    }
    world.points[kept++] = point;
  }
  world.count = kept;
  return world;
}

}  // namespace

void continue_states(BodyFleet& fleet, const FleetSnapshot& from) {
  fleet.before.assign(fleet.states.size(), body_none);
  for (std::size_t e = 0; e < fleet.entries.size(); ++e) {
    if (e >= from.continued.size() || !from.continued[e]) continue;
    const FleetSnapshot::Rows& rows = from.entries.at(*from.continued[e]);
    for (std::uint32_t i = 0; i < std::min(rows.count, fleet.entries[e].count); ++i)
      fleet.before[fleet.entries[e].first + i] = rows.first + i;
  }
  for (std::uint32_t i = fleet.floating, old = from.floating; i < fleet.states.size() && old < from.states.size();)
    fleet.before[i++] = old++;
  for (std::uint32_t i = 0; i < fleet.states.size(); ++i) {
    if (!fleet.continues(i)) continue;
    fleet.states[i] = from.states[fleet.before[i]];
    fleet.records[i].wider = from.records[fleet.before[i]].wider;
  }
}

void continue_lines(BodyFleet& fleet, const Scene& scene, const FleetSnapshot& from) {
  const std::vector<std::uint32_t> after = rows_after(fleet, from);
  for (BodyLine line : from.lines) {
    const bool ends_fixed = line.other == body_none;
    if (line.body != body_none) line.body = after[line.body];
    if (!ends_fixed) line.other = after[line.other];
    if (line.body == body_none || (!ends_fixed && line.other == body_none))
      line = {.body = body_none, .other = body_none};
    fleet.lines.push_back(line);
  }
  for (std::size_t e = 0; e < scene.bodies.size(); ++e) {
    if (fleet.continues(fleet.entries[e].first)) continue;
    const std::string where = fmt::format("{}: /bodies/{}/moorings", scene.file.string(), e);
    for (const BodyMooring& m : scene.bodies[e].moorings) {
      const std::uint32_t other = m.body.empty() ? body_none : body_called(scene, fleet, m.body, e);
      if (other != body_none && m.length < 0)
        throw Error(Exit::bad_input, where, fmt::format("the line to \"{}\" has no length", m.body),
                    "a \"length\" of at least 0 m: the bodies have moved since the start");
      if (!add_line(fleet, line_of(fleet, m, fleet.entries[e].first, other)))
        throw Error(Exit::bad_input, where, fmt::format("{} moorings are in use", body_most_lines),
                    "removing another one first");
    }
  }
}

ContactsSnapshot continued_contacts(const BodyFleet& fleet, const FleetSnapshot& from) {
  const std::vector<std::uint32_t> after = rows_after(fleet, from);
  ContactsSnapshot out;
  out.worlds.resize(fleet.floating);
  for (std::uint32_t i = 0; i < std::min<std::size_t>(from.floating, from.contacts.worlds.size()); ++i)
    if (after[i] != body_none) out.worlds[after[i]] = renumbered(from.contacts.worlds[i], after);
  const std::vector<std::uint32_t>& starts = from.contacts.starts;
  std::vector<std::vector<std::uint32_t>> pairs_of(fleet.floating);
  for (std::uint32_t a = 0; a < from.floating && a + 1 < starts.size(); ++a)
    for (std::size_t l = starts[a]; l < std::min<std::size_t>(starts[a + 1], from.contacts.pairs.size()); ++l) {
      const ContactPair& pair = from.contacts.pairs[l];
      if (pair.count == 0 || pair.b >= from.floating) continue;
      const std::uint32_t one = after[a], two = after[pair.b];
      if (one != body_none && two != body_none)
        pairs_of[one].push_back(static_cast<std::uint32_t>(l));
      else if (one != body_none || two != body_none)
        out.worlds[std::min(one, two)].quiet = 0;
    }
  for (std::uint32_t i = 0; i < fleet.floating; ++i) {
    out.starts.push_back(static_cast<std::uint32_t>(out.pairs.size()));
    for (const std::uint32_t l : pairs_of[i]) {
      out.pairs.push_back(from.contacts.pairs[l]);
      out.pairs.back().a = i;
      out.pairs.back().b = after[out.pairs.back().b];
    }
  }
  out.starts.push_back(static_cast<std::uint32_t>(out.pairs.size()));
  return out;
}

}  // namespace undine::bodies
