// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QWidget>

namespace ww::ui {

// Scrolls what the widget lies in until it is seen, in a later turn: what was just made or changed has its place then.
void bringIntoView(QWidget* widget);

}  // namespace ww::ui
