// SPDX-License-Identifier: Apache-2.0
#include "core/model/compiler.h"

#include <algorithm>
#include <atomic>

#include "core/model/ahead.h"

namespace ww::model {
namespace {

using world::Object;

std::uint64_t newNumbering() {
  static std::atomic<std::uint64_t> last{0};
  return ++last;
}

void prefetch(const Object* object) {
  __builtin_prefetch(object);
  __builtin_prefetch(&object->entities);
  __builtin_prefetch(&object->children);
}

}  // namespace

void Compiler::Sets::link(BodyIndex i, std::uint64_t member) {
  if (i >= 0) open(i).set(member, {});
}

void Compiler::Sets::unlink(BodyIndex i, std::uint64_t member) {
  if (i >= 0) open(i).erase(member);
}

void Compiler::Sets::erase(BodyIndex i) {
  close();
  sets_.erase(key(i));
}

world::ChunkedSet& Compiler::Sets::open(BodyIndex i) {
  if (i == at_) return set_;
  close();
  at_ = i;
  if (const world::ChunkedSet* found = sets_.find(key(i))) {
    set_ = *found;
    sets_.set(key(i), {});
  }
  return set_;
}

void Compiler::Sets::put(BodyIndex i, world::ChunkedSet set) {
  close();
  sets_.set(key(i), std::move(set));
}

void Compiler::Sets::close() {
  if (at_ == kNoBody) return;
  if (set_.empty()) sets_.erase(key(at_));
  else sets_.set(key(at_), std::move(set_));
  set_ = {};
  at_ = kNoBody;
}

void Compiler::all() {
  Body fixed;
  fixed.entity = world::kRootEntity;
  fixed.object = world::kRootObject;
  m_.bodies_.set(key(kFixedBody), std::move(fixed));
  m_.end_ = kFixedBody + 1;
  m_.numbering_ = newNumbering();
  std::vector<ObjectId> rest = placeSimple();
  std::ranges::reverse(rest);
  place(std::move(rest));
  close();
}

std::vector<ObjectId> Compiler::placeSimple() {
  placeOne(m_.world_.root());
  const ObjectPart root = m_.part(world::kRootObject);
  world::ChunkedMap<ObjectPart>::Builder parts;
  world::ChunkedSet::Builder riders;
  std::vector<ObjectId> rest;
  forEachObjectAhead(m_.world_, [&](const Object& object) {
    ObjectPart part = root;
    if (object.id != world::kRootObject) {
      if (object.parent != world::kRootObject) return;
      const bool simple = object.children.empty() && Layout::isSinglePiece(object) && !isFree(object.id);
      if (!simple || root.layout) return rest.push_back(object.id);
      part.body_t_object = root.body_t_object * object.parent_entity_t_this;
      part.first_joint = kNoBody;
      part.joints = 0;
    }
    parts.add(object.id.value, part);
    riders.add(object.id.value, {});
  });
  m_.parts_ = parts.finish();
  riders_.put(root.body, riders.finish());
  return rest;
}

void Compiler::close() {
  riders_.close();
  children_.close();
}

void Compiler::change(const world::WorldDiff& diff) {
  for (const world::ObjectChange& c : diff.objects) {
    if (!c.after) remove(*c.before);
  }
  for (const ObjectId id : dirtyInOrder(diff)) {
    if (!dirty_[id].done) place(id);
  }
  close();
  compact();
}

// Parents among them first: what is new has to find its parent. With something untouched between two of
// them the order does not matter, as the upper one reaches the lower.
std::vector<ObjectId> Compiler::dirtyInOrder(const world::WorldDiff& diff) {
  std::vector<ObjectId> order;
  for (const world::ObjectChange& c : diff.objects) {
    if (!c.after) continue;
    dirty_[c.after->id].change = &c;
    order.push_back(c.after->id);
  }
  for (const ObjectId id : order) findDepth(id);
  std::ranges::stable_sort(order, {}, [&](ObjectId id) { return dirty_[id].depth; });
  return order;
}

void Compiler::findDepth(ObjectId object) {
  std::vector<Dirty*> path;
  int depth = -1;
  for (auto it = dirty_.find(object); it != dirty_.end(); it = dirty_.find(it->second.change->after->parent)) {
    depth = it->second.depth;
    if (depth >= 0) break;
    path.push_back(&it->second);
  }
  for (; !path.empty(); path.pop_back()) path.back()->depth = ++depth;
}

void Compiler::refloat(std::vector<ObjectId> free) {
  const auto before = std::exchange(m_.free_, std::make_shared<const std::vector<ObjectId>>(std::move(free)));
  std::vector<ObjectId> changed;
  std::ranges::set_symmetric_difference(*before, *m_.free_, std::back_inserter(changed));
  for (const ObjectId id : changed) {
    if (m_.world_.peek(id)) place(id);
  }
  close();
}

void Compiler::place(std::vector<ObjectId> work) {
  constexpr std::size_t kAhead = 8;  // large worlds are in no cache: later objects are fetched meanwhile
  while (!work.empty()) {
    if (work.size() > kAhead) prefetch(m_.world_.peek(work[work.size() - 1 - kAhead]));
    const Object& object = *m_.world_.peek(work.back());
    work.pop_back();
    pushChildren(object, placeOne(object), work);
  }
}

Compiler::Reach Compiler::placeOne(const Object& object) {
  const ObjectPart* found = m_.parts_.find(object.id.value);
  const ObjectPart old = found ? *found : ObjectPart();
  const bool known = found != nullptr;
  const auto dirty = dirty_.find(object.id);
  const bool changed =
      dirty != dirty_.end() && !std::exchange(dirty->second.done, true) && dirty->second.change->before;
  const bool rebuilt = !known || (changed && !sameLayout(*dirty->second.change->before, object));
  ObjectPart part = old;
  if (rebuilt) part.layout = Layout::of(object);
  const Ride seat = isFree(object.id) ? Ride{} : seatOf(object);
  const bool renumbered = renumber(object, known ? &old : nullptr, seat.body, part);
  if (!isFree(object.id)) {
    part.body = seat.body;
    part.body_t_object = seat.body_t_node;
  }
  const bool moved = !known || part.body != old.body || !(part.body_t_object == old.body_t_object);
  if (!known || part.body != old.body) {
    if (known) riders_.unlink(old.body, object.id.value);
    riders_.link(part.body, object.id.value);
  }
  if (rebuilt || moved || renumbered) {
    m_.parts_.set(object.id.value, part);
    fillBodies(object, part, rebuilt || renumbered);
  }
  if (rebuilt || changed || renumbered) fillPositions(object, part);
  return rebuilt || renumbered ? Reach::kAll : moved ? Reach::kRootPiece : Reach::kNone;
}

void Compiler::pushChildren(const Object& object, Reach reach, std::vector<ObjectId>& work) const {
  if (reach == Reach::kNone) return;
  const std::shared_ptr<const Layout> layout = m_.part(object.id).layout;
  const bool rigid = reach == Reach::kAll || !layout || layout->joints.empty();
  const auto before = static_cast<std::ptrdiff_t>(work.size());
  object.children.forEach([&](std::uint64_t n, world::Present) {
    const ObjectId child{n};
    if (rigid || layout->seat(m_.world_.peek(child)->parent_entity).joint < 0) work.push_back(child);
  });
  std::reverse(work.begin() + before, work.end());  // taken from the end: in the order of their ids
}

bool Compiler::isFree(ObjectId object) const {
  return !m_.free_->empty() && std::ranges::binary_search(*m_.free_, object);
}

bool Compiler::hasFreeBody(ObjectId object, const ObjectPart& part) const {
  const Body* body = m_.bodies_.find(key(part.body));  // may be gone, with what it was part of
  return body && body->kind == BodyKind::kFree && body->object == object;
}

Ride Compiler::seatOf(const Object& object) const {
  if (!object.parent) return {};
  const ObjectPart& above = m_.part(object.parent);
  if (!above.layout) return {above.body, above.body_t_object * object.parent_entity_t_this};
  const Layout::Seat& seat = above.layout->seat(object.parent_entity);
  return {above.bodyOf(seat), above.bodyT(seat) * object.parent_entity_t_this};
}

bool Compiler::sameJoints(const Object& object, const ObjectPart& part) const {
  for (int k = 0; k < part.joints; ++k) {
    const std::size_t entity = part.layout->joints[static_cast<std::size_t>(k)].entity;
    if (m_.body(part.first_joint + k).entity != object.entities[entity]->id) return false;
  }
  return true;
}

bool Compiler::renumber(const Object& object, const ObjectPart* old, BodyIndex rides_on, ObjectPart& part) {
  part.joints = part.layout ? static_cast<int>(part.layout->joints.size()) : 0;
  const bool free = isFree(object.id);
  const bool keeps = old && hasFreeBody(object.id, *old) == free && old->joints == part.joints &&
                     (part.joints == 0 || old->first_joint > rides_on) &&
                     (part.layout == old->layout || sameJoints(object, part));
  if (keeps || (!old && part.joints == 0 && !free)) return false;
  if (old) dropBodies(object.id, *old);
  BodyIndex next = m_.end_;
  if (free) {
    Body body;
    body.kind = BodyKind::kFree;
    body.entity = object.rootEntity();
    body.object = object.id;
    body.parent = kFixedBody;
    part.body = next;
    part.body_t_object = {};
    put(next++, std::move(body));
  }
  part.first_joint = part.joints > 0 ? next : kNoBody;
  m_.end_ = next + part.joints;
  return true;
}

Body Compiler::jointBody(const Object& object, const ObjectPart& part, int k) const {
  const Layout::JointRow& row = part.layout->joints[static_cast<std::size_t>(k)];
  const world::Joint& joint = *object.entities[row.entity]->joint;
  Body out;
  out.kind = BodyKind::kJoint;
  out.entity = object.entities[row.entity]->id;
  out.object = object.id;
  out.parent = part.bodyOf(row.inboard);
  out.joint = k;
  out.revolute = joint.motion == world::MotionType::kRevolute;
  const Pose parent_t_inboard = part.bodyT(row.inboard);
  out.parent_t_body = row.moves ? Motion::of(parent_t_inboard, joint.motion, joint.axis, joint.outboard_t_child)
                                : Motion::fixed(parent_t_inboard);
  out.axis_in_body = joint.outboard_t_child.q.conjugate() * joint.axis;
  out.p_on_axis_in_body = joint.outboard_t_child.inverse().p;
  if (row.leader < 0) return out;
  out.leader = part.first_joint + row.leader;
  out.multiplier = row.multiplier;
  out.offset = row.offset;
  return out;
}

void Compiler::fillBodies(const Object& object, const ObjectPart& part, bool all) {
  for (int k = 0; k < part.joints; ++k) {
    if (all || part.layout->joints[static_cast<std::size_t>(k)].inboard.joint < 0)
      put(part.first_joint + k, jointBody(object, part, k));
  }
}

void Compiler::fillPositions(const Object& object, const ObjectPart& part) {
  for (int k = 0; k < part.joints; ++k) {
    const double value = object.entities[part.layout->joints[static_cast<std::size_t>(k)].entity]->joint->value;
    const double* old = m_.positions_.find(key(part.first_joint + k));
    if (!old || *old != value) m_.positions_.set(key(part.first_joint + k), value);
  }
}

void Compiler::put(BodyIndex i, Body body) {
  const Body* old = m_.bodies_.find(key(i));
  if (!old || old->parent != body.parent) {
    if (old) children_.unlink(old->parent, key(i));
    children_.link(body.parent, key(i));
  }
  m_.bodies_.set(key(i), std::move(body));
}

void Compiler::remove(const Object& object) {
  const ObjectPart part = m_.part(object.id);
  riders_.unlink(part.body, object.id.value);
  dropBodies(object.id, part);
  m_.parts_.erase(object.id.value);
}

// Numbers are not given again, so that what still refers to one of these is known to be out of date.
void Compiler::dropBodies(ObjectId object, const ObjectPart& part) {
  const bool free = hasFreeBody(object, part);
  if (part.joints == 0 && !free) return;
  const BodyIndex first = free ? part.body : part.first_joint;
  for (BodyIndex i = first; i < first + part.joints + (free ? 1 : 0); ++i) {
    children_.unlink(m_.body(i).parent, key(i));
    m_.bodies_.erase(key(i));
    m_.positions_.erase(key(i));
    children_.erase(i);
    riders_.erase(i);
  }
}

// Gaps cost passes over all bodies. Numbering anew is paid by the numbers given since the last time.
void Compiler::compact() {
  const std::size_t gaps = static_cast<std::size_t>(m_.end_) - m_.bodies_.size();
  if (gaps <= 1024 + m_.bodies_.size() + m_.parts_.size() / 64) return;
  Model fresh;
  fresh.world_ = m_.world_;
  fresh.free_ = m_.free_;
  Compiler(fresh).all();
  m_ = std::move(fresh);
}

}  // namespace ww::model
