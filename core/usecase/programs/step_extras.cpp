// SPDX-License-Identifier: Apache-2.0
#include "core/usecase/programs/step_extras.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "core/kinematics/joint_tree.h"
#include "core/model/limits.h"
#include "core/program/check.h"
#include "core/session/program_builders.h"
#include "core/usecase/programs/cast.h"
#include "core/usecase/programs/extra_message.h"
#include "core/usecase/programs/target_pose.h"
#include "core/world/updates/edits.h"
#include "core/world/views/nearest.h"
#include "core/world/views/references.h"
#include "worldwright/v1/edits.pb.h"
#include "worldwright/v1/file.pb.h"

namespace ww::usecase {
namespace {

namespace v1 = worldwright::v1;
using google::protobuf::Message;
using K = ExtraField::Kind;
using P = ExtraKind::Place;

constexpr double kCleanAxis = 1e-6;                    // below it a part of an axis is 0
constexpr double kBoxRoom = 0.1, kBesideLine = 0.001;  // metres
const double kNoBound = std::numeric_limits<double>::infinity();

const v1::ProgramStep* moveStepAt(const world::World& world, const std::string& program, std::size_t step) {
  const v1::Program* its = program::find(world.data().record->programs(), program);
  if (!its || step >= static_cast<std::size_t>(its->steps_size())) return nullptr;
  const v1::ProgramStep& found = its->steps(static_cast<int>(step));
  return found.has_move() ? &found : nullptr;
}

// A frame that is where a link is.
std::optional<FrameId> frameAt(const world::World& world, EntityId link) {
  constexpr double kSameSeat = 1e-9;  // metres, radians
  const auto object = world.object(objectOf(world, link));
  for (const FrameId frame : world.framesOf(*object)) {
    const Pose link_t_frame = world.aTB(link, frame);
    if (world.peek(frame)->parent_entity == link && link_t_frame.p.norm() < kSameSeat &&
        rotationDistance(link_t_frame, Pose()) < kSameSeat)
      return frame;
  }
  return std::nullopt;
}

// What moves where a move does not say it.
std::optional<world::NodeRef> movingOf(const world::World& world, const v1::Program& program,
                                       const v1::MoveStep& move) {
  const auto robot = robotOf(world, program, move);
  const auto tool = robot.ok() ? toolOf(world, program, &move, *robot) : Result<world::NodeRef>(robot.status());
  return tool.ok() ? std::optional(*tool) : std::nullopt;
}

// What an extra begins with, in the world as it stands.
class FirstValues {
 public:
  FirstValues(const world::World& world, const v1::Program& program, std::size_t step)
      : world_(world), program_(program), step_(step), move_(program.steps(static_cast<int>(step)).move()) {
    if (const auto robot = robotOf(world, program, move_); robot.ok()) robot_ = *robot;
    tool_ = movingOf(world, program, move_).value_or(world::kRootObject);
    end_ = poseAfter(move_);
  }

  void write(const ExtraOffer& offer, Message& message) const;

 private:
  Pose poseNow() const { return world_.rootT(tool_); }
  Pose poseAfter(const v1::MoveStep& move) const;
  Pose poseBefore() const;
  std::vector<double> joints(std::string_view path) const;
  std::vector<double> signs() const;
  session::StepNode node(std::string_view path) const;
  void writeUpright(Message& message) const;
  void writeBox(Message& message) const;
  void writeLine(Message& message) const;
  void put(Message& message, std::string_view kind, std::string_view path, double value, int axis = 0) const;
  void putVector(Message& message, std::string_view kind, const std::string& path, const Vec3& value) const;

  const world::World& world_;
  const v1::Program& program_;
  std::size_t step_;
  const v1::MoveStep& move_;
  ObjectId robot_;
  world::NodeRef tool_ = world::kRootObject;
  Pose end_;
};

Pose FirstValues::poseAfter(const v1::MoveStep& move) const {
  const auto pose = robot_ ? targetPose(world_, move, robot_, tool_) : Result<std::optional<Pose>>(std::nullopt);
  return pose.ok() && *pose ? **pose : poseNow();
}

// Where the move before has ended; of the first, where the robot stands.
Pose FirstValues::poseBefore() const {
  for (std::size_t i = step_; i-- > 0;)
    if (const auto& step = program_.steps(static_cast<int>(i)); step.has_move() && !step.off())
      return poseAfter(step.move());
  return poseNow();
}

// The limits of the robot; those that it has none of as they are assumed.
std::vector<double> FirstValues::joints(std::string_view path) const {
  std::vector<double> out;
  const world::Object* robot = world_.peek(robot_);
  if (!robot) return out;
  std::vector<world::JointLimits> limits;
  std::vector<bool> turns;
  for (std::size_t i = 0; i < robot->moving_joints.size(); ++i) {
    limits.push_back(robot->movingJoint(i).application);
    turns.push_back(robot->movingJoint(i).motion == world::MotionType::kRevolute);
  }
  const auto full = model::dynamicLimits(limits, turns, world::movingJointNames(*robot), nullptr);
  for (std::size_t i = 0; i < limits.size(); ++i)
    out.push_back(path == "min_position"       ? limits[i].lower
                  : path == "max_position"     ? limits[i].upper
                  : path == "max_velocity"     ? full[i].velocity
                  : path == "max_acceleration" ? full[i].acceleration
                                               : full[i].jerk);
  return out;
}

// The first joint alone: one has to count.
std::vector<double> FirstValues::signs() const {
  const world::Object* robot = world_.peek(robot_);
  std::vector<double> out(robot ? robot->moving_joints.size() : 0);
  if (!out.empty()) out.front() = 1.0;
  return out;
}

session::StepNode FirstValues::node(std::string_view path) const {
  world::NodeRef node = path == "moving_frame" ? tool_ : world::NodeRef(world::kRootObject);
  // Links have no name on the wire.
  if (const auto* link = std::get_if<EntityId>(&node)) {
    const auto frame = frameAt(world_, *link);
    node = frame ? world::NodeRef(*frame) : world::NodeRef(objectOf(world_, *link));
  }
  return {node, world_.display(node)};
}

void FirstValues::put(Message& message, std::string_view kind, std::string_view path, double value, int axis) const {
  const auto& fields = findExtraKind(kind)->fields;
  for (const ExtraField& field : fields)
    if (field.path == path && field.axis == axis) writeField(message, field, fields, value);
}

void FirstValues::putVector(Message& message, std::string_view kind, const std::string& path, const Vec3& value) const {
  static constexpr const char* kAxes[] = {".x", ".y", ".z"};
  for (int i = 0; i < 3; ++i) put(message, kind, path + kAxes[i], std::abs(value[i]) < kCleanAxis ? 0.0 : value[i]);
}

// As the tool is turned where the step ends.
void FirstValues::writeUpright(Message& message) const {
  putVector(message, "rotation_cone", "target_axis", end_.q * Vec3::UnitZ());
}

// About both ends of the way, with some room.
void FirstValues::writeBox(Message& message) const {
  const Vec3 a = poseBefore().p, b = end_.p;
  const auto clean = [](const Vec3& p) -> Vec3 { return (p * 1000.0).array().round() / 1000.0; };
  const Vec3 middle = clean((a + b) / 2.0), half = clean((a - b).cwiseAbs() / 2.0 + Vec3::Constant(kBoxRoom));
  putVector(message, "position_bounding_box", "target_bounding_box_center.position", middle);
  putVector(message, "position_bounding_box", "lower_bounds", -half);
  putVector(message, "position_bounding_box", "upper_bounds", half);
}

// A box without ends along its z axis, which goes from one end of the way to the other.
void FirstValues::writeLine(Message& message) const {
  const Vec3 a = poseBefore().p, b = end_.p;
  const Vec3 along = (b - a).norm() > kCleanAxis ? Vec3((b - a).normalized()) : Vec3(end_.q * Vec3::UnitZ());
  const Vec3 rpy = Pose{b, Quat::FromTwoVectors(Vec3::UnitZ(), along)}.rpy();
  putVector(message, "position_bounding_box", "target_bounding_box_center.position", b);
  for (int axis = 0; axis < 3; ++axis)
    put(message, "position_bounding_box", "target_bounding_box_center",
        std::abs(rpy[axis]) < kCleanAxis ? 0.0 : rpy[axis], axis);
  putVector(message, "position_bounding_box", "lower_bounds", Vec3(-kBesideLine, -kBesideLine, -kNoBound));
  putVector(message, "position_bounding_box", "upper_bounds", Vec3(kBesideLine, kBesideLine, kNoBound));
}

void FirstValues::write(const ExtraOffer& offer, Message& message) const {
  const ExtraKind& kind = *findExtraKind(offer.kind);
  for (const ExtraField& field : kind.fields) {
    if (field.kind == K::kNode) writeField(message, field, kind.fields, node(field.path));
    if (field.kind == K::kPerJoint) writeField(message, field, kind.fields, joints(field.path));
    if (field.kind == K::kSigns) writeField(message, field, kind.fields, signs());
    const bool is_set = kind.place == P::kFields || field.first != field.unset;
    // Of what excludes each other the first is meant.
    const bool is_margin = kind.place == P::kRule && field.kind == K::kNumber;
    if ((field.kind == K::kNumber || field.kind == K::kSwitch) && is_set && !is_margin)
      writeField(message, field, kind.fields, field.first);
  }
  if (offer.id == "upright") writeUpright(message);
  if (offer.id == "box") writeBox(message);
  if (offer.id == "line") writeLine(message);
}

// `change(move, number of the step)` for each of the steps that is a move.
template <typename Change>
session::EditsPtr changedMoves(const world::World& world, const std::string& program,
                               std::span<const std::size_t> steps, const Change& change) {
  const v1::Program* its = program::find(world.data().record->programs(), program);
  v1::Program changed = its ? *its : v1::Program();
  for (const std::size_t step : steps) {
    if (step >= static_cast<std::size_t>(changed.steps_size())) continue;
    v1::ProgramStep& one = *changed.mutable_steps(static_cast<int>(step));
    if (one.has_move()) change(*one.mutable_move(), step);
  }
  return session::setProgram(changed);
}

// Conditions name what moves: a link gets a frame for that, where it has none.
std::vector<session::EditsPtr> missingFrames(const world::World& world, const std::string& program,
                                             std::span<const std::size_t> steps) {
  std::set<EntityId> links;
  for (const std::size_t step : steps) {
    const v1::ProgramStep* its = moveStepAt(world, program, step);
    const auto tool =
        its ? movingOf(world, *program::find(world.data().record->programs(), program), its->move()) : std::nullopt;
    const auto* link = tool ? std::get_if<EntityId>(&*tool) : nullptr;
    if (link && !frameAt(world, *link)) links.insert(*link);
  }
  std::vector<session::EditsPtr> out;
  for (const EntityId link : links) {
    const ObjectId object = objectOf(world, link);
    std::string name = "tool_frame";
    for (int i = 2; world.frameNamed(object, name) || world.childNamed(object, name); ++i)
      name = "tool_frame_" + std::to_string(i);
    const Pose object_t_link = world::World::objectTEntity(*world.object(object), link);
    out.push_back(session::createFrame(object, link, name, object_t_link));
  }
  return out;
}

}  // namespace

std::vector<StepExtra> stepExtras(const world::World& world, const std::string& program, std::size_t step) {
  std::vector<StepExtra> out;
  const v1::ProgramStep* its = moveStepAt(world, program, step);
  if (!its) return out;
  v1::MoveStep move = its->move();
  for (const ExtraKind& kind : extraKinds()) {
    std::size_t index = 0;
    for (const Message* message : extraMessages(move, kind)) {
      StepExtra& extra = out.emplace_back(StepExtra{&kind, index++, {}});
      for (const ExtraField& field : kind.fields) extra.values.push_back(readField(world, *message, field));
    }
  }
  return out;
}

ObjectId robotOfStep(const world::World& world, const std::string& program, std::size_t step) {
  const v1::ProgramStep* its = moveStepAt(world, program, step);
  const v1::Program* whole = program::find(world.data().record->programs(), program);
  const auto robot = its ? robotOf(world, *whole, its->move()) : Result<ObjectId>(ObjectId{});
  return robot.ok() ? *robot : ObjectId{};
}

bool canAddExtra(const world::World& world, const std::string& program, std::size_t step, const ExtraOffer& offer) {
  const v1::ProgramStep* its = moveStepAt(world, program, step);
  const ExtraKind& kind = *findExtraKind(offer.kind);
  if (!its) return false;
  if (kind.place == P::kCondition || kind.place == P::kRule) return true;
  v1::MoveStep move = its->move();
  return extraMessages(move, kind).empty();
}

session::EditsPtr addExtra(const world::World& world, const std::string& program, std::span<const std::size_t> steps,
                           const ExtraOffer& offer) {
  const ExtraKind& kind = *findExtraKind(offer.kind);
  const auto names_node = [](const ExtraField& field) { return field.kind == K::kNode; };
  if (std::ranges::any_of(kind.fields, names_node)) {
    std::vector<session::EditsPtr> parts = missingFrames(world, program, steps);
    geometry::GeometryStore none;
    const auto after = parts.empty() ? Result<world::World>(world) : world::apply(world, *session::join(parts), none);
    if (!parts.empty() && after.ok()) {
      parts.push_back(addExtra(*after, program, steps, offer));
      return session::join(parts);
    }
  }
  return changedMoves(world, program, steps, [&](v1::MoveStep& move, std::size_t step) {
    if (!canAddExtra(world, program, step, offer)) return;
    if (kind.group == ExtraGroup::kCollision && !move.has_collision_settings())
      *move.mutable_collision_settings() = world.collisionSettings();
    const FirstValues first(world, *program::find(world.data().record->programs(), program), step);
    first.write(offer, addExtraMessage(move, kind));
  });
}

session::EditsPtr removeExtra(const world::World& world, const std::string& program, std::span<const std::size_t> steps,
                              const StepExtra& extra) {
  return changedMoves(world, program, steps,
                      [&](v1::MoveStep& move, std::size_t) { removeExtraMessage(move, *extra.kind, extra.index); });
}

session::EditsPtr changeExtra(const world::World& world, const std::string& program, std::span<const std::size_t> steps,
                              const StepExtra& extra, std::size_t field, const ExtraValue& value) {
  return changedMoves(world, program, steps, [&](v1::MoveStep& move, std::size_t) {
    const auto messages = extraMessages(move, *extra.kind);
    if (extra.index < messages.size() && field < extra.kind->fields.size())
      writeField(*messages[extra.index], extra.kind->fields[field], extra.kind->fields, value);
  });
}

}  // namespace ww::usecase
