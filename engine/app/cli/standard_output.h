// Standard output that ends what writes to it once nobody reads it any more, as other tools of a pipeline do.
#pragma once
#include <array>
#include <iostream>
#include <streambuf>

namespace undine::cli {

struct ClosedPipe {};  // the reader of standard output has gone

// While it lives, a write to std::cout that fails throws: ClosedPipe, or Error(Exit::failure) with the reason.
class StandardOutput : public std::streambuf {
 public:
  StandardOutput();
  ~StandardOutput() override;
  StandardOutput(const StandardOutput&) = delete;
  StandardOutput& operator=(const StandardOutput&) = delete;

 protected:
  int_type overflow(int_type c) override;
  int sync() override;

 private:
  void write_out();
  std::array<char, 1 << 14> room_;
  std::streambuf* before_;
};

}  // namespace undine::cli
