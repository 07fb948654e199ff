// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QString>
#include <vector>

namespace ww::ui {

enum class Quantity { kNumber, kLength, kAngle, kForce, kTorque, kTime };

// A unit to show and type a quantity in. `si` is the value of one unit in metres, radians, N, Nm or seconds.
struct Unit {
  const char* symbol;
  Quantity quantity;
  double si;
};
const std::vector<Unit>& units();
// The unit with that symbol; null when there is none.
const Unit* findUnit(const QString& symbol);
// What lengths and angles are shown in unless the user chose otherwise: mm, degrees (°); and N, Nm, s.
const Unit& defaultUnit(Quantity quantity);

}  // namespace ww::ui
