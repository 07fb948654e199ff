// SPDX-License-Identifier: Apache-2.0
#include "ui/widgets/wrap_label.h"

#include <QHelpEvent>
#include <QPainter>
#include <QStyleOptionButton>
#include <QStylePainter>
#include <QTextBlock>
#include <QTextLayout>
#include <QToolTip>
#include <algorithm>
#include <cmath>

namespace ww::ui {
namespace {

constexpr int kUsualWidth = 160, kLeastWidth = 40;  // pixels

// Its height. Without a painter it is only measured.
int layOut(const QLabel& label, int width, QPainter* painter, QPoint at) {
  QTextLayout layout(QString(label.text()).replace(QLatin1Char('\n'), QChar(QChar::LineSeparator)), label.font());
  QTextOption option(label.alignment() & Qt::AlignHorizontal_Mask);
  option.setWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
  layout.setTextOption(option);
  layout.beginLayout();
  double height = 0.0;
  for (QTextLine line = layout.createLine(); line.isValid(); line = layout.createLine()) {
    line.setLineWidth(std::max(1, width));
    line.setPosition(QPointF(0.0, height));
    height += line.height();
  }
  layout.endLayout();
  if (painter) layout.draw(painter, at);
  return static_cast<int>(std::ceil(height));
}

}  // namespace

WrapLabel::WrapLabel(const QString& text, QWidget* parent) : QLabel(text, parent) {
  setTextFormat(Qt::PlainText);
  setWordWrap(true);
}

int WrapLabel::sides() const {
  const QMargins edge = contentsMargins();
  return edge.left() + edge.right() + 2 * margin() + std::max(0, indent());
}

QSize WrapLabel::sizeHint() const {
  const int width = std::min(kUsualWidth, fontMetrics().horizontalAdvance(text()) + 2) + sides();
  return {width, heightForWidth(width)};
}

QSize WrapLabel::minimumSizeHint() const { return {std::min(kLeastWidth, sizeHint().width()), fontMetrics().height()}; }

int WrapLabel::heightForWidth(int width) const {
  const QMargins edge = contentsMargins();
  return layOut(*this, width - sides(), nullptr, {}) + edge.top() + edge.bottom() + 2 * margin();
}

void WrapLabel::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.setPen(palette().color(isEnabled() ? QPalette::Active : QPalette::Disabled, foregroundRole()));
  const QRect room = contentsRect().adjusted(margin() + std::max(0, indent()), margin(), -margin(), -margin());
  const int free = room.height() - layOut(*this, room.width(), nullptr, {});
  const bool top = alignment() & Qt::AlignTop;
  layOut(*this, room.width(), &painter, room.topLeft() + QPoint(0, top ? 0 : std::max(0, free / 2)));
}

WrapText::WrapText(const QString& text, QWidget* parent) : QPlainTextEdit(text, parent) {
  setObjectName(QStringLiteral("wrapText"));
  setReadOnly(true);
  setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
  setTabChangesFocus(true);
  setFrameShape(QFrame::NoFrame);
  setWordWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
  setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
  document()->setDocumentMargin(0.0);
}

QSize WrapText::minimumSizeHint() const { return {kLeastWidth, fontMetrics().lineSpacing()}; }

void WrapText::resizeEvent(QResizeEvent* event) {
  QPlainTextEdit::resizeEvent(event);
  double text = 0.0;
  for (QTextBlock block = document()->firstBlock(); block.isValid(); block = block.next())
    text += blockBoundingRect(block).height();
  const int height = static_cast<int>(std::ceil(text)) + 2 + this->height() - viewport()->height();
  if (height != minimumHeight()) setFixedHeight(height);
}

ElidedButton::ElidedButton(const QString& text, QWidget* parent) : QPushButton(text, parent) {
  setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
}

QSize ElidedButton::minimumSizeHint() const {
  const QSize full = QPushButton::minimumSizeHint();
  return {std::min(full.width(), kUsualWidth / 2), full.height()};
}

QString ElidedButton::shownText() const {
  const int sides = sizeHint().width() - fontMetrics().horizontalAdvance(text());
  return width() >= sizeHint().width()
             ? text()
             : fontMetrics().elidedText(text(), Qt::ElideMiddle, width() - std::max(0, sides));
}

bool ElidedButton::event(QEvent* event) {
  if (event->type() != QEvent::ToolTip || shownText() == text()) return QPushButton::event(event);
  const QString tip = toolTip().isEmpty() ? text() : text() + QLatin1Char('\n') + toolTip();
  QToolTip::showText(static_cast<QHelpEvent*>(event)->globalPos(), tip, this);
  return true;
}

void ElidedButton::paintEvent(QPaintEvent*) {
  QStylePainter painter(this);
  QStyleOptionButton option;
  initStyleOption(&option);
  option.text = shownText();
  painter.drawControl(QStyle::CE_PushButton, option);
}

WrapButton::WrapButton(const QString& text, QWidget* parent) : QPushButton(text, parent) {
  QSizePolicy policy(QSizePolicy::Preferred, QSizePolicy::Fixed);
  policy.setHeightForWidth(true);
  setSizePolicy(policy);
}

QSize WrapButton::sides() const {
  const QSize line = fontMetrics().size(Qt::TextShowMnemonic, text());
  return (QPushButton::sizeHint() - line).expandedTo({0, 0});
}

QString WrapButton::linesFor(int width) const {
  QTextLayout layout(text(), font());
  QTextOption option;
  option.setWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
  layout.setTextOption(option);
  QStringList lines;
  layout.beginLayout();
  for (QTextLine line = layout.createLine(); line.isValid(); line = layout.createLine()) {
    line.setLineWidth(std::max(1, width));
    lines << text().mid(line.textStart(), line.textLength()).trimmed();
  }
  layout.endLayout();
  return lines.join(QLatin1Char('\n'));
}

QString WrapButton::shownText() const { return linesFor(width() - sides().width()); }

int WrapButton::heightForWidth(int width) const {
  const QSize edge = sides();
  return fontMetrics().size(0, linesFor(width - edge.width())).height() + edge.height();
}

QSize WrapButton::sizeHint() const {
  const int width = std::min(QPushButton::sizeHint().width(), kUsualWidth);
  return {width, heightForWidth(width)};
}

QSize WrapButton::minimumSizeHint() const {
  return {std::min(QPushButton::sizeHint().width(), kUsualWidth / 2), QPushButton::sizeHint().height()};
}

void WrapButton::paintEvent(QPaintEvent*) {
  QStylePainter painter(this);
  QStyleOptionButton option;
  initStyleOption(&option);
  option.text = shownText();
  painter.drawControl(QStyle::CE_PushButton, option);
}

}  // namespace ww::ui
