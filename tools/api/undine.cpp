// The C boundary: every function checks its handle and turns exceptions into results.
#include "tools/api/undine.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <memory>
#include <mutex>
#include <new>
#include <optional>
#include <span>
#include <string>
#include <thread>
#include <unordered_map>

#include "engine/core/error.h"
#include "engine/core/log.h"
#include "tools/api/api_world.h"
#include "tools/parts.h"

using undine::Error;
using undine::Exit;
using undine::api::ApiWorld;

struct undine_world {
  ApiWorld world;
};

namespace {

thread_local std::string last_error;

undine_result fail(undine_result result, const std::string& text) noexcept {
  try {
    last_error = text;
  } catch (...) {
    last_error.clear();
  }
  return result;
}

// All worlds that are open: a pointer that is none of them is not followed.
class Worlds {
 public:
  undine_world* add(std::unique_ptr<undine_world> world) {
    const std::lock_guard lock(mutex_);
    undine_world* key = world.get();
    all_.emplace(key, std::move(world));
    return key;
  }
  // Thread that the world belongs to; none: it is not open.
  std::optional<std::thread::id> thread_of(undine_world* world) {
    const std::lock_guard lock(mutex_);
    const auto found = all_.find(world);
    if (found == all_.end()) return {};
    return found->second->world.thread();
  }
  std::unique_ptr<undine_world> take(undine_world* world) {
    const std::lock_guard lock(mutex_);
    auto node = all_.extract(world);
    return std::move(node.mapped());
  }

 private:
  std::mutex mutex_;
  std::unordered_map<undine_world*, std::unique_ptr<undine_world>> all_;
};

// Not destroyed: worlds that are open when the program ends stay as they are.
Worlds& worlds() {
  static Worlds& all = *new Worlds;
  return all;
}

struct Misuse {
  std::string text;
};

template <class Call>
undine_result guarded(const char* function, const Call& call) noexcept {
  try {
    call();
    return UNDINE_OK;
  } catch (const Misuse& m) {
    return fail(UNDINE_MISUSE, fmt::format("{}: {}", function, m.text));
  } catch (const Error& e) {
    return fail(e.code() == Exit::done ? UNDINE_FAILURE : static_cast<undine_result>(e.code()), e.what());
  } catch (const std::bad_alloc&) {
    return fail(UNDINE_FAILURE, "out of memory");
  } catch (const std::exception& e) {
    return fail(UNDINE_FAILURE, e.what());
  } catch (...) {
    return fail(UNDINE_FAILURE, "unknown failure");
  }
}

ApiWorld& checked(undine_world* world) {
  if (!world) throw Misuse{"the world is a null pointer"};
  const auto thread = worlds().thread_of(world);
  if (!thread) throw Misuse{"the world is not open"};
  if (*thread != std::this_thread::get_id()) throw Misuse{"the world belongs to another thread"};
  return world->world;
}

template <class T>
T* there(T* pointer, const char* name) {
  if (!pointer) throw Misuse{fmt::format("{} is a null pointer", name)};
  return pointer;
}

template <class T>
T sized(const T* given, const char* name) {
  T out{};
  if (!given) return out;
  if (given->size < sizeof(std::size_t) || given->size > 4096)
    throw Misuse{fmt::format("{}.size is {}, not that of the struct", name, given->size)};
  std::memcpy(&out, given, std::min(given->size, sizeof(T)));
  return out;
}

undine_result open(const char* function, const char* file, const char* text, const undine_options* options,
                   undine_world** world) {
  return guarded(function, [&] {
    *there(world, "world") = nullptr;
    static std::once_flag once;
    std::call_once(once, [] {
      undine::hand_in(undine::all_parts());
      if (undine::log::level() == undine::log::Level::info) undine::log::set_level("warning");
    });
    const auto o = sized(options, "options");
    if (o.set_count > 0) there(o.set, "options.set");
    for (std::size_t i = 0; i < o.set_count; ++i) there(o.set[i], "an element of options.set");
    *world = worlds().add(std::unique_ptr<undine_world>(new undine_world{ApiWorld(file, text ? text : "", o)}));
  });
}

std::span<const glm::dvec3> points_of(const double* points, std::size_t count) {
  static_assert(sizeof(glm::dvec3) == 3 * sizeof(double));
  if (count > 0) there(points, "points");
  if (count > (std::size_t{1} << 24)) throw Misuse{fmt::format("{} points are too many: at most 16777216", count)};
  for (std::size_t i = 0; i < 3 * count; ++i)
    if (!std::isfinite(points[i])) throw Misuse{fmt::format("number {} of a point or vector is not finite", i)};
  return {reinterpret_cast<const glm::dvec3*>(points), count};
}

}  // namespace

extern "C" {

uint32_t undine_api_version(void) { return UNDINE_API_VERSION; }
const char* undine_version(void) { return UNDINE_VERSION; }
const char* undine_last_error(void) { return last_error.c_str(); }

undine_result undine_log_level(const char* level) {
  return guarded(__func__, [&] { undine::log::set_level(there(level, "level")); });
}

undine_result undine_open(const char* scene_file, const undine_options* options, undine_world** world) {
  if (!scene_file) return fail(UNDINE_MISUSE, "undine_open: scene_file is a null pointer");
  return open(__func__, scene_file, nullptr, options, world);
}

undine_result undine_open_text(const char* scene, const char* folder, const undine_options* options,
                               undine_world** world) {
  if (!scene || !folder) return fail(UNDINE_MISUSE, "undine_open_text: scene or folder is a null pointer");
  if (!*scene) return fail(UNDINE_BAD_INPUT, "undine_open_text: the scene is empty");
  const std::string file = std::string(folder) + "/scene.json";
  return open(__func__, file.c_str(), scene, options, world);
}

undine_result undine_close(undine_world* world) {
  if (!world) return UNDINE_OK;
  return guarded(__func__, [&] {
    checked(world);
    worlds().take(world);
  });
}

undine_result undine_step(undine_world* world, uint32_t steps) {
  return guarded(__func__, [&] { checked(world).step(steps); });
}

undine_result undine_time(undine_world* world, uint64_t* steps, double* seconds) {
  return guarded(__func__, [&] {
    ApiWorld& w = checked(world);
    if (steps) *steps = w.steps();
    if (seconds) *seconds = w.time();
  });
}

undine_result undine_set(undine_world* world, const char* path, const char* value, int* restarted) {
  return guarded(__func__, [&] {
    const bool anew = checked(world).set(there(path, "path"), there(value, "value"));
    if (restarted) *restarted = anew ? 1 : 0;
  });
}

undine_result undine_push(undine_world* world, const double point[3], double radius, double strength) {
  return guarded(__func__, [&] {
    ApiWorld& w = checked(world);
    const glm::dvec3 at = points_of(there(point, "point"), 1).front();
    if (!(radius > 0) || !(radius < 1e6) || !(std::abs(strength) < 1e6))
      throw Misuse{"radius is not over 0, or strength no number"};
    w.push(at, radius, strength);
  });
}

undine_result undine_body_add(undine_world* world, const char* text, uint32_t* body) {
  return guarded(__func__, [&] {
    const uint32_t number = checked(world).add_body(there(text, "text"));
    if (body) *body = number;
  });
}

undine_result undine_body_remove(undine_world* world, uint32_t body) {
  return guarded(__func__, [&] { checked(world).remove_body(body); });
}

undine_result undine_body_row(undine_world* world, uint32_t body, uint32_t* row) {
  return guarded(__func__, [&] {
    there(row, "row");
    *row = checked(world).row_of(body);
  });
}

undine_result undine_body_force(undine_world* world, uint32_t body, const double force[3], const double torque[3]) {
  return guarded(__func__, [&] {
    ApiWorld& w = checked(world);
    const auto vector = [](const double* v) { return v ? points_of(v, 1).front() : glm::dvec3(0); };
    w.bodies().load(w.row_of(body), vector(force), vector(torque));
  });
}

undine_result undine_body_pose(undine_world* world, uint32_t body, const double position[3], const double rotation[4],
                               const double velocity[3], const double spin[3]) {
  return guarded(__func__, [&] {
    ApiWorld& w = checked(world);
    undine::BodyPose pose;
    pose.position = points_of(there(position, "position"), 1).front();
    if (rotation) {
      const glm::dvec3 xyz = points_of(rotation, 1).front();
      if (!std::isfinite(rotation[3])) throw Misuse{"rotation is not finite"};
      pose.rotation = glm::dvec4(xyz, rotation[3]);
    }
    if (velocity) pose.velocity = points_of(velocity, 1).front();
    if (spin) pose.spin = points_of(spin, 1).front();
    w.bodies().place(w.row_of(body), pose);
  });
}

undine_result undine_body_moor(undine_world* world, uint32_t body, const undine_mooring* mooring, uint32_t* line) {
  return guarded(__func__, [&] {
    ApiWorld& w = checked(world);
    const undine_mooring& given = *there(mooring, "mooring");
    if (given.size != sizeof(undine_mooring)) throw Misuse{"mooring.size is not sizeof(undine_mooring)"};
    undine::BodyMooring made;
    made.at = points_of(given.at, 1).front();
    made.to = points_of(given.to, 1).front();
    made.length = given.length;
    made.stiffness = given.stiffness;
    made.damping = given.damping;
    made.pushes = given.pushes != 0;
    if (!std::isfinite(given.length) || !(given.stiffness >= 0 && given.stiffness <= 1e12) ||
        !(given.damping >= 0 && given.damping <= 1e12))
      throw Misuse{"mooring.length is not finite, or stiffness or damping is not from 0 to 1e12"};
    std::optional<std::uint32_t> other;
    if (given.other > UINT32_MAX) throw Misuse{"mooring.other is not the number of a body"};
    if (given.other >= 0) other = w.row_of(static_cast<std::uint32_t>(given.other));
    const std::uint32_t number = w.bodies().moor(w.row_of(body), made, other);
    if (line) *line = number;
  });
}

undine_result undine_body_unmoor(undine_world* world, uint32_t line) {
  return guarded(__func__, [&] { checked(world).bodies().unmoor(line); });
}

undine_result undine_body_water(undine_world* world, uint32_t body, double force[3], double moment[3]) {
  return guarded(__func__, [&] {
    const std::array<float, 6> found = checked(world).water_on(body);
    for (std::size_t i = 0; i < 3; ++i) {
      if (force) force[i] = found[i];
      if (moment) moment[i] = found[i + 3];
    }
  });
}

undine_result undine_field_count(undine_world* world, size_t* count) {
  return guarded(__func__, [&] { *there(count, "count") = checked(world).fields().size(); });
}

undine_result undine_field_at(undine_world* world, size_t index, undine_field* field) {
  return guarded(__func__, [&] {
    ApiWorld& w = checked(world);
    const auto& fields = w.fields();
    const std::size_t size = sized(there(field, "field"), "field").size;
    if (index >= fields.size()) throw Misuse{fmt::format("index is {}, and there are {} fields", index, fields.size())};
    const undine::Field& f = fields[index];
    undine_field out{};
    out.size = size;
    out.name = w.kept(f.name);
    out.unit = w.kept(f.unit);
    out.help = w.kept(f.help);
    out.dimensions = static_cast<uint32_t>(std::min<std::size_t>(f.shape.size(), UNDINE_MOST_DIMENSIONS));
    std::copy_n(f.shape.begin(), out.dimensions, out.shape);
    std::memcpy(field, &out, std::min(size, sizeof(out)));
  });
}

undine_result undine_read(undine_world* world, const char* field, float* values, size_t capacity, size_t* count) {
  return guarded(__func__, [&] {
    ApiWorld& w = checked(world);
    const undine::Field& f = w.field(there(field, "field"));
    std::size_t most = 1;
    for (std::uint32_t n : f.shape) most *= n;
    if (!values) {
      *there(count, "count") = most;
      return;
    }
    if (capacity < most)
      throw Misuse{fmt::format("capacity is {}, and the field \"{}\" has {} values", capacity, f.name, most)};
    const std::vector<float> read = w.read(f);
    std::ranges::copy(read, values);
    if (count) *count = read.size();
  });
}

undine_result undine_sample(undine_world* world, const char* field, const double* points, size_t count, float* values) {
  return guarded(__func__, [&] {
    ApiWorld& w = checked(world);
    const undine::Field& f = w.field(there(field, "field"));
    w.components(f);
    const auto all = points_of(points, count);
    if (!all.empty()) w.sample(f, all, there(values, "values"));
  });
}

undine_result undine_query(undine_world* world, const double* points, size_t count, undine_point* out) {
  return guarded(__func__, [&] {
    ApiWorld& w = checked(world);
    const auto all = points_of(points, count);
    if (!all.empty()) w.query(all, there(out, "out"));
  });
}

undine_result undine_query_begin(undine_world* world, const double* points, size_t count, uint64_t* query) {
  return guarded(__func__, [&] {
    ApiWorld& w = checked(world);
    const auto all = points_of(points, count);
    *there(query, "query") = w.begin_query(all);
  });
}

undine_result undine_query_end(undine_world* world, uint64_t query, int wait, undine_point* out, size_t capacity,
                               int* ready) {
  return guarded(__func__, [&] {
    ApiWorld& w = checked(world);
    there(ready, "ready");
    const std::size_t count = w.points_of_query(query);
    if (capacity < count) throw Misuse{fmt::format("capacity is {}, and the query has {} points", capacity, count)};
    if (count > 0) there(out, "out");
    *ready = w.end_query(query, wait != 0, out) ? 1 : 0;
  });
}

undine_result undine_render(undine_world* world, uint32_t width, uint32_t height, const undine_camera* camera,
                            uint8_t* pixels, size_t capacity) {
  return guarded(__func__, [&] {
    ApiWorld& w = checked(world);
    there(pixels, "pixels");
    if (width == 0 || height == 0 || width > 16384 || height > 16384)
      throw Misuse{fmt::format("a picture of {}x{}: each side is 1 to 16384", width, height)};
    if (capacity < std::size_t{4} * width * height)
      throw Misuse{
          fmt::format("capacity is {}, and the picture has {} bytes", capacity, std::size_t{4} * width * height)};
    std::optional<undine::CameraPlace> place;
    if (camera) {
      const auto c = sized(camera, "camera");
      points_of(c.eye, 1);
      points_of(c.target, 1);
      if (!(c.fov > 0 && c.fov < 180)) throw Misuse{"camera.fov is not between 0 and 180 degrees"};
      place.emplace();
      place->eye = {c.eye[0], c.eye[1], c.eye[2]};
      place->target = {c.target[0], c.target[1], c.target[2]};
      place->fov = c.fov;
      if (place->eye == place->target) throw Misuse{"camera.eye is camera.target"};
    }
    w.render({width, height}, place, pixels);
  });
}

undine_result undine_stats(undine_world* world, char* text, size_t capacity, size_t* length) {
  return guarded(__func__, [&] {
    const std::string json = checked(world).stats();
    if (length) *length = json.size();
    if (!text) {
      there(length, "length");
      return;
    }
    if (capacity <= json.size())
      throw Misuse{fmt::format("capacity is {}, and the text has {} bytes and a zero", capacity, json.size())};
    std::memcpy(text, json.c_str(), json.size() + 1);
  });
}

undine_result undine_save(undine_world* world, const char* file) {
  return guarded(__func__, [&] { checked(world).save(there(file, "file")); });
}

}  // extern "C"
