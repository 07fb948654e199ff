// SPDX-License-Identifier: Apache-2.0
#include "app/editor/attach_list.h"

#include <QKeyEvent>
#include <QVBoxLayout>
#include <algorithm>

#include "app/editor/typed.h"
#include "core/usecase/mount.h"
#include "ui/models/node_text.h"
#include "ui/widgets/icons.h"

namespace ww::editor {
namespace {

constexpr int kMostRows = 200;
constexpr QSize kSize(440, 400);  // pixels

}  // namespace

AttachList::AttachList(const WindowParts& parts)
    : QFrame(&parts.window, Qt::Popup),
      parts_(parts),
      title_(new QLabel(this)),
      edit_(new QLineEdit(this)),
      list_(new QListWidget(this)),
      put_there_(new QCheckBox(tr("&Put it there"), this)) {
  setFrameShape(QFrame::StyledPanel);
  setAttribute(Qt::WA_StyledBackground);
  setObjectName(QStringLiteral("attachList"));
  setAccessibleName(tr("Attach to"));
  title_->setWordWrap(true);
  edit_->setPlaceholderText(tr("Name of a frame, link or object"));
  edit_->setAccessibleName(tr("What to attach to"));
  edit_->setToolTip(tr("Arrow keys choose, Enter attaches, Esc closes"));
  edit_->setClearButtonEnabled(true);
  edit_->installEventFilter(this);
  put_there_->installEventFilter(this);
  list_->setAccessibleName(tr("What can carry it"));
  list_->setToolTip(tr("A click attaches"));
  list_->setUniformItemSizes(true);
  list_->setIconSize(QSize(16, 16));
  list_->setTextElideMode(Qt::ElideMiddle);
  list_->setFocusPolicy(Qt::NoFocus);
  put_there_->setToolTip(
      tr("Its origin comes onto that of what carries it, and what is bolted to a robot is not checked against it; "
         "without this it stays where it is"));
  auto* box = new QVBoxLayout(this);
  box->setContentsMargins(8, 8, 8, 8);
  box->setSpacing(6);
  for (QWidget* part : std::initializer_list<QWidget*>{title_, edit_, list_, put_there_}) box->addWidget(part);
  resize(kSize);
  connect(edit_, &QLineEdit::textChanged, this, &AttachList::find);
  connect(list_, &QListWidget::itemClicked, this, &AttachList::attach);
}

// A frame or link that was selected last is what the others go to.
AttachList::Chosen AttachList::chosen() const {
  Chosen out;
  const auto& selected = parts_.selection.nodes();
  const auto active = parts_.selection.active();
  for (const auto& node : selected) {
    const bool last = selected.size() > 1 && node == *active && !std::holds_alternative<ObjectId>(node);
    if (last || std::holds_alternative<EntityId>(node)) out.targets.push_back(node);
    else if (node != world::NodeRef(world::kRootObject)) out.nodes.push_back(node);
  }
  std::reverse(out.targets.begin(), out.targets.end());
  return out;
}

QString AttachList::whyNot() const {
  if (!chosen().nodes.empty()) return {};
  return parts_.selection.nodes().empty()
             ? tr("Select the object or frame first.")
             : tr("Links and joints belong to their object. Select an object or a frame to attach it.");
}

void AttachList::popup(const QPoint& top_center_global) {
  enterTyped(parts_.window);
  const auto world = parts_.bridge.snapshot().world;
  nodes_ = usecase::withoutCarried(*world, chosen().nodes);
  if (nodes_.empty()) return;
  collect(*world);
  const QString name =
      nodes_.size() == 1 ? ui::nodeName(*world, nodes_.front()) : tr("%n things", "", static_cast<int>(nodes_.size()));
  title_->setText(tr("Attach %1 to:").arg(name));
  const bool frames = std::ranges::all_of(nodes_, [](const auto& n) { return std::holds_alternative<FrameId>(n); });
  put_there_->setChecked(!frames);
  edit_->clear();
  find({});
  move(top_center_global.x() - width() / 2, top_center_global.y());
  show();
  edit_->setFocus();
}

void AttachList::add(const world::World& world, const world::NodeRef& node) {
  if (first_.contains(node) || usecase::hangsOnAny(world, node, moved_)) return;
  const bool root = node == world::NodeRef(world::kRootObject);
  const auto* frame = std::get_if<FrameId>(&node);
  const bool bare = frame && world.frame(*frame)->object == world::kRootObject;
  const QString name = bare ? ui::nodeName(world, node) : QString::fromStdString(world.display(node));
  targets_.push_back({node, root ? tr("the world") : name, ui::nodeTypeTitle(world, node),
                      root ? QStringLiteral("world") : ui::nodeIcon(world, node)});
}

// Frames before links, as they are made for it; joints carry nothing.
void AttachList::collect(const world::World& world) {
  targets_.clear();
  first_.clear();
  moved_ = {nodes_.begin(), nodes_.end()};
  std::vector<world::NodeRef> first = chosen().targets;
  for (const auto& node : usecase::likelyMounts(world, nodes_)) first.push_back(node);
  for (const auto& node : first) {
    add(world, node);
    first_.insert(node);
  }
  likely_ = targets_.size();
  world.forEachFrame([&](const world::Frame& frame) { add(world, frame.id); });
  world.forEachObject([&](const world::Object& object) {
    if (object.id == world::kRootObject) return;
    if (object.entities.size() == 1) return add(world, object.id);
    for (const auto& entity : object.entities)
      if (!entity->joint) add(world, entity->id);
  });
  add(world, world::kRootObject);
}

void AttachList::find(const QString& typed) {
  const QStringList words = typed.split(QLatin1Char(' '), Qt::SkipEmptyParts);
  list_->clear();
  for (std::size_t i = 0; i < targets_.size() && list_->count() < kMostRows; ++i) {
    const Target& target = targets_[i];
    const bool fits = std::ranges::all_of(words, [&](const QString& word) {
      return target.name.contains(word, Qt::CaseInsensitive) || target.kind.contains(word, Qt::CaseInsensitive);
    });
    if (!fits) continue;
    auto* item = new QListWidgetItem(ui::icon(target.icon), QStringLiteral("%1    %2").arg(target.name, target.kind));
    item->setData(Qt::UserRole, static_cast<int>(i));
    list_->addItem(item);
  }
  // Without a word only what is likely is meant.
  list_->setCurrentRow(list_->count() > 0 && (!words.isEmpty() || likely_ > 0) ? 0 : -1);
}

void AttachList::choose(int step) {
  const int count = list_->count();
  if (count == 0) return;
  const int row = list_->currentRow() < 0 && step < 0 ? 0 : list_->currentRow();
  list_->setCurrentRow((row + step + count) % count);
}

bool AttachList::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() != QEvent::KeyPress) return QFrame::eventFilter(watched, event);
  const int key = static_cast<QKeyEvent*>(event)->key();
  if (key == Qt::Key_Down || key == Qt::Key_Up) choose(key == Qt::Key_Down ? 1 : -1);
  else if (key == Qt::Key_Return || key == Qt::Key_Enter) attach(list_->currentItem());
  else return QFrame::eventFilter(watched, event);
  return true;
}

void AttachList::attach(const QListWidgetItem* item) {
  if (!item) return;
  const Target target = targets_[static_cast<std::size_t>(item->data(Qt::UserRole).toInt())];
  const bool root = target.node == world::NodeRef(world::kRootObject);  // what hangs on nothing stays where it is
  const auto way = put_there_->isChecked() && !root ? usecase::AttachWay::kPutThere : usecase::AttachWay::kStays;
  const auto world = parts_.bridge.snapshot().world;
  const QString name =
      nodes_.size() == 1 ? ui::nodeName(*world, nodes_.front()) : tr("%n things", "", static_cast<int>(nodes_.size()));
  hide();
  const QString label = tr("Attach %1 to %2").arg(name, target.name);
  const bool done = parts_.bridge.commitMade(
      label, [nodes = nodes_, target, way](const world::World& now, const ui::TryEdits& tried) {
        return usecase::attached(now, tried, nodes, target.node, way);
      });
  if (!done) return;
  parts_.selection.clear();  // anew, so that the tree opens where it is now
  parts_.selection.select(nodes_);
  parts_.messages.say(way == usecase::AttachWay::kPutThere
                          ? tr("%1 is attached to %2, and stands there now.").arg(name, target.name)
                          : tr("%1 is attached to %2, and stays where it is.").arg(name, target.name));
}

}  // namespace ww::editor
