#include "engine/app/cli/standard_output.h"

#include <cerrno>
#include <cstring>

#include "engine/core/error.h"
#include "engine/core/system.h"

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
  const std::string_view bytes(pbase(), static_cast<std::size_t>(pptr() - pbase()));
  setp(room_.data(), room_.data() + room_.size());  // do not retry failed bytes
  if (system::write_all(system::standard_output, bytes)) return;
  if (errno == EPIPE) throw ClosedPipe{};
  throw Error(Exit::failure, "standard output", std::string("could not be written: ") + std::strerror(errno));
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

}  // namespace undine::cli
