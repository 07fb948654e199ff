// SPDX-License-Identifier: Apache-2.0
#include "core/world/compare/compare_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>
#include <set>

#include "core/scene/followers.h"
#include "core/world/records/canonical.h"
#include "worldwright/v1/file.pb.h"

namespace ww::world {
namespace {

using Texts = std::vector<std::string>;
namespace so = intrinsic_proto::scene_object::v1;

// Not in the text when it is too little to be worth a word.
std::string lengthText(double metres) {
  if (metres >= 1.0) return fmt::format("{:.3f} m", metres);
  if (metres >= 5e-5) return fmt::format("{:.1f} mm", metres * 1e3);
  return fmt::format("{:.2g} mm", metres * 1e3);
}

std::string angleText(double radians) {
  const double angle_deg = radians * 180.0 / std::numbers::pi;
  return angle_deg >= 0.05 ? fmt::format("{:.1f}°", angle_deg) : fmt::format("{:.2g}°", angle_deg);
}

const char* yesNo(bool value) { return value ? "yes" : "no"; }

std::string pathOf(const World& world, ObjectId id) { return world.display(id); }

std::string entityName(const World& world, EntityId id) {
  const EntityPtr e = world.entity(id);
  return e ? e->name : std::string();
}

bool sameEntity(const ComparedWorlds& w, EntityId a, EntityId b) {
  return w.by == IdentifyBy::kId ? a == b : entityName(w.base, a) == entityName(w.changed, b);
}

void addPlace(const ComparedWorlds& w, const Object& a, const Object& b, Texts& out) {
  if (!w.same(a.parent, b.parent)) {
    out.push_back(fmt::format("parent: {} -> {}", pathOf(w.base, a.parent), pathOf(w.changed, b.parent)));
    const std::string moved = poseChange(w.base.rootT(a.id), w.changed.rootT(b.id));
    if (!moved.empty()) out.push_back("pose in the world: " + moved);
    return;
  }
  if (!a.parent) return;
  if (!sameEntity(w, a.parent_entity, b.parent_entity)) {
    out.push_back(
        fmt::format("hangs on {} -> {}", w.base.display(a.parent_entity), w.changed.display(b.parent_entity)));
    const std::string moved = poseChange(w.base.parentTObject(a), w.changed.parentTObject(b));
    if (!moved.empty()) out.push_back("pose in parent: " + moved);
    return;
  }
  const std::string moved = poseChange(a.parent_entity_t_this, b.parent_entity_t_this);
  if (!moved.empty()) out.push_back("pose in parent: " + moved);
}

void addEntities(const ComparedWorlds& w, const Object& a, const Object& b, Texts& out) {
  const auto other = [&w](const Object& in, const Entity& e) {
    return w.by == IdentifyBy::kId ? in.entity(e.id) : in.entityNamed(e.name);
  };
  for (const EntityPtr& e : a.entities) {
    const Entity* now = other(b, *e);
    if (!now) out.push_back(fmt::format("entity {} removed", e->name));
    else if (now != e.get()) addEntityChanges(*e, *now, out);
    if (!now || !e->parent || !now->parent) continue;
    const Entity *was_on = a.entity(e->parent), *is_on = b.entity(now->parent);
    const bool same = w.by == IdentifyBy::kId ? e->parent == now->parent : was_on->name == is_on->name;
    if (!same) out.push_back(fmt::format("{}: parent entity {} -> {}", e->name, was_on->name, is_on->name));
  }
  for (const EntityPtr& e : b.entities) {
    if (!other(a, *e)) out.push_back(fmt::format("entity {} added", e->name));
  }
}

void addConfigurations(const Object& a, const Object& b, Texts& out) {
  const auto find = [](const Object& o, const std::string& name) {
    return std::find_if(o.configurations.begin(), o.configurations.end(),
                        [&](const auto& c) { return c.name == name; });
  };
  for (const NamedConfiguration& c : a.configurations) {
    const auto now = find(b, c.name);
    if (now == b.configurations.end()) out.push_back(fmt::format("configuration {} removed", c.name));
    else if (now->positions != c.positions) out.push_back(fmt::format("configuration {} changed", c.name));
  }
  for (const NamedConfiguration& c : b.configurations) {
    if (find(a, c.name) == a.configurations.end()) out.push_back(fmt::format("configuration {} added", c.name));
  }
}

template <typename Map>
void addUserData(const Map& a, const Map& b, Texts& out) {
  std::set<std::string> keys;
  for (const auto& [key, value] : a) keys.insert(key);
  for (const auto& [key, value] : b) keys.insert(key);
  for (const std::string& key : keys) {
    const auto x = a.find(key), y = b.find(key);
    if (key == scene::kFollowersKey && (x == a.end() || y == b.end() || !sameBytes(x->second, y->second)))
      out.push_back("which joints follow others changed");
    else if (x == a.end()) out.push_back(fmt::format("user data {} added", key));
    else if (y == b.end()) out.push_back(fmt::format("user data {} removed", key));
    else if (!sameBytes(x->second, y->second)) out.push_back(fmt::format("user data {} changed", key));
  }
}

void addPayload(const worldwright::v1::ObjectRecord& a, const worldwright::v1::ObjectRecord& b, Texts& out) {
  if (a.has_mounted_payload() != b.has_mounted_payload()) {
    out.push_back(b.has_mounted_payload() ? fmt::format("payload of {:.3g} kg set", b.mounted_payload().mass_kg())
                                          : "payload removed");
  } else if (a.mounted_payload().mass_kg() != b.mounted_payload().mass_kg()) {
    out.push_back(
        fmt::format("payload: {} kg", numberChange(a.mounted_payload().mass_kg(), b.mounted_payload().mass_kg())));
  } else if (!sameBytes(a.mounted_payload(), b.mounted_payload())) {
    out.push_back("payload: centre of gravity or inertia changed");
  }
}

// What has a text of its own, or is derived from other fields, is taken out; the rest is compared whole.
so::SceneObject restOf(const so::SceneObject& content) {
  so::SceneObject rest = content;
  rest.clear_name();
  rest.clear_entities();
  rest.clear_user_data();
  rest.clear_simulation_spec();
  rest.clear_collision_rules();
  if (rest.has_properties()) {
    auto* kinematics = rest.mutable_properties()->mutable_kinematics();
    kinematics->clear_named_configurations();
    kinematics->clear_limits();
    kinematics->clear_ik_solvers();
    if (kinematics->ByteSizeLong() == 0) rest.mutable_properties()->clear_kinematics();
    if (rest.properties().ByteSizeLong() == 0) rest.clear_properties();
  }
  return rest;
}

void addContent(const Object& a, const Object& b, Texts& out) {
  if (a.message == b.message) return;
  const so::SceneObject &x = a.message->content(), &y = b.message->content();
  addUserData(x.user_data(), y.user_data(), out);
  if (x.simulation_spec().is_static() != y.simulation_spec().is_static()) {
    out.push_back(fmt::format("static in simulation: {} -> {}", yesNo(x.simulation_spec().is_static()),
                              yesNo(y.simulation_spec().is_static())));
  } else if (!sameBytes(x.simulation_spec(), y.simulation_spec())) {
    out.push_back("simulation properties changed");
  }
  const auto &kx = x.properties().kinematics(), &ky = y.properties().kinematics();
  if (!sameBytes(kx.limits(), ky.limits())) out.push_back("Cartesian limits changed");
  const auto same_solver = [](const auto& p, const auto& q) { return sameBytes(p, q); };
  if (!std::equal(kx.ik_solvers().begin(), kx.ik_solvers().end(), ky.ik_solvers().begin(), ky.ik_solvers().end(),
                  same_solver)) {
    out.push_back("inverse kinematics solvers changed");
  }
  if (!sameBytes(x.collision_rules(), y.collision_rules())) out.push_back("collision rules changed");
  addPayload(*a.message, *b.message, out);
  if (a.message->are_kinematics_updated() != b.message->are_kinematics_updated())
    out.push_back("kinematics marked as updated");
  if (!sameBytes(restOf(x), restOf(y))) out.push_back("other properties changed");
}

}  // namespace

namespace {
bool isZero(const std::string& figure) { return figure.find_first_of("123456789") == std::string::npos; }
}  // namespace

bool sameBytes(const google::protobuf::MessageLite& a, const google::protobuf::MessageLite& b) {
  return a.ByteSizeLong() == b.ByteSizeLong() && canonicalBytes(a) == canonicalBytes(b);
}

std::string numberChange(double base, double changed) {
  for (const char* format : {"{:.2f}", "{:.4f}", "{:.6g}", "{:.17g}"}) {
    const std::string a = fmt::format(fmt::runtime(format), base), b = fmt::format(fmt::runtime(format), changed);
    // Not as nothing what is something.
    const bool vanishes = (base != 0.0 && isZero(a)) || (changed != 0.0 && isZero(b));
    if (a != b && !vanishes) return a + " -> " + b;
  }
  return fmt::format("{0} -> {0}", base);
}

std::string poseChange(const Pose& base, const Pose& changed) {
  if (base == changed) return {};
  const double moved = positionDistance(base, changed), turned = rotationDistance(base, changed);
  Texts parts;
  if (moved > 1e-12) parts.push_back("moved by " + lengthText(moved));
  if (turned > 1e-12) parts.push_back("turned by " + angleText(turned));
  return parts.empty() ? "changed by rounding only" : fmt::format("{}", fmt::join(parts, ", "));
}

std::vector<std::string> objectChanges(const ComparedWorlds& w, const Object& a, const Object& b) {
  Texts out;
  if (a.name != b.name) out.push_back(fmt::format("renamed from {} to {}", a.name, b.name));
  if (a.name_is_global_alias != b.name_is_global_alias) {
    out.push_back(fmt::format("global alias: {} -> {}", yesNo(a.name_is_global_alias), yesNo(b.name_is_global_alias)));
  }
  addPlace(w, a, b, out);
  addEntities(w, a, b, out);
  addConfigurations(a, b, out);
  addContent(a, b, out);
  return out;
}

std::vector<std::string> frameChanges(const ComparedWorlds& w, const Frame& a, const Frame& b) {
  Texts out;
  if (a.name != b.name) out.push_back(fmt::format("renamed from {} to {}", a.name, b.name));
  const auto frameName = [](const World& world, FrameId id) { return id ? world.frame(id)->name : std::string(); };
  const bool same_frame = w.by == IdentifyBy::kId
                              ? a.parent_frame == b.parent_frame
                              : frameName(w.base, a.parent_frame) == frameName(w.changed, b.parent_frame);
  if (!w.same(a.object, b.object) || !same_frame || !sameEntity(w, a.parent_entity, b.parent_entity)) {
    const NodeRef was = a.parent_frame ? NodeRef(a.parent_frame) : NodeRef(a.parent_entity);
    const NodeRef is = b.parent_frame ? NodeRef(b.parent_frame) : NodeRef(b.parent_entity);
    out.push_back(fmt::format("parent: {} -> {}", w.base.display(was), w.changed.display(is)));
    const std::string moved = poseChange(w.base.rootT(a.id), w.changed.rootT(b.id));
    if (!moved.empty()) out.push_back("pose in the world: " + moved);
  } else if (const std::string moved = poseChange(a.parent_t_this, b.parent_t_this); !moved.empty()) {
    out.push_back("pose in parent: " + moved);
  }
  if (a.is_attachment != b.is_attachment) {
    out.push_back(fmt::format("attachment frame: {} -> {}", yesNo(a.is_attachment), yesNo(b.is_attachment)));
  }
  return out;
}

}  // namespace ww::world
