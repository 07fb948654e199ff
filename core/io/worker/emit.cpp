// SPDX-License-Identifier: Apache-2.0
#include "core/io/worker/emit.h"

#include <google/protobuf/struct.pb.h>
#include <google/protobuf/wrappers.pb.h>

#include <cmath>
#include <limits>
#include <map>

#include "core/geometry/wire_convert.h"
#include "core/io/failures.h"
#include "core/io/names.h"
#include "core/io/text_scan.h"
#include "core/io/worker/geometry_sender.h"
#include "core/scene/custom_joints.h"
#include "core/scene/followers.h"
#include "core/scene/own_data.h"
#include "core/scene/self_collide.h"
#include "worldwright/v1/worker.pb.h"

namespace ww::io::worker {
namespace {

namespace so = intrinsic_proto::scene_object::v1;
using intrinsic_proto::world::GeometryComponent;
using intrinsic_proto::world::KinematicsComponent;
using intrinsic_proto::world::PhysicsComponent;

constexpr double kApplicationShare = 0.95;  // of the speed, acceleration and jerk that the mechanism can do

class ModelEmitter {
 public:
  ModelEmitter(const Model& model, const EmitOptions& options, GeometrySender& sender)
      : model_(model), options_(options), sender_(sender) {}

  Status run(const std::string& name, worldwright::v1::WorkerObject& out) {
    out_ = &out;
    out.mutable_object()->set_name(name);
    note(name, model_.name);
    nameNodes();
    for (std::size_t i = 0; i < model_.nodes.size(); ++i) WW_TRY(emitNode(i));
    emitFollowers();
    emitKinematics();
    emitCustomJoints();
    for (const auto& [key, value] : model_.user_data) (*out.mutable_object()->mutable_user_data())[key] = value;
    emitLoops();
    emitRest();
    emitSources();
    Pose file_t_model = scaled(model_.file_t_model);
    // The rotation of the options turns the object about its own origin, and is in its geometry already.
    geometry::toWire(file_t_model, out.mutable_file_t_object());
    geometry::toWire(scaled(model_.root_t_model), out.mutable_object_t_model());
    auto* simulation = out.mutable_object()->mutable_simulation_spec();
    simulation->set_is_static(model_.is_static);
    for (const std::string& plugin : model_.plugins) simulation->add_extra_inlined_plugins(plugin);
    return okStatus();
  }

 private:
  // Links first: where a joint has the name of a link, the joint gets the suffix.
  void nameNodes() {
    names_.resize(model_.nodes.size());
    for (const bool links : {true, false}) {
      for (std::size_t i = 0; i < names_.size(); ++i) {
        const Node& node = model_.nodes[i];
        if (std::holds_alternative<LinkPart>(node.part) == links) names_[i] = unique_.add(node.name, fallback(node));
      }
    }
  }

  static std::string_view fallback(const Node& node) {
    constexpr std::string_view kNames[] = {"link", "joint", "frame", "sensor"};
    return kNames[node.part.index()];
  }

  void note(const std::string& name, const std::string& original) {
    if (name != original && !original.empty() && out_->original_names_size() < 20'000) {
      (*out_->mutable_original_names())[name] = cleanName(original);
    }
  }
  static std::string cleanName(const std::string& s);

  Pose scaled(Pose pose) const {
    pose.p *= options_.uniform_scale;
    return pose;
  }
  // The rotation turns what hangs on the root: the root's own pose means nothing.
  Pose placed(const Pose& pose, int parent) const {
    const Pose out = scaled(pose);
    return parent == 0 ? Pose{Vec3::Zero(), options_.rotation} * out : out;
  }

  Status emitNode(std::size_t i) {
    const Node& node = model_.nodes[i];
    so::Entity& e = *out_->mutable_object()->add_entities();
    e.set_name(names_[i]);
    note(names_[i], node.name);
    if (node.parent >= 0) {
      e.set_parent_name(names_[static_cast<std::size_t>(node.parent)]);
      const auto* joint = std::get_if<JointPart>(&node.part);
      geometry::toWire(joint ? emitJoint(*joint, node.parent, e) : placed(node.parent_t_this, node.parent),
                       e.mutable_parent_t_this());
    }
    if (const auto* link = std::get_if<LinkPart>(&node.part)) return emitLink(*link, node.parent < 0, e);
    if (const auto* frame = std::get_if<FramePart>(&node.part))
      e.mutable_frame()->set_is_attachment_frame(frame->is_attachment);
    if (const auto* sensor = std::get_if<SensorPart>(&node.part))
      *e.mutable_sensor()->mutable_sensor_component() = sensor->component;
    return okStatus();
  }

  static void setLimits(const JointPart& j, double share, double scale, KinematicsComponent::Limits& out) {
    out.set_velocity(j.velocity * share * scale);
    out.set_acceleration(j.acceleration * share * scale);
    out.set_jerk(j.jerk * share * scale);
    out.set_effort(j.effort);
    out.mutable_fixed_limits()->set_lower(j.lower * scale);
    out.mutable_fixed_limits()->set_upper(j.upper * scale);
  }

  Pose emitJoint(const JointPart& joint, int parent, so::Entity& e) {
    KinematicsComponent& k = *e.mutable_joint()->mutable_kinematics_component();
    JointPart here = joint;
    here.parent_t_inboard = placed(joint.parent_t_inboard, parent);
    const bool slides = joint.motion == JointPart::Motion::kPrismatic;
    k.set_motion_type(joint.motion == JointPart::Motion::kRevolute ? KinematicsComponent::MOTION_TYPE_REVOLUTE
                      : slides                                     ? KinematicsComponent::MOTION_TYPE_PRISMATIC
                                                                   : KinematicsComponent::MOTION_TYPE_FIXED);
    geometry::toWire(here.parent_t_inboard, k.mutable_parent_t_inboard());
    here.outboard_t_child = scaled(joint.outboard_t_child);
    geometry::toWire(here.outboard_t_child, k.mutable_outboard_t_child());
    k.set_raw_value(0.0);
    if (joint.motion == JointPart::Motion::kFixed) return here.parent_t_joint();
    const double scale = slides ? options_.uniform_scale : 1.0;
    setLimits(joint, 1.0, scale, *k.mutable_system_limits());
    setLimits(joint, kApplicationShare, scale, *k.mutable_application_limits());
    geometry::toWire(joint.axis, k.mutable_axis());
    k.set_raw_value(joint.startValue() * scale);
    k.set_damping(joint.damping);
    k.set_friction(joint.friction);
    here.lower *= scale;
    here.upper *= scale;
    return here.parent_t_joint();
  }

  // A leader that is not there keeps its name in the file: who takes the object over tells of it.
  void emitFollowers() {
    std::map<std::string_view, std::size_t> joints;
    for (std::size_t i = 0; i < names_.size(); ++i) {
      if (std::holds_alternative<JointPart>(model_.nodes[i].part)) joints.emplace(model_.nodes[i].name, i);
    }
    const auto scale = [&](const JointPart& joint) {
      return joint.motion == JointPart::Motion::kPrismatic ? options_.uniform_scale : 1.0;
    };
    std::vector<scene::Follow> follows;
    for (std::size_t i = 0; i < names_.size(); ++i) {
      const auto* joint = std::get_if<JointPart>(&model_.nodes[i].part);
      if (!joint || !joint->mimic) continue;
      const Mimic& mimic = *joint->mimic;
      const auto leader = joints.find(mimic.leader);
      if (leader == joints.end()) {
        follows.push_back({names_[i], cleanUtf8(mimic.leader, 200), mimic.multiplier, mimic.offset});
        continue;
      }
      const double own = scale(*joint), its = scale(std::get<JointPart>(model_.nodes[leader->second].part));
      follows.push_back({names_[i], names_[leader->second], mimic.multiplier * own / its, mimic.offset * own});
    }
    scene::setFollows(*out_->mutable_object(), follows);
  }

  std::string emittedName(const std::string& node) const {
    for (std::size_t i = 0; i < names_.size(); ++i) {
      if (model_.nodes[i].name == node && std::holds_alternative<LinkPart>(model_.nodes[i].part)) return names_[i];
    }
    return {};
  }

  void emitKinematics() {
    if (model_.kinematics.ByteSizeLong() == 0) return;
    so::Kinematics& out = *out_->mutable_object()->mutable_properties()->mutable_kinematics();
    out = model_.kinematics;
    for (so::IkSolver& solver : *out.mutable_ik_solvers()) {
      if (solver.has_tip_link_name()) solver.set_tip_link_name(emittedName(solver.tip_link_name()));
    }
    if (!out.has_limits()) return;
    so::CartesianLimits& l = *out.mutable_limits();
    for (auto* values : {l.mutable_min_translational_position(), l.mutable_max_translational_position(),
                         l.mutable_min_translational_velocity(), l.mutable_max_translational_velocity(),
                         l.mutable_min_translational_acceleration(), l.mutable_max_translational_acceleration(),
                         l.mutable_min_translational_jerk(), l.mutable_max_translational_jerk()}) {
      for (double& v : *values) v *= options_.uniform_scale;
    }
  }

  // Under the key that simulations of such joints look for, by the names of joints.
  void emitCustomJoints() {
    google::protobuf::Struct kept;
    for (std::size_t i = 0; i < names_.size(); ++i) {
      const auto custom = model_.custom_joints.find(model_.nodes[i].name);
      if (custom == model_.custom_joints.end() || !std::holds_alternative<JointPart>(model_.nodes[i].part)) continue;
      (*kept.mutable_fields())[names_[i]].set_string_value(custom->second);
    }
    if (!kept.fields().empty())
      scene::packSorted(kept, (*out_->mutable_object()->mutable_user_data())[scene::kCustomJointsKey]);
  }

  // Where both links are in the object.
  void emitLoops() {
    for (scene::LoopJoint loop : model_.loops) {
      const auto node = [&](const std::string& name) {
        return static_cast<std::size_t>(std::ranges::find(model_.nodes, name, &Node::name) - model_.nodes.begin());
      };
      const std::size_t parent = node(loop.parent), child = node(loop.child);
      if (loop.ties.empty() || parent == model_.nodes.size() || child == model_.nodes.size()) continue;
      loop.parent = names_[parent];
      loop.child = names_[child];
      for (scene::LoopTie& tie : loop.ties) {
        tie.in_parent = placed(Pose{tie.in_parent, Quat::Identity()}, static_cast<int>(parent)).p;
        tie.in_child = placed(Pose{tie.in_child, Quat::Identity()}, static_cast<int>(child)).p;
      }
      scene::keepLoop(loop, *out_->mutable_object());
    }
  }

  // What components have no words for, in the user data.
  void emitRest() {
    for (std::size_t i = 0; i < names_.size(); ++i) {
      if (const auto* sensor = std::get_if<SensorPart>(&model_.nodes[i].part); sensor && !sensor->fisheye.empty()) {
        google::protobuf::StringValue terms;
        terms.set_value(sensor->fisheye);
        (*out_->mutable_object()->mutable_user_data())[scene::kFisheyeOf + names_[i]].PackFrom(terms);
      }
      if (const auto* frame = std::get_if<FramePart>(&model_.nodes[i].part); frame && !frame->inertial_unit.empty()) {
        google::protobuf::StringValue unit;
        unit.set_value(frame->inertial_unit);
        (*out_->mutable_object()->mutable_user_data())[scene::kInertialUnitOf + names_[i]].PackFrom(unit);
      }
      const auto* link = std::get_if<LinkPart>(&model_.nodes[i].part);
      if (!link) continue;
      scene::SurfaceMore surface = link->surface_more;
      for (auto* length : {&surface.rolling_friction, &surface.max_vel, &surface.min_depth})
        if (*length) **length *= options_.uniform_scale;
      scene::keepSurface(names_[i], surface, *out_->mutable_object());
      const auto collides = model_.self_collide.find(model_.nodes[i].name);
      if (collides != model_.self_collide.end())
        scene::keepSelfCollide(names_[i], collides->second, *out_->mutable_object());
    }
    if (const auto all = model_.self_collide.find(std::string()); all != model_.self_collide.end())
      scene::keepSelfCollide({}, all->second, *out_->mutable_object());
  }

  void emitSources() {
    scene::PartSources sources = model_.sources;
    for (std::size_t i = 0; i < sources.parts.size() && i < model_.source_nodes.size(); ++i)
      sources.parts[i].entity = names_[model_.source_nodes[i]];
    scene::setPartSources(*out_->mutable_object(), sources);
  }

  Status emitLink(const LinkPart& link, bool root, so::Entity& e) {
    so::Link& out = *e.mutable_link();
    const Eigen::Matrix3d turn =
        root ? options_.rotation.toRotationMatrix() : Eigen::Matrix3d(Eigen::Matrix3d::Identity());
    Eigen::Affine3d link_t_file = Eigen::Affine3d::Identity();
    link_t_file.linear() = turn * options_.uniform_scale;
    auto& sets = *out.mutable_geometry_component()->mutable_named_geometries();
    if (!link.visuals.empty()) WW_TRY(emitShapes(link.visuals, link_t_file, sets["Intrinsic_Visual"]));
    const auto& collisions = link.collide_with_visuals ? link.visuals : link.collisions;
    if (!options_.drop_collision && !collisions.empty())
      WW_TRY(emitShapes(collisions, link_t_file, sets["Intrinsic_Collision"]));
    if (link.surface) emitSurface(*link.surface, turn, *out.mutable_physics_component());
    if (link.inertial) emitInertial(*link.inertial, root, out);
    return okStatus();
  }

  static void emitSurface(const PhysicsComponent& surface, const Eigen::Matrix3d& turn, PhysicsComponent& out) {
    out = surface;
    if (!surface.friction().has_fdir1()) return;
    const auto direction = geometry::fromWire(surface.friction().fdir1());
    if (direction.ok()) geometry::toWire(Vec3(turn * *direction), out.mutable_friction()->mutable_fdir1());
  }

  void emitInertial(const Inertial& inertial, bool root, so::Link& out) const {
    auto& physics = *out.mutable_physics_component();
    physics.set_mass_kg(inertial.mass_kg);
    geometry::toWire(placed(inertial.link_t_com, root ? 0 : 1), physics.mutable_this_t_center_of_mass());
    // The mass stays, so the inertia grows with the square of lengths.
    const double s = options_.uniform_scale * options_.uniform_scale;
    geometry::toWire(Eigen::MatrixXd(inertial.inertia * s), physics.mutable_inertia());
  }

  Status emitShapes(const std::vector<PlacedShape>& shapes, const Eigen::Affine3d& link_t_file,
                    GeometryComponent::GeometrySet& out) {
    NameSet names;
    for (const PlacedShape& shape : shapes) {
      WW_ASSIGN(const SentShape sent, sender_.send(shape.shape, link_t_file * shape.link_t_shape, shape.name));
      if (sent.ref.empty()) continue;
      auto& entry = (*out.mutable_named_geometries())[names.addText(shape.name, "shape")];
      entry.mutable_geometry()->mutable_geo_ref()->set_exact_geometry_ref(sent.ref);
      geometry::toWire(Eigen::Affine3d(sent.link_t_shape.isometry()), entry.mutable_ref_t_shape());
      const bool own = sent.own_colors && !shape.color_wins;
      const std::optional<geometry::Color> color = options_.color ? options_.color : own ? std::nullopt : shape.color;
      if (color)
        setLook(*color, shape.finish.value_or(Finish()), *entry.mutable_geometry()->mutable_material_overrides());
    }
    return okStatus();
  }

  static void setLook(const geometry::Color& color, const Finish& finish,
                      intrinsic_proto::geometry::v1::MaterialProperties& out) {
    geometry::toWire(color, out.mutable_base_color());
    // As decimals: 0.6 is not to become 0.60000002.
    const auto decimal = [](float v) { return std::round(static_cast<double>(v) * 1e6) * 1e-6; };
    out.set_metalness(decimal(finish.metalness));
    out.set_roughness(decimal(finish.roughness));
  }

  const Model& model_;
  const EmitOptions& options_;
  GeometrySender& sender_;
  worldwright::v1::WorkerObject* out_ = nullptr;
  NameSet unique_;
  std::vector<std::string> names_;
};

std::string ModelEmitter::cleanName(const std::string& s) { return cleanUtf8(s, 1000); }

Status checkBudget(const Scene& scene, const EmitOptions& options) {
  std::uint64_t triangles = 0, instances = 0;
  for (const Model& model : scene.models) {
    for (const Node& node : model.nodes) {
      const auto* link = std::get_if<LinkPart>(&node.part);
      if (!link) continue;
      instances += link->visuals.size();
      for (const PlacedShape& s : link->visuals) triangles += s.shape->mesh ? s.shape->mesh->triangles.size() : 0;
    }
  }
  if (instances > options.max_instances) {
    return fail(failures::kTooManyParts,
                {{"count", arg::Count{instances}}, {"most", arg::Count{options.max_instances}}});
  }
  if (triangles > options.max_triangles) {
    return fail(failures::kTooManyTriangles,
                {{"count", arg::Count{triangles}}, {"most", arg::Count{options.max_triangles}}});
  }
  return okStatus();
}

}  // namespace

Status emitScene(const Scene& scene, const EmitOptions& options, Reporter& report) {
  WW_TRY(checkBudget(scene, options));
  GeometrySender sender(report, scene.exact);
  NameSet names;
  double done = 0.0;
  for (const Model& model : scene.models) {
    worldwright::v1::FromWorker message;
    const bool named = !options.name.empty();
    const std::string wanted = !named                     ? model.name
                               : scene.models.size() == 1 ? options.name
                                                          : options.name + "_" + model.name;
    const std::string name = names.add(wanted, "object");
    WW_TRY(ModelEmitter(model, options, sender).run(name, *message.mutable_object()));
    if (losesLetters(wanted)) (*message.mutable_object()->mutable_original_names())[name] = cleanUtf8(wanted, 200);
    report.send(message);
    report.progress(0.9 + 0.1 * ++done / static_cast<double>(scene.models.size()),
                    phrase(WW_TEXT("Core", "handing over the result")));
  }
  if (!sender.allTooFar()) return okStatus();
  return fail(failures::kNothingPlaced, {{"parts", arg::Names{sender.leftOut()}}});
}

}  // namespace ww::io::worker
