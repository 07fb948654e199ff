// SPDX-License-Identifier: Apache-2.0
#include "core/io/worker/sdf/joint_extras.h"

#include <google/protobuf/struct.pb.h>

#include <algorithm>

#include "core/io/failures.h"
#include "core/io/text_scan.h"
#include "core/io/worker/sdf/sdf_parts.h"
#include "core/scene/own_data.h"

namespace ww::io::worker {
namespace {

std::string attributeOf(sdf::ElementPtr element, const char* name) {
  return element->HasAttribute(name) ? element->GetAttribute(name)->GetAsString() : std::string();
}

}  // namespace

void readSdfExtensions(const sdf::JointAxis& axis, JointPart& part) {
  const sdf::ElementPtr element = axis.Element();
  if (!element || !element->HasElement("limit")) return;
  const sdf::ElementPtr limit = element->GetElement("limit");
  const auto read = [&](const char* name, double& out) {
    double v = 0;
    if (!limit->HasElement(name)) return;
    const sdf::ElementPtr e = limit->GetElement(name);
    if (e->GetValue() && parseNumber(trim(e->GetValue()->GetAsString()), v) && v > 0.0) out = v;
  };
  read("intrinsic:acceleration", part.acceleration);
  read("intrinsic:jerk", part.jerk);
}

std::optional<Mimic> sdfMimic(const sdf::JointAxis& axis, const std::string& joint, ReadContext& context) {
  const sdf::ElementPtr element = axis.Element();
  if (!element || !element->HasElement("mimic")) return std::nullopt;
  const sdf::ElementPtr mimic = element->GetElement("mimic");
  const std::string where = "joint " + joint;
  const FailureArg name{"joint", arg::Name{joint}};
  if (attributeOf(mimic, "axis") == "axis2") {
    context.report.warn("mimic", fail(failures::kSdfSecondAxis, {name}), where);
    return std::nullopt;
  }
  Mimic out{attributeOf(mimic, "joint")};
  const std::uint64_t mimics = childrenOf(element, "mimic").size();
  if (mimics > 1) {
    const FailureArg leader{"leader", arg::Name{cleanUtf8(out.leader, 200)}};
    context.report.warn("mimic", fail(failures::kSecondMimic, {name, {"count", arg::Count{mimics}}, leader}), where);
  }
  double reference = 0.0;
  const auto read = [&](const char* what, double& value) {
    const sdf::ElementPtr e = mimic->HasElement(what) ? mimic->GetElement(what) : nullptr;
    if (!e || (e->GetValue() && parseNumber(trim(e->GetValue()->GetAsString()), value))) return;
    context.report.warn("mimic", fail(failures::kSdfMimicNumber, {name, {"value", arg::Words{what}}}), where);
  };
  read("multiplier", out.multiplier);
  read("offset", out.offset);
  read("reference", reference);
  out.offset -= out.multiplier * reference;
  return out;
}

std::string sdfJointKind(const sdf::Joint& joint) {
  const sdf::ElementPtr element = joint.Element();
  return element && element->HasAttribute("type") ? cleanUtf8(element->Get<std::string>("type"), 60) : "";
}

bool isOtherKind(const sdf::Joint& joint) {
  using Type = sdf::JointType;
  constexpr Type kKinds[] = {Type::BALL, Type::GEARBOX, Type::REVOLUTE2, Type::SCREW, Type::UNIVERSAL};
  return std::ranges::find(kKinds, joint.Type()) != std::end(kKinds);
}

std::string sdfJointText(const sdf::Joint& joint) {
  constexpr std::size_t kMostXml = 64'000;
  const sdf::ElementPtr element = joint.Element() ? joint.Element()->Clone() : nullptr;
  // As often as there can be one, so that it ends whatever the library does.
  constexpr int kMostSensors = 1000;
  for (int i = 0; i < kMostSensors && element && element->HasElement("sensor"); ++i)
    element->RemoveChild(element->GetElement("sensor"));
  const std::string text = element ? element->ToString("") : std::string();
  return text.size() <= kMostXml && isUtf8(text) ? text : std::string();
}

void keepOpened(const sdf::Joint& joint, const std::string& name, Model& out) {
  constexpr const char* kKey = "sdf_opened_joints";
  const std::string text = sdfJointText(joint);
  google::protobuf::Struct kept;
  if (const auto known = out.user_data.find(kKey); known != out.user_data.end() && !known->second.UnpackTo(&kept))
    return;
  if (!text.empty()) (*kept.mutable_fields())[cleanUtf8(name, 200)].set_string_value(text);
  scene::packSorted(kept, out.user_data[kKey]);
}

Status undocumented(const sdf::Joint& joint, const FailureArg& name, const FailureArg& place) {
  const sdf::JointType type = joint.Type();
  if (type == sdf::JointType::FIXED || type == sdf::JointType::BALL) return okStatus();
  if (type != sdf::JointType::REVOLUTE && type != sdf::JointType::PRISMATIC)
    return fail(failures::kSdfNotJoint, {name, {"kind", arg::Words{sdfJointKind(joint)}}, place});
  const sdf::JointAxis* axis = joint.Axis(0);
  const char* missing = axis == nullptr ? "axis" : !isSaid(axis->Element(), "limit") ? "limit" : nullptr;
  if (!missing) return okStatus();
  return fail(failures::kSdfNotAxis, {name, {"element", arg::Words{missing}}, place});
}

bool asksFor(const sdf::Frame& frame, const char* attribute) {
  const sdf::ElementPtr element = frame.Element();
  if (!element) return false;
  const std::string said = toLowerAscii(attributeOf(element, attribute));
  return said == "true" || said == "1";
}

std::vector<scene::LoopTie> loopTies(const sdf::Joint& joint, const Pose& parent_t_joint, const Pose& child_t_joint) {
  constexpr double kAside = 0.05;  // metres between the points
  std::vector<Vec3> in_joint;
  if (joint.Type() == sdf::JointType::BALL) {
    in_joint = {Vec3::Zero()};
  } else if (joint.Type() == sdf::JointType::FIXED) {
    in_joint = {Vec3::Zero(), kAside * Vec3::UnitX(), kAside * Vec3::UnitY()};
  } else if (const sdf::JointAxis* axis = joint.Axis();
             axis && (joint.Type() == sdf::JointType::REVOLUTE || joint.Type() == sdf::JointType::CONTINUOUS)) {
    ignition::math::Vector3d along;
    if (!axis->ResolveXyz(along).empty()) along = axis->Xyz();
    const Vec3 half = 0.5 * kAside * Vec3(along.X(), along.Y(), along.Z());
    in_joint = {half, -half};
  }
  std::vector<scene::LoopTie> out;
  for (const Vec3& p : in_joint) out.push_back({parent_t_joint * p, child_t_joint * p});
  return out;
}

}  // namespace ww::io::worker
