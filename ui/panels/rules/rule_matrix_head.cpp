// SPDX-License-Identifier: Apache-2.0
#include "ui/panels/rules/rule_matrix_head.h"

#include <QMouseEvent>
#include <QPainter>
#include <algorithm>

#include "ui/widgets/theme.h"

namespace ww::ui {
namespace {

// Pixels, along the text.
constexpr int kHeadArrow = 16, kHeadIndent = 10, kHeadEnd = 4;
constexpr int kLeastHead = 72, kMostHeadBeside = 210, kMostHeadAbove = 110;

}  // namespace

RuleMatrixHead::RuleMatrixHead(Qt::Orientation side, RuleMatrixModel& lines, QWidget* parent)
    : QHeaderView(side, parent), lines_(lines) {
  setHighlightSections(false);
  setSectionsClickable(false);
  const int size = cellSize(*this);
  setMinimumSectionSize(size);
  setDefaultSectionSize(size);
  setSectionResizeMode(QHeaderView::Fixed);
}

int RuleMatrixHead::cellSize(const QWidget& widget) { return std::max(18, widget.fontMetrics().height() + 4); }

void RuleMatrixHead::setLit(int section) {
  if (section == lit_) return;
  lit_ = section;
  viewport()->update();
}

QPoint RuleMatrixHead::arrowOf(int section) const {
  const int across = sectionViewportPosition(section) + sectionSize(section) / 2;
  return orientation() == Qt::Vertical ? QPoint(kHeadArrow / 2, across)
                                       : QPoint(across, viewport()->height() - kHeadArrow / 2);
}

QSize RuleMatrixHead::sectionSizeFromContents(int) const {
  const bool beside = orientation() == Qt::Vertical;
  const int text = fontMetrics().horizontalAdvance(lines_.longestName()) + kHeadArrow + kHeadIndent + 2 * kHeadEnd;
  const int along = std::clamp(text, kLeastHead, beside ? kMostHeadBeside : kMostHeadAbove), across = cellSize(*this);
  return beside ? QSize(along, across) : QSize(across, along);
}

// As if it lay; what is above the matrix is turned, with its beginning at the cells.
void RuleMatrixHead::paintLine(QPainter& painter, const QSize& size, int section) const {
  const Theme& theme = Theme::instance();
  const RuleMatrixModel::Line& line = lines_.line(orientation(), section);
  painter.fillRect(QRect(QPoint(), size), theme.color(section == lit_ ? Role::kHover : Role::kPanel));
  painter.setPen(theme.color(Role::kLine));
  painter.drawLine(0, size.height() - 1, size.width(), size.height() - 1);
  painter.setPen(theme.color(line.entity ? Role::kDim : Role::kText));
  if (line.can_open) {
    // To the right, or down where it is open.
    const QPointF middle(0.5 * kHeadArrow, 0.5 * size.height());
    constexpr double kReach = 3.5;
    const QPointF ahead = line.is_open ? QPointF(0, kReach) : QPointF(kReach, 0);
    const QPointF aside = line.is_open ? QPointF(kReach, 0) : QPointF(0, kReach);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setBrush(painter.pen().color());
    painter.drawPolygon(QPolygonF({middle + ahead, middle - 0.6 * ahead + aside, middle - 0.6 * ahead - aside}));
  }
  const int from = kHeadArrow + (line.entity ? kHeadIndent : 0);
  const QRect text(from, 0, size.width() - from - kHeadEnd, size.height());
  painter.drawText(text, Qt::AlignLeft | Qt::AlignVCenter,
                   fontMetrics().elidedText(lines_.name(orientation(), section), Qt::ElideMiddle, text.width()));
}

void RuleMatrixHead::paintSection(QPainter* painter, const QRect& rect, int section) const {
  if (section < 0 || section >= count()) return;
  painter->save();
  painter->setFont(font());
  if (orientation() == Qt::Vertical) {
    painter->translate(rect.topLeft());
    paintLine(*painter, rect.size(), section);
  } else {
    painter->translate(rect.left(), rect.top() + rect.height());
    painter->rotate(-90.0);
    paintLine(*painter, rect.size().transposed(), section);
  }
  painter->restore();
}

void RuleMatrixHead::mousePressEvent(QMouseEvent* event) {
  const QPoint at = event->position().toPoint();
  const int section = sectionAt(at);
  if (event->button() != Qt::LeftButton || section < 0) return;
  const int along = orientation() == Qt::Vertical ? at.x() : viewport()->height() - at.y();
  const bool on_arrow = along < kHeadArrow && lines_.line(orientation(), section).can_open;
  if (on_arrow) Q_EMIT foldAsked(section);
  else Q_EMIT chosen(section);
}

// Nothing is dragged or resized here.
void RuleMatrixHead::mouseMoveEvent(QMouseEvent*) {}
void RuleMatrixHead::mouseReleaseEvent(QMouseEvent*) {}

// On the arrow each click counts: the first press has opened it, the second folds it again.
void RuleMatrixHead::mouseDoubleClickEvent(QMouseEvent* event) {
  const int section = sectionAt(event->position().toPoint());
  if (section >= 0 && lines_.line(orientation(), section).can_open) Q_EMIT foldAsked(section);
}

}  // namespace ww::ui
