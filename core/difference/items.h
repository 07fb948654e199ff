// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "core/difference/difference.h"
#include "core/difference/slots.h"

namespace ww::difference {

// Names the slots of one comparison and tells of them.
class Teller {
 public:
  Teller(const OfSides<Records>& sides, const Slots& slots);

  const std::string& key(std::size_t slot) const { return keys_[slot]; }
  // The change from the base to a side; without words where there is none, or none that is told of.
  Item item(std::size_t slot, SideIndex to) const;
  // The slots in the order in which they are told of.
  const std::vector<std::size_t>& order() const { return order_; }

 private:
  std::string nameOf(const NodeKey& node, SideIndex first) const;
  std::string keyOf(const Slot& slot) const;

  const OfSides<Records>& sides_;
  const Slots& slots_;
  std::vector<std::string> keys_;
  std::vector<std::size_t> order_;
};

}  // namespace ww::difference
