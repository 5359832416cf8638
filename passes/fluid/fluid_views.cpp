#include "passes/fluid/fluid_views.h"

#include <algorithm>

#include "passes/fluid/fluid_params.h"

namespace undine::fluid {

graph::ComputeNode& FluidViews::raise(graph::ComputeNode& node, graph::Buffer pressure) const {
  return kernels_.owning(node, {s_.cells.x, s_.cells.y, 1})
      .constant("solids", kernels_.solids())
      .read("pressure", pressure)
      .optional("waves", waves_.now())
      .read("solid", kernels_.solid());
}

graph::Buffer FluidViews::level(graph::Graph& g, graph::Buffer pressure) const {
  graph::Buffer height = g.buffer(g.name(name_ + "/height"), kernels_.plane(FluidPlane::cells));
  auto node = g.compute("level", "fluid/height.comp");
  raise(node, pressure).write("field", height).params(waves_.level());
  return height;
}

graph::Buffer FluidViews::packed_dye(graph::Graph& g, graph::Buffer dye) const {
  const std::uint32_t nx = s_.cells.x, nz = s_.cells.y, channels = s_.dye.channels;
  graph::Buffer out = g.buffer(g.name(name_ + "/packed_dye"), {.bytes = std::uint64_t{4} * channels * nx * nz});
  auto node = g.compute("pack_dye", "fluid/pack.comp");
  node.constant("nx", nx).constant("nz", nz).constant("channels", channels);
  node.read("dye", dye).write("field", out).over({nx, nz, 1});
  return out;
}

SurfaceField FluidViews::surface(graph::Graph& g, FluidPair v, graph::Buffer pressure, graph::Buffer dye) const {
  const graph::Extent cells{s_.cells.x, s_.cells.y, 1};
  auto image = [&](const char* what) {
    return g.image(g.name(name_ + "/" + what), {.extent = cells, .format = graph::Format::rgba16_float});
  };
  SurfaceField out;
  out.surface = image("surface");
  out.flow = image("velocity");
  out.dye = image("tint");
  if (s_.afloat && !waves_) out.calm = image("calm");
  auto node = g.compute("shape", "fluid/surface.comp");
  raise(node, pressure)
      .read("u", v.u)
      .read("w", v.w)
      .read("dye", dye)
      .write("surface", out.surface)
      .write("velocity", out.flow)
      .write("tint", out.dye)
      .optional("calm", out.calm, graph::Verb::write)
      .params(FluidSurfaceParams{.inverse_cell = glm::vec2(1.0 / s_.cell()),
                                 .level = waves_.level(),
                                 .density = static_cast<float>(s_.dye.density),
                                 .depth = static_cast<float>(s_.depth)});
  out.level = true;
  out.cells = s_.cells;
  out.size = s_.size;
  out.origin = s_.origin;
  out.periodic_x = s_.edges.west.periodic();
  out.periodic_z = s_.edges.north.periodic();
  out.depth = s_.sides;
  return out;
}

}  // namespace undine::fluid
