// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QStringList>
#include <functional>
#include <vector>

#include "core/session/session.h"
#include "core/usecase/parts/parts.h"
#include "ui/actions/editor_commands.h"
#include "ui/bridge/selection.h"

namespace ww::editor {

// Parts of what is selected, put together or taken apart.
struct PartsDone {
  std::vector<world::NodeRef> nodes;  // the objects that there are then
  Diagnostics notes;
};

io::PartMode modeOf(ui::PartsForm form);

// The objects that are selected, or whose links or frames are, in their order; without the root object.
std::vector<ObjectId> objectsBehind(const world::World& world, const ui::Selection& selection);

// The actions that there are for these: all but what they are already.
QStringList partsActions(const world::World& world, const std::vector<ObjectId>& objects);

// Why the action is off; empty where it is on.
QString whyNotParts(const world::World& world, const std::vector<ObjectId>& objects, ui::PartsForm form);

// Changes them in the session, as one step called `label`; what somebody else does meanwhile is done first. Any thread.
// CANCELLED when `ended` says so before that, and what usecase::partsAs and commits fail with.
Result<PartsDone> commitParts(session::WorldSession& session, const std::vector<ObjectId>& objects, ui::PartsForm form,
                              const std::string& label, const std::function<bool()>& ended);

// Whether that takes longer than somebody should wait for at the keyboard.
bool takesLong(const world::World& world, const std::vector<ObjectId>& objects);

}  // namespace ww::editor
