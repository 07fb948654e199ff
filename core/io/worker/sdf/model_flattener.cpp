// SPDX-License-Identifier: Apache-2.0
#include "core/io/worker/sdf/model_flattener.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <deque>
#include <map>
#include <sdf/Collision.hh>
#include <sdf/Element.hh>
#include <sdf/Frame.hh>
#include <sdf/Joint.hh>
#include <sdf/JointAxis.hh>
#include <sdf/Link.hh>
#include <sdf/Visual.hh>
#include <set>

#include "core/io/failures.h"
#include "core/io/text_scan.h"
#include "core/io/worker/scene_text.h"
#include "core/io/worker/sdf/joint_extras.h"
#include "core/io/worker/sdf/link_inertia.h"
#include "core/io/worker/sdf/sdf_surface.h"
#include "core/io/worker/sdf/sdf_text.h"
#include "core/io/worker/sdf/sensor_figures.h"

namespace ww::io::worker {
namespace {
constexpr int kMaxNesting = 16;
constexpr const char* kWorld = "world";
constexpr double kNoLimit = 1e15;  // the library's word for infinity is 1e16

class Flattener {
 public:
  Flattener(ReadContext& context, SdfShapes& shapes, Model& out) : context_(context), shapes_(shapes), out_(out) {}

  Status run(const sdf::Model& model) {
    model_ = &model;
    out_.name = model.Name();
    out_.is_static = model.Static();
    out_.file_t_model = resolved(model.SemanticPose(), "", "model", model.Name());
    WW_TRY(collect(model, "", Pose::identity(), 0));
    if (std::ranges::any_of(joints_, [this](const JointInfo& joint) { return movesInWorld(joint); }))
      links_.emplace(kWorld, LinkInfo{nullptr, Pose::identity()});
    if (model.ModelCount() > 0) {
      const std::string name = cleanUtf8(model.Name(), 200);
      context_.report.note(
          "nested-models",
          fail(failures::kSdfNested, {{"model", arg::Name{name}}, {"count", arg::Count{model.ModelCount()}}}), name);
    }
    buildTree(model);
    return okStatus();
  }

 private:
  struct LinkInfo {
    const sdf::Link* link;  // null: the world's side of joints
    Pose model_t_link;
    int node = -1;
  };
  struct JointInfo {
    const sdf::Joint* joint;
    std::string name, parent, child;  // scoped
    Pose child_t_joint;
  };
  struct FrameInfo {
    const sdf::Frame* frame;
    std::string name, link;
    Pose link_t_frame;
  };

  // Falls back to the pose as written when the frame graph has a hole.
  Pose resolved(const sdf::SemanticPose& pose, const std::string& to, const char* element, const std::string& owner) {
    ignition::math::Pose3d out;
    const sdf::Errors errors = pose.Resolve(out, to);
    if (!errors.empty()) out = pose.RawPose();
    if (!isSound(out)) {
      context_.report.warn(
          "pose-numbers",
          fail(failures::kPoseNumbers,
               {{"owner", arg::Name{owner}}, {"element", arg::Words{element}}, {"tag", arg::Words{"<pose>"}}}),
          element + (" " + owner));
      return Pose::identity();
    }
    return toPose(out);
  }

  Status collect(const sdf::Model& model, const std::string& scope, const Pose& top_t_model, int depth) {
    if (depth > kMaxNesting)
      return fail(failures::kSdfNestedTooDeep, {{"most", arg::Count{std::uint64_t{kMaxNesting}}}});
    for (std::uint64_t i = 0; i < model.LinkCount(); ++i) {
      const sdf::Link& link = *model.LinkByIndex(i);
      const std::string name = scope + link.Name();
      if (!links_.emplace(name, LinkInfo{&link, top_t_model * resolved(link.SemanticPose(), "__model__", "link", name)})
               .second)
        continue;
      order_.push_back(name);
    }
    for (std::uint64_t i = 0; i < model.JointCount(); ++i) collectJoint(*model.JointByIndex(i), scope);
    for (std::uint64_t i = 0; i < model.FrameCount(); ++i) collectFrame(*model.FrameByIndex(i), scope);
    for (std::uint64_t i = 0; i < model.ModelCount(); ++i) {
      const sdf::Model& inner = *model.ModelByIndex(i);
      const Pose model_t_inner = resolved(inner.SemanticPose(), "__model__", "model", inner.Name());
      WW_TRY(collect(inner, scope + inner.Name() + "::", top_t_model * model_t_inner, depth + 1));
    }
    return okStatus();
  }

  void collectJoint(const sdf::Joint& joint, const std::string& scope) {
    JointInfo info{&joint, scope + joint.Name(), {}, {}, {}};
    std::string parent, child;
    if (!joint.ResolveChildLink(child).empty()) child = joint.ChildLinkName();
    if (!joint.ResolveParentLink(parent).empty()) parent = joint.ParentLinkName();
    info.child = scope + child;
    info.parent = parent == kWorld ? parent : scope + parent;
    info.child_t_joint = resolved(joint.SemanticPose(), child, "joint", info.name);
    joints_.push_back(std::move(info));
  }

  void collectFrame(const sdf::Frame& frame, const std::string& scope) {
    std::string body;
    if (!frame.ResolveAttachedToBody(body).empty()) return;
    frames_.push_back(
        {&frame, scope + frame.Name(), scope + body, resolved(frame.SemanticPose(), body, "frame", frame.Name())});
  }

  bool movesInWorld(const JointInfo& joint) const {
    const sdf::JointType type = joint.joint->Type();
    return joint.parent == kWorld && links_.contains(joint.child) && type != sdf::JointType::FIXED &&
           !isOtherKind(*joint.joint);
  }

  // What stands for the world; else the canonical link if no joint holds it, else the first link that none holds.
  std::string chooseRoot(const sdf::Model& model, const std::map<std::string, const JointInfo*>& holding) {
    if (links_.contains(kWorld)) return kWorld;
    std::string canonical = model.CanonicalLinkAndRelativeName().second;
    if (!links_.contains(canonical)) canonical = order_.front();
    if (!holding.contains(canonical)) return canonical;
    for (const std::string& name : order_) {
      if (!holding.contains(name)) return name;
    }
    return canonical;
  }

  static FailureArg named(const JointInfo& joint) { return {"joint", arg::Name{cleanUtf8(joint.name, 200)}}; }
  FailureArg place(const JointInfo& joint) const { return {"place", shapes_.placeOf(joint.joint->Element())}; }
  void warnOfJoint(const char* code, const JointInfo& joint, const Status& status) {
    context_.report.warn(code, status, "joint " + joint.name);
  }

  // What the documents do not allow; a person gets it mended, with a warning.
  void refuseAsDocumented(Status reason) {
    if (context_.options.documented && !reason.ok()) context_.report.refuse(std::move(reason));
  }

  void heldByWorld(const JointInfo& joint) {
    refuseAsDocumented(fail(failures::kSdfNotWorld, {named(joint), place(joint)}));
    const std::string path = "joint " + joint.name;
    if (movesInWorld(joint))
      return context_.report.note("world-joint", fail(failures::kSdfWorldLink, {named(joint), place(joint)}), path);
    if (links_.contains(kWorld)) return;
    if (joint.joint->Type() != sdf::JointType::FIXED)
      return warnOfJoint("world-joint", joint, fail(failures::kSdfWorldJoint, {named(joint), place(joint)}));
    context_.report.note(
        "world-joint",
        fail(failures::kSdfHeldByWorld, {named(joint), {"link", arg::Name{cleanUtf8(joint.child, 200)}}}), path);
  }

  // Whether both ends of a joint are links of the model; tells of it when they are not.
  bool connects(const JointInfo& joint) {
    const bool child = links_.contains(joint.child);
    const std::string& missing = child ? joint.parent : joint.child;
    const FailureArg link{"link", arg::Name{cleanUtf8(missing, 200)}};
    if (child && links_.contains(joint.parent)) {
      if (joint.parent != joint.child) return true;
      warnOfJoint("joint-ends", joint, fail(failures::kSdfSelfJoint, {named(joint), link, place(joint)}));
      return false;
    }
    const FailureArg element{"element", arg::Words{child ? "<parent>" : "<child>"}};
    warnOfJoint(
        "joint-ends", joint,
        withNearest(fail(failures::kSdfLooseJoint, {named(joint), link, element, place(joint)}), missing, order_));
    return false;
  }

  Status between(const FailureRow& row, const JointInfo& joint) const {
    const arg::Name parent{cleanUtf8(joint.parent, 200)}, child{cleanUtf8(joint.child, 200)};
    return fail(row, {named(joint), {"parent", parent}, {"child", child}, place(joint)});
  }

  // One that would close a chain is no joint here, and stays as text.
  void leaveOpen(const JointInfo& joint, const Status& why) {
    refuseAsDocumented(undocumented(*joint.joint, named(joint), place(joint)));
    keepOpened(*joint.joint, joint.name, out_);
    const Pose parent_t_child = links_.at(joint.parent).model_t_link.inverse() * links_.at(joint.child).model_t_link;
    auto ties = loopTies(*joint.joint, parent_t_child * joint.child_t_joint, joint.child_t_joint);
    warnOfJoint("loop", joint, ties.empty() ? why : between(failures::kSdfClosing, joint));
    out_.loops.push_back({joined(joint.name), joined(joint.parent), joined(joint.child), std::move(ties)});
  }

  std::map<std::string, const JointInfo*> holdingJoints() {
    std::map<std::string, const JointInfo*> out;
    for (const JointInfo& joint : joints_) {
      if (joint.parent == kWorld && links_.contains(joint.child)) {
        heldByWorld(joint);
        if (!links_.contains(kWorld)) continue;
      }
      if (connects(joint) && !out.emplace(joint.child, &joint).second)
        leaveOpen(joint, fail(failures::kSdfLoop, {named(joint), place(joint)}));
    }
    return out;
  }

  void buildTree(const sdf::Model& model) {
    const std::map<std::string, const JointInfo*> holding = holdingJoints();
    std::map<std::string, std::vector<const JointInfo*>> below;
    for (const JointInfo& joint : joints_) {
      const auto held = holding.find(joint.child);
      if (held != holding.end() && held->second == &joint) below[joint.parent].push_back(&joint);
    }
    const std::string root = chooseRoot(model, holding);
    // What the root's own frame is to the model's goes into the place of the object.
    out_.file_t_model = out_.file_t_model * links_.at(root).model_t_link;
    out_.root_t_model = links_.at(root).model_t_link.inverse();
    addLink(root, -1, Pose::identity());
    grow(root, below);
    for (const std::string& name : order_) {
      if (links_.at(name).node >= 0 || (holding.contains(name) && reachesLoose(name, holding))) continue;
      addLoose(root, name);
      grow(name, below);
    }
    // What is left lies on circles of joints: each is opened where it is met first.
    for (const std::string& name : order_) {
      if (links_.at(name).node >= 0) continue;
      addLoose(root, name);
      grow(name, below);
    }
    tellLoose(root);
    for (const auto& [child, joint] : holding) {
      if (joints_built_.contains(joint)) continue;
      leaveOpen(*joint, between(failures::kSdfCircle, *joint));
    }
    for (const FrameInfo& frame : frames_) addFrame(frame);
  }

  // Whether going up from a held link ends at a link that nothing holds.
  bool reachesLoose(const std::string& name, const std::map<std::string, const JointInfo*>& holding) const {
    std::string at = name;
    for (std::size_t i = 0; i <= links_.size(); ++i) {
      const auto held = holding.find(at);
      if (held == holding.end()) return true;
      at = held->second->parent;
    }
    return false;
  }

  void addLoose(const std::string& root, const std::string& name) {
    loose_.texts.push_back(cleanUtf8(name, 200));
    addLink(name, links_.at(root).node, links_.at(root).model_t_link.inverse() * links_.at(name).model_t_link);
  }

  void tellLoose(const std::string& root) {
    if (loose_.texts.empty()) return;
    // What models within models come to is refused for these.
    if (model_->ModelCount() == 0)
      refuseAsDocumented(fail(failures::kSdfNotOneRoot, {{"links", loose_}, {"root", arg::Name{root}}}));
    const std::string path = "link " + loose_.texts.front();
    context_.report.note(
        "loose-link", fail(failures::kSdfLooseLink, {{"links", std::move(loose_)}, {"root", arg::Name{root}}}), path);
  }

  void grow(const std::string& from, const std::map<std::string, std::vector<const JointInfo*>>& below) {
    std::deque<std::string> open = {from};
    while (!open.empty()) {
      const std::string parent = open.front();
      open.pop_front();
      const auto found = below.find(parent);
      if (found == below.end()) continue;
      for (const JointInfo* joint : found->second) {
        if (links_.at(joint->child).node >= 0) continue;
        joints_built_.insert(joint);
        const int node = addJoint(*joint, links_.at(parent));
        addLink(joint->child, node, Pose::identity());
        open.push_back(joint->child);
      }
    }
  }

  int push(Node node) {
    out_.nodes.push_back(std::move(node));
    return static_cast<int>(out_.nodes.size()) - 1;
  }

  void addLink(const std::string& name, int parent, const Pose& parent_t_link) {
    LinkInfo& info = links_.at(name);
    LinkPart part;
    if (info.link) fillLink(*info.link, name, part);
    info.node = push({joined(name), parent, parent_t_link, std::move(part)});
    for (std::uint64_t i = 0; info.link && i < info.link->SensorCount(); ++i)
      addSensor(*info.link->SensorByIndex(i), info.node, name);
  }

  void fillLink(const sdf::Link& link, const std::string& name, LinkPart& part) {
    for (std::uint64_t i = 0; i < link.VisualCount(); ++i) {
      const sdf::Visual& v = *link.VisualByIndex(i);
      if (v.Geom())
        addShapes(*v.Geom(), resolved(v.SemanticPose(), "", "link", name), name, v.Name(),
                  sdfLook(v.Material(), v.Transparency()), false, part.visuals);
    }
    for (std::uint64_t i = 0; i < link.CollisionCount(); ++i) {
      const sdf::Collision& c = *link.CollisionByIndex(i);
      if (c.Geom())
        addShapes(*c.Geom(), resolved(c.SemanticPose(), "", "link", name), name, c.Name(), {}, true, part.collisions);
    }
    addInertial(link, context_.report, part);
    addSurface(link, context_.report, part);
  }

  void addShapes(const sdf::Geometry& geometry, const Pose& link_t_shape, const std::string& link,
                 const std::string& name, const SdfLook& look, bool collides, std::vector<PlacedShape>& out) {
    for (PlacedShape& s : namedShapes(name, shapes_.shapes(geometry, link, collides))) {
      s.link_t_shape = Eigen::Affine3d(link_t_shape.isometry()) * s.link_t_shape;
      look.putOn(s);
      out.push_back(std::move(s));
    }
  }

  int addJoint(const JointInfo& info, const LinkInfo& parent) {
    JointPart part;
    const LinkInfo& child = links_.at(info.child);
    part.parent_t_inboard = parent.model_t_link.inverse() * child.model_t_link * info.child_t_joint;
    part.parent_t_inboard.q.normalize();
    part.outboard_t_child = info.child_t_joint.inverse();
    setMotion(info, part);
    if (isOtherKind(*info.joint)) keepKind(info, part);
    const int node = push({joined(info.name), parent.node, Pose::identity(), part});
    for (std::uint64_t i = 0; i < info.joint->SensorCount(); ++i)
      addSensor(*info.joint->SensorByIndex(i), node, info.name, part.outboard_t_child.inverse());
    return node;
  }

  // For simulations, which know such joints.
  void keepKind(const JointInfo& info, JointPart& part) {
    part.is_custom = true;
    if (const std::string text = sdfJointText(*info.joint); !text.empty()) out_.custom_joints[joined(info.name)] = text;
  }

  void setMotion(const JointInfo& info, JointPart& part) {
    refuseAsDocumented(undocumented(*info.joint, named(info), place(info)));
    const sdf::JointType type = info.joint->Type();
    if (type == sdf::JointType::FIXED) return;
    const bool turns = type == sdf::JointType::REVOLUTE || type == sdf::JointType::CONTINUOUS;
    const sdf::JointAxis* axis = info.joint->Axis(0);
    const bool slides = type == sdf::JointType::PRISMATIC;
    if ((turns || slides) && axis == nullptr)
      return warnOfJoint("joint-axis", info, fail(failures::kSdfNoAxis, {named(info), place(info)}));
    if (!turns && !slides) {
      const std::string kind = sdfJointKind(*info.joint);
      static const std::vector<std::string> kJointKinds = {"revolute", "continuous", "prismatic", "fixed"};
      Status fixed = fail(failures::kJointFixed, {named(info), {"kind", arg::Words{kind}}, place(info)});
      // revolute2 is a kind of its own.
      if (kind != "revolute2") fixed = withNearest(std::move(fixed), kind, kJointKinds);
      return warnOfJoint("joint-kind", info, fixed);
    }
    part.motion = turns ? JointPart::Motion::kRevolute : JointPart::Motion::kPrismatic;
    ignition::math::Vector3d xyz;
    if (!axis->ResolveXyz(xyz).empty()) xyz = axis->Xyz();
    const Vec3 direction(xyz.X(), xyz.Y(), xyz.Z());
    if (direction.allFinite() && direction.norm() > 1e-9) part.axis = direction.normalized();
    else
      warnOfJoint("joint-axis", info,
                  fail(failures::kJointAxis, {named(info), {"axis", arg::Words{"z"}}, place(info)}));
    setLimits(*axis, type == sdf::JointType::CONTINUOUS, info, part);
    part.mimic = sdfMimic(*axis, info.name, context_);
    if (!part.mimic) return;
    const std::string scope = info.name.substr(0, info.name.size() - info.joint->Name().size());
    part.mimic->leader = joined(scope + part.mimic->leader);
  }

  void setLimits(const sdf::JointAxis& axis, bool endless, const JointInfo& info, JointPart& part) {
    const auto end = [](double v, double inf) { return std::isnan(v) || std::abs(v) >= kNoLimit ? inf : v; };
    if (!endless) {
      part.lower = end(axis.Lower(), -JointPart::kInf);
      part.upper = end(axis.Upper(), JointPart::kInf);
    }
    if (part.lower > part.upper) {
      std::swap(part.lower, part.upper);
      warnOfJoint("joint-limits", info, fail(failures::kLimitsSwapped, {named(info), place(info)}));
    }
    if (!endless && part.lower == part.upper && part.lower != 0.0)
      context_.report.note("joint-no-travel",
                           fail(failures::kNoTravel, {named(info), {"limit", arg::Number{part.lower}}, place(info)}));
    const auto above = [](double v) { return std::isfinite(v) && v > 0.0 && v < kNoLimit ? v : JointPart::kInf; };
    part.velocity = above(axis.MaxVelocity());
    part.effort = above(axis.Effort());
    part.damping = std::isfinite(axis.Damping()) ? axis.Damping() : 0.0;
    part.friction = std::isfinite(axis.Friction()) ? axis.Friction() : 0.0;
    readSdfExtensions(axis, part);
  }

  // `parent_t_place`: of what the file places the sensor in; a joint's entity stands where its child link does.
  void addSensor(const sdf::Sensor& sensor, int parent, const std::string& owner,
                 const Pose& parent_t_place = Pose::identity()) {
    Pose sensor_t_wire;
    std::optional<SensorPart> part = sdfSensor(sensor, sensor_t_wire);
    if (!part) return addOtherSensor(sensor, parent, owner);
    tellFigures(sensor, owner, context_.report);
    const Pose pose = parent_t_place * resolved(sensor.SemanticPose(), "", "sensor", sensor.Name()) * sensor_t_wire;
    push({joined(sensor.Name()), parent, pose, std::move(*part)});
  }

  // The wire knows no inertial units: a frame, where one can be read, and what the file says of it beside.
  void addOtherSensor(const sdf::Sensor& sensor, int parent, const std::string& owner) {
    const FramePart part{false, context_.options.documented ? std::string() : inertialUnit(sensor)};
    const bool on_link = std::holds_alternative<LinkPart>(out_.nodes[static_cast<std::size_t>(parent)].part);
    const bool is_read = on_link && !part.inertial_unit.empty();
    tellKind(sensor, owner, is_read, context_.report);
    if (is_read)
      push({joined(sensor.Name()), parent, resolved(sensor.SemanticPose(), "", "sensor", sensor.Name()), part});
  }

  void addFrame(const FrameInfo& info) {
    const auto link = links_.find(info.link);
    if (link == links_.end() || link->second.node < 0) return;
    FramePart part;
    part.is_attachment = asksFor(*info.frame, "intrinsic:create_attachment_entity");
    if (context_.options.documented && !part.is_attachment && !asksFor(*info.frame, "intrinsic:create_entity")) return;
    push({joined(info.name), link->second.node, info.link_t_frame, part});
  }

  ReadContext& context_;
  SdfShapes& shapes_;
  Model& out_;
  std::map<std::string, LinkInfo> links_;
  std::vector<std::string> order_;
  std::vector<JointInfo> joints_;
  std::set<const JointInfo*> joints_built_;
  arg::Names loose_;  // links that no joint holds
  std::vector<FrameInfo> frames_;
  const sdf::Model* model_ = nullptr;
};

}  // namespace

Status flattenModel(ReadContext& context, const sdf::Model& model, SdfShapes& shapes, Model& out) {
  return Flattener(context, shapes, out).run(model);
}

}  // namespace ww::io::worker
