// SPDX-License-Identifier: Apache-2.0
#include "core/usecase/programs/extra_kinds.h"

#include <algorithm>
#include <limits>
#include <numbers>

#include "core/base/phrase.h"

namespace ww::usecase {
namespace {

using K = ExtraField::Kind;
using U = ExtraUnit;
using P = ExtraKind::Place;
using G = ExtraGroup;

constexpr double kHalfTurn = std::numbers::pi, kNoEnd = std::numeric_limits<double>::infinity();
constexpr double kMostMetres = 100.0, kMostPerSecond = 1e4, kOneDegree = kHalfTurn / 180.0;  // metres; per second
constexpr const char* kMostLabel = WW_TEXT("Core", "At most");
constexpr const char* kMovingLabel = WW_TEXT("Core", "Of");
constexpr const char* kTargetLabel = WW_TEXT("Core", "In");

constexpr ExtraField kRangeFields[] = {
    {K::kPerJoint, "min_position", WW_TEXT("Core", "From"), U::kJoint, 0, -kNoEnd, kNoEnd},
    {K::kPerJoint, "max_position", WW_TEXT("Core", "To"), U::kJoint, 0, -kNoEnd, kNoEnd}};
constexpr ExtraField kVelocityFields[] = {
    {K::kPerJoint, "max_velocity", kMostLabel, U::kJoint, 1, 0.0, kMostPerSecond}};
constexpr ExtraField kAccelerationFields[] = {
    {K::kPerJoint, "max_acceleration", kMostLabel, U::kJoint, 2, 0.0, kMostPerSecond}};
constexpr ExtraField kJerkFields[] = {{K::kPerJoint, "max_jerk", kMostLabel, U::kJoint, 3, 0.0, 1e6}};

constexpr ExtraField kToolSpeedFields[] = {
    {K::kNumber, "max_translational_velocity", kMostLabel, U::kLength, 1, 0.0, kMostPerSecond, 0.25}};
constexpr ExtraField kToolTurnFields[] = {
    {K::kNumber, "max_rotational_velocity", kMostLabel, U::kAngle, 1, 0.0, kMostPerSecond, 90.0 * kOneDegree}};
constexpr ExtraField kToolAccelerationFields[] = {
    {K::kNumber, "max_translational_acceleration", kMostLabel, U::kLength, 2, 0.0, kMostPerSecond, 1.0}};
constexpr ExtraField kToolTurnAccelerationFields[] = {
    {K::kNumber, "max_rotational_acceleration", kMostLabel, U::kAngle, 2, 0.0, kMostPerSecond, kHalfTurn}};

constexpr ExtraField kConeFields[] = {
    {K::kNode, "moving_frame", kMovingLabel},
    {K::kNumber, "moving_axis.x", WW_TEXT("Core", "Its axis X"), U::kNone, 0, -1.0, 1.0},
    {K::kNumber, "moving_axis.y", WW_TEXT("Core", "Its axis Y"), U::kNone, 0, -1.0, 1.0},
    {K::kNumber, "moving_axis.z", WW_TEXT("Core", "Its axis Z"), U::kNone, 0, -1.0, 1.0, 1.0},
    {K::kNode, "target_frame", kTargetLabel},
    {K::kNumber, "target_axis.x", WW_TEXT("Core", "Along X"), U::kNone, 0, -1.0, 1.0, 0, 0, 0, "moving_axis.x"},
    {K::kNumber, "target_axis.y", WW_TEXT("Core", "Along Y"), U::kNone, 0, -1.0, 1.0, 0, 0, 0, "moving_axis.y"},
    {K::kNumber, "target_axis.z", WW_TEXT("Core", "Along Z"), U::kNone, 0, -1.0, 1.0, 1, 0, 0, "moving_axis.z"},
    {K::kNumber, "cone_opening_half_angle", WW_TEXT("Core", "May tilt by"), U::kAngle, 0, 0.0, kHalfTurn,
     5.0 * kOneDegree}};

constexpr ExtraField kBoxFields[] = {
    {K::kNode, "moving_frame", kMovingLabel},
    {K::kNode, "target_frame", kTargetLabel},
    {K::kNumber, "lower_bounds.x", WW_TEXT("Core", "X from"), U::kLength, 0, -kNoEnd, kNoEnd, -0.5, -kNoEnd},
    {K::kNumber, "upper_bounds.x", WW_TEXT("Core", "X to"), U::kLength, 0, -kNoEnd, kNoEnd, 0.5, kNoEnd},
    {K::kNumber, "lower_bounds.y", WW_TEXT("Core", "Y from"), U::kLength, 0, -kNoEnd, kNoEnd, -0.5, -kNoEnd},
    {K::kNumber, "upper_bounds.y", WW_TEXT("Core", "Y to"), U::kLength, 0, -kNoEnd, kNoEnd, 0.5, kNoEnd},
    {K::kNumber, "lower_bounds.z", WW_TEXT("Core", "Z from"), U::kLength, 0, -kNoEnd, kNoEnd, -0.5, -kNoEnd},
    {K::kNumber, "upper_bounds.z", WW_TEXT("Core", "Z to"), U::kLength, 0, -kNoEnd, kNoEnd, 0.5, kNoEnd},
    {K::kNumber, "target_bounding_box_center.position.x", WW_TEXT("Core", "Middle X"), U::kLength, 0, -kMostMetres,
     kMostMetres},
    {K::kNumber, "target_bounding_box_center.position.y", WW_TEXT("Core", "Middle Y"), U::kLength, 0, -kMostMetres,
     kMostMetres},
    {K::kNumber, "target_bounding_box_center.position.z", WW_TEXT("Core", "Middle Z"), U::kLength, 0, -kMostMetres,
     kMostMetres},
    {K::kTurn, "target_bounding_box_center", WW_TEXT("Core", "Turned about X"), U::kAngle, 0, -kHalfTurn, kHalfTurn, 0,
     0, 0},
    {K::kTurn, "target_bounding_box_center", WW_TEXT("Core", "Turned about Y"), U::kAngle, 0, -kHalfTurn, kHalfTurn, 0,
     0, 1},
    {K::kTurn, "target_bounding_box_center", WW_TEXT("Core", "Turned about Z"), U::kAngle, 0, -kHalfTurn, kHalfTurn, 0,
     0, 2}};

constexpr ExtraField kPointFields[] = {
    {K::kNode, "moving_frame", kMovingLabel},
    {K::kNumber, "moving_axis.x", WW_TEXT("Core", "Its axis X"), U::kNone, 0, -1.0, 1.0},
    {K::kNumber, "moving_axis.y", WW_TEXT("Core", "Its axis Y"), U::kNone, 0, -1.0, 1.0},
    {K::kNumber, "moving_axis.z", WW_TEXT("Core", "Its axis Z"), U::kNone, 0, -1.0, 1.0, 1.0, 1.0},
    {K::kNode, "target_frame", WW_TEXT("Core", "At")},
    {K::kNumber, "target_frame_offset.x", WW_TEXT("Core", "Point X"), U::kLength, 0, -kMostMetres, kMostMetres},
    {K::kNumber, "target_frame_offset.y", WW_TEXT("Core", "Point Y"), U::kLength, 0, -kMostMetres, kMostMetres},
    {K::kNumber, "target_frame_offset.z", WW_TEXT("Core", "Point Z"), U::kLength, 0, -kMostMetres, kMostMetres},
    {K::kNumber, "tolerance", WW_TEXT("Core", "May miss by"), U::kLength, 0, 0.0, kMostMetres, 0.005, 1e-6},
    {K::kNumber, "min_distance", WW_TEXT("Core", "No nearer than"), U::kLength, 0, 0.0, kNoEnd, 0.0},
    {K::kNumber, "max_distance", WW_TEXT("Core", "No farther than"), U::kLength, 0, 0.0, kNoEnd, kNoEnd, kNoEnd}};

constexpr ExtraField kSumFields[] = {{K::kSigns, "joint_signs", WW_TEXT("Core", "Counts")},
                                     {K::kNumber, "joint_sum_limit", WW_TEXT("Core", "Sum at most"), U::kAngle, 0,
                                      -kMostPerSecond, kMostPerSecond, kHalfTurn}};

constexpr ExtraField kUncheckedFields[] = {
    {K::kSwitch, "disable_collision_checking", WW_TEXT("Core", "Not checked"), U::kNone, 0, 0.0, 1.0, 1.0}};
constexpr ExtraField kMarginFields[] = {
    {K::kNumber, "minimum_margin", WW_TEXT("Core", "At least"), U::kLength, 0, 0.0, kMostMetres, 0.005}};
constexpr ExtraField kSpacingFields[] = {
    {K::kNumber, "collision_check_spacing", WW_TEXT("Core", "Every"), U::kNone, 0, 0.0, kMostMetres, 0.01}};
constexpr ExtraField kRuleFields[] = {
    {K::kSide, "left", WW_TEXT("Core", "Between")},
    {K::kSide, "right", WW_TEXT("Core", "And")},
    {K::kSwitch, "collision_action.is_excluded", WW_TEXT("Core", "May touch"), U::kNone, 0, 0.0, 1.0, 1.0},
    {K::kNumber, "collision_action.margin.hard_margin", WW_TEXT("Core", "Keep away"), U::kLength, 0, 0.0, kMostMetres}};

constexpr ExtraKind kKinds[] = {
    {"joint_range", WW_TEXT("Core", "Range of the joints"), G::kLimit, P::kFields, "joint_limits", kRangeFields},
    {"joint_speed", WW_TEXT("Core", "Speed of the joints"), G::kLimit, P::kFields, "joint_limits", kVelocityFields},
    {"joint_acceleration", WW_TEXT("Core", "Acceleration of the joints"), G::kLimit, P::kFields, "joint_limits",
     kAccelerationFields},
    {"joint_jerk", WW_TEXT("Core", "Jerk of the joints"), G::kLimit, P::kFields, "joint_limits", kJerkFields},
    {"tool_speed", WW_TEXT("Core", "Speed of the tool"), G::kLimit, P::kFields, "cartesian_limits", kToolSpeedFields},
    {"tool_turn", WW_TEXT("Core", "Turning of the tool"), G::kLimit, P::kFields, "cartesian_limits", kToolTurnFields},
    {"tool_acceleration", WW_TEXT("Core", "Acceleration of the tool"), G::kLimit, P::kFields, "cartesian_limits",
     kToolAccelerationFields},
    {"tool_turn_acceleration", WW_TEXT("Core", "Acceleration of turning"), G::kLimit, P::kFields, "cartesian_limits",
     kToolTurnAccelerationFields},
    {"rotation_cone", WW_TEXT("Core", "An axis keeps its direction"), G::kCondition, P::kCondition, "", kConeFields},
    {"position_bounding_box", WW_TEXT("Core", "Stays in a box"), G::kCondition, P::kCondition, "", kBoxFields},
    {"point_at", WW_TEXT("Core", "Points at a place"), G::kCondition, P::kCondition, "", kPointFields},
    {"joint_position_sum_limit", WW_TEXT("Core", "Sum of joints"), G::kCondition, P::kCondition, "", kSumFields},
    {"collision_settings",
     WW_TEXT("Core", "Collision settings of its own, in place of the world's"),
     G::kCollision,
     P::kWhole,
     "collision_settings",
     {}},
    {"unchecked", WW_TEXT("Core", "Collisions in this step"), G::kCollision, P::kFields, "collision_settings",
     kUncheckedFields},
    {"margin", WW_TEXT("Core", "Keeps away from everything"), G::kCollision, P::kFields, "collision_settings",
     kMarginFields},
    {"spacing", WW_TEXT("Core", "How finely it is checked (rad or m)"), G::kCollision, P::kFields, "collision_settings",
     kSpacingFields},
    {"rule", WW_TEXT("Core", "Rule for a pair"), G::kCollision, P::kRule, "", kRuleFields}};

constexpr ExtraOffer kOffers[] = {
    {"upright", WW_TEXT("Core", "Keep upright"), "rotation_cone"},
    {"box", WW_TEXT("Core", "Stay in a box"), "position_bounding_box"},
    {"line", WW_TEXT("Core", "Stay on a line"), "position_bounding_box"},
    {"point_at", WW_TEXT("Core", "Point at a place"), "point_at"},
    {"sum", WW_TEXT("Core", "Limit the sum of joints"), "joint_position_sum_limit"},
    {"joint_range", WW_TEXT("Core", "Range of the joints"), "joint_range"},
    {"joint_speed", WW_TEXT("Core", "Speed of the joints"), "joint_speed"},
    {"joint_acceleration", WW_TEXT("Core", "Acceleration of the joints"), "joint_acceleration"},
    {"joint_jerk", WW_TEXT("Core", "Jerk of the joints"), "joint_jerk"},
    {"tool_speed", WW_TEXT("Core", "Speed of the tool"), "tool_speed"},
    {"tool_turn", WW_TEXT("Core", "Turning of the tool"), "tool_turn"},
    {"tool_acceleration", WW_TEXT("Core", "Acceleration of the tool"), "tool_acceleration"},
    {"tool_turn_acceleration", WW_TEXT("Core", "Acceleration of turning"), "tool_turn_acceleration"},
    {"rule", WW_TEXT("Core", "Let a pair touch, or keep it apart"), "rule"},
    {"margin", WW_TEXT("Core", "Keep away from everything"), "margin"},
    {"unchecked", WW_TEXT("Core", "Check no collisions"), "unchecked"},
    {"spacing", WW_TEXT("Core", "Check more finely"), "spacing"}};

}  // namespace

std::span<const ExtraKind> extraKinds() { return kKinds; }
std::span<const ExtraOffer> extraOffers() { return kOffers; }

const ExtraKind* findExtraKind(std::string_view id) {
  const auto* found = std::ranges::find(kKinds, id, &ExtraKind::id);
  return found == std::end(kKinds) ? nullptr : found;
}

}  // namespace ww::usecase
