// SPDX-License-Identifier: Apache-2.0
#include <google/protobuf/descriptor.pb.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "core/exchange/failures.h"
#include "core/exchange/kinds.h"
#include "core/exchange/sdf_sensors.h"
#include "core/exchange/sdf_shapes.h"
#include "core/exchange/user_data.h"
#include "core/exchange/writers.h"
#include "core/io/text_scan.h"
#include "core/scene/inertial_unit.h"
#include "core/scene/own_data.h"
#include "core/scene/self_collide.h"

namespace ww::exchange {
namespace {

// The newest that the readers of most systems take; nothing that came later is needed.
constexpr const char* kVersion = "1.9";
constexpr const char* kEndless = "1e16";  // SDF's word for infinity

class SdfModel {
 public:
  SdfModel(const ObjectParts& object, const ExportOptions& options, MeshFiles& meshes, Losses& losses, XmlText& out)
      : object_(object),
        options_(options),
        losses_(losses),
        out_(out),
        shapes_(out, meshes, losses, options.with_meshes),
        tree_(linkTree(object)) {}

  void put(const Pose& scene_t_object) {
    nameParts();
    out_.open("model", {{"name", sdfName(object_.name)}, {"canonical_link", nameOf(tree_.root)}});
    if (!(scene_t_object == Pose::identity())) out_.leaf("pose", poseText(scene_t_object));
    if (object_.object->simulation_spec().is_static()) out_.leaf("static", "true");
    selfCollide({});
    for (std::size_t i = 0; i < object_.parts.size(); ++i)
      if (object_.parts[i].isLink()) link(static_cast<int>(i));
    for (const Connection& connection : tree_.connections) joint(connection);
    for (const Part& part : object_.parts)
      if (part.isFrame() && !isSaidAsUnit(part)) frame(part);
    extensions();
    plugins();
    out_.close();
    tellJointLosses(object_, losses_);
    tellDataLosses(object_, options_.with_user_data, losses_, said_.size());
  }

 private:
  void nameParts() {
    for (const Part& part : object_.parts) {
      names_.push_back(unique_.add(sdfName(part.name), "part"));
      if (sdfName(part.name) != part.name) losses_.add(failures::kNamesChanged, object_.name + ':' + part.name);
    }
    for (const Connection& c : tree_.connections)
      joints_.push_back(c.joint >= 0 ? nameOf(c.joint) : unique_.add(nameOf(c.child) + "_fixed", "joint"));
  }

  const std::string& nameOf(int part) const { return names_[static_cast<std::size_t>(part)]; }

  void pose(const Pose& pose, const std::string& relative_to) {
    if (relative_to.empty()) out_.leaf("pose", poseText(pose));
    else out_.leaf("pose", poseText(pose), {{"relative_to", relative_to}});
  }

  // As it is said of the object, or of a link that differs from it.
  void selfCollide(const std::string& link) {
    const auto& data = object_.object->user_data();
    const auto word = scene::selfCollide(data, link), of_all = scene::selfCollide(data, {});
    if (word && (link.empty() || word != of_all)) out_.leaf("self_collide", *word ? "true" : "false");
  }

  void link(int i) {
    const Part& part = object_.at(i);
    out_.open("link", {{"name", nameOf(i)}});
    const auto held = std::ranges::find(tree_.connections, i, &Connection::child);
    if (held != tree_.connections.end())
      pose(held->joint_t_child, joints_[static_cast<std::size_t>(held - tree_.connections.begin())]);
    else if (!(tree_.object_t_root == Pose::identity())) pose(tree_.object_t_root, {});
    selfCollide(part.name);
    io::NameSet inside;
    shapes_.put(part, inside);
    sensors(part, Pose::identity(), inside);
    units(part, inside);
    out_.close();
  }

  // Imports keep an inertial unit as a frame of its link. Frames may stand on frames.
  void units(const Part& link, io::NameSet& inside) {
    std::vector<std::pair<const Part*, Pose>> open{{&link, Pose::identity()}};
    while (!open.empty()) {
      const auto [parent, link_t_parent] = open.back();
      open.pop_back();
      for (const int child : parent->children) {
        const Part& part = object_.at(child);
        if (!part.isFrame()) continue;
        const Pose link_t_frame = link_t_parent * part.parent_t_this;
        open.emplace_back(&part, link_t_frame);
        const auto kept = scene::inertialUnitText(object_.object->user_data(), part.name);
        if (!kept) continue;
        const std::string name = nameOf(child) + (staysFrame(part) ? "_unit" : "");
        if (putSdfUnit(inside.add(name, "sensor"), *kept, link_t_frame, out_))
          said_.insert(scene::kInertialUnitOf + part.name);
      }
    }
  }

  // Where something hangs on it, or shall, it is a frame beside the sensor.
  static bool staysFrame(const Part& part) {
    return !part.children.empty() || part.entity->frame().is_attachment_frame();
  }
  bool isSaidAsUnit(const Part& part) const {
    return said_.contains(scene::kInertialUnitOf + part.name) && !staysFrame(part);
  }

  // `place_t_parent`: of the entity in what SDF places its sensors in.
  void sensors(const Part& parent, const Pose& place_t_parent, io::NameSet& inside) {
    for (const int child : parent.children) {
      const Part& part = object_.at(child);
      if (!part.isSensor()) continue;
      const std::string name = inside.add(nameOf(child), "sensor");
      const auto& sensor = part.entity->sensor().sensor_component();
      const bool is_put = putSdfSensor(name, sensor, place_t_parent * part.parent_t_this, out_);
      if (!is_put) losses_.add(failures::kSensorKindLost, object_.name + ':' + part.name);
      if (losesNoise(sensor)) losses_.add(failures::kNoiseLost, object_.name + ':' + part.name);
    }
  }

  void joint(const Connection& c) {
    const JointPart* j = c.joint >= 0 ? &*object_.at(c.joint).joint : nullptr;
    if (j == nullptr && object_.hasMovingJoint())
      losses_.add(failures::kLinksJoined, object_.name + ':' + object_.at(c.child).name);
    const bool moves = j != nullptr && j->moves();
    const bool endless = moves && std::isinf(j->system.lower) && std::isinf(j->system.upper);
    const char* type = !moves                            ? "fixed"
                       : j->motion == Motion::kPrismatic ? "prismatic"
                       : endless                         ? "continuous"
                                                         : "revolute";
    const std::string& name = joints_[static_cast<std::size_t>(&c - tree_.connections.data())];
    out_.open("joint", {{"name", name}, {"type", type}});
    pose(c.parent_t_joint, nameOf(c.parent));
    out_.leaf("parent", nameOf(c.parent));
    out_.leaf("child", nameOf(c.child));
    if (moves) axis(*j);
    io::NameSet inside;
    if (j != nullptr) sensors(object_.at(c.joint), j->outboard_t_child, inside);
    out_.close();
  }

  void axis(const JointPart& j) {
    const auto end = [](double v, const char* sign) {
      return std::isinf(v) ? sign + std::string(kEndless) : numberText(v);
    };
    const auto rate = [&](const char* tag, double v) {
      if (std::isfinite(v)) out_.leaf(tag, numberText(v));
    };
    out_.open("axis");
    out_.leaf("xyz", vectorText(j.axis));
    out_.open("limit");
    out_.leaf("lower", end(j.system.lower, "-"));
    out_.leaf("upper", end(j.system.upper, ""));
    rate("effort", j.system.effort);
    rate("velocity", j.system.velocity);
    rate("intrinsic:acceleration", j.system.acceleration);
    rate("intrinsic:jerk", j.system.jerk);
    out_.close();
    out_.open("dynamics");
    out_.leaf("damping", numberText(j.damping));
    out_.leaf("friction", numberText(j.friction));
    out_.close();
    if (j.follow) mimic(*j.follow);
    out_.close();
  }

  void mimic(const scene::Follow& follow) {
    const auto leader = std::ranges::find(object_.parts, follow.leader, &Part::name);
    if (leader == object_.parts.end()) return;
    out_.open("mimic", {{"joint", nameOf(static_cast<int>(leader - object_.parts.begin()))}, {"axis", "axis"}});
    out_.leaf("multiplier", numberText(follow.multiplier));
    out_.leaf("offset", numberText(follow.offset));
    out_.leaf("reference", "0");
    out_.close();
  }

  void frame(const Part& part) {
    const std::string& name = nameOf(static_cast<int>(&part - object_.parts.data()));
    XmlText::Attributes attributes{{"name", name}};
    if (part.parent >= 0) attributes.emplace_back("attached_to", nameOf(part.parent));
    attributes.emplace_back("intrinsic:create_entity", "true");
    if (part.entity->frame().is_attachment_frame())
      attributes.emplace_back("intrinsic:create_attachment_entity", "true");
    out_.open("frame", attributes);
    pose(part.parent_t_this, {});
    out_.close();
  }

  void extensions() {
    const auto& kinematics = object_.object->properties().kinematics();
    if (kinematics.has_limits()) cartesianLimits(kinematics.limits());
    for (const auto& solver : kinematics.ik_solvers()) {
      const auto tip = std::ranges::find(object_.parts, solver.tip_link_name(), &Part::name);
      if (solver.has_tip_link_name() && tip != object_.parts.end())
        out_.leaf("intrinsic:ik_solver", solver.ik_solver(),
                  {{"tip_link_name", nameOf(static_cast<int>(tip - object_.parts.begin()))}});
      else out_.leaf("intrinsic:ik_solver", solver.ik_solver());
    }
    const std::string data =
        options_.with_user_data ? userDataText(*object_.object, options_.user_data_types.get(), said_) : std::string();
    if (!data.empty()) out_.leaf("intrinsic:user_data", data);
  }

  void cartesianLimits(const intrinsic_proto::scene_object::v1::CartesianLimits& limits) {
    out_.open("intrinsic:cartesian_limits");
    const auto list = [&](const char* tag, const auto& values) {
      std::string text;
      for (const double v : values) text += (text.empty() ? "" : " ") + numberText(v);
      if (!text.empty()) out_.leaf(tag, text);
    };
    list("intrinsic:min_translational_position", limits.min_translational_position());
    list("intrinsic:max_translational_position", limits.max_translational_position());
    list("intrinsic:min_translational_velocity", limits.min_translational_velocity());
    list("intrinsic:max_translational_velocity", limits.max_translational_velocity());
    list("intrinsic:min_translational_acceleration", limits.min_translational_acceleration());
    list("intrinsic:max_translational_acceleration", limits.max_translational_acceleration());
    list("intrinsic:min_translational_jerk", limits.min_translational_jerk());
    list("intrinsic:max_translational_jerk", limits.max_translational_jerk());
    out_.leaf("intrinsic:max_rotational_velocity", numberText(limits.max_rotational_velocity()));
    out_.leaf("intrinsic:max_rotational_acceleration", numberText(limits.max_rotational_acceleration()));
    out_.leaf("intrinsic:max_rotational_jerk", numberText(limits.max_rotational_jerk()));
    out_.close();
  }

  // Text of others: what is no whole element would spoil the file.
  void plugins() {
    for (const std::string& plugin : object_.object->simulation_spec().extra_inlined_plugins()) {
      const auto summary = io::scanXml(plugin);
      if (summary.ok() && summary->root == "plugin" && io::trim(plugin).starts_with("<plugin")) out_.raw(plugin);
    }
  }

  const ObjectParts& object_;
  const ExportOptions& options_;
  Losses& losses_;
  XmlText& out_;
  SdfShapes shapes_;
  const LinkTree tree_;
  io::NameSet unique_;
  std::vector<std::string> names_;   // of the parts
  std::vector<std::string> joints_;  // of the connections
  std::set<std::string> said_;       // keys of user data for which SDF has words
};

}  // namespace

Result<ExportResult> writeSdf(const WriteContext& context) {
  const std::string& stem = context.options.stem;
  MeshFiles meshes(stem + "_meshes");
  Losses losses("SDF");
  XmlText out;
  out.open("sdf", {{"version", kVersion}, {"xmlns:intrinsic", "intrinsic"}});
  if (context.scene.is_scene) out.open("world", {{"name", sdfName(context.scene.name)}});
  for (std::size_t i = 0; i < context.scene.objects.size(); ++i) {
    WW_TRY(context.checkStop());
    const ObjectParts& object = context.scene.objects[i];
    SdfModel(object, context.options, meshes, losses, out).put(object.scene_t_object);
    context.progress.report(static_cast<double>(i + 1) / static_cast<double>(context.scene.objects.size()));
  }
  if (context.scene.is_scene) out.close();
  out.close();
  ExportResult result;
  result.files.push_back({stem + ".sdf", out.take()});
  result.files.insert(result.files.end(), meshes.files().begin(), meshes.files().end());
  result.losses = losses.take();
  return result;
}

}  // namespace ww::exchange
