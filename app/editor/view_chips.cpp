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
constexpr int kKeepMs = 700;

}  // namespace

ViewChips::ViewChips(QWidget* host) : QWidget(host), row_(new QHBoxLayout(this)) {
  setObjectName(QStringLiteral("viewChips"));
  row_->setContentsMargins(0, 0, 0, 0);
  row_->setSpacing(kChipGap);
  // A native window of its own: else the 3D view would cover it.
  setAttribute(Qt::WA_NativeWindow);
  setAttribute(Qt::WA_StyledBackground);
  narrower_.setSingleShot(true);
  connect(&narrower_, &QTimer::timeout, this, [this] {
    for (int i = 0; i < row_->count(); ++i)
      if (QWidget* chip = row_->itemAt(i)->widget()) chip->setMinimumWidth(0);
    place();
  });
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

bool ViewChips::keepWidths() {
  int sum = 0;
  bool all = true;
  for (int i = 0; i < row_->count(); ++i) {
    QWidget* chip = row_->itemAt(i)->widget();
    if (!chip) continue;
    const int wanted = chip->isHidden() ? 0 : chip->sizeHint().width();
    if (wanted > chip->minimumWidth() || chip->isHidden()) chip->setMinimumWidth(wanted);
    all = all && wanted == chip->minimumWidth();
    sum += chip->minimumWidth() + kChipGap;
  }
  if (sum <= room_.width() - 2 * kChipEdge) return all;
  for (int i = 0; i < row_->count(); ++i)
    if (QWidget* chip = row_->itemAt(i)->widget()) chip->setMinimumWidth(0);
  return true;
}

// All in one go, as beside a native window what is painted later is a blank block until then.
void ViewChips::place() {
  // One that nobody has hidden is shown by Qt a turn later, and counts for nothing until then.
  for (int i = 0; i < row_->count(); ++i)
    if (QWidget* chip = row_->itemAt(i)->widget(); chip && !chip->testAttribute(Qt::WA_WState_ExplicitShowHide))
      chip->show();
  if (keepWidths()) narrower_.stop();
  else narrower_.start(kKeepMs);
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
