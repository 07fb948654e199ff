// SPDX-License-Identifier: Apache-2.0
#include "core/scene/failures.h"
#include "core/scene/updates/apply.h"
#include "core/world/records/records.h"
#include "core/world/updates/helpers.h"
#include "core/world/updates/kind.h"
#include "core/world/updates/labels.h"
#include "core/world/updates/scene_rebuild.h"
#include "core/world/views/references.h"
#include "core/world/views/views.h"
#include "intrinsic/scene/proto/v1/scene_object.pb.h"
#include "worldwright/v1/edits.pb.h"

// Objects changed as their scene objects would be.
namespace ww::world::updates {

static Status updateSceneObject(WorldEditor& editor, const worldwright::v1::UpdateSceneObject& request) {
  WW_ASSIGN(const ObjectId id, resolve(editor.world(), request.object()));
  if (id == kRootObject) return fail(failures::kRootProperties, {{"object", nodeArg(editor.world(), id)}});
  if (request.changes_case() == worldwright::v1::UpdateSceneObject::CHANGES_NOT_SET)
    return fail(scene::failures::kUpdateEmpty);
  const auto before = toSceneObject(editor.world(), *editor.world().peek(id));
  auto next = before;
  scene::EntityOrigins origins;
  Status status = request.has_updates() ? scene::updateInPlace(next, request.updates(), origins)
                                        : scene::updateInPlace(next, request.instance_updates(), origins);
  if (!status.ok())
    return within(std::move(status), phrase(WW_TEXT("Core", "object {name}"), {{"name", nodeArg(editor.world(), id)}}));
  WW_TRY(checkUserDataSize(next.user_data()));
  WW_TRY(internGeometry(next, editor.store(), editor.made()));
  return rebuild(editor, id, before, next, origins);
}

namespace {

Phrase updateSceneObjectLabel(const World& w, const worldwright::v1::UpdateSceneObject& u) {
  return labelOfOne(WW_TEXT("Core", "Change {name}"), labelName(w, u.object()));
}

}  // namespace

EditKinds sceneUpdateKinds() {
  return {ownKind<updateSceneObject, updateSceneObjectLabel>(worldwright::v1::Edit::kUpdateSceneObject)};
}

}  // namespace ww::world::updates
