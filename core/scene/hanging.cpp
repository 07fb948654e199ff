// SPDX-License-Identifier: Apache-2.0
#include "core/scene/hanging.h"

#include "core/scene/failures.h"
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
  const FailureRow& failure;
};

const Row kTable[] = {
    {Entity::kLink, {Entity::kLink, Entity::kJoint}, true, true, failures::kLinkHangs},
    {Entity::kJoint, {Entity::kLink, Entity::kLink}, false, false, failures::kJointHangs},
    {Entity::kFrame, {Entity::kLink, Entity::kFrame}, true, false, failures::kFrameHangs},
    {Entity::kSensor, {Entity::kLink, Entity::kJoint}, false, false, failures::kSensorHangs},
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

const FailureRow& hangingFailure(const Entity& child) {
  const Row* row = rowOf(child.entity_type_case());
  return row ? row->failure : failures::kNoKind;
}

const char* hangingHint(const Entity& child) { return hangingFailure(child).hint; }

}  // namespace ww::scene
