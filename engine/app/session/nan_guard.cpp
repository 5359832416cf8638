#include "engine/app/session/nan_guard.h"

#include <fmt/format.h>

#include <cmath>

#include "engine/core/error.h"
#include "engine/files/npy.h"

namespace undine::session {
namespace {

// The last dimension of a grid's field is cells, or at most this many components.
constexpr std::uint32_t most_components = 4;

std::string value_text(float value) {
  if (std::isnan(value)) return "NaN";
  return std::isinf(value) ? (value > 0 ? "+inf" : "-inf") : fmt::format("{}", value);
}

}  // namespace

std::string element_text(const std::vector<std::uint32_t>& shape, std::uint64_t element,
                         const std::optional<Place>& place) {
  std::vector<std::uint64_t> at(shape.size());
  for (std::size_t i = shape.size(); i-- > 0; element /= shape[i]) at[i] = element % shape[i];
  std::size_t axes = shape.size();
  std::string component;
  if (axes > 1 && shape.back() <= most_components && (axes > 2 || !place)) {
    component = fmt::format(", component {}", at.back());
    --axes;
  }
  if (axes == 1) return fmt::format("element {}{}", at[0], component);
  if (axes == 3) return fmt::format("cell x {}, y {}, z {}{}", at[2], at[1], at[0], component);
  std::string meters;
  if (place) {
    const auto middle = [](std::uint64_t cell, std::uint32_t cells, double origin, double size) {
      return origin + ((static_cast<double>(cell) + 0.5) / cells - 0.5) * size;
    };
    meters = fmt::format(" ({:.4g} m, {:.4g} m)", middle(at[1], shape[1], place->origin.x, place->size.x),
                         middle(at[0], shape[0], place->origin.z, place->size.y));
  }
  return fmt::format("cell x {}, z {}{}{}", at[1], at[0], component, meters);
}

void NanGuard::fetch(graph::Graph& g) {
  arrived_.clear();
  scan_->fetch(g, [this](const Field& field, std::vector<float> values) {
    arrived_.push_back({field, std::move(values)});
  });
}

void NanGuard::halt(const Scene& scene) const {
  const FieldScan::Find& find = *scan_->found();
  const std::string& name = find.field.name;
  std::optional<Place> place;
  for (const WaterEntry& water : scene.water)
    if (name.starts_with(water.name + ".")) place = water.settings->place();
  std::string value = "not finite", files, failed;
  for (const Arrived& a : arrived_) {
    if (a.field.name == name) value = value_text(a.values[find.element]);
    const std::string file = fmt::format("nan_{}_{}.npy", a.field.name, find.step);
    try {
      files::write_npy(file, a.field.shape, a.values);
      files += (files.empty() ? "" : ", ") + file;
    } catch (const Error& e) {
      failed = e.what();
    }
  }
  std::string what =
      fmt::format("{} at {} in step {}", value, element_text(find.field.shape, find.element, place), find.step);
  if (!files.empty()) what += "; fields of that step written to " + files;
  if (!failed.empty()) what += "; " + failed;
  throw Error(Exit::failure, name, what);
}

}  // namespace undine::session
