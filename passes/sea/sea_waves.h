// Components of all patches on the CPU, and the statistics that follow from their amplitudes.
#pragma once
#include <array>
#include <functional>
#include <vector>

#include "engine/scene/ports.h"
#include "passes/sea/sea_params.h"
#include "passes/sea/sea_settings.h"

namespace undine::sea {

class SeaWaves {
 public:
  // lengths: of patches to keep, so that a sea that changes goes on; none: those of the settings.
  SeaWaves(const SeaSettings& settings, double gravity, std::uint64_t seed, const std::vector<Patch>& keep = {});

  const std::vector<Patch>& patches() const { return patches_; }
  const std::vector<Component>& components(std::size_t patch) const { return components_[patch]; }
  SeaState state() const;
  // Mean velocity of water at the surface: the sum of |a|^2 omega k over all components
  // [Stokes 1847], m/s.
  glm::dvec2 stokes_drift() const;
  int reach(std::size_t patch) const;  // components beyond this number along an axis are zero
  // This sea with amplitudes between those of `before` (share 0) and its own (1).
  SeaWaves between(const SeaWaves& before, double share) const;
  std::vector<SeaComponent> packed() const;  // content of the buffer of components
  // So many of the first patches have a memory of their folds: no wave in them is too short to break.
  int with_memory() const;
  // Sum of the patches' folds over which whitecaps cover `coverage` of the sea; 0: none do. decay: time constant of
  // the memory of folds, s.
  double breaking_fold(double coverage, double choppiness, double decay) const;
  // SpectralWaves::lost_folds.
  std::array<double, patch_levels + 1> lost_folds(std::size_t patch, double choppiness) const;
  // SpectralWaves::lost.
  std::array<double, patch_levels + 1> lost_slopes(std::size_t patch) const;

 private:
  struct Process {                       // a normal process
    double variance = 0, crossings = 0;  // crossings: upwards of its mean, 1/s
  };
  Process folds(std::size_t patch, double choppiness) const;
  double fold_of(glm::dvec2 k, double choppiness) const;  // of a component over its amplitude, 1/m
  std::array<double, patch_levels + 1> lost(std::size_t patch, const std::function<double(glm::dvec2)>& square) const;
  int n_;
  double depth_, beyond_ = 0;  // variance of slopes beyond the last band
  std::vector<Patch> patches_;
  std::vector<std::vector<Component>> components_;
};

// Share of a sea that whitecaps cover [Monahan & O'Muircheartaigh 1980]. wind: m/s, 10 m over the sea.
double whitecap_coverage(double wind);

}  // namespace undine::sea
