#include "passes/grid/incident_waves.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <numbers>
#include <sstream>

#include "engine/core/error.h"
#include "engine/files/files.h"
#include "passes/grid/random.h"

namespace undine::grid {

namespace {

constexpr double tau = 2 * std::numbers::pi;
constexpr int bands = 256;
constexpr double lowest = 0.5, fastest = 3;  // of the peak's frequency

// JONSWAP's shape at a frequency over the peak's.
double jonswap(double f, double gamma) {
  const double width = f <= 1 ? 0.07 : 0.09, r = std::exp(-std::pow((f - 1) / width, 2) / 2);
  return std::pow(f, -5) * std::exp(-1.25 * std::pow(f, -4)) * std::pow(gamma, r);
}

// Numbers of a line between commas, semicolons or blanks; none where it holds other text.
std::vector<double> numbers_of(std::string_view line) {
  std::vector<double> out;
  for (std::size_t at = 0; at < line.size();) {
    if (line[at] == ',' || line[at] == ';' || line[at] == ' ' || line[at] == '\t' || line[at] == '\r') {
      ++at;
      continue;
    }
    double value = 0;
    const auto [end, problem] = std::from_chars(line.data() + at, line.data() + line.size(), value);
    if (problem != std::errc{} || !std::isfinite(value)) return {};
    out.push_back(value);
    at = static_cast<std::size_t>(end - line.data());
  }
  return out;
}

}  // namespace

void IncidentWaves::describe(settings::Visitor& v) {
  v.tag("kind", kind, {"regular", "jonswap", "series"}, {.help = "waves of one period, of a spectrum, or of a file"});
  v.choice("from", from, {"-x", "+x", "-z", "+z"}, {.help = "side from which the waves come; it needs a \"sea\" edge"});
  if (kind == Kind::series) {
    v.file(
        "file", file,
        {.help = ".csv of rows: seconds, elevation over the still level in m, and, if known, velocity inwards in m/s",
         .required = true});
  } else {
    v.value("height", height,
            {.help = "height from trough to crest; of a spectrum the significant height; 0: no waves",
             .unit = "m",
             .min = 0,
             .max = 100});
    v.value("period", period,
            {.help = "period; of a spectrum the peak period", .unit = "s", .min = 0, .max = 1e6, .above_min = true});
  }
  v.value("direction", direction,
          {.help = "direction of travel, as an angle from the normal of the side towards increasing z (for sides along "
                   "x: increasing x); neighboring sides do not emit these waves",
           .unit = "degrees",
           .min = -60,
           .max = 60});
  if (kind == Kind::jonswap) {
    v.value("gamma", gamma, {.help = "peak enhancement factor of the JONSWAP spectrum", .min = 1, .max = 20});
  }
}

IncidentElevation::IncidentElevation(const IncidentWaves& waves, std::uint64_t seed, const std::string& where)
    : w_(waves) {
  using Kind = IncidentWaves::Kind;
  if (w_.kind == Kind::regular) components_ = {{w_.height / 2, tau / w_.period, -std::numbers::pi / 2}};
  if (w_.kind == Kind::jonswap) {
    double variance = 0;
    for (int i = 0; i < bands; ++i) {
      const auto random = [&](std::uint64_t what) { return uniform_random(seed, static_cast<std::uint64_t>(i), what); };
      // A frequency anywhere in its band, so that the sum does not repeat.
      const double f = lowest + (fastest - lowest) * (i + random(0)) / bands;
      components_.push_back({std::sqrt(jonswap(f, w_.gamma)), tau * f / w_.period, tau * random(1)});
      variance += jonswap(f, w_.gamma) / 2;
    }
    for (Component& c : components_) c.amplitude *= w_.height / 4 / std::sqrt(variance);
  }
  if (w_.kind == Kind::series) read(where);
  for (const Component& c : components_) highest_ += c.amplitude;
  if (w_.kind == Kind::jonswap) highest_ = std::min(highest_, 1.5 * w_.height);  // three crests of the significant one
  for (const Row& row : rows_) highest_ = std::max(highest_, row.elevation);
}

void IncidentElevation::read(const std::string& where) {
  const std::string text = files::read_file(w_.file);
  std::istringstream in(text);
  std::size_t number = 0;
  const auto refuse = [&](const std::string& problem) {
    throw Error(
        Exit::bad_input, where, fmt::format("{}, line {}: {}", w_.file.string(), number, problem),
        "rows of seconds, meters and, in all of them or none, m/s; times rising; a header line and lines after #");
  };
  for (std::string line; std::getline(in, line);) {
    ++number;
    if (line.empty() || line[0] == '#' || line == "\r") continue;
    const std::vector<double> values = numbers_of(line);
    if (values.empty() && rows_.empty()) continue;  // names of the columns
    if (values.size() < 2 || values.size() > 3) refuse("does not have two or three numbers");
    if (!rows_.empty() && (values.size() == 3) != tells_velocity_)
      refuse("has a different count of numbers than the first row");
    if (!rows_.empty() && !(values[0] > rows_.back().time)) refuse("is not later than the row before");
    tells_velocity_ = values.size() == 3;
    rows_.push_back({values[0], values[1], tells_velocity_ ? values[2] : 0});
  }
  if (rows_.empty()) refuse("holds no row");
}

double IncidentElevation::at(double time, double Row::*value) const {
  if (rows_.empty()) return 0;
  const auto after = std::ranges::upper_bound(rows_, time, {}, &Row::time);
  if (after == rows_.begin()) return rows_.front().*value;
  const Row& before = *(after - 1);
  if (after == rows_.end()) return before.*value;
  return std::lerp(before.*value, (*after).*value, (time - before.time) / (after->time - before.time));
}

double IncidentElevation::elevation(double time) const {
  double sum = at(time, &Row::elevation);
  for (const Component& c : components_) sum += c.amplitude * std::cos(c.frequency * time + c.phase);
  return components_.empty() ? sum : sum * std::clamp(time / w_.period, 0.0, 1.0);
}

std::vector<double> IncidentElevation::frequencies() const {
  std::vector<double> out;
  for (const Component& c : components_) out.push_back(c.frequency);
  if (out.empty()) out.push_back(0);
  return out;
}

std::vector<std::complex<double>> IncidentElevation::phasors(double time) const {
  std::vector<std::complex<double>> out;
  for (const Component& c : components_) out.push_back(std::polar(c.amplitude, c.frequency * time + c.phase));
  return out;
}

glm::dvec2 IncidentElevation::along(double time, std::span<const std::complex<double>> phasors,
                                    std::span<const Path> paths) const {
  glm::dvec2 sum(0);
  if (phasors.empty())
    sum += at(time - paths[0].delay, &Row::elevation) * std::abs(paths[0].turn) * glm::dvec2(1, paths[0].outward);
  for (std::size_t i = 0; i < phasors.size(); ++i) {
    const double begun = std::clamp((time - std::max(paths[i].delay, 0.0)) / w_.period, 0.0, 1.0);
    sum += begun * (phasors[i].real() * paths[i].turn.real() - phasors[i].imag() * paths[i].turn.imag()) *
           glm::dvec2(1, paths[i].outward);
  }
  return sum;
}

double IncidentElevation::velocity(double time) const { return at(time, &Row::velocity); }

}  // namespace undine::grid
