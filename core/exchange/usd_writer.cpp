// SPDX-License-Identifier: Apache-2.0
#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>

#include "core/exchange/failures.h"
#include "core/exchange/kinds.h"
#include "core/exchange/usd_shapes.h"
#include "core/exchange/writers.h"

namespace ww::exchange {
namespace {

constexpr const char* kLooks = "Looks";  // the prim with the materials
constexpr double kDegrees = 180.0 / M_PI;

// One object: links side by side below it, as bodies of simulators may not lie in each other, and the joints between
// them.
class UsdObject {
 public:
  UsdObject(const ObjectParts& object, UsdText& out, UsdShapes& shapes, Losses& losses)
      : object_(object), out_(out), shapes_(shapes), losses_(losses), tree_(linkTree(object)) {}

  void put(const std::string& name, const Pose& parent_t_object, bool is_root) {
    const bool is_static = object_.object->simulation_spec().is_static();
    moves_ = !is_static;
    std::vector<std::string_view> schemas;
    if (object_.hasMovingJoint() && moves_) schemas.push_back("PhysicsArticulationRootAPI");
    out_.def("Xform", name, schemas, is_root ? "kind = \"component\"" : "");
    out_.place(parent_t_object);
    if (is_root) unique_.add(kLooks, kLooks);
    for (const Part& part : object_.parts) {
      names_.push_back(unique_.add(part.name, "part"));
      if (part.isSensor()) losses_.add(failures::kSensorsLost, object_.name + ':' + part.name);
    }
    for (std::size_t i = 0; i < object_.parts.size(); ++i)
      if (object_.parts[i].isLink() || isRootFrame(i)) body(static_cast<int>(i));
    if (!tree_.connections.empty()) joints();
    // The root prim stays open for the materials.
    if (!is_root) out_.close();
    tellDataLosses(object_, false, losses_);
    for (const Part& part : object_.parts)
      if (part.joint && part.joint->moves()) tellJoint(part);
  }

 private:
  const std::string& nameOf(int part) const { return names_[static_cast<std::size_t>(part)]; }
  bool isRootFrame(std::size_t i) const { return object_.parts[i].parent < 0 && object_.parts[i].isFrame(); }

  void body(int i) {
    const Part& part = object_.at(i);
    const auto inertia = inertiaOf(part);
    std::vector<std::string_view> schemas;
    if (part.isLink() && moves_) schemas.push_back("PhysicsRigidBodyAPI");
    if (inertia && moves_) schemas.push_back("PhysicsMassAPI");
    out_.def("Xform", nameOf(i), schemas);
    out_.place(part.parent < 0 ? Pose::identity() : object_.objectT(i));
    if (inertia && moves_) mass(*inertia, part);
    io::NameSet inside;
    shapes_.visuals(part, inside.add("visuals", "visuals"));
    shapes_.collisions(part, inside.add("collisions", "collisions"), moves_);
    frames(part, inside);
    out_.close();
  }

  // Frames lie in what they ride on.
  void frames(const Part& parent, io::NameSet& inside) {
    for (const int child : parent.children) {
      const Part& part = object_.at(child);
      if (!part.isFrame()) continue;
      out_.def("Xform", inside.add(part.name, "frame"));
      out_.place(part.parent_t_this);
      io::NameSet within_frame;
      frames(part, within_frame);
      out_.close();
    }
  }

  void mass(const Inertia& inertia, const Part& part) {
    out_.set("float physics:mass", numberText(inertia.mass_kg));
    out_.set("point3f physics:centerOfMass", usdTuple(inertia.link_t_com.p));
    if (!inertia.is_sound) {
      if (part.physics()->has_inertia()) losses_.add(failures::kInertiaLost, object_.name + ':' + part.name);
      return;
    }
    if (inertia.is_changed) losses_.add(failures::kInertiaChanged, object_.name + ':' + part.name);
    const Eigen::SelfAdjointEigenSolver<Eigen::Matrix3d> solver(inertia.about_com);
    Eigen::Matrix3d axes = solver.eigenvectors();
    if (axes.determinant() < 0.0) axes.col(0) = -axes.col(0);
    // Of a body that is the same about all axes any would do; its own are the plainest.
    const Eigen::Matrix3d& i = inertia.about_com;
    const bool diagonal = i.isDiagonal(1e-12);
    const Vec3 moments = diagonal ? Vec3(i.diagonal()) : Vec3(solver.eigenvalues());
    const Quat turn = inertia.link_t_com.q * (diagonal ? Quat::Identity() : Quat(axes).normalized());
    out_.set("float3 physics:diagonalInertia", usdTuple(moments));
    out_.set("quatf physics:principalAxes", usdQuaternion(turn));
  }

  void joints() {
    out_.def("Scope", unique_.add("joints", "joints"));
    io::NameSet names;
    std::vector<std::string> of_part(object_.parts.size());
    std::vector<std::string> of_connection;
    for (const Connection& c : tree_.connections) {
      of_connection.push_back(names.add(c.joint >= 0 ? nameOf(c.joint) : nameOf(c.child) + "_fixed", "joint"));
      if (c.joint >= 0) of_part[static_cast<std::size_t>(c.joint)] = of_connection.back();
    }
    for (std::size_t i = 0; i < tree_.connections.size(); ++i) joint(tree_.connections[i], of_connection[i], of_part);
    out_.close();
  }

  void joint(const Connection& c, const std::string& name, const std::vector<std::string>& of_part) {
    const JointPart* j = c.joint >= 0 ? &*object_.at(c.joint).joint : nullptr;
    const bool moves = j != nullptr && j->moves();
    out_.def(!moves                            ? "PhysicsFixedJoint"
             : j->motion == Motion::kPrismatic ? "PhysicsPrismaticJoint"
                                               : "PhysicsRevoluteJoint",
             name);
    // Axes of USD are x, y or z: the frames of the joint are turned so that x lies on it.
    const Quat turn = moves ? Quat::FromTwoVectors(Vec3::UnitX(), j->axis) : Quat::Identity();
    const Pose child_t_joint = c.joint_t_child.inverse();
    out_.set("rel physics:body0", usdPath(bodyPath(c.parent)));
    out_.set("rel physics:body1", usdPath(bodyPath(c.child)));
    out_.set("point3f physics:localPos0", usdTuple(c.parent_t_joint.p));
    out_.set("quatf physics:localRot0", usdQuaternion((c.parent_t_joint.q * turn).normalized()));
    out_.set("point3f physics:localPos1", usdTuple(child_t_joint.p));
    out_.set("quatf physics:localRot1", usdQuaternion((child_t_joint.q * turn).normalized()));
    if (moves) motion(*j, of_part);
    out_.close();
  }

  // Of the object's prim, in which the scope of the joints is open.
  std::string bodyPath(int part) const {
    const std::string joint = out_.path();
    const std::size_t scope = joint.rfind('/', joint.rfind('/') - 1);
    return joint.substr(0, scope) + '/' + nameOf(part);
  }

  void motion(const JointPart& j, const std::vector<std::string>& of_part) {
    const double unit = j.motion == Motion::kRevolute ? kDegrees : 1.0;
    out_.set("uniform token physics:axis", "\"X\"");
    if (std::isfinite(j.system.lower)) out_.set("float physics:lowerLimit", numberText(j.system.lower * unit));
    if (std::isfinite(j.system.upper)) out_.set("float physics:upperLimit", numberText(j.system.upper * unit));
    if (!j.follow) return;
    const auto leader = std::ranges::find(object_.parts, j.follow->leader, &Part::name);
    if (leader == object_.parts.end()) return;
    const std::string& name = of_part[static_cast<std::size_t>(leader - object_.parts.begin())];
    const std::string here = out_.path();
    out_.set("custom rel worldwright:leader", usdPath(here.substr(0, here.rfind('/') + 1) + name));
    out_.set("custom double worldwright:multiplier", numberText(j.follow->multiplier));
    out_.set("custom double worldwright:offset", numberText(j.follow->offset));
  }

  void tellJoint(const Part& part) {
    const JointPart& j = *part.joint;
    const std::string name = object_.name + ':' + part.name;
    if (j.follow) losses_.add(failures::kFollowersLost, name);
    const scene::Limits& l = j.system;
    if (std::isfinite(l.velocity) || std::isfinite(l.acceleration) || std::isfinite(l.jerk) || std::isfinite(l.effort))
      losses_.add(failures::kRatesLost, name);
  }

  const ObjectParts& object_;
  UsdText& out_;
  UsdShapes& shapes_;
  Losses& losses_;
  const LinkTree tree_;
  io::NameSet unique_;
  std::vector<std::string> names_;  // of the parts
  bool moves_ = true;
};

}  // namespace

Result<ExportResult> writeUsd(const WriteContext& context) {
  const SceneParts& scene = context.scene;
  const std::string root = scene.is_scene ? scene.name : scene.objects.front().name;
  Losses losses("USD");
  UsdText out;
  io::NameSet names;
  // Objects that are called as the place of the materials step aside.
  const std::string looks = scene.is_scene ? names.add(kLooks, kLooks) : std::string(kLooks);
  UsdShapes shapes(out, losses, '/' + root + '/' + looks);
  if (scene.is_scene) out.def("Xform", root, {}, "kind = \"assembly\"");
  for (const ObjectParts& object : scene.objects) {
    WW_TRY(context.checkStop());
    UsdObject writer(object, out, shapes, losses);
    writer.put(scene.is_scene ? names.add(object.name, "object") : root, object.scene_t_object, !scene.is_scene);
  }
  out.def("Scope", looks);
  shapes.materials();
  out.close();
  out.close();
  ExportResult result;
  result.files.push_back({context.options.stem + ".usda", out.take(root)});
  result.losses = losses.take();
  return result;
}

}  // namespace ww::exchange
