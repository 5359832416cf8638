#include "passes/meshing/prefix_scan.h"

namespace undine::meshing {

void prefix_scan(graph::Graph& g, std::string_view name, graph::Buffer numbers, std::uint32_t count) {
  const std::uint32_t tiles = padded_count(count) / scan_tile;
  const graph::Buffer totals = g.buffer(name, {tiles * std::uint64_t{4}});
  g.compute("scan_tiles", "meshing/scan_tiles.comp").modify("numbers", numbers).write("totals", totals).groups({tiles});
  if (tiles == 1) return;
  g.compute("scan_totals", "meshing/scan_totals.comp").params(tiles).modify("totals", totals).groups({1});
  g.compute("scan_add", "meshing/scan_add.comp").modify("numbers", numbers).read("totals", totals).groups({tiles});
}

}  // namespace undine::meshing
