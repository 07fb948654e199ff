// SPDX-License-Identifier: Apache-2.0
#include "ui/widgets/notifications.h"

#include "ui/widgets/notice_card.h"

namespace ww::ui {
namespace {

constexpr int kMost = 3;
constexpr int kWidth = 340;

}  // namespace

Notifications::Notifications(QWidget* window) : QWidget(window), box_(new QVBoxLayout(this)) {
  box_->setContentsMargins(0, 0, 0, 0);
  box_->setSpacing(8);
  // A native window of its own: else the 3D view would cover it.
  setAttribute(Qt::WA_NativeWindow);
  hide();
}

QList<NoticeCard*> Notifications::cards() const { return findChildren<NoticeCard*>(QString(), Qt::FindDirectChildrenOnly); }

int Notifications::count() const { return static_cast<int>(cards().size()); }

void Notifications::post(const Notice& notice) {
  auto all = cards();
  for (NoticeCard* card : all)
    if (card->isSame(notice)) {
      card->again();
      place();
      return;
    }
  // The oldest makes room, but one that waits for a decision only for lack of others.
  while (all.size() >= kMost) {
    auto oldest = std::find_if(all.begin(), all.end(), [](const NoticeCard* card) { return !card->stays(); });
    if (oldest == all.end()) oldest = all.begin();
    delete *oldest;
    all.erase(oldest);
  }
  auto* card = new NoticeCard(notice, pace_, this);
  box_->addWidget(card);
  connect(card, &QObject::destroyed, this, [this] { QMetaObject::invokeMethod(this, &Notifications::place, Qt::QueuedConnection); });
  place();
}

void Notifications::closeAll() {
  qDeleteAll(cards());
  place();
}

void Notifications::setAnchor(const QPoint& lower_right) {
  anchor_ = lower_right;
  place();
}

void Notifications::place() {
  if (count() == 0) {
    hide();
    return;
  }
  box_->activate();
  const int height = box_->hasHeightForWidth() ? box_->heightForWidth(kWidth) : box_->sizeHint().height();
  setGeometry(anchor_.x() - kWidth - 12, anchor_.y() - height - 12, kWidth, height);
  show();
  raise();
}

}  // namespace ww::ui
