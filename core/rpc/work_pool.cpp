// SPDX-License-Identifier: Apache-2.0
#include "core/rpc/work_pool.h"

#include <fmt/format.h>

namespace ww::rpc {

Status WorkPool::tooMany() const {
  return fail(Code::kResourceExhausted,
              fmt::format("{} calls of {} are under way, and no more are taken", limit_, name_))
      .withHint("try again when some have ended");
}

Status WorkPool::cancelled() const { return fail(Code::kCancelled, fmt::format("{} was cancelled", name_)); }

}  // namespace ww::rpc
