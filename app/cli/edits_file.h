// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <memory>
#include <string>

#include "core/base/status.h"

namespace worldwright::v1 {
class Edits;
}

namespace ww::cli {

using EditsPtr = std::shared_ptr<worldwright::v1::Edits>;

// A file of edits: our own, or a client's updates. Fails as readMessage() does.
// Whether it begins as world files do; false of what cannot be read.
bool isWorldFile(const std::string& path);
Result<EditsPtr> readEdits(const std::string& path);

struct Run;
// Has the program that shares a world at that address apply them; exit code. In worldwright-serve alone, which links
// gRPC.
int applyThrough(Run& run, const std::string& address, const std::string& edits);

}  // namespace ww::cli
