// SPDX-License-Identifier: Apache-2.0
#include "core/base/failure.h"
#include "core/geometry/wire_convert.h"
#include "core/scene/failures.h"
#include "core/scene/hanging.h"
#include "core/scene/names.h"
#include "core/scene/updates/kind.h"
#include "intrinsic/scene/proto/v1/scene_object_updates.pb.h"

namespace ww::scene::updates {

static Status createFrame(Draft& draft, const so::CreateFrameUpdate& update) {
  if (update.new_frame_name().empty())
    return fail(failures::kUpdateFieldUnset, {{"field", arg::Words{"new_frame_name"}}});
  WW_TRY(draft.checkFree(update.new_frame_name()));
  so::Entity* parent = draft.root();
  if (!update.parent_name().empty()) {
    WW_ASSIGN(parent, draft.named(update.parent_name(), "parent_name"));
  }
  if (!parent) return fail(failures::kNoRoot);
  so::Entity frame;
  frame.mutable_frame()->set_is_attachment_frame(update.designate_as_attachment_frame());
  if (!mayHang(frame, parent))
    return fail(hangingFailure(frame),
                {{"entity", arg::Name{update.new_frame_name()}}, {"parent", arg::Name{shown(parent->name())}}});
  frame.set_parent_name(parent->name());
  WW_ASSIGN(const Pose pose,
            geometry::fromWireOrIdentity(update.has_parent_t_new_frame(), update.parent_t_new_frame()));
  geometry::toWire(pose, frame.mutable_parent_t_this());
  draft.add(update.new_frame_name()).MergeFrom(frame);
  return okStatus();
}

UpdateKind createFrameKind() { return kindOf<createFrame>(); }

}  // namespace ww::scene::updates
