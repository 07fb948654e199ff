// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QString>
#include <cmath>
#include <iterator>

namespace ww::ui {

// Units that files without one may be in.
struct ImportUnit {
  const char* id;
  double metres;
};
inline constexpr ImportUnit kImportUnits[] = {{"m", 1.0}, {"mm", 1e-3}, {"cm", 1e-2}, {"in", 0.0254}, {"ft", 0.3048}};

// Metres where none is meant.
inline const ImportUnit& importUnitNamed(const QString& id) {
  for (const ImportUnit& unit : kImportUnits)
    if (id == QLatin1String(unit.id)) return unit;
  return kImportUnits[0];
}
inline const ImportUnit& importUnitOf(double metres) {
  for (const ImportUnit& unit : kImportUnits)
    if (std::abs(unit.metres - metres) < 1e-9) return unit;
  return kImportUnits[0];
}

}  // namespace ww::ui
