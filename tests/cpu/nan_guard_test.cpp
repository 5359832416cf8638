// Names of field elements in messages of the NaN guard.
#include "engine/app/session/nan_guard.h"

#include <gtest/gtest.h>

namespace undine::test {

TEST(NanGuard, NamesCellsComponentsAndElements) {
  const Place place{.origin = {10, 0, -4}, .size = {4, 2}};
  EXPECT_EQ(session::element_text({3, 4}, 6, place), "cell x 2, z 1 (10.5 m, -4 m)");
  EXPECT_EQ(session::element_text({3, 4, 2}, 13, place), "cell x 2, z 1, component 1 (10.5 m, -4 m)");
  EXPECT_EQ(session::element_text({3, 4}, 6, {}), "element 1, component 2");
  EXPECT_EQ(session::element_text({30, 40}, 86, {}), "cell x 6, z 2");
  EXPECT_EQ(session::element_text({100, 3}, 7, {}), "element 2, component 1");
  EXPECT_EQ(session::element_text({100}, 7, {}), "element 7");
  EXPECT_EQ(session::element_text({5, 6, 7}, 5 * 6 * 7 - 1, {}), "cell x 6, y 5, z 4");
  EXPECT_EQ(session::element_text({5, 6, 7, 3}, 1, {}), "cell x 0, y 0, z 0, component 1");
}

}  // namespace undine::test
