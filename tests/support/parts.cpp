// Registers all components in the tests, as in the program itself.
#include "tools/parts.h"

namespace undine::test {

static const bool handed_in = [] {
  hand_in(all_parts());
  return true;
}();

}  // namespace undine::test
