// SPDX-License-Identifier: Apache-2.0
#include "core/scene/updates/apply.h"

#include <google/protobuf/message.h>

#include <map>
#include <tuple>

#include "core/base/failure.h"
#include "core/scene/failures.h"
#include "core/scene/updates/kind.h"
#include "core/scene/validate.h"
#include "intrinsic/scene/proto/v1/scene_object_updates.pb.h"

namespace ww::scene {
namespace {

namespace so = intrinsic_proto::scene_object::v1;
using google::protobuf::Descriptor;
using google::protobuf::FieldDescriptor;
using google::protobuf::Message;
using updates::Draft;
using updates::UpdateKind;

const std::map<const Descriptor*, UpdateKind>& kindTable() {
  static const std::map<const Descriptor*, UpdateKind> kTable = [] {
    std::map<const Descriptor*, UpdateKind> rows;
    for (const UpdateKind& kind : {updates::entityPoseKind(), updates::createFrameKind(), updates::deleteEntityKind(),
                                   updates::configurationsKind(), updates::jointsKind(), updates::cartesianLimitsKind(),
                                   updates::renameEntityKind(), updates::collisionRulesKind(), updates::userDataKind(),
                                   updates::ikSolversKind(), updates::reparentKind(), updates::framePropertiesKind(),
                                   updates::geometryKind(), updates::physicsKind(), updates::simulationKind()})
      WW_CHECK(rows.emplace(kind.request, kind).second);
    return rows;
  }();
  return kTable;
}

// The update is a message whose one field is its kind.
Status applyOne(Draft& draft, const Message& update) {
  std::vector<const FieldDescriptor*> fields;
  update.GetReflection()->ListFields(update, &fields);
  if (fields.empty()) return fail(failures::kUpdateEmpty);
  const Message& request = update.GetReflection()->GetMessage(update, fields.front());
  const auto row = kindTable().find(request.GetDescriptor());
  if (row == kindTable().end()) return fail(failures::kUpdateEmpty);
  Status status = row->second.apply(draft, request);
  if (status.ok()) return status;
  if (status.subject.empty()) status.subject = fields.front()->name();
  return withUsualHint(std::move(status),
                       phrase(WW_TEXT("Core", "give a value that is finite and in metres or radians")));
}

// What is wrong with an object, each as often as it is.
using Faulty = std::map<std::tuple<std::string_view, std::string, std::string>, int>;

Faulty faultsOf(const Report& report) {
  Faulty faults;
  for (const Finding& f : report.findings) ++faults[{f.rule, f.entity, f.fault.title}];
  return faults;
}

// What was wrong before is not the doing of an update.
Status judge(const Report& before, const so::SceneObject& object) {
  const Report after = validate(ObjectIndex(object));
  if (after.ok() || before.ok()) return after.status();
  Faulty old = faultsOf(before);
  Report fresh;
  for (const Finding& f : after.findings) {
    if (old[{f.rule, f.entity, f.fault.title}]-- <= 0) fresh.findings.push_back(f);
  }
  fresh.count = fresh.findings.size();
  return fresh.status();
}

// People count from 1.
Phrase updateAt(int i, int count) {
  return phrase(WW_TEXT("Core", "edit {number} of {count}"),
                {{"number", arg::Count{static_cast<std::uint64_t>(i) + 1}},
                 {"count", arg::Count{static_cast<std::uint64_t>(count)}}});
}

template <typename Updates>
Status applyAll(so::SceneObject& object, const Updates& all, bool is_instance, EntityOrigins& origins) {
  const Report before = validate(ObjectIndex(object));
  Draft draft(object, is_instance);
  for (int i = 0; i < all.updates_size(); ++i) {
    Status status = applyOne(draft, all.updates(i));
    if (!status.ok())
      return all.updates_size() == 1 ? status : within(std::move(status), updateAt(i, all.updates_size()));
  }
  origins = draft.origins();
  Status sound = judge(before, object);
  if (!sound.ok() && sound.subject.empty()) sound.subject = object.name().empty() ? "scene_object" : object.name();
  return sound;
}

}  // namespace

Status updateInPlace(so::SceneObject& object, const so::SceneObjectUpdates& updates, EntityOrigins& origins) {
  return applyAll(object, updates, false, origins);
}

Status updateInPlace(so::SceneObject& object, const so::SceneObjectInstanceUpdates& updates, EntityOrigins& origins) {
  return applyAll(object, updates, true, origins);
}

Result<so::SceneObject> applyUpdates(so::SceneObject object, const so::SceneObjectUpdates& updates) {
  EntityOrigins origins;
  WW_TRY(updateInPlace(object, updates, origins));
  return object;
}

Result<so::SceneObject> applyUpdates(so::SceneObject object, const so::SceneObjectInstanceUpdates& updates) {
  EntityOrigins origins;
  WW_TRY(updateInPlace(object, updates, origins));
  return object;
}

std::span<const Descriptor* const> updateKinds() {
  static const std::vector<const Descriptor*> kAll = [] {
    std::vector<const Descriptor*> all;
    for (const auto& [request, kind] : kindTable()) all.push_back(request);
    return all;
  }();
  return kAll;
}

}  // namespace ww::scene
