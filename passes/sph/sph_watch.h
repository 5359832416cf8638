// Detects instabilities of particle waters. Each kind is logged once; the statistics list all that persist.
#pragma once
#include <memory>
#include <string>
#include <vector>

#include "engine/graph/graph.h"
#include "passes/sph/sph_params.h"

namespace undine::sph {

class SphWatch {
 public:
  SphWatch() = default;
  // `fastest`: m/s that what the water begins with could give it; 0: nothing is known.
  SphWatch(std::string name, std::uint32_t capacity, double fastest);
  float compression_scale() const { return scale_; }  // of SphReports::compression
  // A mean compression over 5 %, a speed over twice the possible, more than a clock step behind, particles in one
  // place; empty: none of them.
  std::vector<std::string> warnings(const SphReports& reports) const;
  void tell(const SphReports& reports) const;  // to the log
  // After every clock step; reads what is to be told every 64th time, and not while statistics tell it anyhow.
  void look(graph::Graph& g, graph::Buffer reports);
  void set_fastest(double fastest) { fastest_ = fastest; }
  void rest() { looks_ = 0; }

 private:
  std::string name_;
  float scale_ = 1;
  double fastest_ = 0;
  std::uint32_t looks_ = 0;
  std::shared_ptr<unsigned> told_ = std::make_shared<unsigned>(0);  // bits of kinds
};

}  // namespace undine::sph
