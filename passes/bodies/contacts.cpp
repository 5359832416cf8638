#include "passes/bodies/contacts.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <string>
#include <utility>

#include "engine/core/log.h"
#include "engine/core/round.h"

namespace undine::bodies {
namespace {

constexpr double solver_rate = 3840, solver_rate_of_many = 960;  // steps of the solver in a second
constexpr std::uint32_t few = contact_few;
constexpr std::uint64_t pairs_per_body = 12;   // on the average, each counted once
constexpr std::uint32_t software_threads = 8;  // one subgroup: barriers cost nothing (docs/performance.md)
constexpr std::uint32_t hardware_threads = 64;

template <class T>
graph::Buffer list_buffer(graph::State& state, std::string_view name, const std::vector<T>& list) {
  return state.buffer(name, {.bytes = std::max<std::size_t>(list.size(), 1) * sizeof(T)});
}

template <class T>
void fill_list(graph::Graph& g, std::string_view verb, graph::Buffer buffer, const std::vector<T>& list) {
  g.upload(verb, buffer, list.empty() ? std::vector<T>(1) : list);
}

template <class T>
void read_list(graph::Graph& g, graph::Buffer buffer, std::vector<T>& out, const std::shared_ptr<void>& owner) {
  g.readback("snapshot", buffer, [&out, owner](std::span<const std::byte> bytes) {
    out.resize(bytes.size() / sizeof(T));
    std::memcpy(out.data(), bytes.data(), out.size() * sizeof(T));
  });
}

}  // namespace

Contacts::Contacts(graph::State& state, const BodyFleet& fleet)
    : fleet_(&fleet), bodies_(fleet.floating), all_(static_cast<std::uint32_t>(fleet.states.size())) {
  if (bodies_ == 0) return;
  const std::uint64_t all_pairs = std::uint64_t{bodies_} * (bodies_ - 1) / 2;
  capacity_ = static_cast<std::uint32_t>(std::clamp<std::uint64_t>(all_pairs, 1, pairs_per_body * bodies_));
  hardware_ = state.shapes().kind() == graph::Shapes::Kind::hardware;
  free_ = state.buffer("bodies/free", {.bytes = bodies_ * sizeof(ContactFree)});
  worlds_ = graph::History(state, "bodies/contact_worlds", {.bytes = bodies_ * sizeof(ContactWorld)}, 2);
  const std::uint64_t tiles = groups_of(2 * bodies_ + 1, sort::scan_tile);
  const std::uint64_t numbers = bodies_ > few ? tiles * sort::scan_tile : 2ull * bodies_ + 1;
  starts_ = graph::History(state, "bodies/contact_starts", {.bytes = 4 * numbers, .texel = graph::Format::r32_uint}, 2);
  solved_ =
      state.buffer("bodies/contact_solved", {.bytes = bodies_ * sizeof(ContactBody)}, graph::State::Keeps::nothing);
  pairs_ = graph::History(state, "bodies/contact_pairs", {.bytes = capacity_ * sizeof(ContactPair)}, 2);
  const ContactShapes& shapes = fleet.shapes;
  parts_ = list_buffer(state, "bodies/contact_parts", shapes.parts);
  points_ = list_buffer(state, "bodies/contact_points", shapes.points);
  faces_ = list_buffer(state, "bodies/contact_faces", shapes.faces);
  lists_ = list_buffer(state, "bodies/contact_lists", shapes.lists());
  nodes_ = list_buffer(state, "bodies/contact_nodes", shapes.nodes);
  triangles_ = list_buffer(state, "bodies/contact_triangles", shapes.triangles);
  double radius = 1e30;
  for (std::uint32_t i = 0; i < bodies_; ++i)
    radius = std::min(radius, static_cast<double>(fleet.kinds[fleet.records[i].kind].radius));
  least_radius_ = radius;
}

void Contacts::fill(graph::Graph& g) const {
  if (bodies_ == 0) return;
  const ContactShapes& shapes = fleet_->shapes;
  fill_list(g, "fill_parts", parts_, shapes.parts);
  fill_list(g, "fill_points", points_, shapes.points);
  std::vector<ContactFace> faces = shapes.faces;
  for (ContactFace& f : faces) f.first_corner += 2 * static_cast<std::uint32_t>(shapes.kinds.size());
  fill_list(g, "fill_faces", faces_, faces);
  fill_list(g, "fill_lists", lists_, shapes.lists());
  fill_list(g, "fill_nodes", nodes_, shapes.nodes);
  fill_list(g, "fill_triangles", triangles_, shapes.triangles);
  g.clear("clear_worlds", worlds_[0]);
  g.clear("clear_worlds", worlds_[+1]);
  g.clear("clear_starts", starts_[0]);
  g.clear("clear_pairs", pairs_[0]);
  g.clear("clear_pairs", pairs_[+1]);
}

void Contacts::save(graph::Graph& g, ContactsSnapshot& out, const std::shared_ptr<void>& owner) const {
  constexpr std::uint64_t most_bytes = std::uint64_t{64} << 20;
  if (bodies_ == 0) return;
  read_list(g, worlds_[0], out.worlds, owner);
  if (capacity_ * sizeof(ContactPair) > most_bytes) return;
  read_list(g, starts_[0], out.starts, owner);
  read_list(g, pairs_[0], out.pairs, owner);
}

void Contacts::restore(graph::Graph& g, ContactsSnapshot from) const {
  if (bodies_ == 0 || from.worlds.empty()) return;
  g.upload("restore_worlds", worlds_[0], from.worlds);
  from.starts.back() = std::min(from.starts.back(), capacity_);
  from.pairs.resize(std::min<std::size_t>(from.pairs.size(), capacity_));
  if (from.pairs.empty()) return;
  const std::uint64_t starts = std::min<std::uint64_t>(from.starts.size(), bodies_ + 1);
  g.upload("restore_starts", starts_[0], std::as_bytes(std::span(from.starts).first(starts)), 0);
  g.upload("restore_pairs", pairs_[0], std::as_bytes(std::span(from.pairs)), 0);
}

std::uint32_t Contacts::threads() const { return hardware_ ? hardware_threads : software_threads; }

ContactParams Contacts::params_of(double dt) const {
  const double rate = bodies_ > few ? solver_rate_of_many : solver_rate;
  ContactParams p{};
  p.bodies = bodies_;
  p.all = all_;
  p.capacity = capacity_;
  p.dt = static_cast<float>(dt);
  p.steps = static_cast<std::uint32_t>(std::clamp(std::round(dt * rate), 1.0, 16.0));
  return p;
}

ContactSearch Contacts::search_of(double dt) const {
  ContactSearch p{};
  p.bodies = bodies_;
  p.all = all_;
  p.capacity = capacity_;
  p.table = std::bit_ceil(2 * bodies_);
  p.step = static_cast<float>(dt);
  // The smallest bodies fill a cell of the first level while they are slower than 0.5 m/s.
  p.per_cell = static_cast<float>(0.5 / (least_radius_ + 0.02 + 0.5 * dt));
  return p;
}

graph::Buffer Contacts::find_pairs(graph::Graph& g, const States& s, double dt) {
  const graph::Buffer near = g.buffer("near", {.bytes = bodies_ * 4ull});
  list_ = g.buffer("pair_list", {.bytes = capacity_ * 8ull});
  lower_ = g.buffer("lower_list", {.bytes = capacity_ * 8ull});
  const ContactSearch p = search_of(dt);
  if (bodies_ > few)
    find_pairs_of_many(g, s, p, near);
  else
    g.compute("find_pairs", "bodies/contact_pairs.comp")
        .constant("local_size_x", threads())
        .read("now", s.now)
        .read("kinds", s.kinds)
        .read("records", s.records)
        .write("starts", starts_[+1])
        .write("list", list_)
        .write("lower", lower_)
        .write("near", near)
        .params(p)
        .groups({1, 1, 1});
  return near;
}

// By a counting sort into the cells of a hashed grid.
void Contacts::find_pairs_of_many(graph::Graph& g, const States& s, const ContactSearch& p, graph::Buffer near) const {
  const auto make = [&](std::string_view name, graph::BufferDesc desc) { return g.buffer(g.name(name), desc); };
  const sort::CountingSort cells(
      [&](std::string_view name, graph::BufferDesc desc) { return make("cell_" + std::string(name), desc); },
      p.table + contact_levels, bodies_);
  sort::Scan pairs(make, 2 * bodies_ + 1);
  pairs.starts = starts_[+1];
  const graph::Buffer spheres = g.buffer("spheres", {.bytes = all_ * 16ull}), number = g.buffer("number", {.bytes = 4});
  g.clear("clear_cells", cells.scan.counts);
  g.compute("bin", "bodies/contact_bin.comp")
      .constant("local_size_x", threads())
      .read("now", s.now)
      .read("kinds", s.kinds)
      .read("records", s.records)
      .write("spheres", spheres)
      .modify("counts", cells.scan.counts)
      .write("slots", cells.slots)
      .write("number", number)
      .params(p)
      .over({all_, 1, 1});
  cells.scan.declare(g);
  cells.place(g, number).over({bodies_, 1, 1});
  g.clear("clear_counts", pairs.counts);
  g.compute("count", "bodies/contact_count.comp")
      .constant("local_size_x", threads())
      .read("spheres", spheres)
      .read("cells", cells.scan.starts)
      .read("sorted", cells.arrived)
      .modify("counts", pairs.counts)
      .write("near", near)
      .params(p)
      .over({bodies_, 1, 1});
  pairs.declare(g);
  g.compute("list", "bodies/contact_list.comp")
      .constant("local_size_x", threads())
      .read("spheres", spheres)
      .read("cells", cells.scan.starts)
      .read("sorted", cells.arrived)
      .read("starts", starts_[+1])
      .write("list", list_)
      .write("lower", lower_)
      .params(p)
      .over({bodies_, 1, 1});
}

template <class Node>
Node& Contacts::bind_shapes(Node& node, const States& s) const {
  return node.constant("local_size_x", threads())
      .read("now", s.now)
      .read("kinds", s.kinds)
      .read("records", s.records)
      .read("free_", free_)
      .read("shape_parts", parts_)
      .read("shape_points", points_)
      .read("shape_faces", faces_)
      .read("shape_lists", lists_);
}

graph::ComputeNode Contacts::touch(graph::Graph& g, std::string_view variant, const States& s, double dt,
                                   std::uint32_t count) {
  graph::ComputeNode node = g.compute("touch", "bodies/contact_world.comp", {.with = variant});
  ContactParams p = params_of(dt);
  p.count = count;
  bind_shapes(node, s)
      .modify("worlds", worlds_[+1])
      .read("worlds_before", worlds_[0])
      .read("nodes", nodes_)
      .read("triangles", triangles_)
      .uniform("contact", p)
      .over({count, 1, 1});
  return node;
}

graph::ComputeNode Contacts::stage(graph::Graph& g, std::string_view name, const States& s,
                                   const ContactParams& p) const {
  graph::ComputeNode node = g.compute(name, "bodies/contact_solve.comp").variant("STAGE", bodies_ > few);
  node.constant("local_size_x", threads())
      .read("now", s.now)
      .read("kinds", s.kinds)
      .read("records", s.records)
      .read("free_", free_)
      .read("starts", starts_[+1])
      .read("lower", lower_)
      .modify("pairs", pairs_[+1])
      .modify("worlds", worlds_[+1])
      .modify("solved", solved_)
      .modify("next", s.next)
      .params(p);
  return node;
}

void Contacts::wake(graph::Graph& g, std::uint32_t body) {
  const float quiet = 0;
  g.upload("wake", worlds_[0], std::as_bytes(std::span(&quiet, 1)),
           std::uint64_t{body} * sizeof(ContactWorld) + offsetof(ContactWorld, quiet));
}

void Contacts::solve(graph::Graph& g, const States& s, double dt, int sub_step) {
  ContactParams p = params_of(dt);
  p.fresh = sub_step == 0;
  if (bodies_ > 1) {
    auto node = g.compute("collide", "bodies/contact_narrow.comp");
    bind_shapes(node, s)
        .read("starts", starts_[+1])
        .read("list", list_)
        .read("starts_before", starts_[0])
        .read("before", pairs_[0])
        .write("pairs", pairs_[+1])
        .modify("lower", lower_)
        .params(p)
        .over({capacity_, 1, 1});
  }
  if (bodies_ > few)
    solve_in_stages(g, s, p);
  else
    stage(g, "solve", s, p).groups({1, 1, 1});
  pairs_.step();
  worlds_.step();
}

void Contacts::solve_in_stages(graph::Graph& g, const States& s, ContactParams p) const {
  const auto over_bodies = [&](std::string_view name, std::uint32_t number) {
    stage(g, name, s, p).constant("stage", number).over({bodies_, 1, 1});
  };
  const auto over_pairs = [&](std::string_view name, std::uint32_t number) {
    stage(g, name, s, p).constant("stage", number).over({capacity_, 1, 1});
  };
  over_bodies("begin", contact_begin);
  over_pairs("prepare", contact_prepare);
  p.stage = contact_standing;
  over_bodies("load", contact_settle);
  for (p.stage = 0; p.stage < p.steps; ++p.stage) {
    over_pairs("press", contact_press);
    over_bodies("move_touched", contact_move);
    over_pairs("relax", contact_relax);
    over_bodies("settle", contact_settle);
  }
  over_bodies("end", contact_end);
}

void Contacts::keep(graph::Graph& g) {
  if (bodies_ == 0) return;
  starts_.step();
  if (std::uint64_t{bodies_} * (bodies_ - 1) / 2 <= capacity_) return;
  if (++steps_since_check_ < 64) return;  // a readback joins the queues: not in every step
  steps_since_check_ = 0;
  g.readback("pairs", starts_[0], [this](std::span<const std::byte> bytes) {
    std::uint32_t total = 0;
    std::memcpy(&total, bytes.data() + 4ull * bodies_, sizeof total);
    if (total > capacity_ && !std::exchange(warned_, true))
      log::warning("bodies: {} pairs are near each other, {} at most are kept: contacts of the rest are lost", total,
                   capacity_);
  });
}

}  // namespace undine::bodies
