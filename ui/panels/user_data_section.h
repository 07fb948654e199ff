// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QString>
#include <functional>

#include "ui/bridge/session_bridge.h"

namespace ww::ui {

class Section;

// What programs and people have kept at an object: to be read and copied; texts can be added, changed and removed. What
// is our own is shown as what it means, elsewhere. `say` is told when it has been copied.
Section* userDataSection(SessionBridge& bridge, const world::Object& object, std::function<void(const QString&)> say);

}  // namespace ww::ui
