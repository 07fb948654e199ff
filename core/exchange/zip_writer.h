// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <vector>

#include "core/exchange/exporter.h"

namespace ww::exchange {

// A ZIP of the files, stored as they are, with the same bytes for the same files. At most 4 GB in all; empty beyond.
// For this folder alone.
std::string zipOf(const std::vector<ExportedFile>& files);

}  // namespace ww::exchange
