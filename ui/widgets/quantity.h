// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QLocale>
#include <QString>
#include <optional>

#include "ui/settings/units.h"

namespace ww::ui {

struct ParsedQuantity {
  std::optional<double> si;  // metres, radians, N, Nm, seconds or the number itself
  QString error;             // why there is none, for the user
};
// Numbers, + - * / ^ ( ), functions (sqrt abs sin cos tan), pi, units of lengths, angles, forces, torques and
// times: "25.4mm + 1in", "90deg/2", "1/4in", "5' 3\"", "0.5kN * 20mm". A number without unit counts in `unit`. A
// decimal comma is taken where it can mean nothing else.
ParsedQuantity parseQuantity(const QString& text, Quantity quantity, const Unit& unit,
                             const QLocale& locale = QLocale());
// In `unit`, at most `decimals` places, no trailing zeros, no unit.
QString formatQuantity(double si, const Unit& unit, int decimals, const QLocale& locale = QLocale());
// As many digits as give the same double again.
QString formatExactly(double si, const Unit& unit);

}  // namespace ww::ui
