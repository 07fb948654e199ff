// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <vector>

#include "core/base/phrase.h"
#include "core/world/values/world.h"

namespace ww::session {

// What a sensor is and what it measures, a line each, for reading by people; empty for other entities.
std::vector<Phrase> sensorFacts(const world::Entity& entity);

}  // namespace ww::session
