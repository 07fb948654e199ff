// SPDX-License-Identifier: Apache-2.0
#include "ui/widgets/notifications.h"

#include <QEvent>
#include <QWindow>
#include <algorithm>
#include <utility>

#include "ui/widgets/notice_card.h"

namespace ww::ui {
namespace {

constexpr int kMost = 3;
constexpr int kWidth = 340, kGap = 8, kMargin = 12;

// Qt raises nothing that is the last child already, whatever the window system has on top.
void toFront(QWidget& widget) {
  widget.raise();
  if (widget.windowHandle()) widget.windowHandle()->raise();
}

int heightOf(const NoticeCard& card) {
  return card.hasHeightForWidth() ? card.heightForWidth(kWidth) : card.sizeHint().height();
}

}  // namespace

Notifications::Notifications(QWidget* window) : QWidget(window), box_(new QVBoxLayout(this)) {
  box_->setContentsMargins(0, 0, 0, 0);
  box_->setSpacing(kGap);
  // A native window of its own: else the 3D view would cover it.
  setAttribute(Qt::WA_NativeWindow);
  hide();
}

void Notifications::post(const Notice& notice) {
  for (NoticeCard* card : cards_)
    if (card->isSame(notice)) {
      card->again();
      place();
      return;
    }
  // The oldest makes room, but one that waits for a decision only for lack of others.
  while (cards_.size() >= kMost) {
    const auto oldest =
        std::find_if(cards_.begin(), cards_.end(), [](const NoticeCard* card) { return !card->stays(); });
    delete cards_.takeAt(oldest == cards_.end() ? 0 : oldest - cards_.begin());
  }
  auto* card = new NoticeCard(notice, pace_, this);
  cards_ << card;
  box_->addWidget(card);
  card->show();  // else it would count only a turn later, and stand on too little room until then
  connect(card, &NoticeCard::left, this, [this, card] { remove(card); });
  place();
}

void Notifications::remove(NoticeCard* card) {
  cards_.removeOne(card);
  card->setParent(nullptr);  // hidden by that
  card->deleteLater();       // it may be the sender
  place();
}

bool Notifications::withdraw(const QString& title) {
  const auto before = cards_.size();
  for (NoticeCard* card : QList(cards_))
    if (card->title() == title) remove(card);
  return cards_.size() < before;
}

void Notifications::closeAll() {
  qDeleteAll(std::exchange(cards_, {}));
  place();
}

void Notifications::setAnchor(const QPoint& lower_right, int room) {
  anchor_ = lower_right;
  room_ = room - 2 * kMargin;
  place();
}

bool Notifications::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() == QEvent::ZOrderChange && isVisible()) {
    toFront(*this);
    repaint();
  }
  return QWidget::eventFilter(watched, event);
}

// Hides the oldest ones that find no room; the height of the others. What is between them is not covered.
int Notifications::fit() {
  int shown = 0;
  bool fits = true;
  for (auto i = cards_.size(); i-- > 0;) {
    const int with = shown + heightOf(*cards_[i]) + (shown > 0 ? kGap : 0);
    fits = shown == 0 || (fits && with <= room_);
    if (fits) shown = with;
    cards_[i]->setVisible(fits);
  }
  QRegion covered;
  for (int below = shown; NoticeCard * card : QList(cards_.rbegin(), cards_.rend())) {
    if (card->isHidden()) break;
    const int height = heightOf(*card);
    covered += QRect(0, below - height, kWidth, height);
    below -= height + kGap;
  }
  if (mask() != covered) setMask(covered);
  return shown;
}

// All in one go, painting included: beside a native window, what is painted later is a blank block until then.
void Notifications::place() {
  if (cards_.isEmpty()) {
    hide();
    return;
  }
  box_->activate();
  const int height = fit();
  const QRect wanted(anchor_.x() - kWidth - kMargin, anchor_.y() - height - kMargin, kWidth, height);
  const bool stands = isVisible() && geometry() == wanted;
  if (geometry() != wanted) setGeometry(wanted);
  box_->activate();
  if (isHidden()) show();
  toFront(*this);
  if (!stands) repaint();
}

}  // namespace ww::ui
