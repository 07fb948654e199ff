// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <string_view>

#include "core/io/worker/context.h"

namespace ww::io::worker {

// "mm" for 0.001; "0.5 m" for a unit without a name.
std::string unitName(double metres_per_unit);
// 0.001 for "mm"; 0 for a name that is not known.
double unitMetres(std::string_view name);
// To z up from a file with "x", "y" or "z" up; none for others.
Eigen::Matrix3d zUpFrom(std::string_view up);
// Warns when the options ask for another unit than the one that the file states itself.
void noteOwnUnit(ReadContext& context, std::string_view name);

}  // namespace ww::io::worker
