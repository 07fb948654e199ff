// SPDX-License-Identifier: Apache-2.0
#include "core/usecase/parts/parts_note.h"

#include <google/protobuf/wrappers.pb.h>

#include <algorithm>
#include <sstream>

#include "core/scene/own_data.h"
#include "core/usecase/feature_link.h"
#include "intrinsic/scene/proto/v1/scene_object.pb.h"
#include "worldwright/v1/import_note.pb.h"

namespace ww::usecase {
namespace {

namespace so = intrinsic_proto::scene_object::v1;
namespace own = worldwright::v1;

Pose notedPose(const google::protobuf::RepeatedField<double>& n) {
  if (n.size() != 7) return {};
  const auto pose = checkedPose({Vec3(n[0], n[1], n[2]), Quat(n[3], n[4], n[5], n[6])});
  return pose.ok() ? *pose : Pose{};
}

void writeNoted(const NotedLink& link, own::PartsLink& out) {
  out.set_name(link.name);
  out.set_parent(link.parent);
  const Pose& at = link.root_t_link;
  for (const double x : {at.p.x(), at.p.y(), at.p.z(), at.q.w(), at.q.x(), at.q.y(), at.q.z()}) out.add_root_t_link(x);
  for (const NotedShape& shape : link.shapes) {
    auto& one = *out.add_shapes();
    one.set_name(shape.name);
    one.set_in_one(shape.in_one);
  }
  for (const std::string& name : link.carried) out.add_carried(name);
  if (link.has_physics) *out.mutable_physics() = link.physics;
}

NotedLink readNoted(const own::PartsLink& in) {
  NotedLink out{in.name(), in.parent(), notedPose(in.root_t_link()), {}, {}, in.physics(), in.has_physics()};
  for (const auto& shape : in.shapes()) out.shapes.push_back({shape.name(), shape.in_one()});
  out.carried.assign(in.carried().begin(), in.carried().end());
  return out;
}

std::string featureText(const so::SceneObject& object, const std::string& frame) {
  const auto found = object.user_data().find(featureKey(frame));
  google::protobuf::StringValue value;
  if (found == object.user_data().end() || !found->second.Is<google::protobuf::StringValue>()) return {};
  return found->second.UnpackTo(&value) ? value.value() : std::string();
}

constexpr std::string_view kLinkLine = "link: ", kShapeLine = "shape: ";

}  // namespace

const NotedLink* PartsNote::find(const std::string& name) const {
  const auto found = std::ranges::find(links, name, &NotedLink::name);
  return found == links.end() ? nullptr : &*found;
}

PartsNote partsNoteOf(const so::SceneObject& object) {
  const auto found = object.user_data().find(scene::kPartsNoteKey);
  own::PartsNote in;
  if (found == object.user_data().end() || !found->second.UnpackTo(&in)) return {};
  PartsNote out{in.group(), in.whole(), in.link(), in.called(), in.total(), in.has_total(), {}, in.parts()};
  for (const auto& link : in.links()) out.links.push_back(readNoted(link));
  return out;
}

void keepPartsNote(so::SceneObject& object, const PartsNote& note) {
  if (note.links.empty()) {
    object.mutable_user_data()->erase(scene::kPartsNoteKey);
    return;
  }
  own::PartsNote out;
  out.set_group(note.group);
  out.set_whole(note.whole);
  out.set_link(note.link);
  out.set_called(note.called);
  out.set_parts(static_cast<std::uint32_t>(note.parts));
  if (note.has_total) *out.mutable_total() = note.total;
  for (const NotedLink& link : note.links) writeNoted(link, *out.add_links());
  scene::packSorted(out, (*object.mutable_user_data())[scene::kPartsNoteKey]);
}

FeaturePlace featurePlaceOf(const so::SceneObject& object, const std::string& frame) {
  FeaturePlace out;
  std::istringstream lines(featureText(object, frame));
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with(kLinkLine)) out.link = line.substr(kLinkLine.size());
    if (line.starts_with(kShapeLine)) out.shape = line.substr(kShapeLine.size());
  }
  return out;
}

void placeFeature(so::SceneObject& object, const std::string& frame, const FeaturePlace& place) {
  std::istringstream lines(featureText(object, frame));
  std::string text;
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with(kLinkLine)) line = std::string(kLinkLine) + place.link;
    else if (line.starts_with(kShapeLine)) line = std::string(kShapeLine) + place.shape;
    text += (text.empty() ? "" : "\n") + line;
  }
  if (!text.empty()) keepFeatureLink(object, frame, text);
}

}  // namespace ww::usecase
