// Standard output that ends the program when its reader is gone, as other tools of a pipeline do.
#pragma once
#include <array>
#include <iostream>
#include <streambuf>

namespace undine::cli {

struct ClosedPipe {};  // the reader of standard output is gone

// During its lifetime, a failed write to std::cout throws ClosedPipe, or Error(Exit::failure) with the reason.
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
