// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <stop_token>
#include <string>

#include "core/base/progress.h"
#include "core/geometry/store.h"
#include "core/simulation/wire.h"

namespace ww::usecase {

// A model from the text of an SDF or URDF file, read by the import worker with the limits of an import; a simulation
// runs on meanwhile. INVALID_ARGUMENT for what is neither, or holds no model or several; else as io::importFile fails.
Result<simulation::SpawnSource> readModel(const std::string& xml, geometry::GeometryStore& store,
                                          const std::stop_token& stop, const Progress& progress = {});

}  // namespace ww::usecase
