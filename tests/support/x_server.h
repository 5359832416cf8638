// A virtual display (Xvfb) for the life of this object, on a number that no other test takes.
#pragma once
#include <string>

namespace undine::test {

class XServer {
 public:
  // screen: where its picture is kept, as the file Xvfb_screen0 (read_xwd()); empty: nowhere.
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
