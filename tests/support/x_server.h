// Virtual display (Xvfb) during this object's lifetime, with a number of its own.
#pragma once
#include <string>

namespace undine::test {

class XServer {
 public:
  // screen: folder for its framebuffer file Xvfb_screen0 (read_xwd()); empty for none on disk.
  // Throws std::runtime_error without Xvfb.
  explicit XServer(const std::string& screen = {});
  ~XServer();
  XServer(const XServer&) = delete;
  XServer& operator=(const XServer&) = delete;
  const std::string& display() const { return display_; }  // ":7"

 private:
  int process_ = 0;
  std::string display_;
};

}  // namespace undine::test
