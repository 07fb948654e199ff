// SPDX-License-Identifier: Apache-2.0
#include "ui/models/scene_tree_model.h"

#include <QMimeData>
#include <algorithm>
#include <set>

#include "core/world/attachment.h"
#include "ui/models/node_text.h"
#include "ui/widgets/icons.h"

namespace ww::ui {
namespace {
constexpr auto kMime = "application/x-worldwright-nodes";

// The row that an object is listed under: the frame that it is attached to, else its parent.
world::NodeRef placeOf(const world::World& world, const world::Object& object) {
  const FrameId frame = world::attachedTo(world, object);
  return frame ? world::NodeRef(frame) : world::NodeRef(object.parent);
}
}  // namespace

struct SceneTreeModel::Item {
  world::NodeRef node;
  Item* parent = nullptr;
  std::vector<std::unique_ptr<Item>> children;
  bool fetched = false;

  int row() const {
    if (!parent) return 0;
    const auto& siblings = parent->children;
    return static_cast<int>(std::find_if(siblings.begin(), siblings.end(), [this](const auto& c) { return c.get() == this; }) - siblings.begin());
  }
};

SceneTreeModel::SceneTreeModel(SessionBridge& bridge, QObject* parent)
    : QAbstractItemModel(parent), bridge_(bridge), world_(bridge.snapshot().world), root_(std::make_unique<Item>()) {
  root_->node = world::kRootObject;
  items_[root_->node] = root_.get();
  fetch(*root_);
  connect(&bridge_, &SessionBridge::changed, this, &SceneTreeModel::apply);
}

SceneTreeModel::~SceneTreeModel() = default;

SceneTreeModel::Item* SceneTreeModel::itemAt(const QModelIndex& index) const {
  return index.isValid() ? static_cast<Item*>(index.internalPointer()) : root_.get();
}

QModelIndex SceneTreeModel::indexFor(const Item* item) const {
  if (!item || item == root_.get()) return {};
  return createIndex(item->row(), 0, const_cast<Item*>(item));
}

std::optional<world::NodeRef> SceneTreeModel::nodeOf(const QModelIndex& index) {
  const QVariant value = index.data(kNodeRole);
  if (!value.isValid()) return std::nullopt;
  return nodeFromVariant(value);
}

// Entities first, then frames, then objects: what belongs to it before what hangs on it.
std::vector<world::NodeRef> SceneTreeModel::childrenOf(const world::NodeRef& node) const {
  std::vector<world::NodeRef> children;
  if (const auto* id = std::get_if<FrameId>(&node)) {
    const auto frame = world_->frame(*id);
    const auto object = frame ? world_->object(frame->object) : nullptr;
    if (!object) return children;
    for (const FrameId f : world_->framesOf(*object))
      if (world_->frame(f)->parent_frame == *id) children.emplace_back(f);
    for (const ObjectId o : world::attachedBelow(*world_, *frame))
      if (placeOf(*world_, *world_->peek(o)) == node) children.emplace_back(o);
    return children;
  }
  const auto* id = std::get_if<ObjectId>(&node);
  const auto object = id ? world_->object(*id) : nullptr;
  if (!object) return children;
  if (object->entities.size() > 1)
    for (const auto& entity : object->entities) children.emplace_back(entity->id);
  for (const FrameId f : world_->framesOf(*object))
    if (!world_->frame(f)->parent_frame) children.emplace_back(f);
  for (const ObjectId o : world_->childrenOf(*object))
    if (placeOf(*world_, *world_->peek(o)) == node) children.emplace_back(o);
  return children;
}

void SceneTreeModel::fetch(Item& item) {
  if (item.fetched) return;
  item.fetched = true;
  for (const auto& node : childrenOf(item.node)) {
    auto child = std::make_unique<Item>();
    child->node = node;
    child->parent = &item;
    items_[node] = child.get();
    item.children.push_back(std::move(child));
  }
}

QModelIndex SceneTreeModel::indexOf(world::NodeRef node) {
  const auto found = items_.find(node);
  if (found != items_.end()) return indexFor(found->second);
  world::NodeRef above = world::kRootObject;
  if (const auto* id = std::get_if<ObjectId>(&node)) {
    const auto object = world_->object(*id);
    if (!object || !object->parent) return {};
    above = placeOf(*world_, *object);
  } else if (const auto* id_f = std::get_if<FrameId>(&node)) {
    const auto frame = world_->frame(*id_f);
    if (!frame) return {};
    above = frame->parent_frame ? world::NodeRef(frame->parent_frame) : world::NodeRef(frame->object);
  } else {
    const auto* owner = world_->owner(std::get<EntityId>(node));
    if (!owner) return {};
    above = owner->frame ? world::NodeRef(owner->frame) : world::NodeRef(owner->object);
    const auto object = world_->object(owner->object);
    if (owner->frame || object->entities.size() == 1) return indexOf(above);
  }
  const QModelIndex above_index = indexOf(above);
  if (!above_index.isValid() && above != world::NodeRef(world::kRootObject)) return {};
  if (canFetchMore(above_index)) fetchMore(above_index);
  const auto made = items_.find(node);
  return made == items_.end() ? QModelIndex() : indexFor(made->second);
}

void SceneTreeModel::fetchAll() {
  std::vector<Item*> todo{root_.get()};
  while (!todo.empty()) {
    Item* item = todo.back();
    todo.pop_back();
    const QModelIndex at = indexFor(item);
    if (canFetchMore(at)) fetchMore(at);
    for (const auto& child : item->children) todo.push_back(child.get());
  }
}

QModelIndex SceneTreeModel::index(int row, int column, const QModelIndex& parent) const {
  const Item* item = itemAt(parent);
  if (column != 0 || row < 0 || row >= static_cast<int>(item->children.size())) return {};
  return createIndex(row, 0, item->children[static_cast<std::size_t>(row)].get());
}

QModelIndex SceneTreeModel::parent(const QModelIndex& child) const {
  return child.isValid() ? indexFor(itemAt(child)->parent) : QModelIndex();
}

int SceneTreeModel::rowCount(const QModelIndex& parent) const {
  return parent.column() > 0 ? 0 : static_cast<int>(itemAt(parent)->children.size());
}

bool SceneTreeModel::hasChildren(const QModelIndex& parent) const {
  const Item* item = itemAt(parent);
  return item->fetched ? !item->children.empty() : !childrenOf(item->node).empty();
}

bool SceneTreeModel::canFetchMore(const QModelIndex& parent) const {
  const Item* item = itemAt(parent);
  return !item->fetched && !childrenOf(item->node).empty();
}

void SceneTreeModel::fetchMore(const QModelIndex& parent) {
  Item& item = *itemAt(parent);
  if (item.fetched) return;
  const auto count = static_cast<int>(childrenOf(item.node).size());
  if (count == 0) {
    item.fetched = true;
    return;
  }
  beginInsertRows(parent, 0, count - 1);
  fetch(item);
  endInsertRows();
}

// The name of the frame that the node is attached to; empty when it hangs on an entity.
QString SceneTreeModel::attachment(const world::NodeRef& node) const {
  const auto* id = std::get_if<ObjectId>(&node);
  const auto* object = id ? world_->peek(*id) : nullptr;
  const FrameId frame = object ? world::attachedTo(*world_, *object) : FrameId{};
  return frame ? nodeName(*world_, frame) : QString();
}

QVariant SceneTreeModel::data(const QModelIndex& index, int role) const {
  if (!index.isValid()) return {};
  const world::NodeRef& node = itemAt(index)->node;
  switch (role) {
    case Qt::DisplayRole:
    case Qt::EditRole: return nodeName(*world_, node);
    case Qt::ToolTipRole: {
      const QString on = attachment(node);
      return QString::fromStdString(world_->display(node)) + QStringLiteral("\n") + nodeTypeTitle(*world_, node) +
             (on.isEmpty() ? QString() : QStringLiteral("\n") + tr("Attached to %1").arg(on));
    }
    case Qt::AccessibleTextRole: {
      const QString on = attachment(node);
      return nodeName(*world_, node) + QStringLiteral(", ") + nodeTypeTitle(*world_, node) + (on.isEmpty() ? QString() : QStringLiteral(", ") + tr("attached to %1").arg(on));
    }
    case Qt::DecorationRole: return icon(nodeIcon(*world_, node), std::holds_alternative<EntityId>(node) ? Role::kDim : Role::kText);
    case kTypeRole: return nodeType(*world_, node);
    case kNodeRole: return nodeToVariant(node);
    default: return {};
  }
}

bool SceneTreeModel::setData(const QModelIndex& index, const QVariant& value, int role) {
  if (!index.isValid() || role != Qt::EditRole) return false;
  const QString name = value.toString().trimmed();
  const world::NodeRef node = itemAt(index)->node;
  if (name == nodeName(*world_, node)) return false;
  return bridge_.commit(tr("Rename %1").arg(nodeName(*world_, node)), renameEdits(*bridge_.snapshot().world, node, name));
}

Qt::ItemFlags SceneTreeModel::flags(const QModelIndex& index) const {
  if (!index.isValid()) return Qt::ItemIsDropEnabled;
  Qt::ItemFlags flags = Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemIsEditable | Qt::ItemIsDropEnabled;
  if (!std::holds_alternative<EntityId>(itemAt(index)->node)) flags |= Qt::ItemIsDragEnabled;
  return flags;
}

QStringList SceneTreeModel::mimeTypes() const { return {QLatin1String(kMime)}; }

QMimeData* SceneTreeModel::mimeData(const QModelIndexList& indexes) const {
  QByteArray bytes;
  for (const QModelIndex& index : indexes) {
    const auto& node = itemAt(index)->node;
    bytes += QByteArray::number(static_cast<int>(node.index())) + ':' + nodeToVariant(node).toList().at(1).toByteArray() + ' ';
  }
  auto* data = new QMimeData;
  data->setData(QLatin1String(kMime), bytes);
  return data;
}

bool SceneTreeModel::canDropMimeData(const QMimeData* data, Qt::DropAction, int, int, const QModelIndex&) const {
  return data && data->hasFormat(QLatin1String(kMime));
}

QString SceneTreeModel::whyNotReparent(const world::NodeRef& node, const world::NodeRef& target) const {
  if (node == target) return tr("Nothing can hang on itself.");
  if (const auto* object = std::get_if<ObjectId>(&node)) {
    const ObjectId onto = ownerOf(*world_, target);
    if (world_->isAncestor(*object, onto))
      return tr("%1 cannot hang on %2, which hangs on %1 itself.").arg(nodeName(*world_, node), nodeName(*world_, target));
    return {};
  }
  const auto* frame = std::get_if<FrameId>(&node);
  for (auto above = std::get_if<FrameId>(&target) ? world_->frame(std::get<FrameId>(target)) : nullptr; above;
       above = above->parent_frame ? world_->frame(above->parent_frame) : nullptr)
    if (frame && above->id == *frame)
      return tr("%1 cannot hang on %2, which hangs on %1 itself.").arg(nodeName(*world_, node), nodeName(*world_, target));
  return {};
}

bool SceneTreeModel::dropMimeData(const QMimeData* data, Qt::DropAction, int, int, const QModelIndex& parent) {
  if (!data || !data->hasFormat(QLatin1String(kMime))) return false;
  const world::NodeRef target = itemAt(parent)->node;
  std::vector<session::EditsPtr> edits;
  QString name;
  for (const QByteArray& part : data->data(QLatin1String(kMime)).split(' ')) {
    const auto colon = part.indexOf(':');
    if (colon < 0) continue;
    const auto node = nodeFromVariant(QVariantList{part.left(colon).toInt(), part.mid(colon + 1).toULongLong()});
    if (!node || !items_.contains(*node)) continue;
    if (const QString reason = whyNotReparent(*node, target); !reason.isEmpty()) {
      Q_EMIT refused(reason);
      return false;
    }
    name = nodeName(*world_, *node);
    edits.push_back(reparentEdits(*world_, *node, target));
  }
  if (edits.empty()) return false;
  const QString onto = target == world::NodeRef(world::kRootObject) ? tr("the world") : nodeName(*world_, target);
  return bridge_.commit(tr("Attach %1 to %2").arg(edits.size() == 1 ? name : tr("%n things", "", static_cast<int>(edits.size())), onto), session::join(edits));
}

void SceneTreeModel::forget(const Item& item) {
  for (const auto& child : item.children) forget(*child);
  const auto found = items_.find(item.node);
  if (found != items_.end() && found->second == &item) items_.erase(found);
}

// Brings the rows below an item to what the world has: one pass removes, a later one adds and sorts, so
// that a node that moves is never in two places.
void SceneTreeModel::sync(Item& item, bool removing) {
  if (!item.fetched) return;
  const auto wanted = childrenOf(item.node);
  const QModelIndex at = indexFor(&item);
  auto& now = item.children;
  if (removing) {
    const std::set<world::NodeRef> keep(wanted.begin(), wanted.end());
    for (auto i = static_cast<int>(now.size()); i-- > 0;) {
      const auto u = static_cast<std::ptrdiff_t>(i);
      if (keep.contains(now[static_cast<std::size_t>(i)]->node)) continue;
      beginRemoveRows(at, i, i);
      forget(*now[static_cast<std::size_t>(i)]);
      now.erase(now.begin() + u);
      endRemoveRows();
    }
    return;
  }
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    if (i < now.size() && now[i]->node == wanted[i]) continue;
    const int row = static_cast<int>(i);
    const auto found = std::find_if(now.begin() + row, now.end(), [&](const auto& c) { return c->node == wanted[i]; });
    if (found != now.end()) {
      const int from = static_cast<int>(found - now.begin());
      beginMoveRows(at, from, from, at, row);
      std::rotate(now.begin() + row, found, found + 1);
      endMoveRows();
      continue;
    }
    beginInsertRows(at, row, row);
    auto child = std::make_unique<Item>();
    child->node = wanted[i];
    child->parent = &item;
    items_[child->node] = child.get();
    now.insert(now.begin() + row, std::move(child));
    endInsertRows();
  }
}

void SceneTreeModel::reset() {
  beginResetModel();
  items_.clear();
  root_ = std::make_unique<Item>();
  root_->node = world::kRootObject;
  items_[root_->node] = root_.get();
  fetch(*root_);
  endResetModel();
}

void SceneTreeModel::apply(const ChangePtr& change) {
  world_ = change->after.world;
  if (change->kind == session::Change::Kind::kReplace) {
    reset();
    return;
  }
  // Every shown parent whose children may differ, and every shown node whose own row may.
  std::set<world::NodeRef> parents, rows;
  for (const auto& c : change->diff.objects)
    for (const auto& o : {c.before, c.after}) {
      if (!o) continue;
      parents.insert(o->id);
      if (o->parent) parents.insert(o->parent);
      if (const auto* now = world_->peek(o->id); now && now->parent) parents.insert(placeOf(*world_, *now));
      if (const auto shown = items_.find(o->id); shown != items_.end() && shown->second->parent) parents.insert(shown->second->parent->node);
      rows.insert(o->id);
      for (const auto& entity : o->entities) rows.insert(entity->id);
    }
  for (const auto& c : change->diff.frames)
    for (const auto& f : {c.before, c.after}) {
      if (!f) continue;
      parents.insert(f->object);
      parents.insert(f->id);
      if (f->parent_frame) parents.insert(f->parent_frame);
      rows.insert(f->id);
    }
  for (const bool removing : {true, false})
    for (const auto& node : parents)
      if (const auto found = items_.find(node); found != items_.end()) sync(*found->second, removing);
  for (const auto& node : rows)
    if (const auto found = items_.find(node); found != items_.end() && found->second != root_.get()) {
      const QModelIndex at = indexFor(found->second);
      Q_EMIT dataChanged(at, at);
    }
}

}  // namespace ww::ui
