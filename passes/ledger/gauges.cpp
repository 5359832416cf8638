#include "passes/ledger/gauges.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "engine/core/error.h"

namespace undine::grid {

namespace {

constexpr std::uint32_t usual = 8;  // readings that figures have room for without asking

std::string_view name_of(Gauge::Measures m) {
  constexpr std::string_view names[] = {"level", "depth", "velocity", "discharge", "pressure", "height"};
  return names[static_cast<std::size_t>(m)];
}

}  // namespace

void describe_gauge(settings::Visitor& v, std::string& name, Gauge::Measures& measures, glm::dvec3& position,
                    glm::dvec3& to) {
  constexpr double far = 1e6;
  v.value("name", name, {.help = "name in --stats", .required = true});
  v.choice("measures", measures, {"level", "depth", "velocity", "discharge", "pressure", "height"},
           {.help = "level: world y of the surface; depth: depth of the water; velocity: along x and z, in sph also y; "
                    "discharge: through the line from position to \"to\", positive towards the left of an observer who "
                    "looks from position to \"to\". In sph only: pressure at the position, which may lie on a wall; "
                    "height: depth of the particles above the floor around x, z"});
  v.value("position", position,
          {.help = "position of the gauge; for a discharge the start of the line",
           .unit = "m",
           .min = -far,
           .max = far,
           .required = true});
  v.value("to", to, {.help = "discharge: end of the line; y is ignored", .unit = "m", .min = -far, .max = far});
  if (measures == Gauge::Measures::discharge && to.x == position.x && to.z == position.z)
    v.reject("to", "the line has no length", "another x or z than the position's");
}

void Gauge::describe(settings::Visitor& v) { describe_gauge(v, name, measures, position, to); }

void check_gauge(settings::Visitor& v, const std::vector<Gauge>& list,
                 std::initializer_list<std::string_view> allowed) {
  for (std::size_t i = 0; i < list.size(); ++i) {
    const std::string_view what = name_of(list[i].measures);
    const std::string place = fmt::format("gauges/{}", i);
    if (std::ranges::find(allowed, what) == allowed.end())
      v.reject(place + "/measures", fmt::format("\"{}\" is not a measure of this water", what),
               fmt::format("{}", fmt::join(allowed, ", ")));
    if (list[i].name.empty()) v.reject(place + "/name", "is empty", "one letter or more");
    for (std::size_t k = 0; k < i; ++k)
      if (list[k].name == list[i].name && !list[k].name.empty())
        v.reject(place + "/name", "is the name of another gauge", "a name for each");
  }
}

void describe_gauges(settings::Visitor& v, std::vector<Gauge>& list, std::initializer_list<std::string_view> allowed) {
  v.list("gauges", list, {.help = "gauges, written to --stats at every step"});
  check_gauge(v, list, allowed);
}

Gauges::Gauges(graph::State& state, const std::vector<Gauge>& list, const SceneContext& context, const Place& place,
               glm::uvec2 cells)
    : list_(list), owner_(context.name), cells_(cells), cell_(place.size / glm::dvec2(cells)) {
  const glm::dvec2 corner = glm::dvec2(place.origin.x, place.origin.z) - 0.5 * place.size;
  const auto in_cells = [&](std::size_t i, const glm::dvec3& p, const char* what) {
    const glm::dvec2 at = (glm::dvec2(p.x, p.z) - corner) / cell_;
    const double slack = 1e-6 * std::max(cells.x, cells.y);
    if (at.x < -slack || at.y < -slack || at.x > cells.x + slack || at.y > cells.y + slack)
      throw Error(Exit::bad_input, context.setting(fmt::format("gauges/{}/{}", i, what)),
                  fmt::format("[{:g}, {:g}] along x and z is outside the grid", p.x, p.z),
                  fmt::format("from {:g} to {:g} along x, {:g} to {:g} along z", corner.x, corner.x + place.size.x,
                              corner.y, corner.y + place.size.y));
    return glm::vec2(glm::clamp(at, glm::dvec2(0), glm::dvec2(cells)));
  };
  for (std::size_t i = 0; i < list.size(); ++i) {
    in_cells(i, list[i].position, "position");
    if (list[i].measures == Gauge::Measures::discharge) in_cells(i, list[i].to, "to");
  }
  std::ranges::stable_sort(list_, {}, &Gauge::measures);
  for (const Gauge& gauge : list_) {
    const bool line = gauge.measures == Gauge::Measures::discharge;
    places_.push_back({in_cells(0, gauge.position, ""), in_cells(0, line ? gauge.to : gauge.position, "")});
  }
  if (!list_.empty()) buffer_ = state.buffer(owner_ + "/gauges", {.bytes = sizeof(GaugePlace) * places_.size()});
}

void Gauges::start(graph::Graph& g) {
  if (!places_.empty()) g.upload("fill_gauges", buffer_, places_);
}

std::uint32_t Gauges::figures() const {
  const auto count = static_cast<std::uint32_t>(list_.size());
  return count > usual ? 8 * (count - usual) : 0;
}

GaugeReadings Gauges::read(graph::Graph& g, Figures& figures,
                           const std::function<Gauged(Gauge::Measures)>& field) const {
  GaugeReadings out;
  if (list_.empty()) return out;
  const graph::Buffer readings = g.buffer(g.name(owner_ + "/readings"), {.bytes = 8 * list_.size()});
  g.clear("clear_readings", readings);
  for (std::size_t first = 0, last = 0; first < list_.size(); first = last) {
    const Gauge::Measures what = list_[first].measures;
    while (last < list_.size() && list_[last].measures == what) ++last;
    const Gauged from = field(what);
    const bool pairs = what == Gauge::Measures::velocity || what == Gauge::Measures::discharge;
    g.compute("gauge", "ledger/gauges.comp")
        .constant("nx", cells_.x)
        .constant("nz", cells_.y)
        .constant("components", pairs ? 2 : 1)
        .read("places", buffer_)
        .read("field", from.field.buffer)
        .modify("readings", readings)
        .params(GaugesParams{.first = static_cast<std::uint32_t>(first),
                             .offset = static_cast<std::uint32_t>(from.field.offset),
                             .pitch = static_cast<std::uint32_t>(from.field.pitch),
                             .cell = glm::vec2(cell_)})
        .groups({static_cast<std::uint32_t>(last - first), 1, 1});
    const double scale = static_cast<double>(from.field.scale) * from.factor;
    for (std::size_t i = first; i < last; ++i)
      out.list_.push_back({list_[i].name, what, scale, static_cast<double>(from.field.bias)});
  }
  out.at_ = figures.copy(readings, 0, static_cast<std::uint32_t>(8 * list_.size()));
  return out;
}

void GaugeReadings::tell(const Figures::Reader& reader, Stats& stats) const {
  for (std::size_t i = 0; i < list_.size(); ++i) {
    const Reading& r = list_[i];
    const auto value = [&](std::uint32_t k) {
      return r.scale * static_cast<double>(reader.get<float>(at_ + 8 * static_cast<std::uint32_t>(i) + 4 * k)) + r.bias;
    };
    if (r.measures == Gauge::Measures::velocity)
      stats.velocities.emplace_back(r.name, std::vector<double>{value(0), value(1)});
    else
      stats.gauges.emplace_back(r.name, value(0));
  }
}

}  // namespace undine::grid
