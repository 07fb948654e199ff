// SPDX-License-Identifier: Apache-2.0
#include "app/editor/view_chips.h"

#include <QEvent>
#include <QPainterPath>
#include <QWindow>
#include <algorithm>

namespace ww::editor {
namespace {

constexpr int kChipEdge = 10, kChipGap = 6;  // pixels
constexpr double kRound = 5.0;               // as the style sheet has it

}  // namespace

ViewChips::ViewChips(QWidget* host) : QWidget(host), row_(new QHBoxLayout(this)) {
  setObjectName(QStringLiteral("viewChips"));
  row_->setContentsMargins(0, 0, 0, 0);
  row_->setSpacing(kChipGap);
  // A native window of its own: else the 3D view would cover it.
  setAttribute(Qt::WA_NativeWindow);
  setAttribute(Qt::WA_StyledBackground);
}

void ViewChips::setRoom(const QRect& room) {
  room_ = room;
  place();
}

bool ViewChips::event(QEvent* event) {
  const bool done = QWidget::event(event);
  if (event->type() == QEvent::LayoutRequest) place();
  return done;
}

// All in one go, as beside a native window what is painted later is a blank block until then.
void ViewChips::place() {
  // One that nobody has hidden is shown by Qt a turn later, and counts for nothing until then.
  for (int i = 0; i < row_->count(); ++i)
    if (QWidget* chip = row_->itemAt(i)->widget(); chip && !chip->testAttribute(Qt::WA_WState_ExplicitShowHide))
      chip->show();
  row_->activate();
  const QSize wanted = row_->sizeHint();
  const QSize size(std::min(wanted.width(), room_.width() - 2 * kChipEdge), wanted.height());
  const QRect now(QPoint(room_.left() + kChipEdge, room_.bottom() + 1 - kChipEdge - size.height()), size);
  const bool stands = geometry() == now;
  if (!stands) setGeometry(now);
  row_->activate();
  QRegion covered;
  for (int i = 0; i < row_->count(); ++i) {
    const QWidget* chip = row_->itemAt(i)->widget();
    if (!chip || chip->isHidden()) continue;
    QPainterPath path;
    path.addRoundedRect(chip->geometry(), kRound, kRound);
    covered += QRegion(path.toFillPolygon().toPolygon());
  }
  setVisible(!covered.isEmpty() && now.isValid());
  const bool other = mask() != covered;
  if (other) setMask(covered);
  toFront();
  if (!stands || other) repaint();
  Q_EMIT placed(isHidden() ? QRect() : covered.boundingRect().translated(pos()));
}

// Qt raises nothing that is the last child already, whatever the window system has on top.
void ViewChips::toFront() {
  raise();
  if (windowHandle()) windowHandle()->raise();
}

}  // namespace ww::editor
