// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <vector>

namespace ww::fuzz {

// A sound request, for the worlds that the tests of the services use.
struct Seed {
  std::string method;  // "GetObject"
  std::string text;    // of its request
};

const std::vector<Seed>& seeds();

}  // namespace ww::fuzz
