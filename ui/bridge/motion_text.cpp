// SPDX-License-Identifier: Apache-2.0
#include "ui/bridge/motion_text.h"

#include <QCoreApplication>
#include <QLocale>
#include <algorithm>
#include <cmath>

#include "ui/settings/units.h"

namespace ww::ui {
namespace {

struct MotionText {
  Q_DECLARE_TR_FUNCTIONS(MotionText)
};

}  // namespace

// The places of the finest figure: a micrometre, or what is next to it in the unit.
static int finestPlaces(const Unit& unit) {
  return std::max(3 + static_cast<int>(std::lround(std::log10(unit.si / 1e-3))), 0);
}

// As many places as tell. What would be rounded up to the next limit is written as that: 100, not 100.0.
static int placesOf(const Unit& unit, double shown) {
  const double size = std::abs(shown);
  if (size >= 99.95) return 0;
  if (size >= 9.995) return 1;
  const int finest = finestPlaces(unit);
  if (size >= 0.995 || finest <= 3) return size < 0.0995 ? finest : std::min(2, finest);
  return std::min(finest, std::max(3, static_cast<int>(std::ceil(-std::log10(size))) + 1));
}

QString lengthText(double metres) {
  const Unit& unit = defaultUnit(Quantity::kLength);
  const QString symbol = QString::fromUtf8(unit.symbol);
  const double least = std::pow(10.0, -finestPlaces(unit)) * unit.si;
  const auto written = [&](double si) {
    return QLocale().toString(si / unit.si, 'f', placesOf(unit, si / unit.si)) + QLatin1Char(' ') + symbol;
  };
  if (metres == 0.0) return QStringLiteral("0 ") + symbol;
  // A hair more than the least counts as it: powers of ten are not exact.
  return std::abs(metres) < least * (1.0 - 1e-9) ? MotionText::tr("less than %1").arg(written(least)) : written(metres);
}

QString pairText(const world::World& world, const collision::Contact& c) {
  const QString a = QString::fromStdString(world.display(c.a)), b = QString::fromStdString(world.display(c.b));
  if (c.distance_m > 0.0)
    return MotionText::tr("%1 and %2 are only %3 apart, %4 are asked for")
        .arg(a, b, lengthText(c.distance_m), lengthText(c.margin_m));
  if (c.distance_m == 0.0) return MotionText::tr("%1 and %2 touch").arg(a, b);
  return MotionText::tr("%1 and %2 overlap by %3").arg(a, b, lengthText(-c.distance_m));
}

QString ruleText(const world::World& world, const collision::Contact& c) {
  const QString key = QString::fromStdString(c.rule);
  if (key == QLatin1String("minimum_margin")) return MotionText::tr("minimum margin");
  const QString number = key.section(QLatin1Char(':'), -1);
  bool is_number = false;
  (void)number.toInt(&is_number);
  if (!is_number) return MotionText::tr("no rule");
  if (!key.startsWith(QLatin1String("object"))) return MotionText::tr("rule %1").arg(number);
  const auto* owner = world.owner(c.a);
  return MotionText::tr("rule %1 of %2")
      .arg(number, owner ? QString::fromStdString(world.display(owner->object)) : QString());
}

}  // namespace ww::ui
