// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>

#include "core/base/diagnostic.h"
#include "core/base/status.h"

namespace ww::io {

// A finding from a failure: `code` is what scripts know it by, `path` where it is inside the file. File and line come
// from the failure's place, where it has one.
Diagnostic finding(Diagnostic::Severity severity, std::string code, const Status& status, std::string path = {});

}  // namespace ww::io
