// SPDX-License-Identifier: Apache-2.0
#include "ui/panels/timeline/rate_text.h"

#include <QCoreApplication>
#include <QLocale>
#include <algorithm>
#include <array>
#include <cmath>

#include "ui/settings/preferences.h"
#include "ui/widgets/quantity.h"
#include "ui/widgets/shown_decimals.h"
#include "ui/widgets/theme.h"

namespace ww::ui {
namespace {

struct RateText {
  Q_DECLARE_TR_FUNCTIONS(RateText)
};

}  // namespace

RateUnit rateUnit(usecase::Rate rate, bool revolute) {
  static constexpr std::array kPer{"", "/s", "/s\u00b2", "/s\u00b3"};
  const auto& preferred = Preferences::instance().values();
  const Unit* found = findUnit(revolute ? preferred.angle_unit : preferred.length_unit);
  const Unit& unit = found ? *found : defaultUnit(revolute ? Quantity::kAngle : Quantity::kLength);
  return {unit.si, QString::fromUtf8(unit.symbol) + QString::fromUtf8(kPer[static_cast<std::size_t>(rate)])};
}

QString rateText(double value, usecase::Rate rate, bool revolute) {
  const RateUnit unit = rateUnit(rate, revolute);
  const double shown = value / unit.si, size = std::abs(shown);
  const int places = size < 1.0 ? 3 : size < 100.0 ? 2 : 1;
  return QStringLiteral("%1 %2").arg(fixedText(shown, places), unit.text);
}

QString rateName(usecase::Rate rate) {
  switch (rate) {
    case usecase::Rate::kPosition: return RateText::tr("Position");
    case usecase::Rate::kVelocity: return RateText::tr("Velocity");
    case usecase::Rate::kAcceleration: return RateText::tr("Acceleration");
    default: return RateText::tr("Jerk");
  }
}

QString percentText(double share) { return RateText::tr("%1 %").arg(QLocale().toString(100.0 * share, 'f', 1)); }

// Okabe and Ito's colours, darker on a light ground and lighter on a dark one.
QColor jointColor(std::size_t joint) {
  // Most robots have six: of these no two are alike.
  static constexpr std::array<QRgb, 8> kLight{0x0072b2, 0xb85000, 0x007d59, 0xa8507f,
                                              0x444444, 0x7a3fb0, 0x946c00, 0x2a7fae};
  static constexpr std::array<QRgb, 8> kDark{0x56b4e9, 0xf0803c, 0x2fc79c, 0xe08fc0,
                                             0xcccccc, 0xb98cf0, 0xe6b422, 0x8fd0f5};
  const auto& colors = Theme::instance().isDark() ? kDark : kLight;
  return QColor::fromRgb(colors[joint % colors.size()] | 0xff000000u);
}

Qt::PenStyle jointStyle(std::size_t joint) {
  static constexpr std::array kStyles{Qt::SolidLine, Qt::DashLine, Qt::DashDotLine, Qt::DotLine};
  return kStyles[std::min<std::size_t>(joint / 8, kStyles.size() - 1)];
}

}  // namespace ww::ui
