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
// Warns when the options ask for another unit than the one that the file states itself.
void noteOwnUnit(ReadContext& context, std::string_view name);

}  // namespace ww::io::worker
