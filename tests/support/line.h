// Linear regression by least squares.
#pragma once

namespace undine::test {

class Line {
 public:
  void add(double x, double y) {
    ++n_;
    x_ += x;
    y_ += y;
    xx_ += x * x;
    xy_ += x * y;
  }
  double slope() const { return (n_ * xy_ - x_ * y_) / (n_ * xx_ - x_ * x_); }
  double at(double x) const { return y_ / n_ + slope() * (x - x_ / n_); }

 private:
  double n_ = 0, x_ = 0, y_ = 0, xx_ = 0, xy_ = 0;
};

}  // namespace undine::test
