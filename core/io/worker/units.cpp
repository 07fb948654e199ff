// SPDX-License-Identifier: Apache-2.0
#include "core/io/worker/units.h"

#include <fmt/format.h>

#include <array>
#include <cmath>

#include "core/io/failures.h"

namespace ww::io::worker {
namespace {

struct Row {
  double metres;
  std::string_view name;
};
constexpr std::array<Row, 11> kUnits = {{{1.0, "m"},
                                         {1e-3, "mm"},
                                         {1e-2, "cm"},
                                         {0.0254, "in"},
                                         {0.3048, "ft"},
                                         {1e-6, "um"},
                                         {1e-9, "nm"},
                                         {0.1, "dm"},
                                         {1e3, "km"},
                                         {0.9144, "yd"},
                                         {1609.344, "mi"}}};

// Files write 0.0254 as 0.025399999618.
bool same(double a, double b) { return std::abs(a - b) < 1e-6 * b; }

}  // namespace

std::string unitName(double metres_per_unit) {
  for (const Row& row : kUnits) {
    if (same(metres_per_unit, row.metres)) return std::string(row.name);
  }
  return fmt::format("{:g} m", metres_per_unit);
}

double unitMetres(std::string_view name) {
  for (const Row& row : kUnits) {
    if (row.name == name) return row.metres;
  }
  return 0.0;
}

Eigen::Matrix3d zUpFrom(std::string_view up) {
  Eigen::Matrix3d out = Eigen::Matrix3d::Identity();
  if (up == "y") out << 1, 0, 0, 0, 0, -1, 0, 1, 0;
  if (up == "x") out << 0, -1, 0, 0, 0, -1, 1, 0, 0;
  return out;
}

void noteOwnUnit(ReadContext& context, std::string_view name) {
  const double asked = context.options.unit_scale;
  const double own = unitMetres(name);
  if (!(asked > 0.0) || (own > 0.0 && same(asked, own)) || name == unitName(asked)) return;
  context.report.warn("unit-ignored", fail(failures::kUnitIgnored, {{"asked", arg::Words{unitName(asked)}},
                                                                    {"own", arg::Words{std::string(name)}}}));
}

}  // namespace ww::io::worker
