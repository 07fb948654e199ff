// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <filesystem>

#include "core/io/worker/context.h"

namespace worldwright::v1 {
class StepAssembly;
}

namespace ww::io::worker {

// The assembly as a STEP file in millimetres, with names, places and colours. Fails when the kernel
// gives up on it.
Status writeStepFile(const worldwright::v1::StepAssembly& assembly, const std::filesystem::path& out, Reporter& report);

}  // namespace ww::io::worker
