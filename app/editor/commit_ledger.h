// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "core/session/session.h"

namespace ww::editor {

// For tests that kill the program: what each change of the world made, the moment it is made and before anybody else is
// told. Off (null) unless the environment names a file in WORLDWRIGHT_LEDGER, to which lines are added: the time of the
// steady clock in nanoseconds, and the content hash. Says on standard error when the file cannot be written.
[[nodiscard]] session::WorldSession::Subscription ledgerIfAsked(session::WorldSession& session);

}  // namespace ww::editor
