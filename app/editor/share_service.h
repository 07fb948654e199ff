// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "core/session/session.h"
#include "ui/bridge/share.h"

namespace ww::editor {

// Starts the services over this session: the world `init_world` is the session's, whatever is opened in
// it later, `world` is a copy of it as it is now. Clients may make others; those go when sharing ends.
// Takes a while: not for the Qt thread.
Result<std::shared_ptr<ui::ShareServer>> startShare(const std::shared_ptr<session::WorldSession>& session,
                                                    const ui::ShareSettings& settings);

}  // namespace ww::editor
