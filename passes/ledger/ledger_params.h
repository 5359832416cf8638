// Transfers between waters, in whole quanta: 64-bit integers as low and high words, so that sums do not depend on their
// order. Volume: 2^-40 m^3; momentum over density: 2^-40 m^4/s (engine/scene/coupling_ports.h).
#ifndef PASSES_LEDGER_LEDGER_PARAMS_H
#define PASSES_LEDGER_LEDGER_PARAMS_H
#include "engine/core/shared.h"
SHARED_BEGIN(undine::grid)

const float ledger_per_cubic_meter = 1099511627776.0f;  // quanta, 2^40

// Deposit in a cell in a clock step.
struct LedgerDeposit {
  uvec2 volume;
  uvec2 along_x, down, along_z;  // momentum; down: as it falls
};

// Header of a list and arguments of an indirect dispatch with a thread per entry.
const uint ledger_group = 64u;
struct LedgerList {
  uvec3 groups;
  uint count;
};
// Cells of a box and of a ring of one around it that have gained in a clock step, or lie beside one that has, are
// listed by their places in the box with its ring, row by row: each once, in any order, for what is done with one
// changes no other.

// Discarded momentum along x, y and z.
struct LedgerDiscarded {
  uvec2 momentum[3];
};

// Strip of columns along an overflow edge.
struct LedgerStrip {
  uvec2 given, pending;  // volume since the start; part of it that has not become particles
  uvec2 across, along;   // momentum of the pending volume: outwards, and along the edge
  float fraction;        // rounding residual in quanta
  float flow;            // m^3 since the last emission
  float crest;           // ground at the edge, above the grid's origin.y
  uint serial;           // particles so far
  uint waits;            // not 0: particles are delayed for lack of room
  float room;            // then, m^3 between the edge and the last particle
};

// Columns of a strip that lies inside of a grid: from `column` on along a line, over whose `side` water may fall.
struct LedgerReach {
  ivec2 column;
  int side, count;
};

// Room of particles that an overflow feeds. Where some have waited for room in every clock step of a second, the
// columns' faces become ordinary ones, until there is room for all that is due.
struct LedgerRoom {
  uint full;     // 1: the faces are ordinary
  float waited;  // s
};

// Overflow of columns over an edge.
struct LedgerGiveParams {
  int side;  // -x +x -z +z
  int first, count, per;
  int strips;
  float gravity;
  vec2 cell;
  vec2 quanta;  // of a meter of a column: two floats
};

// Rounding residual of strips or interfaces: less than a quantum.
struct LedgerRestParams {
  uint count;
};

struct LedgerReceiveParams {
  ivec2 first, count;
  vec2 cell;
  vec2 meters;     // of a column for a quantum: two floats
  float momentum;  // m^2/s of a column's discharge for a quantum
  float dt;        // of the last sub-step, s
  float depth;     // of waves: c^2 / g
  float gravity;
  float fastest;  // m/s: no column is made faster
  int sub_steps;  // that follow until the next one
  ivec2 through;  // the way through a wall that it came, or 0
};

SHARED_END

#ifdef __cplusplus
#include <cstdint>

namespace undine::grid {

// Cells of a box and of the ring around it.
inline std::uint64_t ledger_ringed(glm::uvec2 count) { return std::uint64_t{count.x + 2} * (count.y + 2); }

// 64-bit integers as low and high words.
inline glm::uvec2 ledger_words(std::int64_t v) {
  const auto u = static_cast<std::uint64_t>(v);
  return {static_cast<std::uint32_t>(u), static_cast<std::uint32_t>(u >> 32)};
}
inline std::int64_t ledger_integer(const glm::uvec2& v) {
  return static_cast<std::int64_t>(std::uint64_t{v.y} << 32 | std::uint64_t{v.x});
}

// A double as two floats.
inline glm::vec2 two_floats(double x) {
  const auto high = static_cast<float>(x);
  return {high, static_cast<float>(x - static_cast<double>(high))};
}

}  // namespace undine::grid
#endif
#endif
