// SPDX-License-Identifier: Apache-2.0
#include "core/usecase/programs/cast.h"

#include <google/protobuf/message.h>

#include <algorithm>
#include <set>

#include "core/kinematics/tool.h"
#include "core/model/named.h"
#include "core/program/check.h"
#include "core/usecase/failures.h"
#include "core/usecase/programs/robot_of.h"
#include "core/world/failures/failures.h"
#include "core/world/views/references.h"
#include "intrinsic/world/proto/object_world_refs.pb.h"
#include "worldwright/v1/file.pb.h"

namespace ww::usecase {
namespace {

namespace pb = intrinsic_proto::world;
using google::protobuf::FieldDescriptor;
using google::protobuf::Message;

// Only what moves can have been meant by a name that nothing has; other faults of the reference are told as they are.
Status noSuchRobot(const world::World& world, const pb::ObjectReference& reference, const Status& why) {
  namespace rows = world::failures;
  if (!why.failure || (why.failure->row != &rows::kNoSuchAlias && why.failure->row != &rows::kNoAliasAmong)) return why;
  const std::string& wanted = reference.by_name().object_name();
  std::vector<std::string> robots;
  for (const ObjectId arm : armsOf(world)) robots.push_back(world.display(arm));
  const arg::Name name{wanted};
  if (robots.empty()) return fail(failures::kNoRobotAtAll, {{"robot", name}});
  return withNearest(fail(failures::kNoSuchRobot, {{"robot", name}, {"robots", arg::Names{robots}}}), wanted, robots);
}

Result<ObjectId> kinematic(const world::World& world, const pb::ObjectReference& reference) {
  const auto robot = world::resolve(world, reference);
  if (!robot.ok()) return noSuchRobot(world, reference, robot.status());
  if (world.peek(*robot)->isKinematic()) return *robot;
  return fail(failures::kNothingMoves, {{"robot", model::named(world, *robot)}});
}

template <typename T>
Result<world::NodeRef> asNode(Result<T> id) {
  if (!id.ok()) return id.status();
  return world::NodeRef(id.value());
}

// The node that a message refers to, if it is a reference that says which.
template <typename Reference>
bool tell(const world::World& world, const Message& message,
          const std::function<void(const Result<world::NodeRef>&)>& fn) {
  if (message.GetDescriptor() != Reference::descriptor()) return false;
  fn(asNode(world::resolve(world, static_cast<const Reference&>(message))));
  return true;
}

}  // namespace

std::vector<ObjectId> armsOf(const world::World& world) {
  std::vector<ObjectId> arms;
  world.forEachObject([&](const world::Object& object) {
    if (object.isKinematic() && kinematics::isArm(world, object.id)) arms.push_back(object.id);
  });
  return arms;
}

Result<ObjectId> robotOf(const world::World& world, const worldwright::v1::Program& program) {
  if (program.has_robot()) return kinematic(world, program.robot());
  const std::vector<ObjectId> arms = armsOf(world);
  if (arms.size() == 1) return arms.front();
  if (arms.empty()) return fail(failures::kProgramWithoutArm, {{"program", arg::Name{program.name()}}});
  const ObjectId usual = world.aliasNamed("robot");
  if (std::ranges::find(arms, usual) != arms.end()) return usual;
  std::vector<std::string> names;
  for (const ObjectId arm : arms) names.push_back(world.display(arm));
  return fail(failures::kProgramOfWhom,
              {{"program", arg::Name{program.name()}}, {"robots", arg::Names{std::move(names)}}});
}

Result<ObjectId> robotOf(const world::World& world, const worldwright::v1::Program& program,
                         const worldwright::v1::MoveStep& move) {
  return move.has_robot() ? kinematic(world, move.robot()) : robotOf(world, program);
}

Result<world::NodeRef> toolOf(const world::World& world, const worldwright::v1::Program& program,
                              const worldwright::v1::MoveStep* move, ObjectId robot) {
  if (move && move->has_tool()) return world::resolve(world, move->tool());
  // That of the program moves with its own robot.
  const bool own = !move || !move->has_robot();
  if (own && program.has_tool()) return world::resolve(world, program.tool());
  if (const auto tool = kinematics::toolOf(world, robot)) return *tool;
  return fail(failures::kNothingMoves, {{"robot", model::named(world, robot)}});
}

std::optional<ObjectId> robotOfProgram(const world::World& world, const std::string& name) {
  const auto* known = program::find(world.data().record->programs(), name);
  const auto robot = robotOf(world, known ? *known : worldwright::v1::Program());
  return robot.ok() ? std::optional(*robot) : std::nullopt;
}

std::optional<world::NodeRef> toolOfProgram(const world::World& world, const std::string& name) {
  const auto robot = robotOfProgram(world, name);
  const auto* known = program::find(world.data().record->programs(), name);
  if (!robot) return std::nullopt;
  const auto tool = toolOf(world, known ? *known : worldwright::v1::Program(), nullptr, *robot);
  return tool.ok() ? std::optional(*tool) : std::nullopt;
}

std::vector<FrameId> namedTools(const world::World& world) {
  std::set<FrameId> found;
  const auto add = [&](const auto& named) {
    if (!named.has_tool()) return;
    const auto tool = world::resolve(world, named.tool());
    const auto* frame = tool.ok() ? std::get_if<FrameId>(&*tool) : nullptr;
    if (frame) found.insert(*frame);
  };
  for (const worldwright::v1::Program& program : world.data().record->programs()) {
    add(program);
    for (const worldwright::v1::ProgramStep& step : program.steps())
      if (step.has_move()) add(step.move());
  }
  return {found.begin(), found.end()};
}

EntityId entityOf(const world::World& world, const world::NodeRef& node) {
  if (const auto* entity = std::get_if<EntityId>(&node)) return *entity;
  if (const auto* frame = std::get_if<FrameId>(&node)) return world.peek(*frame)->parent_entity;
  return world.peek(std::get<ObjectId>(node))->rootEntity();
}

ObjectId objectOf(const world::World& world, const world::NodeRef& node) {
  if (const auto* object = std::get_if<ObjectId>(&node)) return *object;
  if (const auto* frame = std::get_if<FrameId>(&node)) return world.peek(*frame)->object;
  return world.owner(std::get<EntityId>(node))->object;
}

void forEachReference(const world::World& world, const Message& message,
                      const std::function<void(const Result<world::NodeRef>&)>& fn) {
  if (tell<pb::ObjectReference>(world, message, fn) || tell<pb::FrameReference>(world, message, fn) ||
      tell<pb::TransformNodeReference>(world, message, fn) || tell<pb::EntityReference>(world, message, fn))
    return;
  const auto& reflection = *message.GetReflection();
  std::vector<const FieldDescriptor*> fields;
  reflection.ListFields(message, &fields);
  for (const FieldDescriptor* field : fields) {
    if (field->cpp_type() != FieldDescriptor::CPPTYPE_MESSAGE) continue;
    if (!field->is_repeated()) {
      forEachReference(world, reflection.GetMessage(message, field), fn);
      continue;
    }
    for (int i = 0; i < reflection.FieldSize(message, field); ++i)
      forEachReference(world, reflection.GetRepeatedMessage(message, field, i), fn);
  }
}

}  // namespace ww::usecase
