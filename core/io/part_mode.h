// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>

namespace ww::io {

// What becomes of an assembly of CAD; also the number on the wire to the worker.
enum class PartMode : std::uint32_t {
  kOne = 0,     // one rigid object with one link
  kLinks = 1,   // one object, with a link for each part and each sub-assembly
  kObjects = 2  // an object for each part
};

}  // namespace ww::io
