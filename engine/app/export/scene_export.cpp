#include "engine/app/export/scene_export.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <glm/gtc/packing.hpp>
#include <unordered_map>

#include "engine/app/export/surface_mesh.h"
#include "engine/core/error.h"
#include "engine/core/log.h"
#include "engine/files/files.h"
#include "engine/files/ply.h"
#include "engine/files/vdb.h"
#include "engine/scene/field_values.h"
#include "engine/scene/parts.h"

namespace undine::session {
namespace {

using Bytes = std::shared_ptr<std::vector<std::byte>>;

Bytes keep(graph::Graph& g, const char* name, graph::Resource from) {
  auto to = std::make_shared<std::vector<std::byte>>();
  g.readback(name, from, [to](std::span<const std::byte> b) { to->assign(b.begin(), b.end()); });
  return to;
}

// Velocity of the water at its surface: horizontal flow, and rise along it. Uses float heights if the solver has them,
// because a surface may be stored in half precision.
std::vector<glm::vec3> surface_velocity(const SurfaceField& f, const SceneExport::Level& now,
                                        const SceneExport::Level& before, std::span<const std::byte> flow, double dt) {
  const std::vector<glm::vec4> t = surface_texels(f, *now.texels);
  std::vector<glm::vec4> old, u;
  if (before.texels) old = surface_texels(f, *before.texels);
  if (!flow.empty()) u = surface_texels(f, flow);
  std::vector<float> height = now.heights ? now.heights() : std::vector<float>(),
                     lower = before.heights ? before.heights() : std::vector<float>();
  const bool exact = height.size() == t.size() && lower.size() == t.size();
  std::vector<glm::vec3> out(t.size());
  for (std::size_t i = 0; i < t.size(); ++i) {
    const bool was = !old.empty() && old[i].w >= 0.5f;
    const glm::vec2 along = u.empty() ? glm::vec2(0) : glm::vec2(u[i]);
    const float risen = !was ? 0.0f : exact ? height[i] - lower[i] : t[i].x - old[i].x;
    const float rise = risen / static_cast<float>(dt);
    out[i] = {along.x, rise + along.x * t[i].y + along.y * t[i].z, along.y};
  }
  return out;
}

// Average velocity of the particles within `reach` of each point, weighted by proximity.
std::vector<glm::vec3> velocity_around(std::span<const glm::vec3> points, std::span<const float> places,
                                       std::span<const float> velocities, double reach) {
  const auto r = static_cast<float>(reach);
  const auto cell = [r](const glm::vec3& p) { return glm::ivec3(glm::floor(p / r)); };
  const auto key = [](const glm::ivec3& c) {
    const auto part = [](int v) { return static_cast<std::uint64_t>(static_cast<std::uint32_t>(v)) & 0x1fffff; };
    return part(c.x) | part(c.y) << 21 | part(c.z) << 42;
  };
  const auto row = [](std::span<const float> of, std::size_t i) {
    return glm::vec3(of[3 * i], of[3 * i + 1], of[3 * i + 2]);
  };
  std::unordered_map<std::uint64_t, std::vector<std::size_t>> in;
  for (std::size_t i = 0; i < places.size() / 3; ++i) in[key(cell(row(places, i)))].push_back(i);
  std::vector<glm::vec3> out;
  for (const glm::vec3& p : points) {
    glm::vec3 sum(0);
    float weight = 0;
    for (int k = 0; k < 27; ++k) {
      const auto found = in.find(key(cell(p) + glm::ivec3(k % 3, k / 3 % 3, k / 9) - 1));
      if (found == in.end()) continue;
      for (const std::size_t i : found->second) {
        const float d = glm::distance(row(places, i), p) / r;
        if (d >= 1) continue;
        const float w = (1 - d * d) * (1 - d * d);
        sum += w * row(velocities, i);
        weight += w;
      }
    }
    out.push_back(weight > 0 ? sum / weight : glm::vec3(0));
  }
  return out;
}

// Returns a field's values after their arrival, without unused rows.
std::function<std::vector<float>()> values_of(graph::Graph& g, const Field& field) {
  const FieldView view = field.publish(g);
  const Bytes rows = view.rows ? keep(g, "export_rows", view.rows) : nullptr;
  const Bytes stored = keep(g, "export", view.buffer);
  return [field, view, rows, stored] {
    Field present = field;
    std::uint32_t count = 0;
    if (rows) {
      std::memcpy(&count, rows->data(), sizeof count);
      present.shape[0] = std::min(present.shape[0], count);
    }
    return field_values(present, view, *stored);
  };
}

std::vector<float> floats_of(std::span<const std::byte> bytes) {
  std::vector<float> out(bytes.size() / sizeof(float));
  std::memcpy(out.data(), bytes.data(), out.size() * sizeof(float));
  return out;
}

// Makes a mesh at the first call.
std::function<const files::PlyMesh&()> once(std::function<files::PlyMesh()> make) {
  return [made = std::make_shared<std::optional<files::PlyMesh>>(), make = std::move(make)]() -> const files::PlyMesh& {
    if (!*made) *made = make();
    return **made;
  };
}

// World y of the floor below each vertex: the bed where the solver has one, else the depth of the water's sides or a
// tenth of the shorter side; at least a voxel below the surface, so that there is an inside.
std::vector<float> floor_of(const SurfaceField& f, std::span<const std::byte> texels, std::span<const std::byte> flow,
                            const files::PlyMesh& mesh, double voxel) {
  std::vector<glm::vec4> depths;
  if (!flow.empty()) depths = at_vertices(f, texels, surface_texels(f, flow));
  const double depth = f.depth > 0 ? f.depth : 0.1 * std::min(f.size.x, f.size.y);
  std::vector<float> out;
  for (std::size_t i = 0; i < mesh.positions.size(); ++i) {
    const float y = mesh.positions[i].y;
    const float bed = depths.empty() ? static_cast<float>(f.origin.y - depth) : y - depths[i].z;
    out.push_back(std::min(bed, y - static_cast<float>(voxel)));
  }
  return out;
}

// Places and shares of the vertices that foam covers. traces: rg16f.
std::vector<glm::vec4> foam_cover(const SurfaceField& f, std::span<const std::byte> texels,
                                  std::span<const std::byte> traces, const files::PlyMesh& mesh) {
  std::vector<glm::vec4> shares(traces.size() / sizeof(std::uint32_t)), out;
  for (std::size_t i = 0; i < shares.size(); ++i) {
    std::uint32_t packed = 0;
    std::memcpy(&packed, traces.data() + i * sizeof packed, sizeof packed);
    shares[i].x = glm::unpackHalf2x16(packed).x;
  }
  const std::vector<glm::vec4> of = at_vertices(f, texels, shares);
  for (std::size_t i = 0; i < of.size(); ++i)
    if (of[i].x > 0) out.emplace_back(mesh.positions[i], of[i].x);
  return out;
}

// Places and volumes of white water but for mist, of which air is the most.
std::vector<glm::vec4> drops_of(std::span<const float> rows, double radius) {
  constexpr std::size_t width = 10;
  constexpr float mist = 3;
  const auto volume = static_cast<float>(4.0 / 3 * 3.14159265358979 * radius * radius * radius);
  std::vector<glm::vec4> out;
  for (std::size_t i = 0; i + width <= rows.size(); i += width)
    if (rows[i + 8] != mist) out.emplace_back(rows[i], rows[i + 1], rows[i + 2], volume);
  return out;
}

std::optional<Field> named(const std::vector<Field>& fields, const std::string& name) {
  const auto found = std::ranges::find(fields, name, &Field::name);
  return found == fields.end() ? std::nullopt : std::optional(*found);
}

}  // namespace

SceneExport::SceneExport(Session& session, const std::filesystem::path& folder, ExportFormats formats,
                         std::uint64_t stride)
    : session_(session), folder_(folder), formats_(formats) {
  if (formats.vdb && !wanted())
    throw Error(Exit::bad_input, "--vdb", "requires --export DIR, the folder for the files", "--export DIR with it");
  if (formats.usd && !wanted())
    throw Error(Exit::bad_input, "--usd", "requires --export DIR, the folder for the layers", "--export DIR with it");
  if (formats.vdb) files::require_vdb("--vdb");
  if (!wanted()) return;
  if (formats.usd) usd_ = std::make_unique<UsdExport>(session_, folder_, stride);
  files::prepare_file(folder_ / "scene.glb");
  before_.resize(session_.world().water().size());
}

std::filesystem::path SceneExport::file(const std::string& name, std::uint64_t step, const char* ending) const {
  return folder_ / fmt::format("{}_{:06}.{}", name, step, ending);
}

std::function<void()> SceneExport::arrive_usd(std::size_t water, UsdKind kind,
                                              std::function<void(files::UsdLayer&, double time)> write) {
  if (!usd_) return [] {};
  usd_->declares(water, kind);
  frame_->expect();
  return [arrived = arrived_, frame = frame_, part = UsdPart{water, kind, std::move(write)}] {
    if (const auto text = frame->arrive(part))
      arrived->push_back({frame->file(), [text](const std::string&) { return (*text)(); }});
  };
}

std::function<void()> SceneExport::arrive_points(const std::string& name, std::vector<std::string_view> properties,
                                                 const std::function<std::vector<float>()>& values) const {
  const std::uint64_t step = session_.world().steps();
  return [arrived = arrived_, ply = file(name, step),
          other = formats_.vdb ? file(name, step, "vdb") : std::filesystem::path(), properties = std::move(properties),
          values] {
    arrived->push_back(
        {ply, [values, properties](const std::string&) { return files::ply_points(properties, values()); }});
    if (!other.empty())
      arrived->push_back(
          {other, [values, properties](const std::string&) { return files::vdb_points(properties, values()); }});
  };
}

SceneExport::Level SceneExport::level(std::size_t index, const SurfaceField& f) {
  graph::Graph& g = session_.graph();
  World::Water& water = session_.world().water()[index];
  Level out{.step = session_.world().steps()};
  if (const auto height = named(water.solver->fields(), water.name + ".height")) out.heights = values_of(g, *height);
  out.texels = keep(g, "export_surface", f.surface);
  return out;
}

void SceneExport::before() {
  const auto& waters = session_.world().water();
  for (std::size_t i = 0; i < waters.size(); ++i)
    if (const SurfaceField f = waters[i].solver->surface(session_.graph()); f.cells.x > 0) before_[i] = level(i, f);
}

void SceneExport::declare() {
  graph::Graph& g = session_.graph();
  World& world = session_.world();
  const std::uint64_t step = world.steps();
  steps_.push_back(step);
  if (usd_) frame_ = usd_->begin(step);
  for (std::size_t i = 0; i < world.water().size(); ++i) {
    World::Water& water = world.water()[i];
    std::optional<Volume> volume;
    if (const auto set = water.solver->particles(g)) {
      volume = declare_particles(i, *set);
    } else if (const SurfaceField f = water.solver->surface(g); f.cells.x > 0) {
      volume = declare_grid(i, f);
    }
    if (water.spray)
      for (const Field& field : water.spray->fields()) {
        const auto drops = declare_spray(i, field);
        if (volume) volume->drops = drops;
      }
    if (formats_.vdb && volume) declare_volume(i, *volume);
  }
  const auto bodies = world.bodies() ? std::optional(world.bodies()->states()) : std::nullopt;
  auto values = bodies ? values_of(g, *bodies) : [] { return std::vector<float>(); };
  moments_->push_back({.time = world.time()});
  // Read-backs arrive in the order of their declaration: earlier data are complete here.
  if (bodies)
    g.readback("export_bodies", bodies->publish(g).buffer,
               [moments = moments_, at = moments_->size() - 1, values](std::span<const std::byte>) {
                 (*moments)[at].bodies = values();
               });
}

SceneExport::Volume SceneExport::declare_grid(std::size_t index, const SurfaceField& f) {
  graph::Graph& g = session_.graph();
  const std::uint64_t step = session_.world().steps();
  const double dt = session_.scene().clock.step;
  const Level before = before_[index] && before_[index]->step + 1 == step ? *before_[index] : Level{};
  const Level now = level(index, f);
  const Bytes flow = f.flow ? keep(g, "export_flow", f.flow) : std::make_shared<std::vector<std::byte>>();
  const Mesh mesh = once(
      [f, before, now, flow, dt] { return surface_mesh(f, *now.texels, surface_velocity(f, now, before, *flow, dt)); });
  const auto surface = arrive_surface(index, mesh);
  // Read-backs arrive in the order of their declaration: with the last one all are complete.
  g.readback("export", f.surface, [surface](std::span<const std::byte>) { surface(); });
  const double voxel = std::max(f.size.x / f.cells.x, f.size.y / f.cells.y);
  const Bytes traces = formats_.vdb && f.traces ? keep(g, "export_traces", f.traces) : nullptr;
  Volume out{.closed = once([f, now, flow, mesh, voxel] {
               return closed_down(mesh(), floor_of(f, *now.texels, *flow, mesh(), voxel));
             }),
             .voxel = voxel,
             .cover = {},
             .drops = {},
             .last = f.surface};
  if (traces) out.cover = [f, now, traces, mesh] { return foam_cover(f, *now.texels, *traces, mesh()); };
  return out;
}

std::optional<SceneExport::Volume> SceneExport::declare_particles(std::size_t index, const ParticleSet& set) {
  graph::Graph& g = session_.graph();
  World::Water& water = session_.world().water()[index];
  const auto fields = water.solver->fields();
  const auto place = named(fields, water.name + ".position"), velocity = named(fields, water.name + ".velocity");
  if (!place || !velocity) return std::nullopt;
  const auto places = values_of(g, *place), velocities = values_of(g, *velocity);
  const SurfaceMesh mesh = parts().particle_mesh(g, set);
  const auto rows = [places, velocities] {
    const std::vector<float> p = places(), v = velocities();
    std::vector<float> out;
    for (std::size_t i = 0; i + 2 < p.size(); i += 3)
      out.insert(out.end(), {p[i], p[i + 1], p[i + 2], v[i], v[i + 1], v[i + 2]});
    return out;
  };
  const auto points = arrive_points(water.name + ".particles", {"x", "y", "z", "vx", "vy", "vz"}, rows);
  const Bytes identities = usd_ ? keep(g, "export_identities", set.position) : nullptr;
  const auto usd_points = arrive_usd(
      index, UsdKind::particles, [rows, identities, spacing = set.spacing](files::UsdLayer& layer, double time) {
        write_usd_points(layer, time, usd_particles(rows(), floats_of(*identities), spacing));
      });
  const Bytes vertices = keep(g, "export_vertices", mesh.vertices), indices = keep(g, "export_indices", mesh.indices),
              arguments = keep(g, "export_arguments", mesh.arguments);
  const Mesh skin = once([places, velocities, vertices, indices, arguments, reach = 2 * set.spacing] {
    files::PlyMesh out = files::triangle_mesh(*vertices, *indices, *arguments);
    out.velocities = velocity_around(out.positions, places(), velocities(), reach);
    return out;
  });
  const auto surface = arrive_surface(index, skin);
  g.readback("export_arguments", mesh.arguments, [points, usd_points, surface](std::span<const std::byte>) {
    points();
    surface();
    usd_points();
  });
  return Volume{.closed = skin, .voxel = set.skin.cell * set.spacing, .cover = {}, .drops = {}, .last = mesh.arguments};
}

std::function<void()> SceneExport::arrive_surface(std::size_t index, const Mesh& mesh) {
  const auto usd = arrive_usd(index, UsdKind::surface,
                              [mesh](files::UsdLayer& layer, double time) { write_usd_surface(layer, time, mesh()); });
  return [arrived = arrived_, mesh, usd,
          to = file(session_.world().water()[index].name + ".mesh", session_.world().steps())] {
    arrived->push_back({to, [mesh](const std::string&) { return files::ply_bytes(mesh()); }});
    usd();
  };
}

std::function<std::vector<glm::vec4>()> SceneExport::declare_spray(std::size_t index, const Field& field) {
  graph::Graph& g = session_.graph();
  const auto rows = values_of(g, field);
  const auto points =
      arrive_points(field.name, {"x", "y", "z", "vx", "vy", "vz", "age", "life", "kind", "random"}, rows);
  const double radius = session_.world().water()[index].spray->show().radius;
  const auto usd = arrive_usd(index, UsdKind::spray, [rows, radius](files::UsdLayer& layer, double time) {
    write_usd_points(layer, time, usd_spray(rows(), radius));
  });
  g.readback("export_points", field.publish(g).buffer, [points, usd](std::span<const std::byte>) {
    points();
    usd();
  });
  return [rows, radius] { return drops_of(rows(), radius); };
}

void SceneExport::declare_volume(std::size_t index, const Volume& volume) {
  const auto to = file(session_.world().water()[index].name + ".volume", session_.world().steps(), "vdb");
  session_.graph().readback("export_volume", volume.last, [arrived = arrived_, to, volume](std::span<const std::byte>) {
    arrived->push_back({to, [volume](const std::string&) {
                          const files::PlyMesh& mesh = volume.closed();
                          const auto drops = volume.drops ? volume.drops() : std::vector<glm::vec4>(),
                                     cover = volume.cover ? volume.cover() : std::vector<glm::vec4>();
                          return files::vdb_volumes({.points = mesh.positions,
                                                     .velocities = mesh.velocities,
                                                     .triangles = mesh.triangles,
                                                     .voxel = volume.voxel,
                                                     .drops = drops,
                                                     .cover = cover});
                        }});
  });
}

void SceneExport::write() {
  for (const Arrived& a : *arrived_) {
    files::check_output(a.file);
    files::write_file(a.file, a.bytes(a.file.extension().string()));
  }
  arrived_->clear();
}

void SceneExport::finish() {
  if (steps_.empty()) return;
  write();
  for (SceneMoment& moment : *moments_) moment.camera = session_.camera_with(moment.bodies, moment.time);
  const auto meshes = session_.world().bodies() ? session_.world().bodies()->meshes() : std::vector<BodyMesh>();
  files::write_file(folder_ / fmt::format("scene_{:06}_{:06}.glb", steps_.front(), steps_.back()),
                    scene_glb(meshes, *moments_));
  if (usd_) usd_->finish(steps_, *moments_, meshes);
}

}  // namespace undine::session
