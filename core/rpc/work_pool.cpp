// SPDX-License-Identifier: Apache-2.0
#include "core/rpc/work_pool.h"

#include "core/rpc/failures.h"

namespace ww::rpc {

Status WorkPool::tooMany() const {
  return fail(failures::kTooManyCalls, {{"count", arg::Count{static_cast<std::uint64_t>(limit_)}}, {"what", name_}});
}

Status WorkPool::cancelled() const { return fail(failures::kCancelled, {{"what", name_}}); }

}  // namespace ww::rpc
