// SPDX-License-Identifier: Apache-2.0
#include "ui/panels/kept_scroll.h"

#include <QCoreApplication>
#include <QEvent>
#include <QLayout>
#include <QScrollBar>

#include "ui/widgets/section.h"

namespace ww::ui {

KeptScroll::KeptScroll(QWidget* body) {
  setWidgetResizable(true);
  setFrameShape(QFrame::NoFrame);
  setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  // Always there: else all would become narrower with the first list that is long.
  setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOn);
  setWidget(body);
}

KeptScroll::Anchor KeptScroll::anchor(const QWidget& host) const {
  Anchor found;
  if (!isVisibleTo(parentWidget()) || verticalScrollBar()->value() == 0) return found;
  for (const auto* section : host.findChildren<Section*>()) {
    const int y = section->mapTo(viewport(), QPoint()).y();
    if (y < 0 || y >= viewport()->height() || (!found.section.isEmpty() && y >= found.y)) continue;
    found = {section->id(), y};
  }
  return found;
}

void KeptScroll::settle() {
  // Others that are laid out with it may paint the window at once, and this as it stands half done.
  setUpdatesEnabled(false);
  QCoreApplication::sendPostedEvents(nullptr, QEvent::LayoutRequest);
  // From the outside in. A body that was hidden has not told of the room that it needs.
  QEvent room(QEvent::LayoutRequest);
  QCoreApplication::sendEvent(this, &room);
  if (widget()->layout()) widget()->layout()->activate();
  setUpdatesEnabled(true);
}

void KeptScroll::note(const QWidget& host) {
  const int at = verticalScrollBar()->value();
  if (at == placed_at_ && host.height() == placed_height_) return;
  wanted_at_ = at;
  wanted_ = anchor(host);
}

void KeptScroll::back(const QWidget& host) {
  auto* bar = verticalScrollBar();
  bar->setValue(wanted_at_);
  for (const auto* section : host.findChildren<Section*>())
    if (section->id() == wanted_.section)
      bar->setValue(bar->value() + section->mapTo(viewport(), QPoint()).y() - wanted_.y);
  placed_at_ = bar->value();
  placed_height_ = host.height();
}

}  // namespace ww::ui
