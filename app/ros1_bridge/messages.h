// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <span>
#include <string>
#include <string_view>

// What travels between the bridge and clients of gazebo_msgs, as data: nothing of ROS is needed to know it.
namespace ww::ros1 {

// The versions of gazebo_msgs that differ on the wire: GetModelState has a header since 2.5.2.
enum class Flavour { k251, k29 };

struct TypeRow {
  std::string_view name;  // "gazebo_msgs/SpawnModel"
  bool is_service = false;
  std::string_view text = {};     // as in a .msg or .srv file
  std::string_view text_29 = {};  // instead of it since 2.9; empty: the same
  bool since_29 = false;          // 2.5.1 has no such type
};

// Of gazebo_msgs, and what those are made of.
std::span<const TypeRow> allTypes();

// Empty where there is no such type.
std::string_view textOf(std::string_view type, Flavour flavour);
// By the rule of ROS: of the text without comments, each type in it being replaced by its own sum. Empty where there is
// no such type.
std::string md5Of(std::string_view type, Flavour flavour);
// The text of a message, followed by those that it is made of: what a publisher tells of itself.
std::string definitionOf(std::string_view message, Flavour flavour);

}  // namespace ww::ros1
