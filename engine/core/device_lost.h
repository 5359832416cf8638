// The one failure that a program can go on after, with another device.
#pragma once
#include "engine/core/error.h"

namespace undine {

// A device that does not answer any more.
struct DeviceLost : Error {
  using Error::Error;
};

}  // namespace undine
