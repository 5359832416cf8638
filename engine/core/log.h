// Lines to stderr, in color only on a terminal and without NO_COLOR in the environment. stdout belongs to what a verb
// prints.
#pragma once  // public
#include <fmt/format.h>

#include <string>
#include <string_view>
#include <utility>

namespace undine::log {

enum class Level { trace, debug, info, warning, error, off };

// "trace", "debug", "info", "warning" (or "warn"), "error", "off". Anything else: Error(Exit::bad_input).
// Default: info.
void set_level(const std::string& name);
Level level();
void write(Level level, std::string_view text);
// Called before each line, from the thread that writes it: what stands on the terminal's line makes room. None: null.
void before_line(void (*call)());

template <class... T>
void trace(fmt::format_string<T...> text, T&&... values) {
  if (level() <= Level::trace) write(Level::trace, fmt::format(text, std::forward<T>(values)...));
}
template <class... T>
void debug(fmt::format_string<T...> text, T&&... values) {
  if (level() <= Level::debug) write(Level::debug, fmt::format(text, std::forward<T>(values)...));
}
template <class... T>
void info(fmt::format_string<T...> text, T&&... values) {
  if (level() <= Level::info) write(Level::info, fmt::format(text, std::forward<T>(values)...));
}
template <class... T>
void warning(fmt::format_string<T...> text, T&&... values) {
  if (level() <= Level::warning) write(Level::warning, fmt::format(text, std::forward<T>(values)...));
}
template <class... T>
void error(fmt::format_string<T...> text, T&&... values) {
  if (level() <= Level::error) write(Level::error, fmt::format(text, std::forward<T>(values)...));
}

}  // namespace undine::log
