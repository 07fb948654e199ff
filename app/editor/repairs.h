// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <functional>
#include <optional>

#include "core/base/diagnostic.h"
#include "ui/bridge/session_bridge.h"
#include "ui/models/problems_model.h"

namespace ww::editor {

// The button that puts right what a note of the last edit tells, as one step that Undo takes back; none where no edit
// does it. `all`: what is told of that edit, which is put right at once where it is of the same kind.
std::optional<ui::Remedy> remedyOf(ui::SessionBridge& bridge, const Diagnostic& note, const Diagnostics& all,
                                   const session::Change& change);
// The button that imports a file again in the unit that a note of its import supposes; `again` is given that unit in
// metres.
std::optional<ui::Remedy> importsAgain(const Diagnostic& note, const std::function<void(double)>& again);
// The button that excludes what is carried from checks against the links that a note says it overlaps.
std::optional<ui::Remedy> excludesHeld(ui::SessionBridge& bridge, const Diagnostic& note);
// Whether that note tells of these two.
bool tellsOfPair(const world::World& world, const Diagnostic& held, EntityId a, EntityId b);
// The button that puts a tool where it hangs, of a note that it stands far away from there.
std::optional<ui::Remedy> putsThere(ui::SessionBridge& bridge, const Diagnostic& note);
// Moves the robot whose base is one of the two out of the other; none where neither is a base.
std::optional<ui::Remedy> movesOut(ui::SessionBridge& bridge, EntityId a, EntityId b);

}  // namespace ww::editor
