#include "tests/plan/random_frame.h"

#include <fmt/format.h>

#include <algorithm>

namespace undine::graph::testing {
namespace {

constexpr std::uint64_t buffer_bytes[] = {64, 256, 300, 1000, 4096, 70000};

ImageDesc image_desc(std::uint32_t size, bool depth) {
  return {{8u << size, 8u << size, 1}, depth ? Format::d32_float : Format::rgba16_float, 1, 1};
}

}  // namespace

RandomFrame::RandomFrame(State& state, std::uint32_t seed) : seed_(seed), random_(seed), data_(70000) {
  std::uint32_t n = 1 + below(3);
  for (std::uint32_t i = 0; i < n; ++i) {
    buffers_.push_back(state.buffer(fmt::format("b{}", i), {buffer_bytes[below(6)], Format::rgba32_float}));
    image_descs_.push_back(image_desc(below(3), false));
    images_.push_back(state.image(fmt::format("i{}", i), image_descs_.back()));
  }
  history_ = History(state, "u", {1000, Format::rgba32_float}, 3);
}

void RandomFrame::step() { history_.step(); }

RandomFrame::Known& RandomFrame::any(bool image, bool depth) {
  std::vector<std::size_t> fit;
  for (std::size_t i = 0; i < known_.size(); ++i) {
    if (known_[i].resource.image() == image && known_[i].depth == depth) fit.push_back(i);
  }
  return known_[fit[below(static_cast<std::uint32_t>(fit.size()))]];
}

void RandomFrame::declare(Graph& g) {
  random_.seed(seed_ * 7919 + 17);
  known_.clear();
  for (std::size_t i = 0; i < buffers_.size(); ++i) {
    known_.push_back({buffers_[i], g.state().at(buffers_[i]).buffer.bytes, {}, true, false});
    known_.push_back({images_[i], bytes_of(image_descs_[i]), image_descs_[i], true, false});
  }
  for (int level : {-1, 0, 1}) known_.push_back({history_[level], 1000, {}, true, false});
  std::uint32_t transients = 2 + below(12);
  for (std::uint32_t i = 0; i < transients; ++i) {
    std::string_view name = g.name(fmt::format("t{}", i));
    if (below(2)) {
      std::uint64_t size = buffer_bytes[below(6)];
      known_.push_back({g.buffer(name, {size, Format::rgba32_float}), size, {}, false, false});
    } else {
      bool depth = below(4) == 0;
      ImageDesc desc = image_desc(below(3), depth);
      known_.push_back({g.image(name, desc), bytes_of(desc), desc, false, depth});
    }
  }
  ImageDesc depth = image_desc(0, true);
  known_.push_back({g.image("depth", depth), bytes_of(depth), depth, false, true});
  std::uint32_t nodes = 4 + below(30);
  for (std::uint32_t i = 0; i < nodes; ++i) {
    auto scope = g.scope("part", below(3) == 0);
    switch (below(5)) {
      case 0:
        draw(g);
        break;
      case 1:
        transfer(g);
        break;
      default:
        compute(g);
        break;
    }
  }
}

// Letters as in shaders.h, one per binding.
void RandomFrame::compute(Graph& g) {
  struct Bound {
    Known* known;
    Verb verb;
    char letter;
  };
  std::vector<Bound> bound;
  std::uint32_t count = 1 + below(4);
  for (std::uint32_t i = 0; i < count; ++i) {
    Known& k = known_[below(static_cast<std::uint32_t>(known_.size()))];
    bool twice = std::any_of(bound.begin(), bound.end(), [&](const Bound& b) { return b.known == &k; });
    if (twice) continue;
    std::uint32_t verb = k.written && !k.depth ? below(4) : k.depth ? 0 : 1;
    if (k.depth && !k.written) continue;
    bool image = k.resource.image();
    if (verb == 0) {
      bool sampled = k.depth || below(2);
      bound.push_back({&k, Verb::read, sampled ? (image ? 's' : 't') : (image ? 'r' : 'R')});
    } else if (verb == 1) {
      bound.push_back({&k, Verb::write, image ? 'w' : 'W'});
    } else {
      bound.push_back({&k, verb == 2 ? Verb::modify : Verb::accumulate, image ? 'm' : 'M'});
    }
  }
  std::string letters = "_";
  for (const Bound& b : bound) letters += b.letter;
  auto node = g.compute("work", g.name(letters + ".comp")).over({1});
  for (std::size_t i = 0; i < bound.size(); ++i) {
    std::string_view name = g.name(fmt::format("c{}", i));
    switch (bound[i].verb) {
      case Verb::read:
        node.read(name, bound[i].known->resource);
        break;
      case Verb::write:
        node.write(name, bound[i].known->resource);
        break;
      case Verb::modify:
        node.modify(name, bound[i].known->resource);
        break;
      case Verb::accumulate:
        node.accumulate(name, bound[i].known->resource);
        break;
    }
    if (bound[i].verb == Verb::write) bound[i].known->written = true;
  }
}

void RandomFrame::draw(Graph& g) {
  Known& color = any(true);
  Known& depth = any(true, true);
  Known& vertices = any(false);
  Known& texture = any(true);
  Known& arguments = any(false);
  bool reads = vertices.written, samples = texture.written && &texture != &color;
  bool test = depth.written && below(2), sample_depth = test && below(2);
  bool same_size = depth.desc.extent == color.desc.extent;
  std::string letters = "_";
  if (samples) letters += 's';
  if (same_size && sample_depth) letters += 's';
  auto node = g.draw("draw", reads ? "R.vert" : "_.vert", g.name(letters + ".frag"));
  if (reads) node.read("v0", vertices.resource);
  if (samples) node.read("f0", texture.resource);
  node.color(Image(color.resource), color.written && below(2) ? Load::keep : Load::clear);
  color.written = true;
  if (same_size) {
    if (sample_depth) node.read(samples ? "f1" : "f0", depth.resource);
    if (test)
      node.depth_test(Image(depth.resource));
    else
      node.depth(Image(depth.resource), depth.written && below(2) ? Load::keep : Load::clear);
    depth.written = true;
  }
  if (arguments.written && below(2)) {
    node.indirect(Buffer(arguments.resource));
    if (reads && below(2)) node.indices(Buffer(vertices.resource));
  } else {
    node.draw({});
  }
}

void RandomFrame::transfer(Graph& g) {
  Known &from = any(below(2) == 0), &to = any(from.resource.image() && below(3) > 0);
  switch (below(4)) {
    case 0:
      if (to.resource.image())
        g.clear("clear", Image(to.resource), {});
      else
        g.clear("clear", Buffer(to.resource));
      to.written = true;
      break;
    case 1: {
      bool part = !to.resource.image() && below(2);
      g.upload("upload", to.resource, std::span(data_).first(part ? to.bytes / 2 : to.bytes), part ? 16 : 0);
      to.written = true;
      break;
    }
    case 2:
      if (from.written) g.readback("readback", from.resource, [](std::span<const std::byte>) {});
      break;
    case 3:
      if (!from.written || &from == &to) break;
      if (from.resource.image() && to.resource.image()) {
        if (!(from.desc == to.desc)) break;
        g.copy("copy", Image(from.resource), Image(to.resource));
      } else if (from.resource.image()) {
        if (to.bytes < from.bytes) break;
        g.copy("copy", Image(from.resource), Buffer(to.resource));
      } else {
        g.copy("copy", Buffer(from.resource), Buffer(to.resource), 0, 0, std::min(from.bytes, to.bytes));
      }
      to.written = true;
      break;
  }
}

}  // namespace undine::graph::testing
