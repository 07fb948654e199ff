// SPDX-License-Identifier: Apache-2.0
#include "resources/samples/cell_builder.h"

#include <fmt/format.h>

#include <numbers>

#include "core/world/updates/edits.h"
#include "core/world/views/references.h"
#include "intrinsic/scene/proto/v1/scene_object.pb.h"
#include "worldwright/v1/edits.pb.h"

namespace ww::samples {

using world::kRootEntity;
using world::kRootObject;

void CellBuilder::apply(const session::EditsPtr& edits) {
  if (!status_.ok()) return;
  Result<world::World> next = world::apply(world_, *edits, store_);
  if (next.ok()) world_ = std::move(next).value();
  else status_ = next.status();
}

CellBuilder& CellBuilder::add(const std::string& name, std::string_view library_name, const Pose& root_t_object) {
  Result<intrinsic_proto::scene_object::v1::SceneObject> object = libraryObject(library_name, store_);
  if (object.ok()) apply(session::createFromSceneObject(kRootObject, kRootEntity, name, object.value(), root_t_object));
  else if (status_.ok()) status_ = object.status();
  return *this;
}

CellBuilder& CellBuilder::attach(const std::string& object, const std::string& parent, const std::string& frame) {
  apply(session::reparentObjectToFrame(world_.find(object), world_.frameNamed(world_.find(parent), frame)));
  return *this;
}

CellBuilder& CellBuilder::frame(const std::string& name, const Pose& root_t_frame) {
  apply(session::createFrame(kRootObject, kRootEntity, name, root_t_frame));
  return *this;
}

CellBuilder& CellBuilder::frameAt(const std::string& name, const std::string& other) {
  const Result<world::NodeRef> node = world::resolveText(world_, other);
  if (node.ok()) return frame(name, world_.rootT(node.value()));
  if (status_.ok()) status_ = node.status();
  return *this;
}

CellBuilder& CellBuilder::configuration(const std::string& object, const std::string& name,
                                        const std::vector<double>& degrees) {
  JointVector q(static_cast<Eigen::Index>(degrees.size()));
  for (Eigen::Index i = 0; i < q.size(); ++i) q[i] = degrees[static_cast<std::size_t>(i)] * std::numbers::pi / 180.0;
  apply(session::setNamedConfiguration(world_.find(object), name, q));
  return *this;
}

CellBuilder& CellBuilder::start(const std::string& object, const std::string& configuration) {
  const world::ObjectPtr found = world_.object(world_.find(object));
  if (!found) return *this;
  for (const world::NamedConfiguration& c : found->configurations) {
    if (c.name == configuration) apply(session::setJoints(found->id, c.positions));
  }
  return *this;
}

session::RuleSide CellBuilder::side(const std::string& text) {
  const Result<world::NodeRef> node = world::resolveText(world_, text);
  if (!node.ok()) {
    if (status_.ok()) status_ = node.status();
    return {};
  }
  if (const auto* object = std::get_if<ObjectId>(&node.value())) return {*object, {}};
  if (const auto* entity = std::get_if<EntityId>(&node.value())) return {world_.owner(*entity)->object, *entity};
  return {};
}

CellBuilder& CellBuilder::exclude(const std::string& a, const std::string& b) {
  session::CollisionRuleEdit rule;
  rule.left = {side(a)};
  rule.right = {side(b)};
  if (status_.ok()) apply(session::addCollisionRule(world_, rule));
  return *this;
}

Result<world::World> CellBuilder::finish() const {
  if (!status_.ok()) return status_;
  return world_;
}

}  // namespace ww::samples
