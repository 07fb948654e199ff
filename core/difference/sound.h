// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <vector>

#include "core/difference/slots.h"

namespace ww::difference {

// A thing that has to do with a fault: that it is there, or one of these aspects of it ("place"; none: any).
struct Suspect {
  NodeKey node;
  std::vector<std::string> aspects;
  std::optional<std::size_t> slot = {};  // where it is known
};

// What does not fit together, and why.
struct Fault {
  std::vector<Suspect> suspects;
  Phrase reason;
};

// References to what is not there, circles, and names that two have, in worlds that are put together. What this finds
// nothing of may still be refused by the checks of worlds and scene objects.
std::vector<Fault> faultsOf(const Records& records, const OfSides<Records>& sides, const Slots& slots);

}  // namespace ww::difference
