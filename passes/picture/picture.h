// Registration of the renderer, its settings and qualities.
#pragma once
#include <cstddef>
#include <memory>
#include <vector>

#include "engine/scene/field_scan.h"
#include "engine/scene/overlay.h"
#include "engine/scene/parts.h"
#include "engine/scene/render_settings.h"
#include "engine/scene/renderer.h"

namespace undine::picture {

std::vector<RenderSettings::Make> picture_settings();  // all there is in "render", in the order of the schema
std::unique_ptr<RenderSettings::Block> water_look();   // of one water
std::vector<Quality> picture_qualities();
// Loads meshes and textures on the CPU; needs no GPU.
std::unique_ptr<Renderer> make_renderer(graph::State& state, const Scene& scene);
std::unique_ptr<FieldScan> make_field_scan(graph::State& state);
// atlas: one byte of coverage per texel, rows from the top; uploaded with the first draw().
std::unique_ptr<Overlay> make_overlay(graph::State& state, glm::uvec2 size, std::vector<std::byte> atlas);

}  // namespace undine::picture
