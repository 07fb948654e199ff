// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QString>

#include "ui/bridge/physics.h"

namespace ww::ui {

// "0.98 x", over about the last two seconds; empty while nothing plays.
QString paceText(const Physics& physics);
// Why it is slower than it is asked to be, and what helps; empty when it is not.
QString whySlow(const Physics& physics);

// Two digits that count, and no powers of ten.
QString millisecondsText(double ms);

}  // namespace ww::ui
