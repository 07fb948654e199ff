// SPDX-License-Identifier: Apache-2.0
#include "core/usecase/exchange/contacts_told.h"

#include <algorithm>
#include <optional>

#include "core/collision/check.h"
#include "core/collision/coverage.h"
#include "core/interop/isaac/spatial.h"
#include "core/model/anchors.h"
#include "core/usecase/failures.h"

namespace ww::usecase {
namespace {

constexpr std::size_t kMostPairs = 1000;
constexpr std::size_t kMostMoving = 800;  // the checker looks at each pair of what moves
constexpr double kLeastSpan = 1e-3;       // seconds that a speed is measured over
constexpr double kStood = 0.1;            // seconds after which what has not moved stands

using Contacts = std::vector<collision::Contact>;

struct Told {
  std::string name;
  world::NodeRef node;
};

// A link of what has joints by itself, all else as the object that bodies and poses tell of.
Told toldOf(const ShownWorld& shown, EntityId entity) {
  const world::World& world = *shown.world;
  const world::EntityOwner* owner = world.owner(entity);
  const world::Object* object = owner ? world.peek(owner->object) : nullptr;
  if (object && !object->isKinematic()) return {shown.nameOf(object->id), {object->id}};
  const bool renamed = object && shown.names && shown.names->contains(object->id);
  return {renamed ? shown.nameOf(object->id) + ":" + world.entity(entity)->name : world.display({entity}), {entity}};
}

bool isThere(const world::World& world, const world::NodeRef& node) {
  if (const auto* id = std::get_if<ObjectId>(&node)) return world.peek(*id) != nullptr;
  return world.entity(std::get<EntityId>(node)) != nullptr;
}

Contacts firstOf(Contacts all, Status& left_out) {
  if (all.size() <= kMostPairs) return all;
  left_out = fail(failures::kContactsCut, {{"limit", arg::Count{kMostPairs}}});
  all.resize(kMostPairs);
  return all;
}

// How fast a point of a thing moves (m/s).
Vec3 speedAt(const Vec3& point, const Pose& before, const Pose& now, double span) {
  return (point - before * (now.inverse() * point)) / span;
}

}  // namespace

struct ContactTeller::Looker {
  std::optional<collision::Scene> scene;
  collision::WorldContacts of_world{kMostPairs + 1};  // with one more, that there are more is known
  // Of the last call.
  world::WorldPtr world;
  model::Overrides shown;
  std::optional<model::Overlay> places;
  double time_s = 0.0, looked_s = 0.0;  // when it was last another, and when it was last looked at

  bool isSame(const ShownWorld& now) const {
    return world == now.world && shown.objects == now.shown.objects && shown.frames == now.shown.frames &&
           sameJoints(now.shown);
  }
  bool sameJoints(const model::Overrides& now) const {
    return std::ranges::equal(shown.joints, now.joints, [](const auto& a, const auto& b) {
      return a.first == b.first && a.second.size() == b.second.size() && a.second == b.second;
    });
  }
  // `left_out`: why those are not all.
  Contacts contacts(const ShownWorld& now, Status& left_out);
  isaac::Message message(const ShownWorld& now, const model::Overlay& there, const collision::Contact& contact,
                         double span) const;
};

Contacts ContactTeller::Looker::contacts(const ShownWorld& now, Status& left_out) {
  left_out = {};
  if (!scene) scene = collision::Scene::make(*now.world);
  else if (world != now.world) scene = scene->updated(*now.world);
  const Contacts& standing = of_world.of(*scene);
  const std::vector<EntityId> movers = now.shown.movers(*now.world);
  if (movers.empty()) return firstOf(standing, left_out);
  std::vector<ObjectId> floating;
  for (const auto& [id, root_t_object] : now.shown.floating(*now.world)) floating.push_back(id);
  const collision::Scene moving = scene->floating(std::move(floating));
  if (collision::countMoving(moving, movers, kMostMoving + 1) > kMostMoving) {
    left_out = fail(failures::kContactsUnseen, {{"limit", arg::Count{kMostMoving}}});
    return {};
  }
  model::Anchors anchors(moving.model(), movers);
  collision::Checker checker(moving, movers);
  model::State state(moving.model());
  now.shown.apply(state);
  Contacts out = checker.all(state, kMostPairs + 1);
  std::ranges::copy_if(standing, std::back_inserter(out), [&](const collision::Contact& c) {
    return anchors.of(c.a).mover < 0 && anchors.of(c.b).mover < 0;
  });
  return firstOf(std::move(out), left_out);
}

isaac::Message ContactTeller::Looker::message(const ShownWorld& now, const model::Overlay& there,
                                              const collision::Contact& contact, double span) const {
  const Told a = toldOf(now, contact.a), b = toldOf(now, contact.b);
  isaac::CollisionEvent event;
  event.name = a.name;
  event.other_name = b.name;
  event.world_t_this = there.rootT(a.node);
  event.world_t_other = there.rootT(b.node);
  event.world_point = 0.5 * (contact.point_a + contact.point_b);
  event.world_normal = contact.normal;
  const auto speed = [&](const world::NodeRef& node, const Pose& pose) {
    if (!places || !isThere(places->world(), node)) return Vec3(Vec3::Zero());
    return speedAt(event.world_point, places->rootT(node), pose, span);
  };
  event.velocity = speed(a.node, event.world_t_this) - speed(b.node, event.world_t_other);
  isaac::Message out = isaac::messageOf(event);
  out.channel = "collision";
  return out;
}

ContactTeller::ContactTeller() : looker_(std::make_unique<Looker>()) {}
ContactTeller::~ContactTeller() = default;

void ContactTeller::tellAll() {
  told_.clear();
  looker_->world.reset();
}

std::vector<isaac::Message> ContactTeller::tell(const ShownWorld& shown, double time_s) {
  std::vector<isaac::Message> out;
  if (looker_->isSame(shown)) {
    looker_->looked_s = time_s;
    return out;
  }
  model::Overlay there(shown.models->of(*shown.world));
  there.set(shown.shown);
  // What has stood for a while sets out only now: its way did not take all the rest before it.
  const bool stood = looker_->looked_s - looker_->time_s > kStood;
  const double span = std::max(kLeastSpan, time_s - (stood ? looker_->looked_s : looker_->time_s));
  std::set<std::pair<EntityId, EntityId>> colliding;
  for (const collision::Contact& contact : looker_->contacts(shown, left_out_)) {
    // Nearer than a margin is no collision yet.
    if (contact.distance_m > 0.0) continue;
    colliding.emplace(contact.a, contact.b);
    if (!told_.contains({contact.a, contact.b})) out.push_back(looker_->message(shown, there, contact, span));
  }
  told_ = std::move(colliding);
  looker_->world = shown.world;
  looker_->shown = shown.shown;
  looker_->places.emplace(std::move(there));
  looker_->looked_s = looker_->time_s = time_s;
  return out;
}

}  // namespace ww::usecase
