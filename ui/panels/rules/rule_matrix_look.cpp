// SPDX-License-Identifier: Apache-2.0
#include "ui/panels/rules/rule_matrix_look.h"

#include <QCoreApplication>
#include <QPainter>
#include <QPainterPath>
#include <QPixmap>

#include "ui/widgets/theme.h"

namespace ww::ui {

using usecase::CellSign;

namespace {

struct RuleMatrixLook {
  Q_DECLARE_TR_FUNCTIONS(RuleMatrixLook)
};

constexpr double kMarginTint = 0.14;  // of the accent in its ground

QColor blended(const QColor& a, const QColor& b, double share) {
  const auto part = [share](float from, float to) { return static_cast<float>(from + share * (to - from)); };
  return QColor::fromRgbF(part(a.redF(), b.redF()), part(a.greenF(), b.greenF()), part(a.blueF(), b.blueF()));
}

// Shapes in a square of side 1, y down.
void paintSignLines(QPainter& painter, CellSign sign) {
  switch (sign) {
    case CellSign::kChecked: painter.drawPolyline(QPolygonF({{0.18, 0.55}, {0.42, 0.78}, {0.84, 0.25}})); break;
    case CellSign::kExcluded:
      painter.drawLine(QPointF(0.22, 0.22), QPointF(0.78, 0.78));
      painter.drawLine(QPointF(0.78, 0.22), QPointF(0.22, 0.78));
      break;
    case CellSign::kMargin:
      painter.drawLine(QPointF(0.15, 0.2), QPointF(0.15, 0.8));
      painter.drawLine(QPointF(0.85, 0.2), QPointF(0.85, 0.8));
      painter.drawLine(QPointF(0.32, 0.5), QPointF(0.68, 0.5));
      break;
    case CellSign::kOwnRule:
      painter.drawPolygon(QPolygonF({{0.5, 0.12}, {0.88, 0.5}, {0.5, 0.88}, {0.12, 0.5}}));
      break;
    case CellSign::kAdjacent:
      painter.drawEllipse(QPointF(0.27, 0.5), 0.16, 0.16);
      painter.drawEllipse(QPointF(0.73, 0.5), 0.16, 0.16);
      painter.drawLine(QPointF(0.43, 0.5), QPointF(0.57, 0.5));
      break;
    case CellSign::kMixed: painter.drawEllipse(QPointF(0.5, 0.5), 0.34, 0.34); break;
    default: break;
  }
}

void paintSignFills(QPainter& painter, CellSign sign) {
  if (sign == CellSign::kSameBody) painter.drawRect(QRectF(0.25, 0.25, 0.5, 0.5));
  if (sign == CellSign::kOwnRule) painter.drawEllipse(QPointF(0.5, 0.5), 0.1, 0.1);
  if (sign != CellSign::kMixed) return;
  QPainterPath half;
  half.moveTo(0.5, 0.16);
  half.arcTo(QRectF(0.16, 0.16, 0.68, 0.68), 90.0, -180.0);
  half.closeSubpath();
  painter.drawPath(half);
}

}  // namespace

CellLook cellLook(CellSign sign, bool dark) {
  const auto c = [dark](Role role) { return Theme::color(role, dark); };
  switch (sign) {
    case CellSign::kChecked: return {c(Role::kGoodGround), c(Role::kGood)};
    case CellSign::kExcluded: return {c(Role::kErrorGround), c(Role::kError)};
    case CellSign::kMargin: return {blended(c(Role::kPanel), c(Role::kAccent), kMarginTint), c(Role::kAccent)};
    case CellSign::kOwnRule: return {c(Role::kWarningGround), c(Role::kWarning)};
    case CellSign::kAdjacent: return {c(Role::kField), c(Role::kDim)};
    case CellSign::kSameBody: return {c(Role::kHover), c(Role::kDim)};
    case CellSign::kMixed: return {c(Role::kPanel), c(Role::kText)};
    case CellSign::kNothing: break;
  }
  return {c(Role::kGround), c(Role::kDim)};
}

void paintSign(QPainter& painter, const QRectF& square, CellSign sign, const QColor& color) {
  painter.save();
  painter.setRenderHint(QPainter::Antialiasing);
  painter.translate(square.topLeft());
  painter.scale(square.width(), square.height());
  painter.setBrush(Qt::NoBrush);
  painter.setPen(QPen(color, 0.13, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
  paintSignLines(painter, sign);
  painter.setPen(Qt::NoPen);
  painter.setBrush(color);
  paintSignFills(painter, sign);
  painter.restore();
}

QPixmap cellPicture(CellSign sign, int size, qreal device_pixel_ratio) {
  const CellLook look = cellLook(sign, Theme::instance().isDark());
  QPixmap out(QSize(size, size) * device_pixel_ratio);
  out.setDevicePixelRatio(device_pixel_ratio);
  out.fill(look.ground);
  QPainter painter(&out);
  const double inset = 0.16 * size;
  paintSign(painter, QRectF(inset, inset, size - 2 * inset, size - 2 * inset), sign, look.sign);
  return out;
}

QString cellWord(CellSign sign) {
  switch (sign) {
    case CellSign::kChecked: return RuleMatrixLook::tr("checked");
    case CellSign::kExcluded: return RuleMatrixLook::tr("not checked");
    case CellSign::kMargin: return RuleMatrixLook::tr("kept apart by a margin");
    case CellSign::kOwnRule: return RuleMatrixLook::tr("a rule of the object");
    case CellSign::kAdjacent: return RuleMatrixLook::tr("neighbours at a joint");
    case CellSign::kSameBody: return RuleMatrixLook::tr("one body");
    case CellSign::kMixed: return RuleMatrixLook::tr("different, open it");
    case CellSign::kNothing: break;
  }
  return RuleMatrixLook::tr("nothing to check");
}

QString cellHint(CellSign sign) {
  switch (sign) {
    case CellSign::kChecked:
    case CellSign::kMargin: return RuleMatrixLook::tr("The brush Exclude ends the check.");
    case CellSign::kExcluded: return RuleMatrixLook::tr("The brush Check has it checked again.");
    case CellSign::kOwnRule:
    case CellSign::kAdjacent: return RuleMatrixLook::tr("The brush Check has it checked all the same.");
    case CellSign::kSameBody: return RuleMatrixLook::tr("They cannot move against each other.");
    case CellSign::kMixed:
      return RuleMatrixLook::tr("Enter opens the object of the row, Shift+Enter that of the column.");
    case CellSign::kNothing: break;
  }
  return {};
}

const std::vector<CellSign>& legendSigns() {
  static const std::vector<CellSign> signs{CellSign::kChecked, CellSign::kMargin,   CellSign::kExcluded,
                                           CellSign::kOwnRule, CellSign::kAdjacent, CellSign::kSameBody,
                                           CellSign::kMixed};
  return signs;
}

CellSign signOf(usecase::Brush brush) {
  switch (brush) {
    case usecase::Brush::kExclude: return CellSign::kExcluded;
    case usecase::Brush::kMargin: return CellSign::kMargin;
    case usecase::Brush::kCheck: break;
  }
  return CellSign::kChecked;
}

}  // namespace ww::ui
