#include "engine/core/log.h"

#include <spdlog/sinks/stdout_color_sinks.h>
#include <spdlog/spdlog.h>

#include <atomic>
#include <cstdlib>
#include <memory>

#include "engine/core/error.h"

namespace undine::log {
namespace {

std::atomic<Level> threshold{Level::info};
std::atomic<void (*)()> before{nullptr};

spdlog::logger& logger() {
  static const std::shared_ptr<spdlog::logger> instance = [] {
    // https://no-color.org
    const char* no_color = std::getenv("NO_COLOR");
    const auto mode = no_color && *no_color ? spdlog::color_mode::never : spdlog::color_mode::automatic;
    auto made = std::make_shared<spdlog::logger>("undine", std::make_shared<spdlog::sinks::stderr_color_sink_mt>(mode));
    made->set_pattern("undine: %^%l%$: %v");
    made->set_level(spdlog::level::trace);
    made->flush_on(spdlog::level::trace);
    return made;
  }();
  return *instance;
}

}  // namespace

void set_level(const std::string& name) {
  constexpr std::pair<std::string_view, Level> levels[] = {
      {"trace", Level::trace},  {"debug", Level::debug}, {"info", Level::info}, {"warning", Level::warning},
      {"warn", Level::warning}, {"error", Level::error}, {"off", Level::off}};
  for (auto [text, value] : levels) {
    if (text == name) {
      threshold = value;
      return;
    }
  }
  throw Error(Exit::bad_input, "--log-level " + name, "no such level", "trace, debug, info, warning, error, off");
}

Level level() { return threshold; }

void before_line(void (*call)()) { before = call; }

void write(Level at, std::string_view text) {
  if (at < threshold || at == Level::off) return;
  if (const auto call = before.load()) call();
  constexpr spdlog::level::level_enum map[] = {spdlog::level::trace, spdlog::level::debug, spdlog::level::info,
                                               spdlog::level::warn, spdlog::level::err};
  logger().log(map[static_cast<int>(at)], text);
}

}  // namespace undine::log
