#include "tools/api/api_world.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <deque>
#include <limits>

#include "engine/app/session/checkpoint.h"
#include "engine/app/session/stats.h"
#include "engine/core/error.h"
#include "engine/scene/field_values.h"
#include "engine/settings/settings_json.h"
#include "passes/query/query.h"

namespace undine::api {
namespace {

std::string given(const char* text) { return text ? text : ""; }

session::CommandLine command_line(const std::filesystem::path& scene, const undine_options& o) {
  session::CommandLine line;
  line.scenes = {scene};
  line.gpu = given(o.gpu);
  line.shaders = given(o.shaders);
  line.quality = given(o.quality);
  line.validation = o.validation != 0;
  for (std::size_t i = 0; i < o.set_count; ++i) line.set.emplace_back(given(o.set[i]));
  return line;
}

}  // namespace

ApiWorld::ApiWorld(const std::filesystem::path& scene, std::string text, const undine_options& options)
    : line_(command_line(scene, options)), text_(std::move(text)), pictures_(options.pictures != 0) {
  Scene first = read_scene();
  std::optional<session::Checkpoint> from;
  if (options.resume) {
    from = session::read_checkpoint(options.resume);
    session::check_scene(*from, first);
    first = session::first_scene(*from, std::move(first));
  }
  session_ = std::make_unique<session::Session>(
      std::move(first), line_,
      session::SessionParts{.device = true, .picture = pictures_, .accounting = Accounting::volumes});
  session_->start();
  if (from) session_->resume(*from);
  if (from && !from->journal.began().empty()) take_text(save_scene(session_->live_scene()));
  list_fields();
  number_bodies();
}

Scene ApiWorld::read_scene() const {
  return text_.empty() ? load_scene(line_.scene(), line_.overrides())
                       : parse_scene(text_, line_.scene(), line_.overrides());
}

void ApiWorld::run() {
  session_->run();
  session_->finish();
  if (session_->result() == Exit::validation)
    throw Error(Exit::validation, line_.scene().string(), "the validation layers have messages, which stderr shows");
}

void ApiWorld::step(std::uint32_t steps) {
  constexpr std::uint32_t batch = 16;  // to a submission
  for (std::uint32_t done = 0; done < steps;) {
    const std::uint32_t next = std::min(batch, steps - done);
    session_->step(next);
    session_->run();
    done += next;
  }
}

bool ApiWorld::set(const std::string& path, const std::string& value) {
  line_.set.push_back(path + "=" + value);
  try {
    session_->run();  // what is declared: a change may discard it
    const std::uint32_t bodies = body_count();
    const bool restarted = !session_->change(read_scene());
    list_fields();
    if (body_count() != bodies) number_bodies();
    return restarted;
  } catch (...) {
    line_.set.pop_back();
    throw;
  }
}

void ApiWorld::push(glm::dvec3 point, double radius, double strength) {
  Disturbance d{.point = point, .radius = radius, .strength = strength};
  const auto& waters = session_->scene().water;
  for (std::size_t i = 0; i < waters.size(); ++i) {
    const auto place = waters[i].settings->place();
    const auto room = waters[i].settings->room();
    const glm::dvec2 off =
        place ? glm::abs(glm::dvec2(point.x - place->origin.x, point.z - place->origin.z)) - 0.5 * place->size
              : glm::dvec2(1);
    if ((off.x <= 0 && off.y <= 0) || (room && room->holds(point))) return session_->disturb(i, d);
  }
  throw Error(Exit::bad_input, fmt::format("point ({}, {}, {})", point.x, point.y, point.z), "is in no water",
              "a point over a water of the scene");
}

const Field& ApiWorld::field(std::string_view name) {
  const auto found = std::ranges::find(fields_, name, &Field::name);
  if (found != fields_.end()) return *found;
  std::vector<std::string> names;
  for (const Field& f : fields_) names.push_back(f.name);
  throw Error(Exit::bad_input, fmt::format("field \"{}\"", shortened(name)), "the scene has none of this name",
              settings::joined(names));
}

std::vector<float> ApiWorld::read(const Field& field) {
  std::vector<float> out;
  graph::Graph& g = session_->graph();
  const FieldView view = field.publish(g);
  Field present = field;
  if (view.rows)
    g.readback("api_rows", view.rows, [&present](std::span<const std::byte> stored) {
      std::uint32_t rows = 0;
      std::memcpy(&rows, stored.data(), sizeof(rows));
      present.shape[0] = std::min(present.shape[0], rows);
    });
  g.readback("api_field", view.buffer,
             [&](std::span<const std::byte> stored) { out = field_values(present, view, stored); });
  run();
  return out;
}

std::uint32_t ApiWorld::components(const Field& field) const {
  const auto& waters = session_->scene().water;
  for (const WaterEntry& water : waters)
    if (field.name.starts_with(water.name + ".") && water.settings->place() && !field.of_particles)
      if (field.shape.size() == 2 || (field.shape.size() == 3 && field.shape[2] <= 4))
        return field.shape.size() == 3 ? field.shape[2] : 1;
  throw Error(Exit::bad_input, fmt::format("field \"{}\"", field.name), "has no values on a grid",
              "a field of a water on a grid: height, depth, velocity ...");
}

void ApiWorld::declare_sample(const Field& field, std::span<const glm::dvec3> points, float* values,
                              std::function<void()> arrived) {
  const std::uint32_t n = components(field);
  const auto& waters = session_->scene().water;
  const auto water = std::ranges::find_if(
      waters, [&](const WaterEntry& w) { return field.name.starts_with(w.name + ".") && w.settings->place(); });
  graph::Graph& g = session_->graph();
  query::Samples samples = query::sample(g, field, *water->settings->place(), points);
  g.readback(
      "api_samples", samples.values,
      [n, values, arrived = std::move(arrived), inside = std::move(samples.inside)](std::span<const std::byte> stored) {
        for (std::size_t i = 0; i < inside.size(); ++i) {
          std::array<float, 4> v{};
          std::memcpy(v.data(), stored.data() + i * sizeof(v), sizeof(v));
          for (std::uint32_t c = 0; c < n; ++c)
            values[i * n + c] = inside[i] != 0 ? v[c] : std::numeric_limits<float>::quiet_NaN();
        }
        arrived();
      });
}

void ApiWorld::sample(const Field& field, std::span<const glm::dvec3> points, float* values) {
  declare_sample(field, points, values, [] {});
  run();
}

const Field* ApiWorld::field_of(std::size_t water, std::initializer_list<std::string_view> names) const {
  for (std::string_view name : names)
    for (const Field& f : fields_)
      if (f.name == session_->scene().water[water].name + "." + std::string(name)) return &f;
  return nullptr;
}

struct ApiWorld::WaterSamples {
  std::size_t water = 0;
  glm::dvec4 hole{0};                             // of a sea: where another water lies in it
  double apart = 0;                               // m from a point to its neighbors
  std::vector<float> levels, depths, velocities;  // levels: of the points, then of their neighbors at -x, +x, -z, +z
  std::size_t parts = 0;                          // components of a velocity
};

struct ApiWorld::Query {
  std::vector<glm::dvec3> points;
  std::deque<WaterSamples> waters;  // whose places in memory stay
  std::size_t awaited = 0, arrived = 0;
};

void ApiWorld::declare_samples(const std::shared_ptr<Query>& query, std::size_t water, const Field& level) {
  const std::vector<glm::dvec3>& points = query->points;
  const Place place = *session_->scene().water[water].settings->place();
  const auto take = [&](const Field& field, std::span<const glm::dvec3> at, std::vector<float>& values) {
    ++query->awaited;
    declare_sample(field, at, values.data(), [query] { ++query->arrived; });
  };
  WaterSamples& out = query->waters.emplace_back();
  out.water = water;
  out.hole = session_->world().water()[water].solver->surface(session_->graph()).waves.hole;
  out.apart = 0.5 * std::min(place.size.x / level.shape[1], place.size.y / level.shape[0]);
  std::vector<glm::dvec3> around(points.begin(), points.end());
  for (const glm::dvec3 step : {glm::dvec3(-out.apart, 0, 0), {out.apart, 0, 0}, {0, 0, -out.apart}, {0, 0, out.apart}})
    for (const glm::dvec3& p : points) around.push_back(p + step);
  out.levels.resize(around.size());
  take(level, around, out.levels);
  out.depths.assign(points.size(), std::numeric_limits<float>::infinity());
  if (const Field* depth = field_of(water, {"depth"})) take(*depth, points, out.depths);
  if (const Field* velocity = field_of(water, {"velocity"})) {
    out.parts = components(*velocity);
    out.velocities.resize(points.size() * out.parts);
    take(*velocity, points, out.velocities);
  }
}

undine_point ApiWorld::point_of(const WaterSamples& s, std::size_t i, const glm::dvec3& at) const {
  const std::size_t count = s.depths.size();
  // Beyond the grid's border there is no neighbor: the difference is one-sided.
  const auto slope = [&](std::size_t low, std::size_t high) {
    const double a = s.levels[low * count + i], b = s.levels[high * count + i], here = s.levels[i];
    if (std::isnan(a)) return std::isnan(b) ? 0 : (b - here) / s.apart;
    return std::isnan(b) ? (here - a) / s.apart : (b - a) / (2 * s.apart);
  };
  const glm::dvec3 normal = glm::normalize(glm::dvec3(-slope(1, 2), 1, -slope(3, 4)));
  undine_point p{.water = static_cast<std::int32_t>(s.water),
                 .level = s.levels[i],
                 .normal = {},
                 .depth = s.depths[i],
                 .velocity = {},
                 .pressure = 0};
  for (int c = 0; c < 3; ++c) p.normal[c] = static_cast<float>(normal[c]);
  const float* v = s.velocities.data() + i * s.parts;
  if (s.parts == 2) p.velocity[0] = v[0], p.velocity[2] = v[1];
  if (s.parts == 3) std::copy_n(v, 3, p.velocity);
  p.pressure = static_cast<float>(1000 * session_->scene().gravity * std::max(0.0, double{p.level} - at.y));
  return p;
}

std::shared_ptr<ApiWorld::Query> ApiWorld::declare_query(std::span<const glm::dvec3> points) {
  auto query = std::make_shared<Query>();
  query->points.assign(points.begin(), points.end());
  const auto& waters = session_->scene().water;
  for (std::size_t w = 0; w < waters.size() && !points.empty(); ++w)
    if (const Field* level = field_of(w, {"level", "height"}))
      if (waters[w].settings->place() && components(*level) == 1) declare_samples(query, w, *level);
  return query;
}

// The highest surface that holds water counts. A sea is no water where another lies in it; where it carries waves,
// their level is the surface, be it higher or lower than the sea's own.
void ApiWorld::answer(const Query& query, undine_point* out) const {
  const auto& waters = session_->scene().water;
  const auto carries = [&](std::size_t sea, std::size_t waves) {
    return waters[waves].settings->sea() == waters[sea].name;
  };
  for (std::size_t i = 0; i < query.points.size(); ++i) {
    const glm::dvec3& at = query.points[i];
    out[i] = {.water = -1, .level = 0, .normal = {}, .depth = 0, .velocity = {}, .pressure = 0};
    for (const WaterSamples& s : query.waters) {
      if (std::isnan(s.levels[i]) || !(s.depths[i] > 0)) continue;
      if (at.x > s.hole.x && at.z > s.hole.y && at.x < s.hole.z && at.z < s.hole.w) continue;
      if (out[i].water >= 0) {
        const auto before = static_cast<std::size_t>(out[i].water);
        if (carries(s.water, before) || (!carries(before, s.water) && s.levels[i] <= out[i].level)) continue;
      }
      out[i] = point_of(s, i, at);
    }
  }
}

void ApiWorld::query(std::span<const glm::dvec3> points, undine_point* out) {
  const std::shared_ptr<Query> query = declare_query(points);
  run();
  answer(*query, out);
}

std::uint64_t ApiWorld::begin_query(std::span<const glm::dvec3> points) {
  if (queries_.size() >= UNDINE_MOST_QUERIES)
    throw Error(Exit::bad_input, "undine_query_begin", fmt::format("{} queries are open", queries_.size()),
                "take their answers by undine_query_end()");
  queries_.emplace(++last_query_, declare_query(points));
  session_->run();
  return last_query_;
}

std::size_t ApiWorld::points_of_query(std::uint64_t query) const {
  const auto found = queries_.find(query);
  if (found == queries_.end())
    throw Error(Exit::bad_input, fmt::format("query {}", query), "is not open: its answer was taken, or it never was",
                "a number of undine_query_begin()");
  return found->second->points.size();
}

bool ApiWorld::end_query(std::uint64_t query, bool wait, undine_point* out) {
  const auto found = queries_.find(query);
  const std::shared_ptr<Query> asked = found->second;
  if (asked->arrived < asked->awaited) {
    if (wait)
      session_->finish();
    else
      session_->executor().poll();
  }
  if (asked->arrived < asked->awaited) return false;
  answer(*asked, out);
  queries_.erase(found);
  return true;
}

void ApiWorld::render(glm::uvec2 size, const std::optional<CameraPlace>& camera, std::uint8_t* pixels) {
  if (!pictures_)
    throw Error(Exit::bad_input, "undine_render", "the world was opened without pictures",
                "undine_options.pictures = 1");
  View view = session_->film_view(size);
  if (camera) {
    view.eye = camera->eye;
    view.target = camera->target;
    view.fov = camera->fov;
  }
  const graph::Image picture = session_->draw(view);
  session_->graph().readback("api_picture", picture, [&](std::span<const std::byte> stored) {
    std::memcpy(pixels, stored.data(), std::min<std::size_t>(stored.size(), std::size_t{4} * size.x * size.y));
  });
  run();
}

std::string ApiWorld::stats() {
  session::StatsLog log(*session_);
  log.declare();
  run();
  return log.json();
}

void ApiWorld::save(const std::filesystem::path& file) {
  session::Checkpoints checkpoints(*session_);
  checkpoints.declare(file);
  run();
  checkpoints.finish();
}

}  // namespace undine::api
