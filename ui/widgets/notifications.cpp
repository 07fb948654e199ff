// SPDX-License-Identifier: Apache-2.0
#include "ui/widgets/notifications.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QTimer>
#include <QToolButton>

#include "ui/widgets/icons.h"

namespace ww::ui {
namespace {

constexpr int kMost = 4;
constexpr int kWidth = 340;

QFrame* card(const Notice& notice, QWidget* parent) {
  static const char* const kIcons[] = {"info", "check", "warning", "error"};
  static const Role kRoles[] = {Role::kAccent, Role::kGood, Role::kWarning, Role::kError};
  static const char* const kNames[] = {"info", "good", "warning", "error"};
  const auto kind = static_cast<std::size_t>(notice.kind);
  auto* frame = new QFrame(parent);
  frame->setObjectName(QStringLiteral("notice"));
  frame->setProperty("kind", QLatin1String(kNames[kind]));
  frame->setAccessibleName(notice.title);
  frame->setFixedWidth(kWidth);
  auto* mark = new QLabel(frame);
  mark->setPixmap(icon(QLatin1String(kIcons[kind]), kRoles[kind]).pixmap(QSize(20, 20), frame->devicePixelRatioF()));
  auto* title = new QLabel(notice.title, frame);
  title->setObjectName(QStringLiteral("noticeTitle"));
  title->setWordWrap(true);
  auto* close = new QToolButton(frame);
  close->setIcon(icon(QStringLiteral("close")));
  close->setAutoRaise(true);
  close->setIconSize(QSize(14, 14));
  close->setToolTip(Notifications::tr("Close"));
  close->setAccessibleName(Notifications::tr("Close this notice"));
  QObject::connect(close, &QToolButton::clicked, frame, &QWidget::deleteLater);
  auto* head = new QHBoxLayout;
  head->setSpacing(8);
  head->addWidget(mark, 0, Qt::AlignTop);
  head->addWidget(title, 1);
  head->addWidget(close, 0, Qt::AlignTop);
  auto* box = new QVBoxLayout(frame);
  box->setContentsMargins(12, 10, 8, 10);
  box->setSpacing(4);
  box->addLayout(head);
  if (!notice.text.isEmpty()) {
    auto* text = new QLabel(notice.text, frame);
    text->setWordWrap(true);
    text->setObjectName(QStringLiteral("dim"));
    text->setContentsMargins(28, 0, 8, 0);
    box->addWidget(text);
  }
  if (!notice.action.isEmpty()) {
    auto* button = new QPushButton(notice.action, frame);
    button->setObjectName(QStringLiteral("noticeAction"));
    button->setToolTip(notice.action);
    QObject::connect(button, &QPushButton::clicked, frame, [frame, handler = notice.handler] {
      frame->deleteLater();
      if (handler) handler();
    });
    box->addWidget(button, 0, Qt::AlignRight);
  }
  return frame;
}

}  // namespace

Notifications::Notifications(QWidget* window) : QWidget(window), box_(new QVBoxLayout(this)) {
  box_->setContentsMargins(0, 0, 0, 0);
  box_->setSpacing(8);
  // A native window of its own: else the 3D view would cover it.
  setAttribute(Qt::WA_NativeWindow);
  hide();
}

int Notifications::count() const {
  return static_cast<int>(findChildren<QFrame*>(QStringLiteral("notice"), Qt::FindDirectChildrenOnly).size());
}

void Notifications::post(const Notice& notice) {
  auto cards = findChildren<QFrame*>(QStringLiteral("notice"), Qt::FindDirectChildrenOnly);
  while (cards.size() >= kMost) delete cards.takeFirst();
  auto* frame = card(notice, this);
  box_->addWidget(frame);
  connect(frame, &QObject::destroyed, this, [this] { QMetaObject::invokeMethod(this, &Notifications::place, Qt::QueuedConnection); });
  if (notice.kind == Notice::Kind::kInfo || notice.kind == Notice::Kind::kGood)
    QTimer::singleShot(notice.action.isEmpty() ? 5000 : 9000, frame, &QWidget::deleteLater);
  place();
}

void Notifications::closeAll() {
  qDeleteAll(findChildren<QFrame*>(QStringLiteral("notice"), Qt::FindDirectChildrenOnly));
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
