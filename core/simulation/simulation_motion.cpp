// SPDX-License-Identifier: Apache-2.0
// Where things are, and how they are put elsewhere.
#include <algorithm>

#include "core/scene/limits.h"
#include "core/simulation/failures.h"
#include "core/simulation/simulation_impl.h"

namespace ww::simulation {

std::optional<PieceId> Simulation::Impl::pieceOf(EntityId entity) const {
  const auto seat = plan.entities.find(entity);
  if (seat == plan.entities.end()) return std::nullopt;
  return PieceId{numbers.at(seat->second.assembly), seat->second.piece};
}

const Assembly* Simulation::Impl::assemblyOf(EntityId entity) const {
  const auto piece = pieceOf(entity);
  return piece ? &engine->assembly(piece->assembly) : nullptr;
}

Motion Simulation::Impl::motionOf(EntityId entity) const {
  const auto piece = pieceOf(entity);
  if (!piece) return {world.rootT(entity), {}};
  const PieceState state = engine->state(*piece);
  const Pose& piece_t_entity = plan.entities.at(entity).piece_t_entity;
  Motion out{state.root_t_piece * piece_t_entity, state.twist};
  out.twist.linear += state.twist.angular.cross(state.root_t_piece.q * piece_t_entity.p);
  return out;
}

Motion carried(Motion motion, const Pose& this_t_other) {
  motion.twist.linear += motion.twist.angular.cross(motion.root_t_this.q * this_t_other.p);
  motion.root_t_this = motion.root_t_this * this_t_other;
  return motion;
}

Pose SimulatedWorld::objectTModel(ObjectId object) const {
  const auto at = model_frames.find(object);
  return at == model_frames.end() ? Pose() : at->second;
}

Motion Simulation::Impl::motionOf(const std::optional<world::NodeRef>& node) const {
  if (!node) return {};
  if (const auto* object = std::get_if<ObjectId>(&*node))
    return carried(motionOf(world.peek(*object)->rootEntity()), objectTModel(*object));
  if (const auto* entity = std::get_if<EntityId>(&*node)) return motionOf(*entity);
  const FrameId frame = std::get<FrameId>(*node);
  const EntityId carrier = world.peek(frame)->parent_entity;
  Motion out = motionOf(carrier);
  const Pose carrier_t_frame = world.aTB(carrier, frame);
  out.twist.linear += out.twist.angular.cross(out.root_t_this.q * carrier_t_frame.p);
  out.root_t_this = out.root_t_this * carrier_t_frame;
  return out;
}

Result<StateIn> Simulation::Impl::stateIn(const Motion& x, const std::string& frame) const {
  WW_ASSIGN(const std::optional<world::NodeRef> node, frameNamed(frame));
  const Motion f = motionOf(node);
  const Quat back = f.root_t_this.q.conjugate();
  return StateIn{frame,
                 f.root_t_this.inverse() * x.root_t_this,
                 {back * (x.twist.linear - f.twist.linear), back * (x.twist.angular - f.twist.angular)}};
}

Result<Motion> Simulation::Impl::motionFrom(const StateIn& state) const {
  WW_ASSIGN(const Pose pose, soundPose(state.pose));
  WW_TRY(checkTwist(state.twist));
  WW_ASSIGN(const std::optional<world::NodeRef> node, frameNamed(state.reference_frame));
  const Motion f = motionOf(node);
  const Quat& r = f.root_t_this.q;
  return Motion{f.root_t_this * pose,
                {f.twist.linear + r * state.twist.linear, f.twist.angular + r * state.twist.angular}};
}

// Things that stand still, with all that stands on them.
void Simulation::Impl::shift(ObjectId object, const Pose& by) {
  const std::set<ObjectId> objects = withChildren(object);
  for (const auto& [key, number] : numbers) {
    const Assembly& assembly = engine->assembly(number);
    const bool stands = assembly.kind != AssemblyKind::kFree && !assembly.floating;
    if (key == WorldPlan::kFloor || !stands || !objects.contains(assembly.object)) continue;
    engine->setBase(number, {by * engine->state({number, 0}).root_t_piece, {}});
    for (std::size_t i = 0; i < assembly.axes.size(); ++i) {
      const int joint = static_cast<int>(i);
      engine->setJoint(number, joint, engine->joint(number, joint).position, 0.0);
    }
  }
}

Status SimulatedWorld::standsStill(EntityId entity, const WorldPlan& plan) const {
  const world::EntityOwner* owner = world.owner(entity);
  const bool carries = owner && std::ranges::any_of(plan.joints, [&](const auto& joint) {
                         return world.owner(joint.first)->object == owner->object;
                       });
  return fail(carries ? failures::kBaseStands : failures::kStandsStill, {{"name", arg::Name{scoped(entity)}}});
}

Status Simulation::Impl::setMotion(EntityId entity, const Motion& motion) {
  const EntitySeat seat = plan.entities.at(entity);
  const int number = numbers.at(seat.assembly);
  const Assembly& assembly = engine->assembly(number);
  const ObjectId object = world.owner(entity)->object;
  const auto ridesOn = [&](ObjectId carrier) {
    return fail(failures::kRidesOnOther, {{"name", arg::Node{world.display(object), object.value}},
                                          {"carrier", arg::Node{world.display(carrier), carrier.value}}});
  };
  const bool flies = assembly.kind == AssemblyKind::kFree || assembly.floating;
  if (seat.piece != 0 && assembly.object == object && assembly.kind == AssemblyKind::kMechanism)
    return fail(failures::kOnJoint,
                {{"name", arg::Name{scoped(entity)}},
                 {"joint", arg::Name{assembly.axes[static_cast<std::size_t>(seat.piece) - 1].name}}});
  if (flies && (seat.piece != 0 || assembly.object != object)) return ridesOn(assembly.object);
  if (!flies && seat.piece != 0) return ridesOn(assembly.object);
  const Pose entity_t_piece = seat.piece_t_entity.inverse();
  if (!flies) {
    if (!motion.twist.linear.isZero() || !motion.twist.angular.isZero()) return standsStill(entity, plan);
    shift(object, motion.root_t_this * motionOf(entity).root_t_this.inverse());
    return okStatus();
  }
  PieceState state{motion.root_t_this * entity_t_piece, motion.twist};
  state.twist.linear += motion.twist.angular.cross(state.root_t_piece.p - motion.root_t_this.p);
  engine->setBase(number, state);
  for (std::size_t i = 0; i < assembly.axes.size(); ++i) {
    const int joint = static_cast<int>(i);
    engine->setJoint(number, joint, engine->joint(number, joint).position, 0.0);
  }
  return okStatus();
}

Result<std::pair<int, int>> Simulation::Impl::jointSeat(EntityId joint) const {
  const auto it = plan.joints.find(joint);
  if (it == plan.joints.end()) return fail(failures::kStandsStill, {{"name", arg::Name{scoped(joint)}}});
  return std::pair(numbers.at(it->second.assembly), it->second.joint);
}

Result<std::vector<EntityId>> Simulation::Impl::leadersNamed(ObjectId object,
                                                             const std::vector<std::string>& names) const {
  std::vector<EntityId> joints;
  for (const std::string& name : names) {
    const bool is_scoped = name.find(':') != std::string::npos;
    WW_ASSIGN(const EntityId joint, jointNamed(is_scoped ? name : world.display(object) + "::" + name));
    if (std::ranges::find(joints, joint) != joints.end())
      return fail(failures::kJointTwice, {{"joint", arg::Name{name}}});
    joints.push_back(joint);
  }
  for (const EntityId joint : joints) {
    WW_TRY(jointSeat(joint).status());
    const Axis& axis = axes.at(joint);
    if (axis.leader < 0) continue;
    const Assembly& assembly = *plan.assemblies.at(plan.joints.at(joint).assembly);
    return fail(failures::kFollows, {{"name", arg::Name{axis.name}},
                                     {"leader", arg::Name{assembly.axes[static_cast<std::size_t>(axis.leader)].name}}});
  }
  return joints;
}

void Simulation::Impl::putJoint(EntityId joint, double position) {
  const auto [number, place] = *jointSeat(joint);
  engine->setJoint(number, place, position, 0.0);
  const Assembly& assembly = engine->assembly(number);
  for (std::size_t i = 0; i < assembly.axes.size(); ++i) {
    const Axis& follower = assembly.axes[i];
    if (follower.leader == place)
      engine->setJoint(number, static_cast<int>(i), follower.multiplier * position + follower.offset, 0.0);
  }
  JointDrive drive = drives.at(joint);
  drive.target = position;
  if (drive.servo) setDrive(joint, drive);
}

void Simulation::Impl::setDrive(EntityId joint, const JointDrive& drive) {
  const JointSeat& seat = plan.joints.at(joint);
  drives[joint] = drive;
  engine->drive(numbers.at(seat.assembly), seat.joint, drive);
}

Result<StateIn> Simulation::modelState(const std::string& model, const std::string& reference_frame) const {
  WW_ASSIGN(const ObjectId object, impl_->modelNamed(model));
  return impl_->stateIn(impl_->motionOf(world::NodeRef(object)), reference_frame);
}

Status Simulation::setModelState(const std::string& model, const StateIn& state) {
  WW_ASSIGN(const ObjectId object, impl_->modelNamed(model));
  WW_ASSIGN(const Motion motion, impl_->motionFrom(state));
  const EntityId root = impl_->world.peek(object)->rootEntity();
  if (!impl_->pieceOf(root)) return fail(failures::kStandsStill, {{"name", arg::Name{model}}});
  return impl_->setMotion(root, carried(motion, impl_->objectTModel(object).inverse()));
}

Result<StateIn> Simulation::linkState(const std::string& link, const std::string& reference_frame) const {
  WW_ASSIGN(const EntityId entity, impl_->linkNamed(link));
  return impl_->stateIn(impl_->motionOf(entity), reference_frame);
}

Status Simulation::setLinkState(const std::string& link, const StateIn& state) {
  WW_ASSIGN(const EntityId entity, impl_->linkNamed(link));
  WW_ASSIGN(const Motion motion, impl_->motionFrom(state));
  const auto piece = impl_->pieceOf(entity);
  if (!piece || (impl_->engine->isFixed(*piece) && piece->piece == 0)) return impl_->standsStill(entity, impl_->plan);
  return impl_->setMotion(entity, motion);
}

Status Simulation::setModelConfiguration(const std::string& model, const std::vector<std::string>& joints,
                                         const std::vector<double>& positions) {
  Impl& d = *impl_;
  WW_ASSIGN(const ObjectId object, d.modelNamed(model));
  if (joints.size() != positions.size())
    return fail(failures::kLengths, {{"names", arg::Count{joints.size()}}, {"values", arg::Count{positions.size()}}});
  WW_ASSIGN(const std::vector<EntityId> leaders, d.leadersNamed(object, joints));
  for (std::size_t i = 0; i < joints.size(); ++i) {
    WW_TRY(checkNumber(positions[i], "joint_positions", kFarthest));
    const Axis& axis = d.axes.at(leaders[i]);
    if (!scene::isWithin(positions[i], {axis.lower, axis.upper}))
      return fail(failures::kOutOfRange,
                  {{"field", arg::Name{joints[i]}},
                   {"value", arg::Number{positions[i]}},
                   {"range", arg::Words{plainVoice().number(axis.lower) + " ... " + plainVoice().number(axis.upper)}}});
  }
  for (std::size_t i = 0; i < leaders.size(); ++i) d.putJoint(leaders[i], positions[i]);
  return okStatus();
}

}  // namespace ww::simulation
