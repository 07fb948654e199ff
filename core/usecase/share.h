// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <memory>

#include "core/session/session.h"
#include "core/session/world_registry.h"

namespace ww::usecase {

// The world that clients are given: the first that is served, or that of the editor, whatever is opened in it.
inline constexpr auto kSharedWorld = "init_world";
// A copy of it, made when sharing begins; clients may do with it what they like.
inline constexpr auto kSharedCopy = "world";

// Puts the session among the worlds that are served, with its copy. ALREADY_EXISTS when there are such worlds.
Status share(session::WorldRegistry& worlds, std::shared_ptr<session::WorldSession> session);
// The copy alone, where the world is there already. NOT_FOUND when it is not.
Status shareCopy(session::WorldRegistry& worlds);

}  // namespace ww::usecase
