#include "passes/wave/wave_airy.h"

#include <fmt/format.h>

#include <bit>
#include <cmath>
#include <numbers>

#include "engine/core/error.h"
#include "engine/core/round.h"

namespace undine::wave {
namespace {

constexpr double pi = std::numbers::pi;
constexpr std::uint32_t shortest = 64, longest = 1024;  // lengths of transforms

struct Axis {
  std::uint32_t domain = 0, offset = 0, length = 0;
  int sign = 0;
};

bool closed(WaveEdge e) { return e == WaveEdge::wall || e == WaveEdge::fixed; }

Axis axis_of(std::uint32_t n, WaveEdge low, WaveEdge high, const std::string& where, const char* name) {
  const auto reject = [&](const std::string& problem, const std::string& allowed) {
    throw Error(Exit::bad_input, where, problem, allowed);
  };
  const bool absorbs_low = absorbs(low), absorbs_high = absorbs(high);
  const bool mirrored = closed(low) || closed(high);
  if (closed(low) && closed(high) && low != high)
    reject(fmt::format("with dispersion, a wall lies opposite a fixed edge along {}", name),
           "two walls, or two fixed edges");
  Axis a;
  a.sign = !mirrored ? 0 : low == WaveEdge::fixed || high == WaveEdge::fixed ? -1 : 1;
  const std::uint32_t least = mirrored ? shortest / 2 : shortest, most = mirrored ? longest / 2 : longest;
  if (absorbs_low || absorbs_high) {
    const std::uint32_t wanted = n + n / 2 * (absorbs_low + absorbs_high);
    a.domain = std::max(std::bit_ceil(wanted), least);
    if (a.domain > most)
      reject(fmt::format("{} cells along {}", n, name),
             fmt::format("at most {} between these edges, with dispersion",
                         absorbs_low && absorbs_high ? most / 2 : most * 2 / 3));
    a.offset = !absorbs_low ? 0 : absorbs_high ? (a.domain - n) / 2 : a.domain - n;
  } else {
    if (!std::has_single_bit(n) || n < least || n > most)
      reject(fmt::format("{} cells along {}", n, name),
             fmt::format("a power of two from {} to {} between these edges, with dispersion", least, most));
    a.domain = n;
  }
  a.length = mirrored ? 2 * a.domain : a.domain;
  return a;
}

}  // namespace

double airy_group_velocity(double gravity, double depth, double period) {
  const double omega = 2 * pi / period;
  double k = omega * omega / gravity;
  if (!(depth > 0)) return 0.5 * omega / k;
  k = std::max(k, omega / std::sqrt(gravity * depth));
  double slope = 0;               // of omega^2 over k
  for (int i = 0; i < 60; ++i) {  // Newton
    const double t = std::tanh(k * depth);
    slope = gravity * (t + k * depth * (1 - t * t));
    k -= (gravity * k * t - omega * omega) / slope;
  }
  return slope / (2 * omega);
}

WaveAiry::WaveAiry(graph::State& state, const SceneContext& context, const WaveSettings& settings,
                   const WavePlanes& planes)
    : name_(context.name),
      s_(settings),
      planes_(planes),
      gravity_(settings.gravity > 0 ? settings.gravity : context.gravity) {
  const std::string where = context.setting("cells");
  if (planes.varied())
    throw Error(Exit::bad_input, context.setting("dispersion"),
                "waves with dispersion do not support solid meshes in the water",
                "meshes without \"solid\" there, or dispersion \"none\"");
  const Axis x = axis_of(s_.cells.x, s_.edges.west, s_.edges.east, where, "x");
  const Axis z = axis_of(s_.cells.y, s_.edges.north, s_.edges.south, where, "z");
  p_.cells = glm::ivec2(s_.cells);
  p_.domain = {x.domain, z.domain};
  p_.offset = {x.offset, z.offset};
  p_.extent = {x.length, z.length};
  p_.mirror = {x.sign, z.sign};
  symbol_ = state.buffer(context.name + "/symbol", {4 * std::uint64_t{x.length} * z.length, graph::Format::rg32_float});
  twiddles_x_ = state.buffer(context.name + "/twiddles_x", {.bytes = std::uint64_t{8} * x.length});
  twiddles_z_ = state.buffer(context.name + "/twiddles_z", {.bytes = std::uint64_t{8} * z.length});
  force_ = state.buffer(context.name + "/force", {.bytes = planes.bytes()});
  if (has_margin())
    margin_ = graph::History(state, context.name + "/margin",
                             {4 * std::uint64_t{x.domain} * z.domain, graph::Format::r32_float}, 3);
}

void WaveAiry::start(graph::Graph& g) {
  g.upload("fill_twiddles_x", twiddles_x_, fourier::twiddles(static_cast<std::uint32_t>(p_.extent.x)));
  g.upload("fill_twiddles_z", twiddles_z_, fourier::twiddles(static_cast<std::uint32_t>(p_.extent.y)));
  g.clear("clear_force", force_);
  if (has_margin()) {
    g.clear("clear_margin", margin_[0]);
    g.clear("clear_margin_before", margin_[-1]);
  }
  symbol_dt_ = 0;
}

// -4 sin^2(omega dt / 2) by wave number, rows along x, over the length of both transforms.
void WaveAiry::fill_symbol(graph::Graph& g, double dt) {
  if (symbol_dt_ == dt) return;
  symbol_dt_ = dt;
  const glm::dvec2 cell = s_.cell();
  const double depth = s_.airy_depth();
  std::vector<float> symbol;
  symbol.reserve(static_cast<std::size_t>(p_.extent.x) * static_cast<std::size_t>(p_.extent.y));
  const auto number = [](int i, int n, double h) { return 2 * pi * (i <= n / 2 ? i : i - n) / (n * h); };
  for (int i = 0; i < p_.extent.x; ++i)
    for (int j = 0; j < p_.extent.y; ++j) {
      const double k = std::hypot(number(i, p_.extent.x, cell.x), number(j, p_.extent.y, cell.y));
      const double omega = std::sqrt(gravity_ * k * (depth > 0 ? std::tanh(k * depth) : 1.0));
      const double half = std::sin(0.5 * std::min(omega * dt, pi));
      symbol.push_back(static_cast<float>(-4 * half * half / (static_cast<double>(p_.extent.x) * p_.extent.y)));
    }
  g.upload("fill_symbol", symbol_, symbol);
}

AiryParams WaveAiry::params(double dt, double last_dt) const {
  AiryParams p = p_;
  const bool first = last_dt == 0;
  const double damping = first ? 0 : 0.5 * s_.damping * dt;
  p.half_damping = static_cast<float>(damping);
  p.inertia = static_cast<float>(first ? 0 : dt / last_dt);
  p.force = first ? 0.5f : 1.0f;
  // The longest wave of the domain crosses both margins and keeps exp(-5/2) of its amplitude.
  const glm::dvec2 size = glm::dvec2(p_.domain) * s_.cell(), width = glm::dvec2(p_.domain - p_.cells) * s_.cell();
  const double wide = std::max(width.x, width.y), depth = s_.airy_depth() > 0 ? s_.airy_depth() : 1e9;
  const double k = 2 * pi / std::max(size.x, size.y),
               fastest = std::sqrt(gravity_ * std::tanh(std::min(k * depth, 50.0)) / k);
  p.margin = static_cast<float>(first || wide <= 0 ? 0 : 0.5 * dt * 20 * fastest / wide);
  return p;
}

void WaveAiry::step(graph::Graph& g, double dt, double last_dt) {
  fill_symbol(g, dt);
  const AiryParams p = params(dt, last_dt);
  const auto x = static_cast<std::uint32_t>(p.extent.x), z = static_cast<std::uint32_t>(p.extent.y);
  const auto array = [&](const char* what) {
    return g.buffer(g.name(name_ + what), {.bytes = std::uint64_t{8} * x * z});
  };
  graph::Buffer now = array("/spectrum"), next = array("/spectrum_next");
  auto load = g.compute("load", "wave/airy_load.comp");
  load.read("u_now", planes_.now()).write("array", now).params(p).over({x / 2, z, 1});
  load.optional("margin", has_margin() ? margin_[0] : graph::Buffer{});

  const auto transform = [&](std::uint32_t rows, std::uint32_t columns, graph::Buffer twiddles,
                             fourier::Direction direction, bool turned) {
    int done = 1;
    for (int radix : fourier::radices(rows)) {
      fourier::pass(g, now, next, twiddles, {.rows = rows, .columns = columns}, radix, done, direction,
                    turned && done == 1);
      std::swap(now, next);
      done *= radix;
    }
  };
  transform(z, x, twiddles_z_, fourier::Direction::forward, false);
  transform(x, z, twiddles_x_, fourier::Direction::forward, true);
  g.compute("multiply", "wave/airy_multiply.comp")
      .read("symbol", symbol_)
      .read("from", now)
      .write("to", next)
      .params(p)
      .over({z / 2, x, 1});
  std::swap(now, next);
  transform(x, z, twiddles_x_, fourier::Direction::inverse, false);
  transform(z, x, twiddles_z_, fourier::Direction::inverse, true);

  auto node = g.compute("step", "wave/airy_step.comp");
  planes_.read_levels(node).read("array", now).write("u_next", planes_.next()).write("force", force_).params(p);
  node.groups({groups_of(planes_.vec4s(), 32), s_.cells.y, 1});
  if (!has_margin()) return;
  g.compute("margin", "wave/airy_margin.comp")
      .read("array", now)
      .read("margin_now", margin_[0])
      .read("margin_before", margin_[-1])
      .write("margin_next", margin_[+1])
      .params(p)
      .over({static_cast<std::uint32_t>(p.domain.x), static_cast<std::uint32_t>(p.domain.y), 1});
  margin_.step();
}

void WaveAiry::sum(graph::Graph& g, graph::Buffer sums, double last_dt) const {
  constexpr std::uint32_t rows_of_a_sum = 64;
  auto node = g.compute("sum", "wave/airy_sum.comp");
  planes_.read_levels(node).constant("rows", rows_of_a_sum).read("force", force_).write("sums", sums);
  node.params(AirySumParams{last_dt > 0 ? static_cast<float>(1 / last_dt) : 0.0f});
  node.groups({groups_of(planes_.vec4s(), 32), groups_of(s_.cells.y, rows_of_a_sum), 1});
}

}  // namespace undine::wave
