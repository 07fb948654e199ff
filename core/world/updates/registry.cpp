// SPDX-License-Identifier: Apache-2.0
#include "core/world/updates/registry.h"

#include <google/protobuf/message.h>

#include <cmath>
#include <map>

#include "core/base/check.h"
#include "core/world/failures/failures.h"
#include "core/world/updates/edits.h"
#include "core/world/updates/texts.h"
#include "core/world/values/diff.h"
#include "core/world/values/id_range.h"
#include "core/world/views/nearest.h"
#include "intrinsic/world/proto/object_world_updates.pb.h"
#include "worldwright/v1/edits.pb.h"

namespace ww::world {

namespace updates {
// The rows of each file; declared here, so that a new kind has one list to go to.
EditKinds collisionKinds(), copyObjectKinds(), createObjectKinds(), deleteObjectKinds(), frameKinds(), jointKinds(),
    kinematicKinds(), objectRuleKinds(), patchWorldKinds(), programKinds(), propertyKinds(), renameKinds(),
    reparentKinds(), sceneUpdateKinds(), transformKinds();
}  // namespace updates

namespace {

using google::protobuf::FieldDescriptor;
using google::protobuf::Message;
using worldwright::v1::Edit;
using WireUpdate = intrinsic_proto::world::ObjectWorldUpdate;

constexpr updates::EditKinds (*kRowsOfFiles[])() = {
    updates::collisionKinds,  updates::copyObjectKinds,  updates::createObjectKinds, updates::deleteObjectKinds,
    updates::frameKinds,      updates::jointKinds,       updates::kinematicKinds,    updates::objectRuleKinds,
    updates::patchWorldKinds, updates::programKinds,     updates::propertyKinds,     updates::renameKinds,
    updates::reparentKinds,   updates::sceneUpdateKinds, updates::transformKinds,
};

const FieldDescriptor* caseOf(const FieldDescriptor* field, const Message& request) {
  WW_CHECK(field && field->message_type() == request.GetDescriptor());
  return field;
}

// A failure that is about nothing with a name is about the part of the request that was judged.
Status withSubject(Status status, const Edit& edit) {
  if (status.ok() || (!status.subject.empty() && !status.hint.empty())) return status;
  const Message& holder = edit.has_world_update() ? static_cast<const Message&>(edit.world_update()) : edit;
  std::vector<const FieldDescriptor*> fields;
  holder.GetReflection()->ListFields(holder, &fields);
  const std::string field = !fields.empty() ? fields.front()->name() : edit.has_world_update() ? "update" : "edit";
  if (status.subject.empty()) status.subject = field;
  return withUsualHint(std::move(status), phrase(WW_TEXT("Core", "check the figures and shapes in {field}"),
                                                 {{"field", arg::Words{field}}}));
}

KnownEdit heldBy(const Message& holder, int number) {
  static const std::map<const FieldDescriptor*, const EditKind*> kByCase = [] {
    std::map<const FieldDescriptor*, const EditKind*> rows;
    for (const EditKind& kind : editKinds()) WW_CHECK(rows.emplace(kind.field, &kind).second);
    return rows;
  }();
  const auto row = kByCase.find(holder.GetDescriptor()->FindFieldByNumber(number));
  if (row == kByCase.end()) return {};
  return {row->second, &holder.GetReflection()->GetMessage(holder, row->first)};
}

Status applyKind(WorldEditor& editor, const Edit& edit) {
  const auto [kind, request] = knownEdit(edit);
  if (kind) {
    // A world with such a text could be saved, and its file never be read.
    WW_TRY(checkTexts(*request));
    return kind->apply(editor, *request);
  }
  return fail(edit.has_world_update() ? failures::kNoUpdateKind : failures::kNoEditKind);
}

}  // namespace

const FieldDescriptor* updates::wireCase(int number, const Message& request) {
  return caseOf(WireUpdate::descriptor()->FindFieldByNumber(number), request);
}

const FieldDescriptor* updates::ownCase(int number, const Message& request) {
  return caseOf(Edit::descriptor()->FindFieldByNumber(number), request);
}

std::span<const EditKind> editKinds() {
  static const updates::EditKinds kAll = [] {
    updates::EditKinds all;
    for (const auto rows : kRowsOfFiles) {
      for (EditKind& kind : rows()) all.push_back(std::move(kind));
    }
    return all;
  }();
  return kAll;
}

KnownEdit knownEdit(const Edit& edit) {
  return edit.has_world_update() ? heldBy(edit.world_update(), edit.world_update().update_case())
                                 : heldBy(edit, edit.kind_case());
}

Phrase labelOf(const World& world, const Edit& edit) {
  const auto [kind, request] = knownEdit(edit);
  return kind ? kind->label(world, *request) : phrase(WW_TEXT("Core", "Edit"));
}

std::string streamKeyOf(const Edit& edit) {
  const auto [kind, request] = knownEdit(edit);
  return kind && kind->stream_key ? kind->stream_key(*request) : std::string();
}

Status applyEdit(WorldEditor& editor, const Edit& edit) { return withSubject(applyKind(editor, edit), edit); }

namespace {

// What edits come to together: none of them may be beyond measure, but their sum be.
Status checkReach(const World& world, NodeRef node, const Pose& pose) {
  Status reach = checkedPose(pose).status();
  return reach.ok() ? reach : fail(failures::kPoseTooFar, {{"node", nodeArg(world, node)}}, std::move(reach));
}

Status checkReach(const World& world, const Entity& entity) {
  constexpr double kFarthestJoint = 1e9;  // metres, radians; as far as poses reach
  WW_TRY(checkReach(world, entity.id, entity.parent_t_this));
  if (!entity.joint || std::abs(entity.joint->value) <= kFarthestJoint) return okStatus();
  return fail(failures::kJointTooFar, {{"joint", nodeArg(world, entity.id)}});
}

Status checkReach(const World& before, const World& after) {
  const WorldDiff changes = diff(before, after);
  for (const ObjectChange& change : changes.objects) {
    if (!change.after) continue;
    WW_TRY(checkReach(after, change.after->id, change.after->parent_entity_t_this));
    Status reach;
    EntityList::diff(change.before ? change.before->entities : EntityList{}, change.after->entities,
                     [&](std::uint64_t, const EntityPtr*, const EntityPtr* entity) {
                       if (entity && reach.ok()) reach = checkReach(after, **entity);
                     });
    WW_TRY(reach);
  }
  for (const FrameChange& change : changes.frames) {
    if (change.after) WW_TRY(checkReach(after, change.after->id, change.after->parent_t_this));
  }
  return okStatus();
}

// People count from 1.
Phrase numbered(int i, const worldwright::v1::Edits& edits) {
  return phrase(WW_TEXT("Core", "edit {number} of {count}"),
                {{"number", arg::Count{static_cast<std::size_t>(i) + 1}},
                 {"count", arg::Count{static_cast<std::size_t>(edits.edits_size())}}});
}

// The failure of edits whose outcome is beyond reach.
Status whichGoesTooFar(const World& world, const worldwright::v1::Edits& edits, geometry::GeometryStore& store) {
  WorldEditor editor(world, store);
  editor.raiseNextId(edits.first_id());
  for (int i = 0; i < edits.edits_size(); ++i) {
    WW_TRY(applyEdit(editor, edits.edits(i)));
    Status far = checkReach(world, editor.world());
    if (far.ok()) continue;
    return edits.edits_size() == 1 ? far : within(std::move(far), numbered(i, edits));
  }
  return fail(failures::kTogetherTooFar);
}

}  // namespace

Result<World> apply(const World& world, const worldwright::v1::Edits& edits, geometry::GeometryStore& store) {
  if (edits.first_id() > kMostId)
    return fail(failures::kFirstId, {{"field", arg::Name{"first_id"}}, {"id", arg::Count{edits.first_id()}}});
  WorldEditor editor(world, store);
  editor.raiseNextId(edits.first_id());
  for (int i = 0; i < edits.edits_size(); ++i) {
    Status status = applyEdit(editor, edits.edits(i));
    // Of one that is empty nothing but its place can be told.
    const bool named = edits.edits_size() == 1 && knownEdit(edits.edits(i)).kind;
    if (!status.ok()) return named ? status : within(std::move(status), numbered(i, edits));
  }
  World result = std::move(editor).finish();
  if (checkReach(world, result).ok()) return result;
  return whichGoesTooFar(world, edits, store);
}

}  // namespace ww::world
