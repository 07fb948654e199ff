// SPDX-License-Identifier: Apache-2.0
#include "ui/widgets/notice_card.h"

#include <QHBoxLayout>
#include <QPushButton>
#include <QRegularExpression>
#include <QToolButton>

#include "ui/widgets/icons.h"
#include "ui/widgets/wrap_label.h"

namespace ww::ui {
namespace {

constexpr int kCardWidth = 340;
constexpr int kSides = 20;           // margins of the card
constexpr int kActionSides = 24;     // padding of a button, and what stands between two
constexpr double kBoldness = 1.15;   // actions are written bold
constexpr int kPerCharacterMs = 60;  // a slow reader's pace

int readingMs(const Notice& notice) {
  const bool bad = notice.kind == Notice::Kind::kWarning || notice.kind == Notice::Kind::kError;
  const int text = static_cast<int>(notice.title.size() + notice.text.size()) * kPerCharacterMs;
  return std::min(30'000, (bad ? 8000 : notice.action.isEmpty() ? 4000 : 7000) + text);
}

// Names of several lines would hide what else is said: of each its ends stay, the tip has all of it.
QString withShortNames(const QString& text) {
  constexpr qsizetype kLongest = 90, kEnds = 40;
  static const QRegularExpression word(QStringLiteral("\\S{%1,}").arg(kLongest));
  QString out;
  qsizetype from = 0;
  for (auto all = word.globalMatch(text); all.hasNext();) {
    const auto match = all.next();
    const QString name = match.captured();
    out += text.mid(from, match.capturedStart() - from) + name.left(kEnds) + QChar(0x2026) + name.right(kEnds);
    from = match.capturedEnd();
  }
  return out + text.mid(from);
}

}  // namespace

NoticeCard::NoticeCard(const Notice& notice, double pace, QWidget* parent)
    : QFrame(parent), notice_(notice), pace_(pace), title_(new WrapLabel(withShortNames(notice.title), this)) {
  static const char* const kNames[] = {"info", "good", "warning", "error"};
  setObjectName(QStringLiteral("notice"));
  setProperty("kind", QLatin1String(kNames[static_cast<std::size_t>(notice.kind)]));
  setAccessibleName(notice.title);
  setAccessibleDescription(notice.text);
  setFixedWidth(kCardWidth);
  auto* box = new QVBoxLayout(this);
  box->setContentsMargins(12, 10, 8, 10);
  box->setSpacing(4);
  box->addLayout(buildHead());
  if (!notice.text.isEmpty()) {
    auto* text = new WrapLabel(withShortNames(notice.text), this);
    if (text->text() != notice.text) text->setToolTip(notice.text);
    text->setObjectName(QStringLiteral("dim"));
    text->setContentsMargins(28, 0, 8, 0);
    box->addWidget(text);
  }
  if (!notice.action.isEmpty() || !notice.more.empty()) box->addLayout(buildActions());
  life_.setSingleShot(true);
  connect(&life_, &QTimer::timeout, this, &NoticeCard::left);
  startReading();
}

QLayout* NoticeCard::buildHead() {
  static const char* const kIcons[] = {"info", "check", "warning", "error"};
  static const Role kRoles[] = {Role::kAccent, Role::kGood, Role::kWarning, Role::kError};
  const auto kind = static_cast<std::size_t>(notice_.kind);
  auto* mark = new QLabel(this);
  mark->setPixmap(icon(QLatin1String(kIcons[kind]), kRoles[kind]).pixmap(QSize(20, 20), devicePixelRatioF()));
  title_->setObjectName(QStringLiteral("noticeTitle"));
  if (title_->text() != notice_.title) title_->setToolTip(notice_.title);
  auto* close = new QToolButton(this);
  close->setIcon(icon(QStringLiteral("close")));
  close->setAutoRaise(true);
  close->setIconSize(QSize(14, 14));
  close->setToolTip(Notifications::tr("Close"));
  close->setAccessibleName(Notifications::tr("Close this notice"));
  connect(close, &QToolButton::clicked, this, &NoticeCard::left);
  auto* head = new QHBoxLayout;
  head->setSpacing(8);
  head->addWidget(mark, 0, Qt::AlignTop);
  head->addWidget(title_, 1);
  head->addWidget(close, 0, Qt::AlignTop);
  return head;
}

// Side by side, or below each other where their texts need it.
QLayout* NoticeCard::buildActions() {
  auto all = notice_.more;
  if (!notice_.action.isEmpty()) all.insert(all.begin(), {notice_.action, notice_.handler});
  std::vector<QPushButton*> buttons;
  double width = 0;
  for (const auto& [text, handler] : all) {
    auto* button = new QPushButton(text, this);
    button->setObjectName(QStringLiteral("noticeAction"));
    button->setToolTip(text);
    connect(button, &QPushButton::clicked, this, [this, run = handler] {
      Q_EMIT left();
      if (run) run();
    });
    buttons.push_back(button);
    width += title_->fontMetrics().horizontalAdvance(text) * kBoldness + kActionSides;
  }
  auto* row = new QBoxLayout(width > kCardWidth - kSides ? QBoxLayout::TopToBottom : QBoxLayout::LeftToRight);
  row->setSpacing(4);
  if (row->direction() == QBoxLayout::LeftToRight) row->addStretch(1);
  for (auto* button : buttons) row->addWidget(button, 0, Qt::AlignRight);
  return row;
}

bool NoticeCard::isSame(const Notice& notice) const {
  return notice.kind == notice_.kind && notice.title == notice_.title && notice.text == notice_.text;
}

void NoticeCard::again() {
  ++times_;
  const QString text = Notifications::tr("%1 (%2 times)").arg(notice_.title).arg(times_);
  title_->setText(withShortNames(text));
  setAccessibleName(text);
  if (!underMouse()) startReading();
}

void NoticeCard::startReading() {
  if (!notice_.stays) life_.start(static_cast<int>(readingMs(notice_) * pace_));
}

void NoticeCard::enterEvent(QEnterEvent* event) {
  life_.stop();
  QFrame::enterEvent(event);
}

void NoticeCard::leaveEvent(QEvent* event) {
  startReading();
  QFrame::leaveEvent(event);
}

}  // namespace ww::ui
