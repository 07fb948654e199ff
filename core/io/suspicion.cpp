// SPDX-License-Identifier: Apache-2.0
#include "core/io/suspicion.h"

#include <algorithm>

#include "core/io/failures.h"

namespace ww::io {

bool isSuspicion(const Diagnostic& d) {
  static constexpr const FailureRow* kRows[] = {
      &failures::kPerhapsMillimetres, &failures::kPerhapsMetres, &failures::kVeryLarge,    &failures::kVerySmall,
      &failures::kSdfHeldByWorld,     &failures::kSdfLooseLink,  &failures::kNothingToSee, &failures::kFarFromOrigin,
#define WW_FAILURE(name, ...) &failures::name,
#include "core/io/worker/suspicions.inc"
#undef WW_FAILURE
  };
  return d.failure && std::ranges::find(kRows, d.failure->row) != std::end(kRows);
}

}  // namespace ww::io
