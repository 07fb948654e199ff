// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "ui/widgets/quantity.h"

namespace ww::ui {

// The places that a quantity is shown with in that unit, of which `usual` are shown in mm and degrees: as the user
// prefers, else as many as are as fine as that.
int shownDecimals(const Unit& unit, int usual = 3);
// The same of what is shown in the preferred unit, with the unit.
QString shownQuantity(double si, Quantity quantity, int usual = 3);
// A number with that many places, as the user's language writes it; what rounds to nothing has no minus.
QString fixedText(double value, int places);

}  // namespace ww::ui
