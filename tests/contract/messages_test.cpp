// Locations in the texts of debugPrintfEXT.
#include "engine/shader/messages.h"

#include <gtest/gtest.h>

namespace undine::shader {

TEST(Messages, GetTheirPlaceAndNothingElseChanges) {
  EXPECT_EQ(tag_messages("a;\n  debugPrintfEXT (\n \"x %f\", x); debugPrintfEXT(\"y\");\n", "lib/n.glsl"),
            "a;\n  debugPrintfEXT (\n \"lib/n.glsl:2: x %f\", x); debugPrintfEXT(\"lib/n.glsl:3: y\");\n");
  for (const char* plain : {"", "void main() {}", "// debugPrintfEXT", "debugPrintfEXT(", "debugPrintfEXT(text)",
                            "#extension GL_EXT_debug_printf : enable", "debugPrintfEXT \"x\""})
    EXPECT_EQ(tag_messages(plain, "a.comp"), plain);
}

TEST(Messages, NamesOfFilesCannotSpoilTheFormat) {
  EXPECT_EQ(tag_messages("debugPrintfEXT(\"x\")", "a%d\"b\\.comp"), "debugPrintfEXT(\"a%%d?b?.comp:1: x\")");
}

}  // namespace undine::shader
