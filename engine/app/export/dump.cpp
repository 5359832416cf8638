#include "engine/app/export/dump.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <memory>
#include <utility>

#include "engine/app/export/surface_mesh.h"
#include "engine/core/error.h"
#include "engine/core/log.h"
#include "engine/files/files.h"
#include "engine/files/npy.h"
#include "engine/files/ply.h"
#include "engine/files/raster.h"
#include "engine/scene/field_values.h"
#include "engine/scene/parts.h"
#include "engine/scene/surface_figures.h"
#include "engine/settings/settings_json.h"

namespace undine::session {

// A field on a terrain as a map.
static std::string map_bytes(const Field& field, std::vector<float> values, const std::string& ending) {
  const glm::dvec2 count(field.shape[1], field.shape[0]);
  return files::raster_bytes({.nx = field.shape[1],
                              .nz = field.shape[0],
                              .values = std::move(values),
                              .no_data = -9999.0f,
                              .cell = field.map->size / count,
                              .corner = field.map->south_west,
                              .projection = field.map->projection},
                             ending);
}

DumpSource dump_source(const Field& field) {
  auto declare = [field](graph::Graph& g, const std::function<void(FileBytes)>& done) {
    const FieldView view = field.publish(g);
    auto present = std::make_shared<Field>(field);
    if (view.rows)
      g.readback("dump_rows", view.rows, [present](std::span<const std::byte> stored) {
        std::uint32_t rows = 0;
        std::memcpy(&rows, stored.data(), sizeof(rows));
        present->shape[0] = std::min(present->shape[0], rows);
      });
    g.readback("dump", view.buffer, [present, view, done](std::span<const std::byte> stored) {
      done([present, values = field_values(*present, view, stored)](const std::string& ending) {
        return ending == ".npy" || !present->map ? files::npy_bytes(present->shape, values)
                                                 : map_bytes(*present, values, ending);
      });
    });
  };
  std::vector<std::string> endings{".npy"};
  if (field.map && field.shape.size() == 2) endings.insert(endings.end(), {".tif", ".tiff", ".asc"});
  return {field.name, field.shape, "float32", field.unit, field.help, std::move(endings), declare, field.follow};
}

// Reads three buffers back, in the order of their requests; the last one completes the file.
static DumpSource particle_source(const World::Water& water, const Field& places) {
  auto declare = [solver = water.solver.get(), name = water.name, told = std::make_shared<bool>(false)](
                     graph::Graph& g, const std::function<void(FileBytes)>& done) {
    const auto set = solver->particles(g);
    if (!set) return done([](const std::string&) { return files::ply_bytes({}); });
    const SurfaceMesh mesh = parts().particle_mesh(g, *set);
    g.readback("dump_figures", mesh.figures, [name, told](std::span<const std::byte> b) {
      const std::string missing = overflow_text(surface_figures(b));
      if (missing.empty() || std::exchange(*told, true)) return;
      log::warning("{}.mesh has holes, for it takes {}; make surface.cell or spacing larger", name, missing);
    });
    auto parts = std::make_shared<std::array<std::vector<std::byte>, 2>>();
    g.readback("dump_vertices", mesh.vertices,
               [parts](std::span<const std::byte> b) { (*parts)[0].assign(b.begin(), b.end()); });
    g.readback("dump_indices", mesh.indices,
               [parts](std::span<const std::byte> b) { (*parts)[1].assign(b.begin(), b.end()); });
    g.readback("dump_arguments", mesh.arguments, [parts, done](std::span<const std::byte> b) {
      done([parts, arguments = std::vector(b.begin(), b.end())](const std::string&) {
        return files::ply_bytes(files::triangle_mesh((*parts)[0], (*parts)[1], arguments));
      });
    });
  };
  return {water.name + ".mesh",
          {places.shape[0], 6},
          "mesh",
          "m",
          "the surface as triangles: positions in the world and normals",
          {".ply"},
          declare};
}

std::vector<DumpSource> dump_sources(World& world) {
  std::vector<DumpSource> out;
  for (World::Water& water : world.water()) {
    const auto fields = water.solver->fields();
    for (const Field& field : fields) out.push_back(dump_source(field));
    const auto grid =
        std::ranges::find_if(fields, [](const Field& field) { return field.shape.size() == 2 && !field.of_particles; });
    const auto places = std::ranges::find(fields, water.name + ".position", &Field::name);
    if (grid == fields.end() && places != fields.end()) out.push_back(particle_source(water, *places));
    if (grid == fields.end()) continue;
    auto declare = [solver = water.solver.get()](graph::Graph& g, const std::function<void(FileBytes)>& done) {
      const SurfaceField surface = solver->surface(g);
      g.readback("dump", surface.surface, [surface, done](std::span<const std::byte> texels) {
        done([surface, texels = std::vector(texels.begin(), texels.end())](const std::string&) {
          return files::ply_bytes(surface_mesh(surface, texels));
        });
      });
    };
    out.push_back({water.name + ".mesh",
                   {grid->shape[0], grid->shape[1], 6},
                   "mesh",
                   "m",
                   "the surface as triangles: positions in the world and normals, land left out",
                   {".ply"},
                   declare});
  }
  for (const Field& field : world.lists()) out.push_back(dump_source(field));
  return out;
}

// Devices and pipes accept any type.
static void check_ending(const std::string& text, const DumpSource& source, const std::filesystem::path& file) {
  if (files::is_stream(file) || std::ranges::find(source.endings, file.extension().string()) != source.endings.end())
    return;
  const std::string given = file.has_extension() ? file.extension().string() : "a file without an ending";
  throw Error(Exit::bad_input, "--dump " + text, fmt::format("{} is not written as {}", source.name, given),
              "give a " + settings::joined(source.endings));
}

Dumper::Dumper(std::vector<DumpSource> sources, const std::vector<std::string>& requests, std::uint64_t every)
    : every_(every) {
  for (const std::string& text : requests) {
    std::size_t equal = text.find('=');
    if (equal == std::string::npos || equal == 0 || equal + 1 == text.size())
      throw Error(Exit::bad_input, "--dump " + text, "not of the form FIELD=FILE", "e.g. --dump pool.height=h.npy");
    std::string name = text.substr(0, equal);
    auto source = std::ranges::find(sources, name, &DumpSource::name);
    if (source == sources.end()) {
      std::vector<std::string> names;
      for (const DumpSource& s : sources) names.push_back(s.name);
      const std::string near = settings::nearest(name, names);
      throw Error(Exit::bad_input, "--dump " + text, "no field '" + name + "'",
                  fmt::format("{}fields of this scene: {}", near.empty() ? near : "did you mean " + near + "? ",
                              settings::joined(names)));
    }
    std::filesystem::path file = text.substr(equal + 1);
    check_ending(text, *source, file);
    files::prepare_file(file);
    if (source->follow) source->follow();
    requests_.push_back({*source, file});
  }
}

void Dumper::declare(graph::Graph& g, std::uint64_t step) {
  for (Request& request : requests_) {
    std::filesystem::path file = request.file;
    if (every_ > 0)
      file.replace_filename(fmt::format("{}_{:06}{}", file.stem().string(), step, file.extension().string()));
    request.source.declare(g, [this, file](FileBytes bytes) { arrived_.push_back({file, std::move(bytes)}); });
  }
}

void Dumper::write() {
  for (const Arrived& a : arrived_) {
    files::check_output(a.file);
    files::write_file(a.file, a.bytes(a.file.extension().string()));
  }
  arrived_.clear();
}

}  // namespace undine::session
