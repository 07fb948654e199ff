// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QWidget>

namespace ww::ui {

// The wheel scrolls the panel: a list below the pointer would change what it stands for in passing. For the lists that
// are in the panel now; asked again, for those that have come since.
void leaveWheelTo(QWidget& panel);

}  // namespace ww::ui
