// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "core/base/diagnostic.h"

namespace ww::io {

// Whether a finding on a file tells what is odd and most likely a mistake, though nothing is lost: to be shown to
// people, and never a reason to refuse.
bool isSuspicion(const Diagnostic& d);

}  // namespace ww::io
