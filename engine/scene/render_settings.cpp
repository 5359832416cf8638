#include "engine/scene/render_settings.h"

#include "engine/scene/parts.h"

namespace undine {

RenderSettings::RenderSettings() {
  for (const Make make : parts().render) blocks_.push_back(make());
}

void RenderSettings::assign(const RenderSettings& other) {
  for (std::size_t i = 0; i < blocks_.size(); ++i) blocks_[i]->assign(*other.blocks_[i]);
}

void RenderSettings::describe(settings::Visitor& v) {
  for (const auto& block : blocks_) block->describe(v);
}

}  // namespace undine
