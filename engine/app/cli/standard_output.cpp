#include "engine/app/cli/standard_output.h"

#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>

#include "engine/core/error.h"

namespace undine::cli {

StandardOutput::StandardOutput() : before_(std::cout.rdbuf(this)) {
  setp(room_.data(), room_.data() + room_.size());
  std::cout.exceptions(std::ios::badbit);
}

StandardOutput::~StandardOutput() {
  std::cout.exceptions(std::ios::goodbit);
  std::cout.rdbuf(before_);
  std::cout.clear();
}

void StandardOutput::write_out() {
  const char* at = pbase();
  const char* const end = pptr();
  setp(room_.data(), room_.data() + room_.size());  // what cannot be written is not tried again
  while (at < end) {
    const auto n = ::write(STDOUT_FILENO, at, static_cast<std::size_t>(end - at));
    if (n < 0 && errno == EINTR) continue;
    if (n < 0 && errno == EPIPE) throw ClosedPipe{};
    if (n <= 0)
      throw Error(Exit::failure, "standard output", std::string("could not be written: ") + std::strerror(errno));
    at += n;
  }
}

StandardOutput::int_type StandardOutput::overflow(int_type c) {
  write_out();
  if (!traits_type::eq_int_type(c, traits_type::eof())) sputc(traits_type::to_char_type(c));
  return traits_type::not_eof(c);
}

int StandardOutput::sync() {
  write_out();
  return 0;
}

void end_by_closed_pipe() {
  std::signal(SIGPIPE, SIG_DFL);
  std::raise(SIGPIPE);
  std::_Exit(128 + SIGPIPE);
}

}  // namespace undine::cli
