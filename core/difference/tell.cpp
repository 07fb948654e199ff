// SPDX-License-Identifier: Apache-2.0
#include "core/difference/tell.h"

#include "core/base/failure.h"
#include "core/geometry/wire_convert.h"
#include "core/math/pose.h"
#include "intrinsic/math/proto/pose.pb.h"

namespace ww::difference {

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
