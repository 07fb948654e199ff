// SPDX-License-Identifier: Apache-2.0
#include "ui/settings/units.h"

#include <numbers>

#include "ui/settings/preferences.h"

namespace ww::ui {
namespace {

constexpr double kPi = std::numbers::pi;

}  // namespace

const std::vector<Unit>& units() {
  static const std::vector<Unit> all{{"mm", Quantity::kLength, 1e-3},
                                     {"m", Quantity::kLength, 1.0},
                                     {"cm", Quantity::kLength, 1e-2},
                                     {"um", Quantity::kLength, 1e-6},
                                     {"\u00b5m", Quantity::kLength, 1e-6},
                                     {"km", Quantity::kLength, 1e3},
                                     {"in", Quantity::kLength, 0.0254},
                                     {"ft", Quantity::kLength, 0.3048},
                                     {"'", Quantity::kLength, 0.3048},
                                     {"\"", Quantity::kLength, 0.0254},
                                     {"deg", Quantity::kAngle, kPi / 180.0},
                                     {"\u00b0", Quantity::kAngle, kPi / 180.0},
                                     {"rad", Quantity::kAngle, 1.0},
                                     {"mrad", Quantity::kAngle, 1e-3},
                                     {"rev", Quantity::kAngle, 2.0 * kPi},
                                     {"N", Quantity::kForce, 1.0},
                                     {"kN", Quantity::kForce, 1e3},
                                     {"mN", Quantity::kForce, 1e-3},
                                     {"Nm", Quantity::kTorque, 1.0},
                                     {"kNm", Quantity::kTorque, 1e3},
                                     {"Nmm", Quantity::kTorque, 1e-3},
                                     {"s", Quantity::kTime, 1.0},
                                     {"ms", Quantity::kTime, 1e-3},
                                     {"min", Quantity::kTime, 60.0},
                                     {"", Quantity::kNumber, 1.0}};
  return all;
}

const Unit* findUnit(const QString& symbol) {
  for (const Unit& unit : units())
    if (symbol == QString::fromUtf8(unit.symbol)) return &unit;
  return nullptr;
}

const Unit& defaultUnit(Quantity quantity) {
  const PreferenceValues& preferred = Preferences::instance().values();
  const PreferenceValues usual;
  const auto of = [quantity](const QString& wanted, const QString& otherwise) -> const Unit& {
    const Unit* unit = findUnit(wanted);
    return unit && unit->quantity == quantity ? *unit : *findUnit(otherwise);
  };
  if (quantity == Quantity::kLength) return of(preferred.length_unit, usual.length_unit);
  if (quantity == Quantity::kAngle) return of(preferred.angle_unit, usual.angle_unit);
  if (quantity == Quantity::kForce) return *findUnit(QStringLiteral("N"));
  if (quantity == Quantity::kTorque) return *findUnit(QStringLiteral("Nm"));
  if (quantity == Quantity::kTime) return *findUnit(QStringLiteral("s"));
  return *findUnit(QString());
}

}  // namespace ww::ui
