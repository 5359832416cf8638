#include "passes/sea/sea_settings.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <numbers>

namespace undine::sea {

void SeaSettings::describe(settings::Visitor& v) {
  v.value("cells", cells,
          {.help = "cells along x and z of the grid on which the sea is sampled for fields, bodies and gauges",
           .min = 1,
           .max = 4096});
  v.value(
      "size", size,
      {.help =
           "extent along x and z of the grid for fields, bodies and gauges; beyond it the sea is drawn to the horizon",
       .unit = "m",
       .min = 0,
       .max = 1e5,
       .above_min = true});
  v.value("origin", origin, {.help = "center of that grid at rest level", .unit = "m", .min = -1e5, .max = 1e5});
  v.value_or("depth", depth, depth_from, {"deep"},
             {.help = "depth of the sea, or \"deep\": deeper than half of the longest wavelength",
              .unit = "m",
              .min = 0,
              .max = 12000,
              .above_min = true});
  v.list("spectra", spectra, {.help = "spectra that add up; none: a wind sea of 8 m/s", .live = true});
  v.value("choppiness", choppiness,
          {.help = "horizontal displacement relative to linear theory; 0: round crests",
           .min = 0,
           .max = 1.5,
           .live = true});
  v.value("whitecaps", whitecaps,
          {.help = "foam coverage relative to that of Monahan and O'Muircheartaigh (1980) for the wind; 0: none",
           .min = 0,
           .max = 10,
           .live = true});
  v.value("loop", loop, {.help = "period after which the sea repeats; 0: never", .unit = "s", .min = 0, .max = 86400});
  v.value("current", current,
          {.help = "velocity of the water along x and z, which carries waves, foam and bodies",
           .unit = "m/s",
           .min = -20,
           .max = 20});
  if (loop > 0 && current != glm::dvec2(0))
    v.reject("current", "a sea that repeats has no current", "[0, 0], or a loop of 0");
  v.value("patches", patches,
          {.help = "number of periodic patches, each with its own band of wave numbers", .min = 1, .max = 4});
  v.value("texels", texels, {.help = "grid points per side of each patch: 64, 128, 256 or 512", .min = 64, .max = 512});
  if (!std::has_single_bit(texels)) v.reject("texels", std::to_string(texels), "64, 128, 256 or 512");
  v.value("length", length,
          {.help = "side of the largest patch; 0: 14 times the longest peak wavelength",
           .unit = "m",
           .min = 0,
           .max = 1e5});
  v.value("around", around, {.help = "name of a water inside the sea, where the sea is not drawn; empty: none"});
  grid::describe_gauges(v, gauges, {"level"});
}

std::vector<Spectrum> SeaSettings::make_spectra(double gravity) const {
  std::vector<Spectrum> out;
  for (const SpectrumSettings& s : spectra) out.emplace_back(s, water(gravity));
  if (out.empty()) out.emplace_back(SpectrumSettings{}, water(gravity));
  return out;
}

double SeaSettings::strongest_wind() const {
  double out = spectra.empty() ? SpectrumSettings{}.wind : 0;
  for (const SpectrumSettings& s : spectra)
    if (s.shape != SpectrumSettings::Shape::swell) out = std::max(out, s.wind);
  return out;
}

double SeaSettings::patch_length(double gravity) const {
  if (length > 0) return length;
  double longest = 0;
  for (const Spectrum& s : make_spectra(gravity))
    if (s.peak() > 0) longest = std::max(longest, s.peak_length());
  return longest > 0 ? 14 * longest : 100;
}

}  // namespace undine::sea
