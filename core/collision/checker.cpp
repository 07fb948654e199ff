// SPDX-License-Identifier: Apache-2.0
#include "core/collision/checker.h"

#include <algorithm>
#include <tuple>
#include <utility>

#include "core/collision/quick_check.h"
#include "core/model/anchors.h"

namespace ww::collision {
namespace {

// Objects that have something on the bodies, or on what rides on these.
std::vector<ObjectId> objectsOn(const model::Model& model, const std::vector<model::BodyIndex>& bodies) {
  std::vector<ObjectId> out;
  std::vector<model::BodyIndex> work = bodies;
  while (!work.empty()) {
    const model::BodyIndex i = work.back();
    work.pop_back();
    if (model.body(i).kind == model::BodyKind::kJoint) out.push_back(model.body(i).object);
    const auto on = model.objectsOn(i);
    out.insert(out.end(), on.begin(), on.end());
    const auto children = model.childrenOf(i);
    work.insert(work.end(), children.begin(), children.end());
  }
  std::ranges::sort(out);
  out.erase(std::unique(out.begin(), out.end()), out.end());
  return out;
}

// fn(body, anchor) for all that ride on movers, while it returns true.
template <typename Fn>
void forEachMoving(const Scene& scene, const std::vector<EntityId>& movers, Fn&& fn) {
  const model::Model& model = scene.model();
  model::Anchors anchors(model, movers);
  std::vector<model::BodyIndex> bodies;
  for (const EntityId mover : movers) bodies.push_back(model.bodyOf(mover));
  for (const ObjectId id : objectsOn(model, bodies)) {
    for (const auto& entity : scene.world().peek(id)->entities) {
      const BodyPtr body = scene.share(entity->id);
      if (!body) continue;
      const auto anchor = anchors.of(entity->id);
      if (anchor.mover >= 0 && !fn(body, anchor)) return;
    }
  }
}

}  // namespace

// Of equal ones the order is that of their ids, not that in which a tree has them.
void sortContacts(std::vector<Contact>& contacts) {
  std::ranges::sort(contacts, {}, [](const Contact& c) { return std::tuple(c.distance_m, c.a, c.b); });
}

Checker::Checker(Scene scene, std::vector<EntityId> movers, CheckOptions options)
    : scene_(std::move(scene)),
      rules_(options.rules ? *options.rules : scene_.rules()),
      padding_(options.margin_m),
      bases_(std::move(options.bases)),
      exact_(options.exact),
      movers_(std::move(movers)) {
  for (const EntityId mover : movers_) mover_bodies_.push_back(scene_.model().bodyOf(mover));
  gather();
  pairMoving();
}

Checker::Checker(Checker&&) noexcept = default;
Checker& Checker::operator=(Checker&&) noexcept = default;
Checker::~Checker() = default;

void Checker::gather() {
  std::vector<BodyPtr> gone;
  forEachMoving(scene_, movers_, [&](const BodyPtr& body, const model::Anchors::Anchor& anchor) {
    index_[body->entity] = static_cast<Index>(moving_.size());
    moving_.push_back({body.get(), static_cast<std::size_t>(anchor.mover), anchor.mover_t_node});
    gone.push_back(body);
    return true;
  });
  standing_ = gone.empty() ? scene_.boxes() : scene_.boxes()->changed(gone, {});
  poses_.resize(moving_.size());
  boxes_.resize(moving_.size());
}

std::size_t countMoving(const Scene& scene, const std::vector<EntityId>& movers, std::size_t most) {
  std::size_t count = 0;
  forEachMoving(scene, movers, [&](const BodyPtr&, const model::Anchors::Anchor&) { return ++count < most; });
  return count;
}

void Checker::pairMoving() {
  for (Index i = 0; i < moving_.size(); ++i) {
    for (Index j = i + 1; j < moving_.size(); ++j) {
      const Action act = newAction(*moving_[i].body, *moving_[j].body);
      if (act.excluded) continue;
      if (moving_[i].mover == moving_[j].mover) rigid_pairs_.emplace_back(i, j);
      else moving_pairs_.push_back({i, j, act});
    }
  }
}

void Checker::place(const model::State& state) {
  for (std::size_t i = 0; i < moving_.size(); ++i) {
    poses_[i] = state.rootT(mover_bodies_[moving_[i].mover]) * moving_[i].mover_t_body;
    boxes_[i] = boundsAt(moving_[i].body->shape->bounds, poses_[i]);
  }
}

Checker::Place Checker::placeOf(const Body& body) const {
  const auto at = index_.find(body.entity);
  return at == index_.end() ? standing(body) : moving(at->second);
}

// ---- what no motion can change

void Checker::keep(const Place& a, const Place& b, int mover, const ConvexDistance& d) {
  Constant out{contact(a, b, d), mover};
  if (mover >= 0) {
    // Where it was measured, seen from the mover: that is where it stays.
    const Moving& on = moving_[index_.at(a.body->entity)];
    const Pose mover_t_root = on.mover_t_body * a.root_t_body->inverse();
    out.contact.point_a = mover_t_root * out.contact.point_a;
    out.contact.point_b = mover_t_root * out.contact.point_b;
    out.contact.normal = mover_t_root.q * out.contact.normal;
  }
  constant_.push_back(std::move(out));
}

void Checker::measureConstant() {
  if (std::exchange(constant_known_, true)) return;
  for (const auto& [i, j] : rigid_pairs_) {
    const Place a = moving(i), b = moving(j);
    ConvexDistance d;
    if (collides(a, b, newAction(*a.body, *b.body), true, d)) keep(a, b, static_cast<int>(moving_[i].mover), d);
  }
  rigid_pairs_.clear();
  measureBases();
}

// Margins are for motions: a robot may be bolted to what it stands on.
void Checker::measureBases() {
  for (const ObjectId base : bases_) {
    for (const auto& entity : scene_.world().peek(base)->entities) {
      const Body* a = index_.contains(entity->id) ? nullptr : scene_.body(entity->id);
      if (!a) continue;
      found_.clear();
      standing_->near(a->box, 0.0, found_);
      for (const Body* b : found_) {
        const bool told = b->object == base && b->entity <= a->entity;
        if (told || newAction(*a, *b).excluded) continue;
        const ConvexDistance d = measure(standing(*a), standing(*b), {0.0});
        if (d.distance < -kTouchDepth) keep(standing(*a), standing(*b), -1, d);
      }
    }
  }
}

std::vector<Contact> Checker::constantNow(const model::State& state) const {
  std::vector<Contact> out;
  for (const auto& [contact, mover] : constant_) {
    Contact c = contact;
    if (mover >= 0) {
      const Pose& root_t_mover = state.rootT(mover_bodies_[static_cast<std::size_t>(mover)]);
      c.point_a = root_t_mover * c.point_a;
      c.point_b = root_t_mover * c.point_b;
      c.normal = root_t_mover.q * c.normal;
    }
    out.push_back(std::move(c));
  }
  return out;
}

std::vector<Contact> Checker::takeConstant(const model::State& state) {
  if (rules_.disabled()) return {};
  place(state);
  measureConstant();
  auto out = constantNow(state);
  constant_.clear();
  return out;
}

// ---- pairs

Checker::Action Checker::newAction(const Body& a, const Body& b) const {
  const auto why = rules_.explain(a.entity, b.entity);
  return {why.excluded, why.margin_m, padding_};
}

Checker::Action& Checker::action(Index moving, const Body& standing) {
  constexpr int kEntityBits = world::PersistentMap<int>::kBits * world::PersistentMap<int>::kMaxLevels;
  const auto [at, fresh] = actions_.try_emplace(std::uint64_t{moving} << kEntityBits | standing.entity.value);
  if (fresh) at->second = newAction(*moving_[moving].body, standing);
  return at->second;
}

void Checker::setMargin(double metres) {
  padding_ = metres;
  for (auto& pair : moving_pairs_) pair.action.padding = metres;
  for (auto& [pair, act] : actions_) act.padding = metres;
}

template <typename Fn>
void Checker::forEachPair(double near, Fn&& fn) {
  if (movers_.empty()) {
    standing_->pairs(near, [&](const Body& a, const Body& b) {
      const bool in_order = a.entity < b.entity;
      const Body &one = in_order ? a : b, &other = in_order ? b : a;
      if (boxDistance(one.box, other.box) > near) return false;
      Action act = newAction(one, other);
      return fn(standing(one), standing(other), act);
    });
    return;
  }
  for (auto& pair : moving_pairs_) {
    if (fn(moving(pair.a), moving(pair.b), pair.action)) return;
  }
  for (Index i = 0; i < moving_.size(); ++i) {
    found_.clear();
    standing_->near(boxes_[i], near, found_);
    for (const Body* body : found_) {
      if (boxDistance(boxes_[i], body->box) > near) continue;
      if (fn(moving(i), standing(*body), action(i, *body))) return;
    }
  }
}

ConvexDistance Checker::measure(const Place& a, const Place& b, const DistanceQuery& query) {
  ++measured_;
  return bodyDistance(*a.body->shape, *a.root_t_body, *b.body->shape, *b.root_t_body, query);
}

bool Checker::collides(const Place& a, const Place& b, const Action& act, bool in_full, ConvexDistance& d) {
  const double margin = act.margin + act.padding;
  if (act.excluded || boxDistance(*a.box, *b.box) > margin) return false;
  const double limit = margin > 0.0 ? margin : -kTouchDepth;
  DistanceQuery query;
  query.beyond = margin;
  if (!in_full) query.enough = limit;
  d = measure(a, b, query);
  // A margin is kept when the distance equals it but for rounding.
  return margin > 0.0 ? d.distance < limit - 1e-9 : d.distance < limit;
}

Contact Checker::contact(const Place& a, const Place& b, const ConvexDistance& d) const {
  const auto why = rules_.explain(a.body->entity, b.body->entity);
  return {a.body->entity, b.body->entity, d.distance, d.a, d.b, d.normal, why.margin_m, why.key()};
}

// ---- questions

void Checker::exempt(const model::State& state) {
  place(state);
  forEachPair(reach(), [&](const Place& a, const Place& b, Action& act) {
    ConvexDistance d;
    if (collides(a, b, act, true, d)) act.padding = std::max(0.0, 0.5 * (d.distance - act.margin));
    return false;
  });
}

QuickCheck& Checker::quick() {
  if (!quick_) quick_ = std::make_unique<QuickCheck>(*this);
  return *quick_;
}

bool Checker::alwaysCollides(const model::State& state) {
  if (!constant_known_) {
    place(state);
    measureConstant();
  }
  return !constant_.empty();
}

bool Checker::anyPair(const model::State& state) {
  place(state);
  bool found = false;
  forEachPair(reach(), [&](const Place& a, const Place& b, const Action& act) {
    ConvexDistance d;
    return found = collides(a, b, act, false, d);
  });
  return found;
}

bool Checker::collides(const model::State& state) {
  if (rules_.disabled()) return false;
  if (movers_.empty() || exact_) return first(state).has_value();
  return alwaysCollides(state) || quick().collides(*this, state);
}

std::optional<Contact> Checker::first(const model::State& state) {
  if (rules_.disabled()) return std::nullopt;
  // Mostly there is none, and that is told sooner.
  if (!movers_.empty() && !exact_ && !collides(state)) return std::nullopt;
  place(state);
  measureConstant();
  if (!constant_.empty()) return constantNow(state).front();
  std::optional<Contact> out;
  forEachPair(reach(), [&](const Place& a, const Place& b, const Action& act) {
    ConvexDistance d;
    if (collides(a, b, act, false, d)) out = contact(a, b, d);
    return out.has_value();
  });
  return out;
}

std::vector<Contact> Checker::all(const model::State& state, std::size_t limit) {
  if (rules_.disabled()) return {};
  place(state);
  measureConstant();
  std::vector<Contact> out = constantNow(state);
  forEachPair(reach(), [&](const Place& a, const Place& b, const Action& act) {
    ConvexDistance d;
    if (collides(a, b, act, true, d)) out.push_back(contact(a, b, d));
    return false;
  });
  sortContacts(out);
  if (out.size() > limit) out.resize(limit);
  return out;
}

std::vector<std::pair<EntityId, EntityId>> Checker::touching(const model::State& state) {
  if (rules_.disabled()) return {};
  place(state);
  measureConstant();
  std::vector<std::pair<EntityId, EntityId>> out;
  for (const Contact& c : constantNow(state)) out.emplace_back(c.a, c.b);
  if (!movers_.empty() && !exact_ && quick().touching(*this, state, out)) return out;
  forEachPair(reach(), [&](const Place& a, const Place& b, const Action& act) {
    ConvexDistance d;
    if (collides(a, b, act, false, d)) out.emplace_back(a.body->entity, b.body->entity);
    return false;
  });
  return out;
}

std::vector<Contact> Checker::allOf(std::span<const EntityId> entities) {
  std::vector<Contact> out;
  if (rules_.disabled()) return out;
  const std::unordered_set<EntityId> chosen(entities.begin(), entities.end());
  for (const EntityId entity : chosen) {
    const Body* body = scene_.body(entity);
    if (!body) continue;
    found_.clear();
    standing_->near(body->box, reach(), found_);
    for (const Body* other : found_) {
      const bool told = other == body || (other->entity < entity && chosen.contains(other->entity));
      if (told) continue;
      const Body &one = entity < other->entity ? *body : *other, &two = entity < other->entity ? *other : *body;
      ConvexDistance d;
      if (collides(standing(one), standing(two), newAction(one, two), true, d))
        out.push_back(contact(standing(one), standing(two), d));
    }
  }
  sortContacts(out);
  return out;
}

}  // namespace ww::collision
