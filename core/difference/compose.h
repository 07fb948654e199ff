// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "core/difference/slots.h"

namespace ww::difference {

// The records that the slots make as they stand: each from the side that it names.
Records composed(const OfSides<Records>& sides, const Slots& slots);

}  // namespace ww::difference
