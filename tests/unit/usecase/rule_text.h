// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>

#include "cell.h"

namespace intrinsic_proto::world {
class CollisionSettings;
}

namespace ww::test {

// An arm straight up; a part 0.03 m above its last link, farther from all else; a table far below.
struct RuleCell : Cell {
  RuleCell();
  EntityId at(const std::string& name) const;  // "arm:link_6", or an object of a single body
  // Rules in short, one after another with ';' between them: "arm,table|part:x" excludes, "arm:link_6|part:0.05" sets a
  // margin, "arm|part:nothing" neither, "|" with nothing behind it means anything; "arm^" the base of the arm, "arm$"
  // its last link, "arm*" all of it by a filter; "min:0.05" the minimum margin, "off" the switch.
  void rules(const std::string& text);
  intrinsic_proto::world::CollisionSettings settings(const std::string& text) const;
  // Of the arm itself: "link_1|link_3:x" excludes, ":c" has the pair checked, ":0.02" sets a margin; "-": none.
  void own(const std::string& text);
  ObjectId arm;
};

}  // namespace ww::test
