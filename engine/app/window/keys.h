// Codes of keys, as GLFW has them (window_glfw.cpp compares), for builds with and without windows.
#pragma once

namespace undine::window::key {

constexpr int space = 32, period = 46, digit_1 = 49, digit_9 = 57;
constexpr int a = 65, c = 67, o = 79, p = 80, q = 81, r = 82, v = 86;
constexpr int escape = 256, enter = 257, tab = 258, backspace = 259, del = 261;
constexpr int right = 262, left = 263, down = 264, up = 265, home = 268, end = 269;
constexpr int f1 = 290, f2 = 291, f3 = 292, f4 = 293, f5 = 294, f7 = 296, f8 = 297, f9 = 298, f10 = 299, f11 = 300;
constexpr int keypad_enter = 335;

}  // namespace undine::window::key
