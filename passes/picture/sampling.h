// Subpixel offsets of the samples of a picture.
#pragma once
#include <cstdint>
#include <glm/glm.hpp>

#include "engine/scene/renderer.h"

namespace undine::picture {

// Digits of `index` in `base` mirrored at the point, in [0, 1).
double radical_inverse(std::uint32_t index, std::uint32_t base);

// Offset of one of `count` pictures: the points of Hammersley, whose mean is the middle. From -0.5 to 0.5; of one alone
// 0.
glm::dvec2 sample_offset(const View::Sample& sample);

// Sample of picture `number` of an endless series: every `period` pictures all of the period's
// samples, in an order that scatters them. The first picture, number 0, is none of them: it takes the middle.
View::Sample series_sample(std::uint32_t number, std::uint32_t period);
// Its offset.
glm::dvec2 series_offset(std::uint32_t number, std::uint32_t period);

// A share of a turn for what is drawn by chance: far from those of the samples just before, 0 for the first.
double sample_turn(std::uint32_t index);

}  // namespace undine::picture
