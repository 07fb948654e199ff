// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>
#include <stop_token>
#include <string>

#include "core/base/progress.h"
#include "core/base/status.h"

namespace worldwright::v1 {
class StepAssembly;
}

namespace ww::io {

// The assembly as a STEP file, written in a process of its own. Blocks; any thread. Codes: CANCELLED,
// RESOURCE_EXHAUSTED (memory, the assembly's size), DEADLINE_EXCEEDED, INTERNAL (no worker, or it gave up).
Result<std::string> writeStep(const worldwright::v1::StepAssembly& assembly, std::uint64_t memory_limit_mb,
                              std::stop_token stop, const Progress& progress);

}  // namespace ww::io
