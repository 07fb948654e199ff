// SPDX-License-Identifier: Apache-2.0
#include "app/editor/dock_tabs.h"

#include <QToolButton>

#include "ui/widgets/icons.h"

namespace ww::editor {
namespace {

constexpr int kIcon = 16, kAroundText = 22, kAroundIcon = 16;  // pixels; edges and paddings of the style sheet

}  // namespace

DockTabs::DockTabs(QWidget* parent) : QWidget(parent), row_(new QHBoxLayout(this)) {
  row_->setContentsMargins(0, 0, 0, 0);
  row_->setSpacing(0);
}

void DockTabs::add(const QString& id, const QString& title, const QString& icon) {
  auto* button = new QToolButton(this);
  button->setObjectName(QStringLiteral("dockTab"));
  button->setProperty("panel", id);
  button->setCheckable(true);
  button->setFocusPolicy(Qt::TabFocus);
  button->setIcon(ui::icon(icon));
  button->setIconSize(QSize(kIcon, kIcon));
  button->setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Expanding);
  button->setAccessibleName(title);
  row_->addWidget(button);
  tabs_[id] = {button, title};
  label(tabs_[id]);
  connect(button, &QToolButton::clicked, this, [this, id] { Q_EMIT clicked(id); });
}

void DockTabs::label(const Tab& tab) const {
  const QString number = tab.count > 0 ? QString::number(tab.count) : QString();
  const QString title = number.isEmpty() ? tab.title : QStringLiteral("%1 (%2)").arg(tab.title, number);
  const bool text = !compact_ || !number.isEmpty();
  tab.button->setText(compact_ ? number : title);
  tab.button->setToolButtonStyle(!compact_ ? Qt::ToolButtonTextOnly
                                 : text    ? Qt::ToolButtonTextBesideIcon
                                           : Qt::ToolButtonIconOnly);
  tab.button->setAccessibleName(title);
}

void DockTabs::setOpen(const QString& id, bool open) {
  if (auto* button = tab(id)) button->setChecked(open);
}

void DockTabs::setTip(const QString& id, const QString& tip) {
  if (auto* button = tab(id)) button->setToolTip(tip);
}

void DockTabs::setCount(const QString& id, int count) {
  const auto found = tabs_.find(id);
  if (found == tabs_.end() || found->count == count) return;
  found->count = count;
  label(*found);
}

void DockTabs::setCompact(bool compact) {
  if (compact_ == compact) return;
  compact_ = compact;
  for (const Tab& tab : std::as_const(tabs_)) label(tab);
}

int DockTabs::widthOf(bool compact) const {
  int width = 0;
  for (const Tab& tab : tabs_)
    width += compact ? kIcon + kAroundIcon : tab.button->fontMetrics().horizontalAdvance(tab.title) + kAroundText;
  return width;
}

}  // namespace ww::editor
