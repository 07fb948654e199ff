// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "core/world/values/world.h"

namespace ww::sensing {

// What kind of thing an object is, by its name without the number that tells it from others of its kind: "part_3",
// "part-3" and "part 3" are parts. Digits that are a part of a word stay, as models are called so: "cr7" and "ur5e_2"
// are a cr7 and a ur5e. A name of digits alone is its own class.
std::string className(std::string_view object_name);

// The classes of a world's objects, in the order of their names, from 1; 0 is nothing.
class Labels {
 public:
  explicit Labels(const world::World& world);
  std::uint16_t of(ObjectId object) const;                          // 0 for none
  const std::vector<std::string>& names() const { return names_; }  // names()[0] is empty

 private:
  std::vector<std::string> names_;
  std::map<ObjectId, std::uint16_t> classes_;
};

// A colour that tells a number from its neighbours; black for 0. Red, green, blue, 0 to 255.
std::array<std::uint8_t, 3> labelColor(std::uint64_t number);

}  // namespace ww::sensing
