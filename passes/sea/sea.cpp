#include "passes/sea/sea.h"

// An unbounded sea of linear waves: the elevation is a sum of components with random phases, each with its own phase
// speed, and a pure function of seed and time.
//   equation   elevation(q, t) = sum Re(a exp(i (k q - omega t))), omega^2 = (g k + sigma/rho k^3) tanh(k d)
//              water at q at rest is at q + D, D = sum Re(i a k/|k| coth(k d) exp(i (k q - omega t)))
//   scheme     periodic patches, each with a band of wave numbers, by inverse FFT; phases in 64-bit fixed point
//   keeps      the mean level; it neither gains nor loses water
//   sources    [Tessendorf 2001], [Horvath 2015], [Monahan & O'Muircheartaigh 1980]
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

#include "engine/core/error.h"
#include "engine/core/log.h"
#include "engine/core/round.h"
#include "engine/scene/memory.h"
#include "engine/scene/scene.h"
#include "engine/scene/water_solver.h"
#include "passes/fourier/fourier.h"
#include "passes/grid/surface_heights.h"
#include "passes/ledger/figures.h"
#include "passes/sea/sea_params.h"
#include "passes/sea/sea_places.h"
#include "passes/sea/sea_settings.h"
#include "passes/sea/sea_waves.h"

namespace undine::sea {
namespace {

constexpr double foam_decay = 3.85;          // s: time constant of whitecaps [Monahan & O'Muircheartaigh 1980]
constexpr double change_time = 3;            // s in which a sea takes new spectra
constexpr double breaking_steepness = 0.07;  // significant height over peak wavelength that a sea hardly exceeds

// Texels of all levels of a patch.
std::uint32_t wave_texels(std::uint32_t side) {
  const std::uint32_t beyond = side >> patch_levels;
  return 4 * (side * side - beyond * beyond) / 3;
}

// Index of the water that the sea lies around; none: it lies around none. A sea that surrounds the terrain lies around
// the largest one.
std::optional<std::size_t> water_within(const SeaSettings& s, const SceneContext& context) {
  std::optional<std::size_t> out;
  double largest = 0;
  const bool surrounds = context.scene && context.scene->terrain_settings &&
                         context.scene->terrain_settings->surroundings.sea.get() == &s && s.around.empty();
  if (!surrounds && s.around.empty()) return {};
  if (context.scene)
    for (std::size_t i = 0; i < context.scene->water.size(); ++i) {
      const WaterEntry& water = context.scene->water[i];
      const auto place = water.settings->place();
      if (water.name == context.name || !place || (surrounds ? !water.drawn : water.name != s.around)) continue;
      if (place->size.x * place->size.y <= largest) continue;
      largest = place->size.x * place->size.y;
      out = i;
    }
  if (out || surrounds) return out;
  throw Error(Exit::bad_input, context.setting("around"),
              fmt::format("no other water with a place is called \"{}\"", s.around), "the name of a water on a grid");
}

class SeaSolver : public WaterSolver {
 public:
  SeaSolver(graph::State& state, const SeaSettings& settings, const SceneContext& context)
      : WaterSolver(state, context),
        s_(settings),
        waves_(settings, context.gravity, context.seed),
        before_(waves_),
        gauges_(state, settings.gauges, context, {settings.origin, settings.size}, settings.cells) {
    components_ = state.buffer(name("components"), {sizeof(SeaComponent) * count(), graph::Format::rgba32_uint});
    twiddles_ = state.buffer(name("twiddles"), {.bytes = 8 * std::uint64_t{s_.texels}});
    folds_ = state.buffer(name("folds"), {.bytes = 4 * count()});
    within_ = water_within(settings, context);
    if (within_) {
      const Place place = *context.scene->water[*within_].settings->place();
      hole_ = {place.origin.x - 0.5 * place.size.x, place.origin.z - 0.5 * place.size.y,
               place.origin.x + 0.5 * place.size.x, place.origin.z + 0.5 * place.size.y};
    }
    derive();
  }

  void start(graph::Graph& g) override {
    forget_surface();
    auto scope = this->scope(g);
    g.upload("fill_twiddles", twiddles_, fourier::twiddles(s_.texels));
    g.upload("fill_components", components_, waves_.packed());
    g.clear("clear_folds", folds_);
    gauges_.start(g);
    time_ = 0;
    changed_ = change_time;
  }

  void step(graph::Graph& g, const StepInfo& step) override {
    forget_surface();
    auto scope = this->scope(g);
    time_ = step.time + step.dt;
    if (changed_ < change_time) {
      changed_ += step.dt;
      g.upload("fill_components", components_, present().packed());
    }
    if (out_.breaks <= 0) return;  // folds need no memory
    evolving_ = step.dt;
    transform_.in(g, [&] { return transform(g); });
    evolving_ = 0;
  }

  std::vector<Field> fields() override {
    const std::vector<std::uint32_t> vectors{s_.cells.y, s_.cells.x, 3};
    return {field(
                "height", {s_.cells.y, s_.cells.x}, "m", "elevation of the surface, world y",
                [this](graph::Graph& g) { return heights(g); }, s_.origin.y),
            field("displacement", vectors, "m", "of the water at the surface from its place at rest",
                  [this](graph::Graph& g) { return displacement(g); }),
            field("velocity", vectors, "m/s", "of the water at the surface",
                  [this](graph::Graph& g) { return velocity(g); })};
  }

  Ports ports() override {
    return {.surface_on = [this](graph::Graph& g, const std::string& name, const SurfaceField& on) {
      const SpectralWaves now = transform_.in(g, [&] {
        auto scope = this->scope(g);
        return transform(g);
      });
      return sea_surface(g, name, now, sea_places(now, on.cells, on.size, on.origin));
    }};
  }

  bool retune(const SolverSettings& settings, const SceneContext& context) override {
    const auto& next = dynamic_cast<const SeaSettings&>(settings);
    if (context.gravity != context_.gravity) return false;  // all phases would jump
    SeaWaves waves(next, context.gravity, context.seed, waves_.patches());
    before_ = present();
    waves_ = std::move(waves);
    s_ = next;
    changed_ = 0;
    derive();
    forget_surface();
    return true;
  }

  void stats(graph::Graph& g, std::function<void(const Stats&)> done) override {
    auto scope = this->scope(g);
    grid::Figures figures(g, context_.name, gauges_.figures());
    const grid::GaugeReadings readings =
        gauges_.read(g, figures, [&](grid::Gauge::Measures) { return grid::Gauged{heights(g)}; });
    // Per area of the sea's surface: 1/2 g sum |a|^2 is potential and kinetic energy over density.
    const double variance = std::pow(state_of_sea_.significant_height / 4, 2);
    figures.receive([done = std::move(done), readings, sea = state_of_sea_,
                     energy = context_.gravity * variance](const grid::Figures::Reader& reader) {
      Stats out{.volume = std::nullopt, .energy = energy, .sea = sea, .sub_steps = 1, .energy_unit = "m³/s²"};
      readings.tell(reader, out);
      done(out);
    });
  }

  Cost cost() const override {
    const double per_texel = 16 + 2 * 32 + 48;
    return {.cells = count(), .bytes_per_cell = 20, .traffic_per_cell = per_texel};
  }

 protected:
  void forget_surface() override {
    WaterSolver::forget_surface();
    transform_.forget();
  }

 private:
  std::uint64_t count() const { return std::uint64_t{s_.texels} * s_.texels * waves_.patches().size(); }
  auto patches() const { return static_cast<std::uint32_t>(waves_.patches().size()); }

  // The sea as it is, while it takes new spectra.
  SeaWaves present() const {
    const double x = std::min(changed_ / change_time, 1.0);
    return x < 1 ? waves_.between(before_, x * x * (3 - 2 * x)) : waves_;
  }

  // Statistics and limits of the components.
  void derive() {
    state_of_sea_ = waves_.state();
    drift_ = waves_.stokes_drift();
    out_ = {};
    out_.patches = patches();
    out_.texels = s_.texels;
    out_.breaks =
        waves_.breaking_fold(s_.whitecaps * whitecap_coverage(s_.strongest_wind()), s_.choppiness, foam_decay);
    out_.hole = hole_;
    out_.around = within_.value_or(0);
    out_.memory = static_cast<std::uint32_t>(waves_.with_memory());
    out_.height = state_of_sea_.significant_height;
    for (std::size_t c = 0; c < patches(); ++c) {
      out_.length[c] = waves_.patches()[c].length;
      out_.lost[c] = waves_.lost_slopes(c);
      out_.lost_folds[c] = waves_.lost_folds(c, s_.choppiness);
    }
  }

  SeaTransformParams params(bool rates = false) const {
    const double time = s_.loop > 0 ? std::fmod(time_, s_.loop) : time_;
    const auto ticks = static_cast<std::uint64_t>(std::llround(time * 0x1.0p30));
    SeaTransformParams p{};
    p.ticks = {static_cast<std::uint32_t>(ticks), static_cast<std::uint32_t>(ticks >> 32)};
    for (std::size_t c = 0; c < patches(); ++c) {
      const int at = static_cast<int>(c);
      p.wave_number[at] = static_cast<float>(2 * std::numbers::pi / waves_.patches()[c].length);
      p.reach[at] = waves_.reach(c);
    }
    p.texels = static_cast<int>(s_.texels);
    p.rates = rates ? 1 : 0;
    p.memory = waves_.with_memory();
    p.choppiness = static_cast<float>(rates ? 1 : s_.choppiness);
    p.depth = static_cast<float>(s_.water(context_.gravity).depth);
    p.decay = evolving_ > 0 ? static_cast<float>(std::exp(-evolving_ / foam_decay)) : 1.0f;
    return p;
  }

  graph::Buffer spectra(graph::Graph& g) const {
    return g.buffer(g.name(name("spectra")), {.bytes = 8 * packed_fields * count()});
  }

  // All patches at the present time, or the change of their linear waves in time.
  SpectralWaves transform(graph::Graph& g, bool rates = false) {
    SpectralWaves out = out_;
    out.moved = moved();
    out.buffer = g.buffer(g.name(name("waves")),
                          {std::uint64_t{16} * 3 * patches() * wave_texels(s_.texels), graph::Format::rgba32_float});
    const std::vector<int> radices = fourier::radices(s_.texels);
    fourier::Arrays arrays{s_.texels, s_.texels, packed_fields * patches(), packed_fields, params().reach};
    const auto threads = [&](int radix) {
      return graph::Extent{s_.texels / 2, s_.texels / static_cast<std::uint32_t>(radix), patches()};
    };
    graph::Buffer now = spectra(g), next = spectra(g);
    g.compute("evolve", "sea/evolve.comp")
        .constant("radix", radices[0])
        .read("components", components_)
        .read("twiddles", twiddles_)
        .write("spectra", now)
        .params(params(rates))
        .over(threads(radices[0]));
    const auto pass = [&](int radix, int done, bool turned) {
      fourier::pass(g, now, next, twiddles_, arrays, radix, done, fourier::Direction::inverse, turned);
      std::swap(now, next);
      return done * radix;
    };
    int done = radices[0];
    for (std::size_t i = 1; i < radices.size(); ++i) done = pass(radices[i], done, false);  // along x
    done = pass(radices[0], 1, true);                                                       // along z
    arrays.reach = fourier::Arrays{}.reach;
    for (std::size_t i = 1; i + 1 < radices.size(); ++i) done = pass(radices[i], done, false);
    g.compute("waves", "sea/waves.comp")
        .constant("radix", radices.back())
        .read("spectra", now)
        .read("twiddles", twiddles_)
        .modify("folds", folds_)
        .write("waves", out.buffer)
        .params(params(rates))
        .over(threads(radices.back()));
    if (rates) return out;
    for (int level = 1; level < patch_levels; ++level)
      g.compute("halve", "sea/halve.comp")
          .modify("waves", out.buffer)
          .params(SeaHalveParams{static_cast<int>(s_.texels), level})
          .over({s_.texels >> level, s_.texels >> level, 3 * patches()});
    return out;
  }

  SurfaceField make_surface(graph::Graph& g) override {
    SurfaceField out;
    out.waves = transform_.in(g, [&] { return transform(g); });
    out.surface = sea_surface(g, name("surface"), out.waves, places());
    out.cells = s_.cells;
    out.size = s_.size;
    out.origin = s_.origin;
    out.drift = drift_;
    if (s_.current == glm::dvec2(0)) return out;
    out.flow = g.image(g.name(name("current")),
                       {.extent = {s_.cells.x, s_.cells.y, 1}, .format = graph::Format::rgba16_float});
    const auto depth = static_cast<float>(s_.depth_from == SeaSettings::Depth::deep ? 1000 : s_.depth);
    g.clear("fill_current", out.flow,
            {static_cast<float>(s_.current.x), static_cast<float>(s_.current.y), depth, 0.0f});
    return out;
  }

  glm::dvec2 moved() const { return time_ * s_.current; }
  SeaSurfaceParams places() const {
    SpectralWaves now = out_;
    now.moved = moved();
    return sea_places(now, s_.cells, s_.size, s_.origin);
  }

  FieldView displacement(graph::Graph& g) {
    const graph::Buffer out =
        g.buffer(g.name(name("displacement")), {.bytes = std::uint64_t{12} * s_.cells.x * s_.cells.y});
    const graph::Buffer now = waves(g);
    g.compute("displacement", "sea/displacement.comp")
        .read("waves", now)
        .write("displacement", out)
        .params(places())
        .over({s_.cells.x, s_.cells.y, 1});
    return {out, 0, std::uint64_t{3} * s_.cells.x};
  }

  FieldView velocity(graph::Graph& g) {
    const graph::Buffer out =
        g.buffer(g.name(name("velocity")), {.bytes = std::uint64_t{12} * s_.cells.x * s_.cells.y});
    const graph::Buffer now = waves(g), rates = transform(g, true).buffer;
    g.compute("velocity", "sea/velocity.comp")
        .read("waves", now)
        .read("rates", rates)
        .write("velocity", out)
        .constant("current_x", static_cast<float>(s_.current.x))
        .constant("current_z", static_cast<float>(s_.current.y))
        .params(places())
        .over({s_.cells.x, s_.cells.y, 1});
    return {out, 0, std::uint64_t{3} * s_.cells.x};
  }

  graph::Buffer waves(graph::Graph& g) {
    return transform_.in(g, [&] { return transform(g); }).buffer;
  }

  FieldView heights(graph::Graph& g) {
    const graph::Buffer out = grid::surface_heights(g, name("heights"), surface(g));
    return {out, 0, s_.cells.x, 1, static_cast<float>(s_.origin.y)};
  }

  SeaSettings s_;
  SeaWaves waves_, before_;  // before_: the spectra that these replace
  grid::Gauges gauges_;
  graph::Buffer components_, twiddles_, folds_;
  graph::Memo<SpectralWaves> transform_;
  SpectralWaves out_;                  // without its buffer
  std::optional<std::size_t> within_;  // the water in the hole
  glm::dvec4 hole_{0};
  SeaState state_of_sea_;
  glm::dvec2 drift_{0};
  double time_ = 0, evolving_ = 0;  // s; the second while a step is declared: its length
  double changed_ = change_time;    // s since the spectra were changed
};

void check(const SeaSettings& s, const SceneContext& context) {
  const std::vector<Spectrum> spectra = s.make_spectra(context.gravity);
  const std::vector<Patch> patches =
      make_patches(s.patch_length(context.gravity), static_cast<int>(s.patches), static_cast<int>(s.texels));
  if (!(context.gravity > 0))
    throw Error(Exit::bad_input, context.setting("solver"), "a sea needs gravity, and the scene has none",
                "physics.gravity over 0");
  for (std::size_t i = 0; i < spectra.size(); ++i) {
    if (!(spectra[i].peak() > 0)) continue;
    const double wave = spectra[i].peak_length(), k = 2 * std::numbers::pi / wave;
    if (k < patches.front().low || k > patches.back().high)
      throw Error(
          Exit::bad_input, context.setting(fmt::format("spectra/{}", i)),
          fmt::format("no patch resolves its peak waves of {:.3g} m; the patches resolve {:.3g} to {:.3g} m", wave,
                      2 * std::numbers::pi / patches.back().high, 2 * std::numbers::pi / patches.front().low),
          "another length, more texels or patches, or another period");
    if (spectra[i].steepness() > breaking_steepness)
      log::warning(
          "{}: a significant height of {:.3g} m over peak waves of {:.3g} m is steeper than {}; such a sea breaks",
          context.setting(fmt::format("spectra/{}", i)), spectra[i].height(), wave, breaking_steepness);
  }
  if (!context.scene) return;
  for (const auto& water : context.scene->water)
    if (water.settings->sea() == context.name && s.current != glm::dvec2(0))
      throw Error(Exit::bad_input, context.setting("current"),
                  fmt::format("a sea with a current cannot carry the waves \"{}\"", water.name), "[0, 0]");
  std::size_t seas = 0;
  for (const auto& water : context.scene->water)
    if (dynamic_cast<const SeaSettings*>(water.settings.get())) ++seas;
  if (seas > 1)
    throw Error(Exit::bad_input, context.setting("solver"), fmt::format("{} waters of the scene are seas", seas),
                "one sea; several spectra go into its list \"spectra\"");
}

}  // namespace

SolverType sea_solver() {
  return {"sea", "spectral sea to the horizon", [] { return std::make_unique<SeaSettings>(); }};
}

std::unique_ptr<Solver> SeaSettings::create(graph::State& state, const SceneContext& context) const {
  check(*this, context);
  check_memory(context.setting("texels"), std::uint64_t{texels} * texels * patches,
               {.buffer = 32, .device = 130, .host = 64}, "texels");
  check_memory(context.setting("cells"), std::uint64_t{cells.x} * cells.y, {.buffer = 16, .device = 20, .host = 8},
               "cells");
  return std::make_unique<SeaSolver>(state, *this, context);
}

}  // namespace undine::sea
