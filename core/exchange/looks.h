// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <map>
#include <tuple>
#include <vector>

#include "core/exchange/parts.h"

namespace ww::exchange {

// Looks in the order in which they are first asked for; scans have one for each triangle. For this folder alone.
class Looks {
 public:
  // Where it is in all(); one that is new is added.
  std::size_t placeOf(const Look& look) {
    const geometry::Color& c = look.color;
    const Key key{c.r, c.g, c.b, c.a, look.metalness, look.roughness};
    const auto [at, is_new] = places_.try_emplace(key, all_.size());
    if (is_new) all_.push_back(look);
    return at->second;
  }
  const std::vector<Look>& all() const { return all_; }

 private:
  using Key = std::tuple<float, float, float, float, double, double>;
  std::vector<Look> all_;
  std::map<Key, std::size_t> places_;
};

}  // namespace ww::exchange
