// Log lines on stderr, colored only on a terminal and without NO_COLOR in the environment. stdout is reserved for the
// output of verbs.
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
// Hook before each line, on the writing thread: clears the terminal's current line. Null: not set.
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
