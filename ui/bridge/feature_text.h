// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QString>

#include "core/geometry/features/features.h"

namespace ww::ui {

// "Bore, 8 mm wide, 20 mm deep"; of a mesh with how far its triangles lie from it.
QString featureText(const geometry::Feature& feature);

}  // namespace ww::ui
