// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QString>
#include <functional>

#include "core/world/values/parts.h"

namespace ww::ui {

class Section;

// What programs have kept at an object, to be read and copied. Null when there is none that is not our own. `say` is
// told when it has been copied.
Section* userDataSection(const world::Object& object, std::function<void(const QString&)> say);

}  // namespace ww::ui
