#include "engine/app/dump.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "engine/app/files.h"
#include "engine/app/npy.h"
#include "engine/core/error.h"

namespace undine {

std::vector<float> field_values(const Field& field, const FieldView& view, std::span<const std::byte> stored) {
  std::uint64_t rows = field.shape.empty() ? 0 : field.shape[0], width = 1;
  for (std::size_t i = 1; i < field.shape.size(); ++i) width *= field.shape[i];
  std::vector<float> out(rows * width);
  for (std::uint64_t row = 0; row < rows; ++row) {
    std::uint64_t from = (view.offset + row * view.pitch) * sizeof(float);
    if (from + width * sizeof(float) > stored.size())
      throw Error(Exit::failure, "field " + field.name,
                  fmt::format("row {} lies outside its buffer of {} bytes", row, stored.size()));
    std::memcpy(out.data() + row * width, stored.data() + from, width * sizeof(float));
  }
  if (view.scale != 1 || view.bias != 0)
    for (float& v : out) v = static_cast<float>(static_cast<double>(view.scale) * v + static_cast<double>(view.bias));
  return out;
}

Dumper::Dumper(std::vector<Field> fields, const std::vector<std::string>& requests, std::uint64_t every)
    : every_(every) {
  for (const std::string& text : requests) {
    std::size_t equal = text.find('=');
    if (equal == std::string::npos || equal == 0 || equal + 1 == text.size())
      throw Error(Exit::bad_input, "--dump " + text, "not of the form FIELD=FILE.npy", "e.g. --dump pool.height=h.npy");
    std::string name = text.substr(0, equal);
    auto field = std::ranges::find(fields, name, &Field::name);
    if (field == fields.end()) {
      std::string names;
      for (const Field& f : fields) names += (names.empty() ? "" : ", ") + f.name;
      throw Error(Exit::bad_input, "--dump " + text, "no field '" + name + "'", "fields of this scene: " + names);
    }
    std::filesystem::path file = text.substr(equal + 1);
    prepare_file(file);
    requests_.push_back({*field, file});
  }
}

void Dumper::declare(graph::Graph& g, std::uint64_t step) {
  for (Request& request : requests_) {
    std::filesystem::path file = request.file;
    if (every_ > 0)
      file.replace_filename(fmt::format("{}_{:06}{}", file.stem().string(), step, file.extension().string()));
    FieldView view = request.field.publish(g);
    g.readback("dump", view.buffer, [this, &request, view, file](std::span<const std::byte> stored) {
      arrived_.push_back({file, npy_bytes(request.field.shape, field_values(request.field, view, stored))});
    });
  }
}

void Dumper::write() {
  for (const Arrived& a : arrived_) write_file(a.file, a.bytes);
  arrived_.clear();
}

}  // namespace undine
