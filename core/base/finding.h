// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "core/base/diagnostic.h"
#include "core/base/failure.h"

namespace ww {

// What a failure tells, as a finding that stops nothing.
inline Diagnostic findingOf(const Status& status) {
  Diagnostic out;
  if (status.failure) out.code = status.failure->row->code;
  out.message = status.title;
  out.hint = status.hint;
  out.failure = status.failure;
  return out;
}

}  // namespace ww
