// SPDX-License-Identifier: Apache-2.0
#include "ui/panels/deviation_legend.h"

#include <QLinearGradient>
#include <QLocale>
#include <QPainter>
#include <algorithm>

#include "ui/bridge/motion_text.h"
#include "ui/widgets/theme.h"

namespace ww::ui {
namespace {

constexpr int kLegendBar = 10, kLegendGap = 4;  // pixels
const QColor kNoDeviation(0xd6, 0xd9, 0xde), kMostMissing(0x1c, 0x5f, 0xd0), kMostBlocked(0xe0, 0x50, 0x10);

QColor mixedColor(const QColor& from, const QColor& to, double share) {
  const auto s = static_cast<float>(std::clamp(share, 0.0, 1.0));
  const auto at = [s](float a, float b) { return a + s * (b - a); };
  return QColor::fromRgbF(at(from.redF(), to.redF()), at(from.greenF(), to.greenF()), at(from.blueF(), to.blueF()));
}

}  // namespace

QColor deviationColor(double off_m, const DeviationScale& scale) {
  const double most = off_m < 0.0 ? scale.missing_m : scale.blocked_m;
  if (most <= 0.0) return kNoDeviation;
  return mixedColor(kNoDeviation, off_m < 0.0 ? kMostMissing : kMostBlocked, std::abs(off_m) / most);
}

QString deviationText(double metres) {
  constexpr double kNothing = 1e-6;
  return metres < kNothing ? QLocale().toString(0) : lengthText(metres);
}

DeviationLegend::DeviationLegend(QWidget* parent) : QWidget(parent) {
  setAccessibleName(tr("Colours of the deviation"));
  setToolTip(tr("How far what is checked lies from what is seen, as it is painted in the view"));
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

void DeviationLegend::setScale(const DeviationScale& scale) {
  if (scale == scale_) return;
  scale_ = scale;
  setAccessibleDescription(text());
  update();
}

QString DeviationLegend::missingText() const { return tr("%1 missing").arg(deviationText(scale_.missing_m)); }
QString DeviationLegend::blockedText() const { return tr("%1 blocked").arg(deviationText(scale_.blocked_m)); }
QString DeviationLegend::text() const { return missingText() + QStringLiteral(" / ") + blockedText(); }

QSize DeviationLegend::sizeHint() const { return {200, kLegendBar + kLegendGap + fontMetrics().height()}; }
QSize DeviationLegend::minimumSizeHint() const { return {80, sizeHint().height()}; }

void DeviationLegend::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  const QRectF bar(0.5, 0.5, width() - 1.0, kLegendBar);
  QLinearGradient colors(bar.topLeft(), bar.topRight());
  colors.setColorAt(0.0, kMostMissing);
  colors.setColorAt(0.5, kNoDeviation);
  colors.setColorAt(1.0, kMostBlocked);
  painter.setPen(Theme::instance().color(Role::kLine));
  painter.setBrush(colors);
  painter.drawRect(bar);
  painter.setPen(Theme::instance().color(Role::kText));
  const QRect words(0, kLegendBar + kLegendGap, width(), fontMetrics().height());
  painter.drawText(words, Qt::AlignLeft | Qt::AlignVCenter, missingText());
  painter.drawText(words, Qt::AlignHCenter | Qt::AlignVCenter, QLocale().toString(0));
  painter.drawText(words, Qt::AlignRight | Qt::AlignVCenter, blockedText());
}

}  // namespace ww::ui
