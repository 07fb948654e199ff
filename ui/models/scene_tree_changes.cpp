// SPDX-License-Identifier: Apache-2.0
// How the rows of the tree follow the world.
#include <algorithm>

#include "ui/models/scene_tree_item.h"

namespace ww::ui {
namespace {

// A view looks at all it shows after each step that it is told of: beyond this many it looks once.
constexpr std::size_t kMostSteps = 24;

std::size_t runs(std::size_t count, const std::function<bool(std::size_t)>& is) {
  std::size_t out = 0;
  bool before = false;
  for (std::size_t i = 0; i < count; ++i) {
    const bool now = is(i);
    out += now && !before;
    before = now;
  }
  return out;
}

// Every shown node whose own row may differ.
std::vector<world::NodeRef> touchedRows(const session::Change& change) {
  std::vector<world::NodeRef> rows;
  for (const auto& c : change.diff.objects) {
    if (!c.after) continue;
    rows.emplace_back(c.after->id);
    if (c.after->entities.size() > 1)
      for (const auto& entity : c.after->entities) rows.emplace_back(entity->id);
  }
  for (const auto& c : change.diff.frames)
    if (c.after) rows.emplace_back(c.after->id);
  return rows;
}

}  // namespace

void SceneTreeModel::setFilter(const QString& text) {
  if (!filter_.setText(text)) return;
  shown_ = filter_.isActive() ? filter_.shown(*world_, chains_) : NodeSet();
  reset();
}

void SceneTreeModel::keep(const std::vector<world::NodeRef>& nodes) {
  if (!filter_.isActive()) return;
  for (const auto& node : nodes) filter_.keep(node);
  shown_ = filter_.shown(*world_, chains_);
  carryOut(plansFor(fetchedNodes()));
}

void SceneTreeModel::reset() {
  beginResetModel();
  items_.clear();
  root_ = std::make_unique<Item>();
  root_->node = world::kRootObject;
  items_[root_->node] = root_.get();
  fetch(*root_);
  if (filter_.isActive()) fetchShown();
  endResetModel();
}

void SceneTreeModel::fetchShown() {
  std::vector<Item*> todo{root_.get()};
  while (!todo.empty()) {
    Item* item = todo.back();
    todo.pop_back();
    fetch(*item);
    for (const auto& child : item->children) todo.push_back(child.get());
  }
}

// Every shown parent whose rows may differ.
std::vector<world::NodeRef> SceneTreeModel::touchedParents(const session::Change& change) const {
  NodeSet parents;
  world::NodeRef last;
  const auto touch = [&](const world::NodeRef& node) {
    if (node == last) return;
    last = node;
    if (const Item* item = itemOf(node); item && item->fetched) parents.insert(node);
  };
  for (const auto& c : change.diff.objects)
    for (const auto& o : {c.before, c.after}) {
      if (!o) continue;
      if (const Item* shown = itemOf(o->id)) {
        if (shown->fetched) parents.insert(o->id);
        if (shown->parent) touch(shown->parent->node);
      }
      if (o->parent) touch(o->parent);
      if (o->entities.size() > 1)
        for (const auto& entity : o->entities) touch(entity->id);
      if (const auto above = treeParent(*world_, o->id, chains_)) touch(*above);
    }
  for (const auto& c : change.diff.frames)
    for (const auto& f : {c.before, c.after}) {
      if (!f) continue;
      touch(f->object);
      touch(f->id);
      if (f->parent_frame) touch(f->parent_frame);
    }
  return {parents.begin(), parents.end()};
}

std::vector<world::NodeRef> SceneTreeModel::fetchedNodes() const {
  std::vector<world::NodeRef> out;
  for (const auto& [node, item] : items_)
    if (item->fetched) out.push_back(node);
  return out;
}

SceneTreeModel::Plans SceneTreeModel::plansFor(const std::vector<world::NodeRef>& parents) const {
  Plans plans;
  for (const auto& node : parents) {
    const auto& now = itemOf(node)->children;
    Plan plan{node, childrenOf(node)};
    const bool same = std::equal(now.begin(), now.end(), plan.wanted.begin(), plan.wanted.end(),
                                 [](const auto& item, const world::NodeRef& wanted) { return item->node == wanted; });
    if (!same) plans.push_back(std::move(plan));
  }
  return plans;
}

bool SceneTreeModel::belongs(const world::NodeRef& node, const Item& parent) const {
  const auto above = treeParent(*world_, node, chains_);
  return above && *above == parent.node && shows(node);
}

bool SceneTreeModel::isBelow(const world::NodeRef& node, const Item& parent) const {
  const Item* item = itemOf(node);
  return item && item->parent == &parent;
}

std::size_t SceneTreeModel::steps(const Plan& plan) const {
  const Item& item = *itemOf(plan.parent);
  return runs(item.children.size(), [&](std::size_t i) { return !belongs(item.children[i]->node, item); }) +
         runs(plan.wanted.size(), [&](std::size_t i) { return !isBelow(plan.wanted[i], item); });
}

void SceneTreeModel::apply(const ChangePtr& change) {
  const bool other = change->kind == session::Change::Kind::kReplace;
  world_ = change->after.world;
  if (other || !change->diff.frames.empty()) riders_.forget();
  if (other) chains_.forget();
  if (other) filter_.forgetKept();
  if (filter_.isActive()) shown_ = filter_.shown(*world_, chains_);
  if (other) {
    Q_EMIT anotherWorldComes();
    return reset();
  }
  if (carryOut(plansFor(filter_.isActive() ? fetchedNodes() : touchedParents(*change))))
    tellChanged(touchedRows(*change));
}

// One pass removes, a later one adds and sorts, so that a node that moves is never in two places.
bool SceneTreeModel::carryOut(const Plans& plans) {
  std::size_t count = 0;
  for (const Plan& plan : plans) count += steps(plan);
  const bool tell = count <= kMostSteps;
  if (!tell) beginResetModel();
  for (const Plan& plan : plans)
    if (Item* item = itemOf(plan.parent)) dropRows(*item, tell);
  for (const Plan& plan : plans) {
    Item* item = itemOf(plan.parent);
    if (!item || !item->fetched) continue;
    if (tell) addRows(*item, plan);
    else setRows(*item, plan);
  }
  if (filter_.isActive()) tell ? fetchAll() : fetchShown();
  if (!tell) endResetModel();
  return tell;
}

void SceneTreeModel::dropRows(Item& item, bool tell) {
  auto& now = item.children;
  for (std::size_t end = now.size(); end > 0;) {
    if (belongs(now[end - 1]->node, item)) {
      --end;
      continue;
    }
    std::size_t first = end - 1;
    while (first > 0 && !belongs(now[first - 1]->node, item)) --first;
    if (tell) beginRemoveRows(indexFor(&item), static_cast<int>(first), static_cast<int>(end) - 1);
    for (std::size_t i = first; i < end; ++i) forget(*now[i]);
    if (tell) {
      now.erase(now.begin() + static_cast<std::ptrdiff_t>(first), now.begin() + static_cast<std::ptrdiff_t>(end));
      item.renumber(first);
      endRemoveRows();
    } else {
      for (std::size_t i = first; i < end; ++i) now[i].reset();
    }
    end = first;
  }
  if (tell) return;
  std::erase(now, nullptr);
  item.renumber(0);
}

// All at once, for views that look at all of it.
void SceneTreeModel::setRows(Item& item, const Plan& plan) {
  std::vector<std::unique_ptr<Item>> next;
  next.reserve(plan.wanted.size());
  for (const auto& node : plan.wanted) {
    const Item* old = itemOf(node);
    if (old && old->parent == &item) next.push_back(std::move(item.children[static_cast<std::size_t>(old->row)]));
    else next.push_back(makeItem(node, item));
  }
  item.children = std::move(next);
  item.renumber(0);
}

void SceneTreeModel::addRows(Item& item, const Plan& plan) {
  auto& now = item.children;
  const auto& wanted = plan.wanted;
  for (std::size_t i = 0; i < wanted.size();) {
    if (isBelow(wanted[i], item)) {
      if (const int row = itemOf(wanted[i])->row; row != static_cast<int>(i)) moveRow(item, row, static_cast<int>(i));
      ++i;
      continue;
    }
    std::size_t end = i + 1;
    while (end < wanted.size() && !isBelow(wanted[end], item)) ++end;
    beginInsertRows(indexFor(&item), static_cast<int>(i), static_cast<int>(end) - 1);
    std::vector<std::unique_ptr<Item>> fresh;
    for (std::size_t k = i; k < end; ++k) fresh.push_back(makeItem(wanted[k], item));
    now.insert(now.begin() + static_cast<std::ptrdiff_t>(i), std::make_move_iterator(fresh.begin()),
               std::make_move_iterator(fresh.end()));
    item.renumber(i);
    endInsertRows();
    i = end;
  }
}

// Upwards only: what stands before is in order.
void SceneTreeModel::moveRow(Item& item, int from, int to) {
  const QModelIndex at = indexFor(&item);
  beginMoveRows(at, from, from, at, to);
  const auto begin = item.children.begin();
  std::rotate(begin + to, begin + from, begin + from + 1);
  item.renumber(static_cast<std::size_t>(to));
  endMoveRows();
}

void SceneTreeModel::forget(const Item& item) {
  for (const auto& child : item.children) forget(*child);
  const auto found = items_.find(item.node);
  if (found != items_.end() && found->second == &item) items_.erase(found);
}

void SceneTreeModel::tellChanged(const std::vector<world::NodeRef>& rows) {
  std::vector<world::NodeRef> none;
  std::vector<world::NodeRef> shown;
  for (const auto& node : rows)
    if (const Item* item = itemOf(node); item && item != root_.get()) shown.push_back(node);
  const QItemSelection ranges = rowsOf(shown, none);
  if (static_cast<std::size_t>(ranges.size()) <= kMostSteps) {
    for (const auto& range : ranges) Q_EMIT dataChanged(range.topLeft(), range.bottomRight());
    return;
  }
  // Of each parent from the first to the last.
  for (auto i = ranges.begin(); i != ranges.end();) {
    const auto first = i;
    while (i != ranges.end() && i->parent() == first->parent()) ++i;
    Q_EMIT dataChanged(first->topLeft(), std::prev(i)->bottomRight());
  }
}

}  // namespace ww::ui
