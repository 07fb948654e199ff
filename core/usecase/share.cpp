// SPDX-License-Identifier: Apache-2.0
#include "core/usecase/share.h"

namespace ww::usecase {

Status share(session::WorldRegistry& worlds, std::shared_ptr<session::WorldSession> session) {
  WW_TRY(worlds.add(kSharedWorld, std::move(session)));
  return shareCopy(worlds);
}

Status shareCopy(session::WorldRegistry& worlds) {
  return worlds.clone({kSharedWorld, kSharedCopy, false, {}, {}}).status();
}

}  // namespace ww::usecase
