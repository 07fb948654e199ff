// SPDX-License-Identifier: Apache-2.0
#include "core/usecase/programs/extra_message.h"

#include <fmt/core.h>
#include <google/protobuf/message.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "core/geometry/wire_convert.h"
#include "core/world/views/references.h"
#include "intrinsic/world/proto/collision_settings.pb.h"
#include "worldwright/v1/program.pb.h"

namespace ww::usecase {
namespace {

namespace mp = intrinsic_proto::motion_planning::v1;
namespace pb = intrinsic_proto::world;
using google::protobuf::FieldDescriptor;
using google::protobuf::Message;
using Condition = mp::UniformGeometricConstraint;
using Sides = google::protobuf::RepeatedPtrField<pb::ObjectOrEntityReference>;
using K = ExtraField::Kind;
using P = ExtraKind::Place;

const FieldDescriptor& fieldOf(const Message& message, std::string_view name) {
  return *message.GetDescriptor()->FindFieldByName(std::string(name));
}

// "lower_bounds.x": what is before the first point, and what is behind it.
std::pair<std::string_view, std::string_view> splitPath(std::string_view path) {
  const auto point = path.find('.');
  if (point == std::string_view::npos) return {path, {}};
  return {path.substr(0, point), path.substr(point + 1)};
}

// Null where the message has no such part.
const Message* partAt(const Message& message, std::string_view& path) {
  const auto [head, rest] = splitPath(path);
  if (rest.empty()) return &message;
  const FieldDescriptor& field = fieldOf(message, head);
  if (!message.GetReflection()->HasField(message, &field)) return nullptr;
  path = rest;
  return partAt(message.GetReflection()->GetMessage(message, &field), path);
}

Message& makePart(Message& message, std::string_view& path) {
  const auto [head, rest] = splitPath(path);
  if (rest.empty()) return message;
  path = rest;
  Message& part = *message.GetReflection()->MutableMessage(&message, &fieldOf(message, head));
  // A pose without an orientation is refused.
  if (auto* pose = dynamic_cast<intrinsic_proto::Pose*>(&part); pose && !pose->has_orientation())
    pose->mutable_orientation()->set_w(1.0);
  return makePart(part, path);
}

bool hasAt(const Message& message, std::string_view path) {
  const Message* part = partAt(message, path);
  if (!part) return false;
  const FieldDescriptor& field = fieldOf(*part, path);
  return !field.has_presence() || part->GetReflection()->HasField(*part, &field);
}

// ---- numbers

// As it was written: 0.02, not what the nearest float is in double precision.
double decimal(float value) { return std::isfinite(value) ? std::stod(fmt::format("{}", value)) : double{value}; }

double readNumber(const Message& message, const ExtraField& row) {
  std::string_view path = row.path;
  if (!hasAt(message, path)) {
    path = row.else_path;
    if (path.empty() || !hasAt(message, path)) return row.unset;
  }
  const Message& part = *partAt(message, path);
  const FieldDescriptor& field = fieldOf(part, path);
  const auto& reflection = *part.GetReflection();
  switch (field.cpp_type()) {
    case FieldDescriptor::CPPTYPE_BOOL: return reflection.GetBool(part, &field) ? 1.0 : 0.0;
    case FieldDescriptor::CPPTYPE_FLOAT: return decimal(reflection.GetFloat(part, &field));
    default: return reflection.GetDouble(part, &field);
  }
}

void writeNumber(Message& message, const ExtraField& row, double value) {
  std::string_view path = row.path;
  Message& part = makePart(message, path);
  const FieldDescriptor& field = fieldOf(part, path);
  const auto& reflection = *part.GetReflection();
  switch (field.cpp_type()) {
    case FieldDescriptor::CPPTYPE_BOOL: return reflection.SetBool(&part, &field, value != 0.0);
    case FieldDescriptor::CPPTYPE_FLOAT: return reflection.SetFloat(&part, &field, static_cast<float>(value));
    default: return reflection.SetDouble(&part, &field, value);
  }
}

// A box without lower bounds has none; with one of them, the others are to stay as they were.
void keepSiblings(Message& message, const ExtraField& row, std::span<const ExtraField> siblings) {
  const std::string_view path = row.path;
  const auto point = path.rfind('.');
  if (row.kind != K::kNumber || point == std::string_view::npos || hasAt(message, path)) return;
  const std::string_view part = path.substr(0, point + 1);
  std::vector<std::pair<const ExtraField*, double>> kept;
  for (const ExtraField& other : siblings)
    if (&other != &row && other.kind == K::kNumber && std::string_view(other.path).starts_with(part))
      kept.emplace_back(&other, readNumber(message, other));
  std::string_view whole = path;
  if (partAt(message, whole)) return;
  for (const auto& [other, value] : kept) writeNumber(message, *other, value);
}

// ---- turns

Pose poseAt(const Message& message, std::string_view name) {
  const FieldDescriptor& field = fieldOf(message, name);
  if (!message.GetReflection()->HasField(message, &field)) return {};
  const auto& wire = static_cast<const intrinsic_proto::Pose&>(message.GetReflection()->GetMessage(message, &field));
  if (!wire.has_orientation())
    return Pose{Vec3(wire.position().x(), wire.position().y(), wire.position().z()), {1, 0, 0, 0}};
  const auto pose = geometry::fromWire(wire);
  return pose.ok() ? *pose : Pose();
}

void writeTurn(Message& message, const ExtraField& row, double angle) {
  const Pose before = poseAt(message, row.path);
  Vec3 rpy = before.rpy();
  rpy[row.axis] = angle;
  const Pose after = Pose::fromRpy(before.p, rpy[0], rpy[1], rpy[2]);
  const FieldDescriptor& field = fieldOf(message, row.path);
  geometry::toWire(after,
                   static_cast<intrinsic_proto::Pose*>(message.GetReflection()->MutableMessage(&message, &field)));
}

// ---- nodes

template <typename Reference>
session::StepNode referredNode(const world::World& world, const Reference& reference) {
  if (const auto node = world::resolve(world, reference); node.ok())
    return {world::NodeRef(*node), world.display(world::NodeRef(*node))};
  std::string words = reference.ShortDebugString();
  return {std::nullopt, words.empty() ? std::string("?") : std::move(words)};
}

session::StepNode sideOf(const world::World& world, const Sides& sides) {
  if (sides.empty()) return {};
  session::StepNode out;
  for (const auto& side : sides) {
    session::StepNode one;
    if (side.has_object()) one = referredNode(world, side.object());
    else if (side.has_entity()) one = referredNode(world, side.entity());
    else one.words = side.ShortDebugString();
    out.words += (out.words.empty() ? "" : ", ") + one.words;
    out.node = one.node;
  }
  if (sides.size() > 1) out.node.reset();
  return out;
}

void writeSide(const session::StepNode& node, Sides& out) {
  out.Clear();
  if (!node.node) return;
  if (const auto* object = std::get_if<ObjectId>(&*node.node))
    out.Add()->mutable_object()->set_id(world::toWire(*object));
  if (const auto* entity = std::get_if<EntityId>(&*node.node))
    out.Add()->mutable_entity()->set_id(world::toWire(*entity));
}

Sides& sidesAt(Message& message, std::string_view name) {
  auto& rule = static_cast<pb::CollisionSettings::CollisionRule&>(message);
  return name == "left" ? *rule.mutable_left() : *rule.mutable_right();
}

const Sides& sidesAt(const Message& message, std::string_view name) {
  const auto& rule = static_cast<const pb::CollisionSettings::CollisionRule&>(message);
  return name == "left" ? rule.left() : rule.right();
}

void writeNode(Message& message, const ExtraField& row, const session::StepNode& node) {
  if (!node.node) return;
  auto& wire = static_cast<pb::TransformNodeReference&>(
      *message.GetReflection()->MutableMessage(&message, &fieldOf(message, row.path)));
  wire.Clear();
  wire.set_id(std::visit([](auto id) { return world::toWire(id); }, *node.node));
}

// ---- joints

std::vector<double> sumSigns(const mp::JointPositionSumLimit& sum) {
  std::vector<double> out;
  for (int i = 0; i < sum.joint_signs_size(); ++i) {
    const std::size_t joint = sum.has_joint_ids() && i < sum.joint_ids().joint_ids_size()
                                  ? std::min<std::size_t>(sum.joint_ids().joint_ids(i), 1000)
                                  : static_cast<std::size_t>(i);
    if (out.size() <= joint) out.resize(joint + 1);
    out[joint] = sum.joint_signs(i) == mp::JointPositionSumLimit::POSITIVE   ? 1.0
                 : sum.joint_signs(i) == mp::JointPositionSumLimit::NEGATIVE ? -1.0
                                                                             : 0.0;
  }
  return out;
}

void writeSigns(const std::vector<double>& signs, mp::JointPositionSumLimit& out) {
  if (out.has_joint_ids()) out.clear_joint_ids();
  out.clear_joint_signs();
  for (const double sign : signs)
    out.add_joint_signs(sign > 0   ? mp::JointPositionSumLimit::POSITIVE
                        : sign < 0 ? mp::JointPositionSumLimit::NEGATIVE
                                   : mp::JointPositionSumLimit::UNSPECIFIED);
}

std::vector<double> listAt(const Message& message, std::string_view name) {
  const FieldDescriptor& field = fieldOf(message, name);
  const auto& list =
      static_cast<const intrinsic_proto::RepeatedDouble&>(message.GetReflection()->GetMessage(message, &field));
  return {list.values().begin(), list.values().end()};
}

void writeList(const std::vector<double>& values, Message& message, std::string_view name) {
  auto& list = static_cast<intrinsic_proto::RepeatedDouble&>(
      *message.GetReflection()->MutableMessage(&message, &fieldOf(message, name)));
  list.mutable_values()->Assign(values.begin(), values.end());
}

// ---- where they are

std::string_view conditionName(const Condition& condition) {
  const auto* field = condition.GetDescriptor()->FindFieldByNumber(condition.constraint_case());
  return field ? std::string_view(field->name()) : std::string_view();
}

auto* listOf(Condition& condition) {
  return condition.mutable_uniform_geometric_constraint_intersection()->mutable_constraints();
}

void collectConditions(Condition& condition, std::string_view name, std::vector<Message*>& out) {
  if (condition.has_uniform_geometric_constraint_intersection()) {
    for (Condition& one : *listOf(condition)) collectConditions(one, name, out);
    return;
  }
  if (conditionName(condition) != name) return;
  out.push_back(condition.GetReflection()->MutableMessage(&condition, &fieldOf(condition, name)));
}

// Whether it was in there.
bool takeOut(Condition& condition, std::string_view name, std::size_t& index) {
  if (!condition.has_uniform_geometric_constraint_intersection())
    return conditionName(condition) == name && index-- == 0;
  auto& list = *listOf(condition);
  for (int i = 0; i < list.size(); ++i) {
    if (!takeOut(list[i], name, index)) continue;
    const bool is_empty = !list[i].has_uniform_geometric_constraint_intersection() || listOf(list[i])->empty();
    if (is_empty) list.DeleteSubrange(i, 1);
    return true;
  }
  return false;
}

void removeCondition(worldwright::v1::MoveStep& move, std::string_view name, std::size_t index) {
  Condition& all = *move.mutable_path_constraints();
  const bool alone = !all.has_uniform_geometric_constraint_intersection();
  if (!takeOut(all, name, index)) return;
  if (alone || listOf(all)->empty()) return move.clear_path_constraints();
  if (listOf(all)->size() > 1) return;
  Condition last = listOf(all)->at(0);
  all = std::move(last);
}

Message& addCondition(worldwright::v1::MoveStep& move, std::string_view name) {
  Condition& all = *move.mutable_path_constraints();
  Condition* made = &all;
  if (all.constraint_case() != Condition::CONSTRAINT_NOT_SET) {
    if (!all.has_uniform_geometric_constraint_intersection()) {
      Condition first = all;
      *listOf(all)->Add() = std::move(first);
    }
    made = listOf(all)->Add();
  }
  return *made->GetReflection()->MutableMessage(made, &fieldOf(*made, name));
}

bool hasAnyField(const Message& message, const ExtraKind& kind) {
  return std::ranges::any_of(kind.fields, [&](const ExtraField& field) {
    return message.GetReflection()->HasField(message, &fieldOf(message, field.path));
  });
}

Message* containerOf(worldwright::v1::MoveStep& move, const ExtraKind& kind) {
  const FieldDescriptor& field = fieldOf(move, kind.path);
  if (!move.GetReflection()->HasField(move, &field)) return nullptr;
  return move.GetReflection()->MutableMessage(&move, &field);
}

void removeFields(worldwright::v1::MoveStep& move, const ExtraKind& kind) {
  Message* container = containerOf(move, kind);
  if (!container) return;
  for (const ExtraField& field : kind.fields)
    container->GetReflection()->ClearField(container, &fieldOf(*container, field.path));
  // Collision settings without anything are settings, too: nothing is excluded by them.
  if (kind.group == ExtraGroup::kLimit && container->ByteSizeLong() == 0)
    move.GetReflection()->ClearField(&move, &fieldOf(move, kind.path));
}

}  // namespace

ExtraValue readField(const world::World& world, const Message& message, const ExtraField& field) {
  switch (field.kind) {
    case K::kNumber:
    case K::kSwitch: return readNumber(message, field);
    case K::kTurn: return poseAt(message, field.path).rpy()[field.axis];
    case K::kNode:
      return referredNode(world, static_cast<const pb::TransformNodeReference&>(
                                     message.GetReflection()->GetMessage(message, &fieldOf(message, field.path))));
    case K::kSide: return sideOf(world, sidesAt(message, field.path));
    case K::kPerJoint: return listAt(message, field.path);
    case K::kSigns: return sumSigns(static_cast<const mp::JointPositionSumLimit&>(message));
  }
  return 0.0;
}

void writeField(Message& message, const ExtraField& field, std::span<const ExtraField> siblings,
                const ExtraValue& value) {
  const auto* number = std::get_if<double>(&value);
  const auto* node = std::get_if<session::StepNode>(&value);
  const auto* list = std::get_if<std::vector<double>>(&value);
  if (number && field.kind == K::kTurn) writeTurn(message, field, *number);
  else if (number) {
    keepSiblings(message, field, siblings);
    writeNumber(message, field, *number);
  }
  if (node && field.kind == K::kNode) writeNode(message, field, *node);
  if (node && field.kind == K::kSide) writeSide(*node, sidesAt(message, field.path));
  if (list && field.kind == K::kPerJoint) writeList(*list, message, field.path);
  if (list && field.kind == K::kSigns) writeSigns(*list, static_cast<mp::JointPositionSumLimit&>(message));
}

std::vector<Message*> extraMessages(worldwright::v1::MoveStep& move, const ExtraKind& kind) {
  std::vector<Message*> out;
  if (kind.place == P::kCondition && move.has_path_constraints())
    collectConditions(*move.mutable_path_constraints(), kind.id, out);
  if (kind.place == P::kRule && move.has_collision_settings())
    for (auto& rule : *move.mutable_collision_settings()->mutable_collision_rules()) out.push_back(&rule);
  if (kind.place != P::kFields && kind.place != P::kWhole) return out;
  Message* container = containerOf(move, kind);
  if (container && (kind.place == P::kWhole || hasAnyField(*container, kind))) out.push_back(container);
  return out;
}

Message& addExtraMessage(worldwright::v1::MoveStep& move, const ExtraKind& kind) {
  if (kind.place == P::kCondition) return addCondition(move, kind.id);
  if (kind.place == P::kRule) return *move.mutable_collision_settings()->add_collision_rules();
  return *move.GetReflection()->MutableMessage(&move, &fieldOf(move, kind.path));
}

void removeExtraMessage(worldwright::v1::MoveStep& move, const ExtraKind& kind, std::size_t index) {
  if (index >= extraMessages(move, kind).size()) return;
  switch (kind.place) {
    case P::kFields: return removeFields(move, kind);
    case P::kWhole: return move.GetReflection()->ClearField(&move, &fieldOf(move, kind.path));
    case P::kCondition: return removeCondition(move, kind.id, index);
    case P::kRule:
      return move.mutable_collision_settings()->mutable_collision_rules()->DeleteSubrange(static_cast<int>(index), 1);
  }
}

}  // namespace ww::usecase
