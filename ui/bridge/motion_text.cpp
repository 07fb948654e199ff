// SPDX-License-Identifier: Apache-2.0
#include "ui/bridge/motion_text.h"

#include <QCoreApplication>
#include <QLocale>
#include <cmath>

namespace ww::ui {
namespace {

struct MotionText {
  Q_DECLARE_TR_FUNCTIONS(MotionText)
};

}  // namespace

QString lengthText(double metres) {
  constexpr double kLeastMm = 1e-3;
  const double mm = 1000.0 * metres, size = std::abs(mm);
  if (mm != 0.0 && size < kLeastMm) return MotionText::tr("less than %1 mm").arg(QLocale().toString(kLeastMm, 'f', 3));
  if (mm == 0.0) return QStringLiteral("0 mm");
  // What would be rounded up to the next limit is written as that: 100, not 100.0.
  const int places = size < 0.0995 ? 3 : size < 9.995 ? 2 : size < 99.95 ? 1 : 0;
  return QStringLiteral("%1 mm").arg(QLocale().toString(mm, 'f', places));
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
