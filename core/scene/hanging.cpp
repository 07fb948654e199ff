// SPDX-License-Identifier: Apache-2.0
#include "core/scene/hanging.h"

#include "intrinsic/scene/proto/v1/entity.pb.h"

namespace ww::scene {
namespace {

using Entity = intrinsic_proto::scene_object::v1::Entity;
using Kind = Entity::EntityTypeCase;

struct Row {
  Kind child;
  Kind parents[2];
  bool may_be_root;
  bool on_root_frame;
  const char* hint;
};

constexpr Row kTable[] = {
    {Entity::kLink,
     {Entity::kLink, Entity::kJoint},
     true,
     true,
     "links hang on links or joints, or on the frame that is the root"},
    {Entity::kJoint, {Entity::kLink, Entity::kLink}, false, false, "joints hang on links: put a link in between"},
    {Entity::kFrame, {Entity::kLink, Entity::kFrame}, true, false, "frames hang on links or frames"},
    {Entity::kSensor, {Entity::kLink, Entity::kJoint}, false, false, "sensors hang on links or joints"},
};

const Row* rowOf(Kind child) {
  for (const Row& row : kTable) {
    if (row.child == child) return &row;
  }
  return nullptr;
}

}  // namespace

bool mayHang(const Entity& child, const Entity* parent) {
  const Row* row = rowOf(child.entity_type_case());
  if (!row) return false;
  if (!parent) return row->may_be_root;
  const Kind on = parent->entity_type_case();
  if (on == row->parents[0] || on == row->parents[1]) return true;
  return row->on_root_frame && on == Entity::kFrame && parent->parent_name().empty();
}

const char* hangingHint(const Entity& child) {
  const Row* row = rowOf(child.entity_type_case());
  return row ? row->hint : "set frame, link, joint or sensor";
}

}  // namespace ww::scene
