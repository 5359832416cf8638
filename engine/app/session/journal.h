// External actions on a run: touches of water, grips of bodies, changes of its scene. Together with scene and steps
// they determine all CPU state of solvers, which is therefore not stored: a resumed run declares its steps again
// without running them (Session::resume).
#pragma once  // public
#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "engine/scene/bodies.h"
#include "engine/scene/solver.h"

namespace undine::session {

struct Touched {
  std::size_t water = 0;
  Disturbance push;
};
struct Gripped {
  std::optional<Pull> pull;
};
struct Changed {
  std::string scene;  // text of the scene from here on
};

class Journal {
 public:
  struct Entry {
    std::uint64_t step = 0;  // next step
    std::variant<Touched, Gripped, Changed> what;
  };
  void clear() { *this = {}; }
  void touch(std::uint64_t step, const Touched& what) { entries_.push_back({step, what}); }
  void grip(std::uint64_t step, const Gripped& what);
  // before: previous text of the scene.
  void change(std::uint64_t step, const std::string& before, const std::string& now);

  const std::vector<Entry>& entries() const { return entries_; }
  const std::string& began() const { return began_; }  // the scene's text at step 0, if it has changed since; else ""

  nlohmann::ordered_json json() const;
  static Journal read(const nlohmann::ordered_json& json);  // throws nlohmann::json::exception

 private:
  std::vector<Entry> entries_;
  std::string began_;
  bool holds_ = false;
};

}  // namespace undine::session
