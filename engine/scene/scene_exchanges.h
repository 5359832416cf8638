// Scene settings of couplings between waters: "exchanges". Lengths in meters, in world space.
#pragma once  // public
#include <optional>
#include <string>

#include "engine/settings/settings.h"

namespace undine {

// Region of a coupling: a rectangle of any height as the regions of waters are, or a box with a height.
struct CouplingBox {
  glm::dvec3 min{-1e6}, max{1e6};
  std::optional<glm::dvec2> center, size;  // along x and z: in place of min and max
  void describe(settings::Visitor& v);
  bool operator==(const CouplingBox&) const = default;
};

struct CouplingSettings {
  std::string name, from, to;  // waters by their names
  std::optional<CouplingBox> region;
  double drop = 0;       // of the ground between two columns, from which on it is a bed step too; 0: open edges only
  bool current = false;  // the flow of `from` carries the waves of `to`: no water goes over
  void describe(settings::Visitor& v);
  bool operator==(const CouplingSettings&) const = default;
  CouplingBox box() const;  // by min and max alone
};

}  // namespace undine
