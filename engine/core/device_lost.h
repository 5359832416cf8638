// The only failure that a program can recover from, with another device.
#pragma once
#include "engine/core/error.h"

namespace undine {

// The device does not respond.
struct DeviceLost : Error {
  using Error::Error;
};

}  // namespace undine
