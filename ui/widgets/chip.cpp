// SPDX-License-Identifier: Apache-2.0
#include "ui/widgets/chip.h"

#include <QStyle>
#include <algorithm>

#include "ui/widgets/icons.h"

namespace ww::ui {
namespace {
constexpr int kLeastChip = 72;  // pixels
}

Chip::Chip(QWidget* parent) : QToolButton(parent) {
  setObjectName(QStringLiteral("chip"));
  setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
  setIconSize(QSize(16, 14));  // a sign as wide as the icon keeps off the text
  setFocusPolicy(Qt::TabFocus);
  setSizePolicy(QSizePolicy::Maximum, QSizePolicy::Fixed);
}

QSize Chip::minimumSizeHint() const {
  const QSize full = QToolButton::minimumSizeHint();
  return {std::min(full.width(), kLeastChip), full.height()};
}

void Chip::set(Kind kind, const QString& text, const QString& tip) {
  static const char* const kNames[] = {"neutral", "good", "warning", "error"};
  static const char* const kIcons[] = {"dot", "check", "warning", "error"};
  static const Role kRoles[] = {Role::kDim, Role::kGood, Role::kWarning, Role::kError};
  const auto i = static_cast<std::size_t>(kind);
  if (this->text() == text && toolTip() == tip && property("kind").toString() == QLatin1String(kNames[i])) return;
  setText(text);
  setToolTip(tip);
  setAccessibleName(text);
  setAccessibleDescription(tip);
  setIcon(ui::icon(QLatin1String(kIcons[i]), kRoles[i]));
  setProperty("kind", QLatin1String(kNames[i]));
  style()->unpolish(this);
  style()->polish(this);
}

}  // namespace ww::ui
