// Messages for bad input must help the user.
#pragma once
#include <gtest/gtest.h>

#include <initializer_list>
#include <string>
#include <string_view>

#include "engine/core/error.h"

namespace undine::test {

// Checks that `make` throws an Error of bad input with all of `parts` in its message.
template <class Make>
void expect_refused(Make&& make, std::initializer_list<std::string_view> parts) {
  try {
    make();
  } catch (const Error& e) {
    const std::string text = e.what();
    EXPECT_EQ(e.code(), Exit::bad_input) << text;
    for (std::string_view part : parts) EXPECT_NE(text.find(part), std::string::npos) << text << "\nlacks " << part;
    return;
  }
  ADD_FAILURE() << "it was taken";
}

}  // namespace undine::test
