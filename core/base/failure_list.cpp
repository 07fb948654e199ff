// SPDX-License-Identifier: Apache-2.0
#include "core/base/failure_list.h"

namespace ww {

Status failOfAll(const FailureRow& row, std::initializer_list<FailureArg> args, std::vector<Status> causes) {
  WW_CHECK(!causes.empty());
  Status status = fail(row, args, causes.front());
  Failure failure = *status.failure;
  failure.causes = std::move(causes);
  status.title = titleText(failure, plainVoice());
  status.failure = std::make_shared<const Failure>(std::move(failure));
  return status;
}

}  // namespace ww
