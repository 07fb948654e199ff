// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <stop_token>

#include "core/usecase/collision_trial.h"

namespace ww::usecase {

// Of shapes that stand for what is seen of a link. CANCELLED, within about a second for a million triangles.
Result<DeviationMap> mapOf(const geometry::Mesh& seen, const session::LinkShapes& shapes, geometry::CollisionKind kind,
                           const std::stop_token& stop, const Progress& progress);

// CANCELLED.
Status cancelledTrial();

}  // namespace ww::usecase
