// SPDX-License-Identifier: Apache-2.0
#include "core/difference/tell.h"

#include <optional>

#include "core/base/failure.h"
#include "core/geometry/wire_convert.h"
#include "core/math/pose.h"
#include "intrinsic/math/proto/pose.pb.h"

namespace ww::difference {
namespace {

// Of a piece that says where something is; none of others.
std::optional<Pose> poseIn(const Part& part) {
  const intrinsic_proto::Pose* wire = nullptr;
  if (const auto* object = dynamic_cast<const ObjectRecord*>(part.get())) wire = &object->parent_entity_t_this();
  if (const auto* entity = dynamic_cast<const EntityRecord*>(part.get())) wire = &entity->content().parent_t_this();
  if (const auto* frame = dynamic_cast<const FrameRecord*>(part.get())) wire = &frame->content().parent_t_this();
  if (!wire) return std::nullopt;
  const auto pose = geometry::fromWire(*wire);
  return pose.ok() ? std::optional(*pose) : std::nullopt;
}

Phrase whereTo(const Pose& pose, bool tells_position, bool tells_turn) {
  const Vec3 rpy = pose.rpy();
  const FailureArg x{"x", arg::Length{pose.p.x()}}, y{"y", arg::Length{pose.p.y()}}, z{"z", arg::Length{pose.p.z()}};
  const FailureArg roll{"roll", arg::Angle{rpy.x()}}, pitch{"pitch", arg::Angle{rpy.y()}};
  const FailureArg yaw{"yaw", arg::Angle{rpy.z()}};
  if (!tells_position) return phrase(WW_TEXT("Core", "to roll {roll}, pitch {pitch}, yaw {yaw}"), {roll, pitch, yaw});
  if (!tells_turn) return phrase(WW_TEXT("Core", "to ({x}, {y}, {z})"), {x, y, z});
  return phrase(WW_TEXT("Core", "to ({x}, {y}, {z}) with roll {roll}, pitch {pitch}, yaw {yaw}"),
                {x, y, z, roll, pitch, yaw});
}

}  // namespace

void tellWhere(Conflict& conflict) {
  const bool both_moved = !conflict.ours.words.empty() && !conflict.theirs.words.empty() && !conflict.theirs.from_ours;
  if (conflict.theirs.kind != "place" || !both_moved) return;
  const auto ours = poseIn(conflict.ours.after), theirs = poseIn(conflict.theirs.after);
  if (!ours || !theirs) return;
  constexpr double kSame = 1e-9;  // metres, radians
  const bool elsewhere = positionDistance(*ours, *theirs) > kSame, turned = rotationDistance(*ours, *theirs) > kSame;
  if (!elsewhere && !turned) return;
  conflict.ours_where = whereTo(*ours, elsewhere, turned);
  conflict.theirs_where = whereTo(*theirs, elsewhere, turned);
}

void tellPose(const intrinsic_proto::Pose& before, const intrinsic_proto::Pose& after, std::vector<Phrase>& words) {
  constexpr double kLeastMoved = 1e-12, kLeastTurned = 1e-12;  // metres, radians: what is less is rounding
  const Result<Pose> a = geometry::fromWire(before), b = geometry::fromWire(after);
  if (!a.ok() || !b.ok() || *a == *b) return;
  const double moved = positionDistance(*a, *b), turned = rotationDistance(*a, *b);
  const FailureArg distance{"distance", arg::Length{moved}}, angle{"angle", arg::Angle{turned}};
  if (moved > kLeastMoved && turned > kLeastTurned)
    words.push_back(phrase(WW_TEXT("Core", "moved {distance}, {angle}"), {distance, angle}));
  else if (moved > kLeastMoved) words.push_back(phrase(WW_TEXT("Core", "moved {distance}"), {distance}));
  else if (turned > kLeastTurned) words.push_back(phrase(WW_TEXT("Core", "turned {angle}"), {angle}));
  else words.push_back(phrase(WW_TEXT("Core", "moved by rounding only")));
}

FailureValue jointFigure(double value, bool is_length) {
  if (is_length) return arg::Length{value};
  return arg::Angle{value};
}

arg::Words nodeWords(const Records& records, std::uint64_t id) {
  const auto entity = records.entities.find(id);
  if (entity == records.entities.end()) return {records.display(id)};
  const auto object = records.objects.find(entity->second->object());
  const bool is_base =
      object != records.objects.end() && object->second->entities_size() > 0 && object->second->entities(0) == id;
  return {records.display(is_base ? entity->second->object() : id)};
}

}  // namespace ww::difference
