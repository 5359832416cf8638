// Base class of the solvers: name and scope in the graph, resources created after construction, and the surface,
// declared once per frame.
#pragma once
#include <functional>
#include <string>
#include <string_view>
#include <utility>

#include "engine/graph/memo.h"
#include "engine/scene/solver.h"

namespace undine {

class WaterSolver : public Solver {
 public:
  SurfaceField surface(graph::Graph& g) override {
    return surface_.in(g, [&] {
      auto scope = this->scope(g);
      return make_surface(g);
    });
  }

 protected:
  WaterSolver(graph::State& state, const SceneContext& context)
      : context_(context), state_(&state), owner_(state.owner()) {}
  virtual SurfaceField make_surface(graph::Graph& g) = 0;

  graph::Graph::ScopeGuard scope(graph::Graph& g) const { return g.scope(g.name(context_.name), true); }
  std::string name(std::string_view what) const { return context_.name + "/" + std::string(what); }
  // While it lives, new resources of the state belong to this solver.
  [[nodiscard]] graph::State::Owning own() const { return graph::State::Owning(*state_, owner_); }
  // The water changes: the next surface() declares it anew.
  virtual void forget_surface() { surface_.forget(); }
  // A field of this solver, published inside its scope.
  Field field(std::string_view what, std::vector<std::uint32_t> shape, std::string unit, std::string help,
              std::function<FieldView(graph::Graph&)> publish, std::optional<double> rest = {}) const {
    return {context_.name + "." + std::string(what),
            std::move(shape),
            std::move(unit),
            std::move(help),
            [this, publish = std::move(publish)](graph::Graph& g) {
              auto scope = this->scope(g);
              return publish(g);
            },
            rest};
  }

  SceneContext context_;
  graph::State* state_;

 private:
  std::uint32_t owner_;
  graph::Memo<SurfaceField> surface_;
};

}  // namespace undine
