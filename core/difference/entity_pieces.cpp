// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <cmath>
#include <map>

#include "core/base/failure.h"
#include "core/difference/pieces.h"
#include "core/difference/tell.h"
#include "core/world/records/unknown_fields.h"

namespace ww::difference {
namespace {

using Kinematics = intrinsic_proto::world::KinematicsComponent;

const Kinematics& jointIn(const EntityRecord& record) { return record.content().joint().kinematics_component(); }
Kinematics& jointOf(EntityRecord& record) {
  return *record.mutable_content()->mutable_joint()->mutable_kinematics_component();
}
bool slides(const Kinematics& joint) { return joint.motion_type() == Kinematics::MOTION_TYPE_PRISMATIC; }

bool isSliding(const Told& told) {
  const auto& records = told.after ? told.after_in : told.before_in;
  const auto it = records.entities.find(told.node.id);
  return it != records.entities.end() && slides(jointIn(*it->second));
}

void takeEntityName(EntityRecord& rest, Pieces& out) {
  EntityRecord part;
  part.mutable_content()->set_name(rest.content().name());
  rest.mutable_content()->clear_name();
  addPiece(out, {}, std::move(part));
}

void tellEntityName(const Told& told, std::vector<Phrase>& words) {
  words.push_back(phrase(WW_TEXT("Core", "renamed from {old} to {new}"),
                         {{"old", arg::Words{beforeOf<EntityRecord>(told).content().name()}},
                          {"new", arg::Words{afterOf<EntityRecord>(told).content().name()}}}));
}

// The pose of a joint follows from its position.
void takeEntityPlace(EntityRecord& rest, Pieces& out) {
  EntityRecord part;
  part.set_parent(rest.parent());
  rest.clear_parent();
  auto& content = *rest.mutable_content();
  if (!content.has_joint() && content.has_parent_t_this()) {
    part.mutable_content()->mutable_parent_t_this()->Swap(content.mutable_parent_t_this());
    content.clear_parent_t_this();
  } else if (content.has_parent_t_this()) {
    content.mutable_parent_t_this()->clear_position();
    content.mutable_parent_t_this()->clear_orientation();
    if (!world::hasUnknown(content.parent_t_this())) content.clear_parent_t_this();
  }
  addPiece(out, {}, std::move(part));
}

void tellEntityPlace(const Told& told, std::vector<Phrase>& words) {
  const auto &a = beforeOf<EntityRecord>(told), &b = afterOf<EntityRecord>(told);
  if (a.parent() != b.parent())
    words.push_back(
        phrase(WW_TEXT("Core", "now on {new} instead of {old}"),
               {{"new", nodeWords(told.after_in, b.parent())}, {"old", nodeWords(told.before_in, a.parent())}}));
  tellPose(a.content().parent_t_this(), b.content().parent_t_this(), words);
  if (words.empty()) words.push_back(phrase(WW_TEXT("Core", "moved by rounding only")));
}

void takePosition(EntityRecord& rest, Pieces& out) {
  if (!rest.content().has_joint() || !jointIn(rest).has_raw_value()) return;
  EntityRecord part;
  jointOf(part).set_raw_value(jointIn(rest).raw_value());
  jointOf(rest).clear_raw_value();
  addPiece(out, {}, std::move(part));
}

void tellPosition(const Told& told, std::vector<Phrase>& words) {
  const double a = jointIn(beforeOf<EntityRecord>(told)).raw_value();
  const double b = jointIn(afterOf<EntityRecord>(told)).raw_value();
  const bool is_length = isSliding(told);
  words.push_back(phrase(WW_TEXT("Core", "position {old} to {new}"),
                         {{"old", jointFigure(a, is_length)}, {"new", jointFigure(b, is_length)}}));
}

void takeAxis(EntityRecord& rest, Pieces& out) {
  if (!rest.content().has_joint()) return;
  Kinematics& from = jointOf(rest);
  EntityRecord part;
  Kinematics& to = jointOf(part);
  to.set_motion_type(from.motion_type());
  if (from.has_axis()) to.mutable_axis()->Swap(from.mutable_axis());
  if (from.has_parent_t_inboard()) to.mutable_parent_t_inboard()->Swap(from.mutable_parent_t_inboard());
  if (from.has_outboard_t_child()) to.mutable_outboard_t_child()->Swap(from.mutable_outboard_t_child());
  from.clear_motion_type();
  from.clear_axis();
  from.clear_parent_t_inboard();
  from.clear_outboard_t_child();
  addPiece(out, {}, std::move(part));
}

void tellAxis(const Told& told, std::vector<Phrase>& words) {
  const Kinematics &a = jointIn(beforeOf<EntityRecord>(told)), &b = jointIn(afterOf<EntityRecord>(told));
  if (a.motion_type() != b.motion_type()) {
    if (slides(b)) words.push_back(phrase(WW_TEXT("Core", "now slides")));
    else if (b.motion_type() == Kinematics::MOTION_TYPE_REVOLUTE) words.push_back(phrase(WW_TEXT("Core", "now turns")));
    else words.push_back(phrase(WW_TEXT("Core", "now fixed")));
  }
  if (!sameMessage(a.axis(), b.axis())) words.push_back(phrase(WW_TEXT("Core", "axis changed")));
  if (!sameMessage(a.parent_t_inboard(), b.parent_t_inboard()) ||
      !sameMessage(a.outboard_t_child(), b.outboard_t_child()))
    words.push_back(phrase(WW_TEXT("Core", "place of the joint changed")));
}

void takeSystemLimits(EntityRecord& rest, Pieces& out) {
  if (!rest.content().has_joint() || !jointIn(rest).has_system_limits()) return;
  EntityRecord part;
  jointOf(part).mutable_system_limits()->Swap(jointOf(rest).mutable_system_limits());
  jointOf(rest).clear_system_limits();
  addPiece(out, {}, std::move(part));
}

void takeApplicationLimits(EntityRecord& rest, Pieces& out) {
  if (!rest.content().has_joint() || !jointIn(rest).has_application_limits()) return;
  EntityRecord part;
  jointOf(part).mutable_application_limits()->Swap(jointOf(rest).mutable_application_limits());
  jointOf(rest).clear_application_limits();
  addPiece(out, {}, std::move(part));
}

// Rates of which 0 stands for no limit.
struct RateRow {
  const char* text;
  double (Kinematics::Limits::*get)() const;
  const char* of_turning;
  const char* of_sliding;
};
constexpr std::array kRates{
    RateRow{WW_TEXT("Core", "velocity limit {old} to {new}"), &Kinematics::Limits::velocity, "rad/s", "m/s"},
    RateRow{WW_TEXT("Core", "acceleration limit {old} to {new}"), &Kinematics::Limits::acceleration, "rad/s^2",
            "m/s^2"},
    RateRow{WW_TEXT("Core", "jerk limit {old} to {new}"), &Kinematics::Limits::jerk, "rad/s^3", "m/s^3"},
    RateRow{WW_TEXT("Core", "effort limit {old} to {new}"), &Kinematics::Limits::effort, "N m", "N"}};

Phrase rateWords(double rate, const char* unit) {
  if (rate == 0 || std::isinf(rate)) return phrase(WW_TEXT("Core", "none"));
  return phrase(WW_TEXT("Core", "{value} {unit}"), {{"value", arg::Number{rate}}, {"unit", arg::Words{unit}}});
}

Phrase rangeWords(const Kinematics::Limits& limits, bool is_length) {
  if (!limits.has_fixed_limits()) return phrase(WW_TEXT("Core", "any position"));
  return phrase(WW_TEXT("Core", "{lower} ... {upper}"),
                {{"lower", jointFigure(limits.fixed_limits().lower(), is_length)},
                 {"upper", jointFigure(limits.fixed_limits().upper(), is_length)}});
}

void tellLimits(const Kinematics::Limits& a, const Kinematics::Limits& b, bool is_length, std::vector<Phrase>& words) {
  if (!sameMessage(a.fixed_limits(), b.fixed_limits()) || a.has_fixed_limits() != b.has_fixed_limits())
    words.push_back(phrase(WW_TEXT("Core", "range {old} to {new}"),
                           {{"old", rangeWords(a, is_length)}, {"new", rangeWords(b, is_length)}}));
  for (const RateRow& row : kRates) {
    const double x = (a.*row.get)(), y = (b.*row.get)();
    if (x == y) continue;
    const char* unit = is_length ? row.of_sliding : row.of_turning;
    words.push_back(phrase(row.text, {{"old", rateWords(x, unit)}, {"new", rateWords(y, unit)}}));
  }
}

// In front of each: whose limits they are.
void tellLimitsOf(const char* whose, const Kinematics::Limits& a, const Kinematics::Limits& b, const Told& told,
                  std::vector<Phrase>& words) {
  std::vector<Phrase> parts;
  tellLimits(a, b, isSliding(told), parts);
  if (parts.empty()) parts.push_back(phrase(WW_TEXT("Core", "limits changed")));
  for (Phrase& part : parts) words.push_back(phrase(whose, {{"what", std::move(part)}}));
}

void tellSystemLimits(const Told& told, std::vector<Phrase>& words) {
  tellLimitsOf(WW_TEXT("Core", "of the system: {what}"), jointIn(beforeOf<EntityRecord>(told)).system_limits(),
               jointIn(afterOf<EntityRecord>(told)).system_limits(), told, words);
}

// Without limits of its own the application has those of the system.
void tellApplicationLimits(const Told& told, std::vector<Phrase>& words) {
  if (!told.before) words.push_back(phrase(WW_TEXT("Core", "limits of the application set")));
  else if (!told.after) words.push_back(phrase(WW_TEXT("Core", "limits of the application removed")));
  else
    tellLimitsOf(WW_TEXT("Core", "of the application: {what}"),
                 jointIn(beforeOf<EntityRecord>(told)).application_limits(),
                 jointIn(afterOf<EntityRecord>(told)).application_limits(), told, words);
}

void takeDynamics(EntityRecord& rest, Pieces& out) {
  if (!rest.content().has_joint()) return;
  EntityRecord part;
  if (jointIn(rest).damping() != 0) jointOf(part).set_damping(jointIn(rest).damping());
  if (jointIn(rest).friction() != 0) jointOf(part).set_friction(jointIn(rest).friction());
  jointOf(rest).clear_damping();
  jointOf(rest).clear_friction();
  addPiece(out, {}, std::move(part));
}

void tellDynamics(const Told& /*told*/, std::vector<Phrase>& words) {
  words.push_back(phrase(WW_TEXT("Core", "damping or friction changed")));
}

void takeGeometry(EntityRecord& rest, Pieces& out) {
  if (rest.content().link().geometry_component().named_geometries().empty()) return;
  auto& from = *rest.mutable_content()->mutable_link()->mutable_geometry_component()->mutable_named_geometries();
  std::map<std::string, EntityRecord> parts;
  for (auto& [kind, set] : from) {
    auto& to = *parts[kind].mutable_content()->mutable_link()->mutable_geometry_component();
    (*to.mutable_named_geometries())[kind].Swap(&set);
  }
  from.clear();
  for (auto& [kind, part] : parts) addPiece(out, kind, std::move(part));
}

// What geometries stand in, empty by now: it comes with them, and says nothing by itself.
void takeEmptyComponent(EntityRecord& rest, Pieces& out) {
  if (!rest.content().link().has_geometry_component()) return;
  if (rest.content().link().geometry_component().ByteSizeLong() > 0) return;
  EntityRecord part;
  part.mutable_content()->mutable_link()->mutable_geometry_component();
  rest.mutable_content()->mutable_link()->clear_geometry_component();
  addPiece(out, {}, std::move(part));
}

void tellNoComponent(const Told& /*told*/, std::vector<Phrase>& /*words*/) {}

using GeometrySet = intrinsic_proto::world::GeometryComponent::GeometrySet;

GeometrySet setIn(const EntityRecord& record, const std::string& kind) {
  const auto& all = record.content().link().geometry_component().named_geometries();
  const auto it = all.find(kind);
  return it == all.end() ? GeometrySet() : it->second;
}

void dropColours(GeometrySet& set) {
  for (auto& [name, placed] : *set.mutable_named_geometries()) placed.mutable_geometry()->clear_material_overrides();
}

// "visual geometry", "collision geometry", or as the file calls it.
Phrase geometryWords(const std::string& kind) {
  if (kind == "Intrinsic_Visual") return phrase(WW_TEXT("Core", "visual geometry"));
  if (kind == "Intrinsic_Collision") return phrase(WW_TEXT("Core", "collision geometry"));
  return phrase(WW_TEXT("Core", "geometry {kind}"), {{"kind", arg::Words{kind}}});
}

void tellGeometry(const Told& told, std::vector<Phrase>& words) {
  const FailureArg which{"which", geometryWords(told.sub)};
  if (!told.before) words.push_back(phrase(WW_TEXT("Core", "{which} added"), {which}));
  else if (!told.after) words.push_back(phrase(WW_TEXT("Core", "{which} removed"), {which}));
  if (!told.before || !told.after) return;
  GeometrySet a = setIn(beforeOf<EntityRecord>(told), told.sub), b = setIn(afterOf<EntityRecord>(told), told.sub);
  dropColours(a);
  dropColours(b);
  if (sameMessage(a, b)) words.push_back(phrase(WW_TEXT("Core", "colour of {which} changed"), {which}));
  else words.push_back(phrase(WW_TEXT("Core", "{which} changed"), {which}));
}

void takePhysics(EntityRecord& rest, Pieces& out) {
  if (!rest.content().link().has_physics_component()) return;
  EntityRecord part;
  auto& from = *rest.mutable_content()->mutable_link();
  part.mutable_content()->mutable_link()->mutable_physics_component()->Swap(from.mutable_physics_component());
  from.clear_physics_component();
  addPiece(out, {}, std::move(part));
}

void tellPhysics(const Told& told, std::vector<Phrase>& words) {
  const double a = beforeOf<EntityRecord>(told).content().link().physics_component().mass_kg();
  const double b = afterOf<EntityRecord>(told).content().link().physics_component().mass_kg();
  if (a == b) words.push_back(phrase(WW_TEXT("Core", "physical properties changed")));
  else
    words.push_back(
        phrase(WW_TEXT("Core", "mass {old} kg to {new} kg"), {{"old", arg::Number{a}}, {"new", arg::Number{b}}}));
}

void takeSensor(EntityRecord& rest, Pieces& out) {
  if (!rest.content().sensor().has_sensor_component()) return;
  EntityRecord part;
  auto& from = *rest.mutable_content()->mutable_sensor();
  part.mutable_content()->mutable_sensor()->mutable_sensor_component()->Swap(from.mutable_sensor_component());
  from.clear_sensor_component();
  addPiece(out, {}, std::move(part));
}

void tellSensor(const Told& /*told*/, std::vector<Phrase>& words) {
  words.push_back(phrase(WW_TEXT("Core", "sensor changed")));
}

}  // namespace

Aspects entityAspects() {
  static constexpr std::array kTable{
      Aspect{.name = "name", .take = takeAs<EntityRecord, takeEntityName>, .tell = tellEntityName},
      Aspect{.name = "place", .take = takeAs<EntityRecord, takeEntityPlace>, .tell = tellEntityPlace},
      Aspect{.name = "position", .take = takeAs<EntityRecord, takePosition>, .tell = tellPosition},
      Aspect{.name = "joint", .take = takeAs<EntityRecord, takeAxis>, .tell = tellAxis},
      Aspect{.name = "system-limits", .take = takeAs<EntityRecord, takeSystemLimits>, .tell = tellSystemLimits},
      Aspect{.name = "application-limits",
             .take = takeAs<EntityRecord, takeApplicationLimits>,
             .tell = tellApplicationLimits},
      Aspect{.name = "dynamics", .take = takeAs<EntityRecord, takeDynamics>, .tell = tellDynamics},
      Aspect{.name = "geometry", .take = takeAs<EntityRecord, takeGeometry>, .tell = tellGeometry},
      Aspect{.name = "empty",
             .is_derived = true,
             .take = takeAs<EntityRecord, takeEmptyComponent>,
             .tell = tellNoComponent},
      Aspect{.name = "physics", .take = takeAs<EntityRecord, takePhysics>, .tell = tellPhysics},
      Aspect{.name = "sensor", .take = takeAs<EntityRecord, takeSensor>, .tell = tellSensor},
      Aspect{.name = "other", .take = takeAll<EntityRecord>, .tell = tellOther}};
  return kTable;
}

}  // namespace ww::difference
