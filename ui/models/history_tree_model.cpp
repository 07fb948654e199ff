// SPDX-License-Identifier: Apache-2.0
#include "ui/models/history_tree_model.h"

#include <QDateTime>
#include <QFont>
#include <QIcon>
#include <QLocale>
#include <QPixmap>
#include <QPixmapCache>
#include <algorithm>
#include <map>
#include <set>

#include "core/history/author.h"
#include "ui/bridge/status_text.h"
#include "ui/widgets/icons.h"

namespace ww::ui {
namespace {

using history::NodeId;

bool isSameRow(NodeId a, int depth_a, bool line_a, NodeId b, int depth_b, bool line_b) {
  return a == b && depth_a == depth_b && line_a == line_b;
}

// Lists ask for it each time they paint.
QPixmap pictureOf(const std::string& png) {
  QPixmap picture;
  if (png.empty()) return picture;
  const QByteArray bytes = QByteArray::fromRawData(png.data(), static_cast<qsizetype>(png.size()));
  const QString key = QStringLiteral("history-%1-%2").arg(qHash(bytes)).arg(bytes.size());
  if (QPixmapCache::find(key, &picture)) return picture;
  picture.loadFromData(bytes);
  QPixmapCache::insert(key, picture);
  return picture;
}

}  // namespace

HistoryTreeModel::HistoryTreeModel(SessionBridge& bridge, std::shared_ptr<history::Tree> tree, QObject* parent)
    : QAbstractListModel(parent), tree_(std::move(tree)) {
  reload();
  connect(&bridge, &SessionBridge::changed, this, &HistoryTreeModel::reload);
}

int HistoryTreeModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(rows_.size());
}

int HistoryTreeModel::rowOf(NodeId id) const {
  const auto at = std::find_if(rows_.begin(), rows_.end(), [id](const Row& row) { return row.node->id == id; });
  return at == rows_.end() ? -1 : static_cast<int>(at - rows_.begin());
}

int HistoryTreeModel::currentRow() const { return rowOf(current_); }

NodeId HistoryTreeModel::idAt(int row) const {
  return row < 0 || row >= rowCount() ? 0 : rows_[static_cast<std::size_t>(row)].node->id;
}

QString HistoryTreeModel::textOf(const Row& row) const {
  const history::Node& node = *row.node;
  const QString label = node.parent == 0 && node.label.empty() ? tr("Start") : toText(node.label);
  return node.checkpoint.empty() ? label : tr("%1: %2").arg(QString::fromStdString(node.checkpoint), label);
}

QString HistoryTreeModel::whenOf(const Row& row) const {
  const auto since = std::chrono::duration_cast<std::chrono::milliseconds>(row.node->time.time_since_epoch()).count();
  const QString when = QLocale().toString(QDateTime::fromMSecsSinceEpoch(since), QLocale::ShortFormat);
  if (row.node->parent == 0) return when;
  return tr("%1, by %2").arg(when, QString::fromStdString(history::authorTold(row.node->author)));
}

QVariant HistoryTreeModel::data(const QModelIndex& index, int role) const {
  if (!index.isValid() || index.row() >= rowCount()) return {};
  const Row& row = rows_[static_cast<std::size_t>(index.row())];
  const bool is_now = row.node->id == current_;
  switch (role) {
    case Qt::DisplayRole: return textOf(row) + QLatin1Char('\n') + whenOf(row);
    case Qt::AccessibleTextRole:
      return row.depth == 0 ? textOf(row) + QStringLiteral(", ") + whenOf(row)
                            : tr("Branch: %1, %2").arg(textOf(row), whenOf(row));
    case Qt::ToolTipRole: return tr("%1. A double click goes there; nothing is lost by it.").arg(textOf(row));
    case Qt::DecorationRole: {
      const QPixmap picture = data(index, kPictureRole).value<QPixmap>();
      if (!picture.isNull()) return QIcon(picture);
      return is_now ? icon(QStringLiteral("check"), Role::kAccent) : icon(QStringLiteral("dot"), Role::kDim);
    }
    case Qt::ForegroundRole: return row.on_line ? QVariant() : QVariant(Theme::instance().color(Role::kDim));
    case Qt::FontRole: {
      QFont font;
      font.setBold(is_now);
      return font;
    }
    case kPictureRole: return pictureOf(row.node->picture);
    case kDepthRole: return row.depth;
    case kCheckpointRole: return QString::fromStdString(row.node->checkpoint);
    case kOnLineRole: return row.on_line;
    default: return {};
  }
}

// A line is told to its end, and what branches off at a state stands right below that.
std::vector<HistoryTreeModel::Row> HistoryTreeModel::rowsOf(const history::Tree::View& view) {
  std::map<NodeId, history::NodePtr> nodes;
  std::map<NodeId, std::vector<NodeId>> children;
  for (const history::NodePtr& node : view.nodes) {
    nodes.emplace(node->id, node);
    children[node->parent].push_back(node->id);
  }
  const std::set<NodeId> line(view.line.begin(), view.line.end());
  struct Turn {
    NodeId id;
    int depth;
  };
  std::vector<Row> rows;
  std::vector<Turn> turns;
  if (!view.line.empty()) turns.push_back({view.line.front(), 0});
  while (!turns.empty()) {
    const Turn turn = turns.back();
    turns.pop_back();
    rows.push_back({nodes.at(turn.id), turn.depth, line.contains(turn.id)});
    std::vector<NodeId> below = children[turn.id];
    if (below.empty()) continue;
    // The one that goes on with the line; the newest where none does.
    auto on = std::find_if(below.begin(), below.end(), [&](NodeId id) { return line.contains(id); });
    if (on == below.end()) on = below.end() - 1;
    turns.push_back({*on, turn.depth});
    below.erase(on);
    for (auto id = below.rbegin(); id != below.rend(); ++id) turns.push_back({*id, turn.depth + 1});
  }
  return rows;
}

void HistoryTreeModel::reload() {
  const history::Tree::View view = tree_->view();
  current_ = view.current;
  exchange(rowsOf(view));
  if (!rows_.empty()) Q_EMIT dataChanged(index(0), index(rowCount() - 1));
}

// Only what differs is touched; the view keeps its place, and the same state stays chosen where states change places.
void HistoryTreeModel::exchange(std::vector<Row> rows) {
  const auto same = [](const Row& a, const Row& b) {
    return isSameRow(a.node->id, a.depth, a.on_line, b.node->id, b.depth, b.on_line);
  };
  std::size_t front = 0, back = 0;
  while (front < rows_.size() && front < rows.size() && same(rows_[front], rows[front])) ++front;
  while (back + front < rows_.size() && back + front < rows.size() &&
         same(rows_[rows_.size() - 1 - back], rows[rows.size() - 1 - back]))
    ++back;
  std::map<NodeId, std::size_t> wanted;
  for (std::size_t i = front; i + back < rows.size(); ++i) wanted.emplace(rows[i].node->id, i);
  const std::size_t left = arrange(front, rows_.size() - back, wanted);
  if (const std::size_t end = rows_.size() - back; end > left) {
    beginRemoveRows({}, static_cast<int>(left), static_cast<int>(end) - 1);
    rows_.erase(rows_.begin() + static_cast<std::ptrdiff_t>(left), rows_.begin() + static_cast<std::ptrdiff_t>(end));
    endRemoveRows();
  }
  for (std::size_t i = front; i + back < rows.size(); ++i) {
    std::size_t end = i;  // of those that are new
    while (end + back < rows.size() && (i >= rows_.size() - back || rows[end].node->id != rows_[i].node->id)) ++end;
    if (end == i) continue;
    beginInsertRows({}, static_cast<int>(i), static_cast<int>(end) - 1);
    rows_.insert(rows_.begin() + static_cast<std::ptrdiff_t>(i), rows.begin() + static_cast<std::ptrdiff_t>(i),
                 rows.begin() + static_cast<std::ptrdiff_t>(end));
    endInsertRows();
    i = end - 1;
  }
  rows_ = std::move(rows);  // names and pictures
}

// Those that stay in their new order, then those that go; where the latter begin.
std::size_t HistoryTreeModel::arrange(std::size_t from, std::size_t to, const std::map<NodeId, std::size_t>& wanted) {
  const auto first = rows_.begin() + static_cast<std::ptrdiff_t>(from);
  const auto last = rows_.begin() + static_cast<std::ptrdiff_t>(to);
  const auto place = [&](const Row& row) {
    const auto at = wanted.find(row.node->id);
    return at == wanted.end() ? SIZE_MAX : at->second;
  };
  const auto before = [&](const Row& a, const Row& b) { return place(a) < place(b); };
  if (!std::is_sorted(first, last, before)) {
    Q_EMIT layoutAboutToBeChanged();
    const QModelIndexList old = persistentIndexList();
    std::vector<NodeId> ids;
    for (const QModelIndex& one : old) ids.push_back(idAt(one.row()));
    std::stable_sort(first, last, before);
    QModelIndexList now;
    for (const NodeId id : ids) now << index(rowOf(id));
    changePersistentIndexList(old, now);
    Q_EMIT layoutChanged();
  }
  const auto gone = std::find_if(first, last, [&](const Row& row) { return !wanted.contains(row.node->id); });
  return static_cast<std::size_t>(gone - rows_.begin());
}

}  // namespace ww::ui
