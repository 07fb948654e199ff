// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <span>
#include <string_view>

namespace ww::usecase {

// What a move may have besides its target, as a table: limits of its own, conditions all along the way, collision
// settings of its own. Forms are made of the rows, and the message is read and written by their paths.

enum class ExtraGroup { kLimit, kCondition, kCollision };
enum class ExtraUnit { kNone, kLength, kAngle, kJoint };  // metres, radians; radians or metres, as the joint moves

struct ExtraField {
  enum class Kind {
    kNumber,
    kTurn,  // roll, pitch or yaw, by `axis`, of a quaternion
    kSwitch,
    kNode,      // an object or frame
    kSide,      // of a pair: an object or entity, or anything
    kPerJoint,  // a number for each joint of the robot
    kSigns,     // -1, 0 or 1 for each joint of the robot
  };
  Kind kind = Kind::kNumber;
  const char* path = "";   // in the message of the kind: "lower_bounds.x"
  const char* label = "";  // English, marked for translation
  ExtraUnit unit = ExtraUnit::kNone;
  int per_seconds = 0;             // 1: a velocity, 2: an acceleration, 3: a jerk
  double least = 0.0, most = 0.0;  // in SI units: metres, radians, seconds
  double first = 0.0;              // when it is added, in SI units
  double unset = 0.0;              // what it is where the message has none, in SI units
  int axis = 0;
  const char* else_path = "";  // where it is read where the message has none
};

struct ExtraKind {
  // Where its message is in that of a move.
  enum class Place {
    kFields,     // that at `path`, of which it is some fields
    kWhole,      // that at `path`
    kCondition,  // each of the path constraints that is called like `id`
    kRule,       // each of the collision rules
  };
  std::string_view id;
  const char* label = "";
  ExtraGroup group = ExtraGroup::kLimit;
  Place place = Place::kFields;
  const char* path = "";
  std::span<const ExtraField> fields;
};
std::span<const ExtraKind> extraKinds();
// Null: there is none.
const ExtraKind* findExtraKind(std::string_view id);

// What can be added: a kind with what it begins with.
struct ExtraOffer {
  std::string_view id;
  const char* label = "";
  std::string_view kind;
};
std::span<const ExtraOffer> extraOffers();

}  // namespace ww::usecase
