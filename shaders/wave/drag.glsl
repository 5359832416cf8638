// Damping of each cell in 1/s; -1e30 on islands.
layout(binding = 10) uniform samplerBuffer drag;

float drag_at(ivec2 cell) { return texelFetch(drag, cell.y * fours + cell.x / 4)[cell.x & 3]; }
