// Of things whose texture says where they are.
#define MASKED
#include "shadow_submerged.frag"
