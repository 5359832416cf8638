// Culling of images and shadow maps by bounding boxes.
#include "passes/deferred/bounds.h"

#include <gtest/gtest.h>

#include <glm/gtc/matrix_transform.hpp>
#include <random>

#include "engine/scene/renderer.h"
#include "passes/deferred/camera.h"

namespace undine::deferred {
namespace {

bool seen(const glm::mat4& clip, const glm::vec3& p) {
  const glm::vec4 c = clip * glm::vec4(p, 1);
  return c.w > 0 && std::abs(c.x) <= c.w && std::abs(c.y) <= c.w;
}

TEST(Bounds, ABoxIsBesideOnlyIfNothingInItIsSeen) {
  std::mt19937 chance(7);
  std::uniform_real_distribution<float> place(-20, 20), size(0.01f, 12), share(0, 1);
  int beside = 0, shown = 0;
  for (int i = 0; i < 2000; ++i) {
    View view;
    view.eye = {place(chance), place(chance), place(chance)};
    view.target = {place(chance), place(chance), place(chance)};
    const glm::mat4 clip(view_projection(view));
    Bounds box;
    const glm::vec3 low(place(chance), place(chance), place(chance));
    box.include(low);
    box.include(low + glm::vec3(size(chance), size(chance), size(chance)));
    bool any = false;
    for (int k = 0; k < 200; ++k)
      any = any || seen(clip, glm::mix(box.low, box.high, glm::vec3(share(chance), share(chance), share(chance))));
    if (is_beside(clip, box)) ++beside;
    if (any) ++shown;
    EXPECT_FALSE(any && is_beside(clip, box)) << i;
  }
  EXPECT_GT(beside, 1000);
  EXPECT_GT(shown, 100);
  EXPECT_FALSE(is_beside(glm::mat4(1), {}));
}

TEST(Bounds, ABoxAroundTheEyeIsSeen) {
  View view;
  view.target = {0, 0, -1};
  EXPECT_FALSE(is_beside(glm::mat4(view_projection(view)), {glm::vec3(-1), glm::vec3(1)}));
  EXPECT_TRUE(is_beside(glm::mat4(view_projection(view)), {glm::vec3(-1, -1, 1), glm::vec3(1, 1, 3)}));
}

}  // namespace
}  // namespace undine::deferred
