// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QIcon>
#include <QString>

#include "ui/widgets/theme.h"

namespace ww::ui {

// An icon of the own set (resources/icons/NAME.svg, 20 px, currentColor). It takes the colours of the
// theme that is in force when it is painted, and is sharp at every scale.
QIcon icon(const QString& name, Role role = Role::kText);

}  // namespace ww::ui
