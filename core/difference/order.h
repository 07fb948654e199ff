// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace ww::difference {

using Keys = std::vector<std::string>;  // without repeats

// The first list with those of the second that it lacks, each behind the one that it stands behind there.
Keys woven(const Keys& first, const Keys& second);

// Those of `keys` for which `wanted` is true, in their order.
Keys only(const Keys& keys, const std::function<bool(const std::string&)>& wanted);

// Which items of two lists are the same one: pairs of places, both rising. Equal ones as far as their order allows,
// then those between them that are alike. Costs the product of the lengths of what differs, or where that is too much,
// pairs by their places.
using Places = std::vector<std::pair<std::size_t, std::size_t>>;
Places aligned(std::size_t first_size, std::size_t second_size,
               const std::function<bool(std::size_t, std::size_t)>& equal,
               const std::function<bool(std::size_t, std::size_t)>& alike);

}  // namespace ww::difference
