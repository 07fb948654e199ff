// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>
#include <vector>

#include "core/io/worker/context.h"

namespace ww::io::worker {

// What reading a file costs, without checking and handing over what is read.
struct Measured {
  std::uint64_t bytes = 0;      // of the file
  bool in_memory = false;       // its bytes were read before
  std::vector<double> thread;   // CPU seconds of this thread, one for each run
  std::vector<double> process;  // of all threads together
};

// Reads the file `runs` times, each time anew: an STL from memory, others as their libraries do. The failure of the
// first run that fails.
Result<Measured> measureReading(Reader reader, ReadContext& context, std::uint32_t runs);

}  // namespace ww::io::worker
