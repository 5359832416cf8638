#include "passes/deferred/water_look.h"

#include "engine/scene/scene.h"

namespace undine::deferred {

WaterLook look_of(const Scene& scene, std::size_t water) {
  WaterLook look = scene.render.of<WaterLook>();
  if (water >= scene.water.size() || !scene.water[water].look) return look;
  const auto* own = dynamic_cast<const RenderSettings::Held<OwnWaterLook>*>(scene.water[water].look->block.get());
  if (own)
    WaterLook::each(look, own->value, [](std::string_view, auto& value, const auto& given, const settings::Spec&) {
      if (given) value = *given;
    });
  return look;
}

}  // namespace undine::deferred
