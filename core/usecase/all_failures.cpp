// SPDX-License-Identifier: Apache-2.0
#include "core/usecase/all_failures.h"

#include "core/session/failures.h"

namespace ww::usecase {

std::vector<FailureTable> allFailures() {
  return {
      session::failures::all(),
  };
}

}  // namespace ww::usecase
