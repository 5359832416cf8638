// Rendering settings ("render" of a scene). Each pass declares its settings as a struct with describe();
// Parts::render lists these structs in the order of the schema.
#pragma once  // public
#include <memory>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/core/error.h"
#include "engine/settings/settings.h"

namespace undine {

class RenderSettings {
 public:
  struct Block {
    virtual ~Block() = default;
    virtual void describe(settings::Visitor& v) = 0;
    virtual void assign(const Block& other) = 0;
  };
  using Make = std::unique_ptr<Block> (*)();

  RenderSettings();  // all of parts(), at their defaults
  RenderSettings(RenderSettings&&) = default;
  RenderSettings& operator=(RenderSettings&&) = default;
  void assign(const RenderSettings& other);  // values alone: passes keep the addresses of what of() gives
  void describe(settings::Visitor& v);

  // Error(Exit::failure): Parts::render does not list T.
  template <class T>
  const T& of() const {
    for (const auto& block : blocks_)
      if (const auto* found = dynamic_cast<const Held<T>*>(block.get())) return found->value;
    throw Error(Exit::failure, "render", "settings of a pass that this program does not contain",
                "add them to Parts::render");
  }
  template <class T>
  T& of() {
    return const_cast<T&>(std::as_const(*this).of<T>());
  }

  template <class T>
  struct Held : Block {
    T value;
    void describe(settings::Visitor& v) override {
      if constexpr (requires { T::key; })
        v.object(T::key, value, {.help = T::help});
      else
        value.describe(v);
    }
    void assign(const Block& other) override { value = static_cast<const Held&>(other).value; }
  };

 private:
  std::vector<std::unique_ptr<Block>> blocks_;
};

// For Parts::render. T::key and T::help: an object of its own; without, its values stand in "render" itself.
template <class T>
std::unique_ptr<RenderSettings::Block> render_settings() {
  return std::make_unique<RenderSettings::Held<T>>();
}

}  // namespace undine
