// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <filesystem>

#include "core/io/worker_client.h"

namespace ww::io {

// The status for a worker that did not finish: what happened, while doing what, and what can be done.
// `problem` is what was wrong with its output, if it was.
Status exitStatus(const WorkerExit& exit, const Status& problem, const std::filesystem::path& path,
                  const WorkerLimits& limits);

}  // namespace ww::io
