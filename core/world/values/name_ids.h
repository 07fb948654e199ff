// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>
#include <memory>
#include <vector>

namespace ww::world {

// Ids under one name key: nearly always one.
struct NameIds {
  std::uint64_t first = 0;
  std::shared_ptr<const std::vector<std::uint64_t>> more;  // null when there are none
  bool operator==(const NameIds&) const = default;
};

}  // namespace ww::world
