// SPDX-License-Identifier: Apache-2.0
#include "ui/models/scene_tree_model.h"

#include <QMimeData>
#include <algorithm>

#include "core/usecase/mount.h"
#include "core/world/failures/failures.h"
#include "core/world/updates/edits.h"
#include "core/world/values/attachment.h"
#include "ui/models/node_text.h"
#include "ui/models/scene_tree_item.h"
#include "ui/widgets/icons.h"

namespace ww::ui {
namespace {

constexpr auto kMime = "application/x-worldwright-nodes";

// Entities first, then frames, then objects: what belongs to it before what hangs on it.
std::vector<world::NodeRef> nodesBelow(const world::World& world, const world::NodeRef& node, FrameRiders& riders,
                                       EntityChains& chains) {
  std::vector<world::NodeRef> children;
  if (const auto* id = std::get_if<FrameId>(&node)) {
    children = riders.below(world, *id, chains);
  } else if (const auto* id_e = std::get_if<EntityId>(&node)) {
    const auto* owner = world.owner(*id_e);
    if (!owner || owner->frame) return children;
    for (const EntityId e : chains.of(world, owner->object).below(*id_e)) children.emplace_back(e);
  } else if (const auto* id_o = std::get_if<ObjectId>(&node)) {
    const world::Object* object = world.peek(*id_o);
    if (!object) return children;
    children.reserve(object->entities.size() + object->frames.size() + object->children.size());
    if (object->entities.size() > 1)
      for (const EntityId e : chains.of(world, *id_o).top()) children.emplace_back(e);
    for (const FrameId f : world.framesOf(*object))
      if (!world.peek(f)->parent_frame) children.emplace_back(f);
    for (const ObjectId o : world.childrenOf(*object))
      if (treeParent(world, o, chains) == node) children.emplace_back(o);
  }
  return children;
}

// The name of the frame that the node is attached to; empty when it hangs on an entity.
QString attachment(const world::World& world, const world::NodeRef& node) {
  const auto* id = std::get_if<ObjectId>(&node);
  const auto* object = id ? world.peek(*id) : nullptr;
  const FrameId frame = object ? world::attachedTo(world, *object) : FrameId{};
  return frame ? nodeName(world, frame) : QString();
}

// The edit itself is tried, so that nothing is judged here: of circles the tree says more, of the rest committing does.
QString whyNotReparent(const world::World& world, const world::NodeRef& node, const world::NodeRef& target) {
  geometry::GeometryStore none;
  const Status status = world::apply(world, *reparentEdits(world, node, target), none).status();
  const FailureRow* row = status.failure ? status.failure->row : nullptr;
  if (row != &world::failures::kHangsOnItself && row != &world::failures::kRidesOnItself) return {};
  if (node == target) return SceneTreeModel::tr("%1 cannot hang on itself.").arg(nodeName(world, node));
  return SceneTreeModel::tr("%1 cannot hang on %2, which hangs on %1 itself.")
      .arg(nodeName(world, node), nodeName(world, target));
}

// What is dragged: "kind:id " for each.
QByteArray bytesOf(const world::NodeRef& node) {
  return QByteArray::number(static_cast<int>(node.index())) + ':' + nodeToVariant(node).toList().at(1).toByteArray() +
         ' ';
}

}  // namespace

std::vector<world::NodeRef> FrameRiders::below(const world::World& world, FrameId id, EntityChains& chains) {
  if (!known_) {
    on_.clear();
    world.forEachFrame([this](const world::Frame& f) {
      if (f.parent_frame) on_[f.parent_frame].push_back(f.id);
    });
    known_ = true;
  }
  std::vector<world::NodeRef> children;
  const world::Frame* frame = world.peek(id);
  if (!frame) return children;
  if (const auto found = on_.find(id); found != on_.end())
    for (const FrameId f : found->second) children.emplace_back(f);
  for (const ObjectId o : world::attachedBelow(world, *frame))
    if (treeParent(world, o, chains) == world::NodeRef(id)) children.emplace_back(o);
  return children;
}

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

SceneTreeModel::Item* SceneTreeModel::itemOf(const world::NodeRef& node) const {
  const auto found = items_.find(node);
  return found == items_.end() ? nullptr : found->second;
}

QModelIndex SceneTreeModel::indexFor(const Item* item) const {
  if (!item || item == root_.get()) return {};
  return createIndex(item->row, 0, const_cast<Item*>(item));
}

std::optional<world::NodeRef> SceneTreeModel::nodeOf(const QModelIndex& index) {
  if (const auto* model = qobject_cast<const SceneTreeModel*>(index.model())) return model->itemAt(index)->node;
  const QVariant value = index.data(kNodeRole);
  if (!value.isValid()) return std::nullopt;
  return nodeFromVariant(value);
}

std::vector<world::NodeRef> SceneTreeModel::childrenOf(const world::NodeRef& node) const {
  auto children = nodesBelow(*world_, node, riders_, chains_);
  if (filter_.isActive()) std::erase_if(children, [this](const world::NodeRef& child) { return !shows(child); });
  return children;
}

bool SceneTreeModel::hasAny(const world::NodeRef& node) const {
  if (const auto* id = std::get_if<ObjectId>(&node)) {
    const world::Object* object = world_->peek(*id);
    if (!object || (object->entities.size() < 2 && object->children.empty() && object->frames.empty())) return false;
  }
  return !childrenOf(node).empty();
}

std::unique_ptr<SceneTreeModel::Item> SceneTreeModel::makeItem(const world::NodeRef& node, Item& parent) {
  auto item = std::make_unique<Item>();
  item->node = node;
  item->parent = &parent;
  items_[node] = item.get();
  return item;
}

void SceneTreeModel::fetch(Item& item) {
  if (item.fetched) return;
  item.fetched = true;
  const auto children = childrenOf(item.node);
  items_.reserve(items_.size() + children.size());
  item.children.reserve(children.size());
  for (const auto& node : children) item.children.push_back(makeItem(node, item));
  item.renumber(0);
}

QModelIndex SceneTreeModel::indexOf(world::NodeRef node) {
  if (const Item* item = itemOf(node)) return indexFor(item);
  if (const auto* id = std::get_if<EntityId>(&node)) {
    const auto* owner = world_->owner(*id);
    if (owner && owner->frame) return indexOf(owner->frame);
    if (owner && world_->peek(owner->object)->entities.size() == 1) return indexOf(owner->object);
  }
  const auto above = treeParent(*world_, node, chains_);
  if (!above || !shows(node)) return {};
  const QModelIndex above_index = indexOf(*above);
  if (!above_index.isValid() && *above != world::NodeRef(world::kRootObject)) return {};
  if (canFetchMore(above_index)) fetchMore(above_index);
  return indexFor(itemOf(node));
}

QItemSelection SceneTreeModel::rowsOf(const std::vector<world::NodeRef>& nodes, std::vector<world::NodeRef>& missing) {
  std::vector<std::pair<const Item*, int>> rows;  // parent, row
  rows.reserve(nodes.size());
  for (const auto& node : nodes) {
    const QModelIndex at = indexOf(node);
    if (at.isValid()) rows.emplace_back(itemAt(at)->parent, at.row());
    else missing.push_back(node);
  }
  std::sort(rows.begin(), rows.end());
  QItemSelection out;
  for (std::size_t i = 0; i < rows.size();) {
    std::size_t last = i;
    while (last + 1 < rows.size() && rows[last + 1].first == rows[i].first &&
           rows[last + 1].second <= rows[last].second + 1)
      ++last;
    const QModelIndex parent = indexFor(rows[i].first);
    out.select(index(rows[i].second, 0, parent), index(rows[last].second, 0, parent));
    i = last + 1;
  }
  return out;
}

void SceneTreeModel::fetchAll() {
  std::vector<Item*> todo{root_.get()};
  while (!todo.empty()) {
    Item* item = todo.back();
    todo.pop_back();
    if (!item->fetched) fetchMore(indexFor(item));
    for (const auto& child : item->children) todo.push_back(child.get());
  }
}

QModelIndexList SceneTreeModel::parents() const {
  QModelIndexList out;
  std::vector<const Item*> todo{root_.get()};
  while (!todo.empty()) {
    const Item* item = todo.back();
    todo.pop_back();
    if (item != root_.get() && !item->children.empty()) out << indexFor(item);
    for (const auto& child : item->children) todo.push_back(child.get());
  }
  return out;
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
  return item->fetched ? !item->children.empty() : hasAny(item->node);
}

bool SceneTreeModel::canFetchMore(const QModelIndex& parent) const {
  const Item* item = itemAt(parent);
  return !item->fetched && hasAny(item->node);
}

void SceneTreeModel::fetchMore(const QModelIndex& parent) {
  Item& item = *itemAt(parent);
  if (item.fetched) return;
  const auto count = static_cast<int>(childrenOf(item.node).size());
  if (count > 0) beginInsertRows(parent, 0, count - 1);
  fetch(item);
  if (count > 0) endInsertRows();
}

QVariant SceneTreeModel::data(const QModelIndex& index, int role) const {
  if (!index.isValid()) return {};
  const world::NodeRef& node = itemAt(index)->node;
  switch (role) {
    case Qt::DisplayRole:
    case Qt::EditRole: return nodeName(*world_, node);
    case Qt::ToolTipRole: {
      const QString on = attachment(*world_, node);
      return QString::fromStdString(world_->display(node)) + QStringLiteral("\n") + nodeTypeTitle(*world_, node) +
             (on.isEmpty() ? QString() : QStringLiteral("\n") + tr("Attached to %1").arg(on));
    }
    case Qt::AccessibleTextRole: {
      const QString on = attachment(*world_, node);
      return nodeName(*world_, node) + QStringLiteral(", ") + nodeTypeTitle(*world_, node) +
             (state_text ? state_text(node) : QString()) +
             (on.isEmpty() ? QString() : QStringLiteral(", ") + tr("attached to %1").arg(on));
    }
    case Qt::DecorationRole:
      return icon(nodeIcon(*world_, node), std::holds_alternative<EntityId>(node) ? Role::kDim : Role::kText);
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
  return bridge_.commit(tr("Rename %1").arg(nodeName(*world_, node)),
                        renameEdits(*bridge_.snapshot().world, node, name));
}

Qt::ItemFlags SceneTreeModel::flags(const QModelIndex& index) const {
  if (!index.isValid()) return Qt::ItemIsDropEnabled;
  Qt::ItemFlags flags = Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemIsEditable | Qt::ItemIsDropEnabled;
  if (!std::holds_alternative<EntityId>(itemAt(index)->node)) flags |= Qt::ItemIsDragEnabled;
  return flags;
}

std::vector<world::NodeRef> draggedNodes(const QMimeData& data) {
  std::vector<world::NodeRef> nodes;
  for (const QByteArray& part : data.data(QLatin1String(kMime)).split(' ')) {
    const auto colon = part.indexOf(':');
    if (colon < 0) continue;
    const auto node = nodeFromVariant(QVariantList{part.left(colon).toInt(), part.mid(colon + 1).toULongLong()});
    if (node) nodes.push_back(*node);
  }
  return nodes;
}

QStringList SceneTreeModel::mimeTypes() const { return {QLatin1String(kMime)}; }

QMimeData* SceneTreeModel::mimeData(const QModelIndexList& indexes) const {
  QByteArray bytes;
  for (const QModelIndex& index : indexes) bytes += bytesOf(itemAt(index)->node);
  auto* data = new QMimeData;
  data->setData(QLatin1String(kMime), bytes);
  return data;
}

bool SceneTreeModel::canDropMimeData(const QMimeData* data, Qt::DropAction, int, int, const QModelIndex&) const {
  return data && data->hasFormat(QLatin1String(kMime));
}

bool SceneTreeModel::dropMimeData(const QMimeData* data, Qt::DropAction, int, int, const QModelIndex& parent) {
  if (!data || !data->hasFormat(QLatin1String(kMime))) return false;
  const world::NodeRef target = itemAt(parent)->node;
  std::vector<session::EditsPtr> edits;
  QString name;
  auto dragged = draggedNodes(*data);
  std::erase_if(dragged, [this](const world::NodeRef& node) { return !items_.contains(node); });
  for (const world::NodeRef& node : usecase::withoutCarried(*world_, dragged)) {
    if (const QString reason = whyNotReparent(*world_, node, target); !reason.isEmpty()) {
      Q_EMIT refused(reason);
      return false;
    }
    name = nodeName(*world_, node);
    edits.push_back(reparentEdits(*world_, node, target));
  }
  if (edits.empty()) return false;
  const QString onto = target == world::NodeRef(world::kRootObject) ? tr("the world") : nodeName(*world_, target);
  return bridge_.commit(
      tr("Attach %1 to %2").arg(edits.size() == 1 ? name : tr("%n things", "", static_cast<int>(edits.size())), onto),
      session::join(edits));
}

}  // namespace ww::ui
