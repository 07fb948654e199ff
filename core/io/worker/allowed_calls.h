// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace ww::io::worker {

// From here on the process may compute, use its memory, start threads, and read and write what is open; calls that
// name files become questions to the broker, and all others fail. False when the system knows no filters.
bool allowFewCalls();

}  // namespace ww::io::worker
