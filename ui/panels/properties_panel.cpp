// SPDX-License-Identifier: Apache-2.0
#include "ui/panels/properties_panel.h"

#include <QApplication>
#include <QKeyEvent>
#include <QPushButton>
#include <QStyle>
#include <QTimer>
#include <algorithm>
#include <functional>
#include <map>
#include <utility>

#include "core/world/values/attachment.h"
#include "ui/models/node_text.h"
#include "ui/panels/node_poses.h"
#include "ui/panels/rule_text.h"
#include "ui/panels/rules_section.h"
#include "ui/widgets/icons.h"
#include "ui/widgets/wheel_guard.h"
#include "ui/widgets/wrap_label.h"

namespace ww::ui {
namespace {

// More than this are not named one by one.
constexpr std::size_t kMostNamed = 200;
// Of more than this, which numbers differ is not asked again at each step of a drag.
constexpr std::size_t kMostFollowed = 1000;

// What all of them are attached to, in their order; empty when one is not attached.
std::vector<FrameId> attachmentsOf(const world::World& world, const std::vector<world::NodeRef>& nodes) {
  std::vector<FrameId> frames;
  for (const auto& node : nodes) {
    const auto* id = std::get_if<ObjectId>(&node);
    const auto* object = id ? world.peek(*id) : nullptr;
    const FrameId frame = object ? world::attachedTo(world, *object) : FrameId{};
    if (!frame) return {};
    frames.push_back(frame);
  }
  return frames;
}

QLabel* textLabel(const char* style) {
  auto* label = new WrapLabel;
  label->setObjectName(QLatin1String(style));
  return label;
}

PoseEditor::Reference referenceOf(const PoseChange& change, const PoseEditor& editor) {
  return change.in_world ? PoseEditor::Reference::kWorld : editor.reference();
}

// After this turn with its frame, and after what comes with it: a selection above all. The first timer may still run
// out in this turn, as frames take longer than it; the second begins then, and cannot.
void whenQuiet(QObject* context, std::function<void()> run) {
  constexpr int kTurn = 1, kPause = 20;  // ms
  QTimer::singleShot(kTurn, context, [context, run = std::move(run)] { QTimer::singleShot(kPause, context, run); });
}

}  // namespace

PropertiesPanel::PropertiesPanel(SessionBridge& bridge, Selection& selection, PoseLayer& layer, QWidget* parent)
    : QWidget(parent),
      bridge_(bridge),
      selection_(selection),
      layer_(layer),
      world_(bridge.snapshot().world),
      pages_(new QStackedWidget(this)),
      empty_(new QLabel(this)),
      title_(textLabel("strong")),
      name_(new QLineEdit),
      name_problem_(textLabel("errorText")),
      type_(textLabel("dim")),
      parent_label_(textLabel("dim")),
      attachment_(new QWidget),
      go_to_frame_(new ElidedButton),
      detach_(new QPushButton),
      pose_(new PoseEditor),
      why_not_(textLabel("dim")),
      transform_(new Section(QStringLiteral("transform"), tr("Transform"))) {
  empty_->setText(tr("Select something in the tree or in the view to see its properties."));
  empty_->setObjectName(QStringLiteral("dim"));
  empty_->setWordWrap(true);
  empty_->setAlignment(Qt::AlignCenter);
  empty_->setMargin(16);
  title_->hide();
  name_->setAccessibleName(tr("Name"));
  name_->setToolTip(tr("Letters, digits and underscores, first a letter"));
  name_problem_->hide();
  attachment_->setObjectName(QStringLiteral("scrollBody"));
  go_to_frame_->setObjectName(QStringLiteral("link"));
  go_to_frame_->setCursor(Qt::PointingHandCursor);
  go_to_frame_->setIcon(icon(QStringLiteral("frame"), Role::kDim));
  go_to_frame_->setToolTip(tr("Select what this is attached to"));
  detach_->setText(tr("Detach"));
  detach_->setAccessibleName(tr("Detach"));
  build();
  connectAll();
  showSelected();
}

void PropertiesPanel::build() {
  auto* attached = new QHBoxLayout(attachment_);
  attached->setContentsMargins(0, 0, 0, 0);
  attached->addWidget(go_to_frame_, 1);
  attached->addWidget(detach_);
  transform_->body()->addWidget(pose_);
  transform_->body()->addWidget(why_not_);
  details_host_ = new QWidget;
  auto* body = new QWidget;
  body->setObjectName(QStringLiteral("scrollBody"));
  box_ = new QVBoxLayout(body);
  box_->setContentsMargins(8, 8, 8, 8);
  box_->setSpacing(6);
  // What has another height for each thing stands below what has always the same: then that never jumps.
  for (QWidget* widget : std::initializer_list<QWidget*>{title_, name_, name_problem_, type_, transform_, parent_label_,
                                                         attachment_, details_host_})
    box_->addWidget(widget);
  box_->addStretch(1);
  scroll_ = new KeptScroll(body);
  scroll_->setAccessibleName(tr("Properties"));
  pages_->addWidget(empty_);
  pages_->addWidget(scroll_);
  auto* outer = new QVBoxLayout(this);
  outer->setContentsMargins(0, 0, 0, 0);
  outer->addWidget(pages_);
}

void PropertiesPanel::connectAll() {
  connect(&selection_, &Selection::changed, this, &PropertiesPanel::showSelected);
  connect(&bridge_, &SessionBridge::changed, this, &PropertiesPanel::follow);
  connect(&layer_, &PoseLayer::changed, this, [this] {
    if (nodes_.size() <= kMostFollowed || layer_.empty()) showPose();
    else pose_->setActive(NodePoses(*world_, nodes_, pose_->reference()).shown(*node_, layer_));
  });
  connect(name_, &QLineEdit::editingFinished, this, &PropertiesPanel::rename);
  connect(name_, &QLineEdit::textEdited, this, [this] { showNameProblem({}); });
  name_->installEventFilter(this);
  connect(go_to_frame_, &QPushButton::clicked, this, [this] {
    if (const auto frames = attachmentsOf(*world_, nodes_); !frames.empty()) selection_.select({frames.back()});
  });
  connect(detach_, &QPushButton::clicked, this, &PropertiesPanel::detach);
  connect(pose_, &PoseEditor::referenceChanged, this, &PropertiesPanel::showPose);
  connect(pose_, &PoseEditor::edited, this, &PropertiesPanel::commitPose);
  connect(pose_, &PoseEditor::dragged, this, &PropertiesPanel::previewPose);
  connect(pose_, &PoseEditor::dropped, this, [this] { layer_.clear(); });
  connect(pose_, &PoseEditor::message, this, &PropertiesPanel::message);
  connect(pose_, &PoseEditor::refused, this, &PropertiesPanel::refused);
}

void PropertiesPanel::showSelected() {
  world_ = bridge_.snapshot().world;
  if (selection_.nodes() == nodes_) return refresh();
  nodes_ = selection_.nodes();
  name_->setModified(false);
  showNameProblem({});
  pose_->discard();
  rebuild();
}

bool PropertiesPanel::changesMakeUp(const session::Change& change, const world::WorldDiff& diff) const {
  const auto owns = [this](ObjectId id) { return std::binary_search(owners_.begin(), owners_.end(), id); };
  if (change.kind == session::Change::Kind::kReplace) return true;
  for (const auto& c : diff.objects) {
    if (!owns(c.after ? c.after->id : c.before->id)) continue;
    if (!c.before || !c.after) return true;
    // Joint values and poses are numbers that follow; all else changes what is listed.
    const unsigned what = world::whatChanged(*c.before, *c.after);
    if (what & ~(world::kPoseChanged | world::kJointsChanged | world::kNameChanged | world::kParentChanged))
      return true;
  }
  for (const auto& c : diff.frames) {
    if (!(c.before && owns(c.before->object)) && !(c.after && owns(c.after->object))) continue;
    if (!c.after || std::holds_alternative<ObjectId>(*node_)) return true;
  }
  return false;
}

void PropertiesPanel::follow(const ChangePtr& change) {
  const world::WorldPtr shown = std::exchange(world_, change->after.world);
  if (!node_) return;
  const auto diff = shown == change->before.world ? change->diff : world::diff(*shown, *world_);
  if (changesMakeUp(*change, diff)) return rebuildSoon();
  const auto renamed = [](const auto& c) { return c.before && c.after && c.before->name != c.after->name; };
  if (rules_ && (diff.collision_settings || std::any_of(diff.objects.begin(), diff.objects.end(), renamed)))
    rules_->tell(*world_, *node_);
  refresh();
}

// Everything of the world itself is the world.
world::NodeRef PropertiesPanel::parentOf(const world::NodeRef& node) const {
  world::NodeRef parent = world::kRootObject;
  if (const auto* id = std::get_if<ObjectId>(&node)) {
    const auto* object = world_->peek(*id);
    if (object && object->parent_entity) parent = object->parent_entity;
  } else {
    parent = session::poseParent(*world_, node);
  }
  return ownerOf(*world_, parent) == world::kRootObject ? world::NodeRef(world::kRootObject) : parent;
}

// In a turn of its own, after the frame, too, as in this one all others follow the change; at once for who works in the
// panel.
void PropertiesPanel::rebuildSoon() {
  if (isAncestorOf(QApplication::focusWidget())) return rebuild();
  if (std::exchange(rebuild_waits_, true)) return;
  whenQuiet(this, [this] {
    if (rebuild_waits_) rebuild();
  });
}

// Made apart and put in as a whole, laid out: rows that are painted before they have their places flicker.
void PropertiesPanel::rebuild() {
  rebuild_waits_ = false;
  const QString focused = details_host_->isAncestorOf(QApplication::focusWidget())
                              ? QApplication::focusWidget()->accessibleName()
                              : QString();
  scroll_->note(*details_host_);
  std::erase_if(nodes_, [this](const world::NodeRef& node) { return nodeName(*world_, node).isEmpty(); });
  node_ = nodes_.empty() ? std::nullopt : std::optional(nodes_.back());
  owners_.clear();
  for (const auto& node : nodes_) owners_.push_back(ownerOf(*world_, node));
  std::sort(owners_.begin(), owners_.end());
  auto* host = makeDetails();
  delete box_->replaceWidget(details_host_, host);
  details_host_->hide();
  details_host_->deleteLater();
  details_host_ = host;
  host->show();
  pages_->setCurrentIndex(node_ ? 1 : 0);
  leaveWheelTo(*this);
  refresh();
  for (int pass = 0; pass < 2; ++pass) scroll_->settle();  // what flows or wraps knows its height when it has its width
  scroll_->back(*details_host_);
  // Who tabs from number to number stays in them.
  for (auto* edit : host->findChildren<QLineEdit*>())
    if (!focused.isEmpty() && edit->accessibleName() == focused) edit->setFocus(Qt::TabFocusReason);
}

QWidget* PropertiesPanel::makeDetails() {
  size_ = nullptr;
  auto* host = new QWidget;
  host->setObjectName(QStringLiteral("scrollBody"));
  details_ = new QVBoxLayout(host);
  details_->setContentsMargins(0, 0, 0, 0);
  details_->setSpacing(6);
  if (node_) addDetails();
  return host;
}

void PropertiesPanel::refresh() {
  if (!node_ || rebuild_waits_) return;
  if (nodeName(*world_, *node_).isEmpty()) return rebuild();
  showTitle();
  showParents();
  const QString why_not = NodePoses(*world_, nodes_, pose_->reference()).whyNot();
  pose_->setEditable(why_not.isEmpty());
  why_not_->setText(why_not);
  why_not_->setVisible(!why_not.isEmpty());
  if (const auto* id = std::get_if<ObjectId>(&*node_); id && size_) size_->follow(world_, *id);
  showPose();
}

// Names are given one at a time; of several there is a title that says what is edited.
void PropertiesPanel::showTitle() {
  title_->setVisible(several());
  name_->setVisible(!several());
  if (several()) return;
  if (!name_->isModified()) name_->setText(nodeName(*world_, *node_));
  type_->setText(nodeTypeTitle(*world_, *node_));
}

void PropertiesPanel::countSelected() {
  const int count = static_cast<int>(nodes_.size());
  const bool editable = NodePoses(*world_, nodes_, PoseEditor::Reference::kWorld).whyNot().isEmpty();
  title_->setText(editable ? tr("%n selected: edits are for all of them", "", count) : tr("%n selected", "", count));
  std::map<QString, std::pair<int, world::NodeRef>> kinds;
  for (const auto& node : nodes_) {
    auto& kind = kinds[nodeType(*world_, node)];
    ++kind.first;
    kind.second = node;
  }
  QStringList texts;
  for (const auto& [type, kind] : kinds)
    texts << tr("%1 x %2").arg(kind.first).arg(nodeTypeTitle(*world_, kind.second));
  type_->setText(texts.join(QStringLiteral(", ")));
}

void PropertiesPanel::showParents() {
  const world::NodeRef active = parentOf(*node_);
  const auto frames = attachmentsOf(*world_, nodes_);
  const bool one_frame =
      !frames.empty() && std::adjacent_find(frames.begin(), frames.end(), std::not_equal_to<>()) == frames.end();
  const bool one_parent =
      std::all_of(nodes_.begin(), nodes_.end(), [&](const auto& node) { return parentOf(node) == active; });
  const QString parent = !one_parent ? tr("several parents")
                         : active == world::NodeRef(world::kRootObject)
                             ? tr("world")
                             : QString::fromStdString(world_->display(active));
  const QString name = one_frame        ? nodeName(*world_, frames.front())
                       : frames.empty() ? QString()
                                        : tr("several frames");
  parent_label_->setText(frames.empty() ? tr("On: %1").arg(breakable(parent))
                                        : tr("On: %1, attached to %2").arg(breakable(parent), name));
  attachment_->setVisible(!frames.empty());
  go_to_frame_->setVisible(one_frame);
  go_to_frame_->setText(tr("Go to %1").arg(name));
  go_to_frame_->setAccessibleName(go_to_frame_->text());
  detach_->setToolTip(several() ? tr("They no longer go with what they are attached to; they stay where they are")
                                : tr("No longer goes with %1; stays where it is").arg(name));
}

void PropertiesPanel::detach() {
  const auto frames = attachmentsOf(*world_, nodes_);
  if (frames.empty()) return;
  std::vector<session::EditsPtr> edits;
  for (const auto& node : nodes_) {
    const auto* object = world_->peek(std::get<ObjectId>(node));
    edits.push_back(session::reparentObject(object->id, object->parent, object->parent_entity));
  }
  bridge_.commit(several() ? tr("Detach %n objects", "", static_cast<int>(nodes_.size()))
                           : tr("Detach %1 from %2").arg(nodeName(*world_, *node_), nodeName(*world_, frames.front())),
                 session::join(edits));
}

void PropertiesPanel::showPose() {
  if (!node_ || nodeName(*world_, *node_).isEmpty()) return;
  const NodePoses poses(*world_, nodes_, pose_->reference());
  pose_->setPoses(poses.shown(*node_, layer_), poses.mixed(layer_, pose_->notation()));
}

void PropertiesPanel::rename() {
  if (!node_ || several() || !name_->isModified()) return;
  const QString wanted = name_->text().trimmed();
  const QString name = nodeName(*world_, *node_);
  // A name that cannot be keeps standing there with the reason, to be corrected; Esc takes it back.
  const QString problem = wanted == name ? QString() : renameProblem(bridge_, *node_, wanted);
  showNameProblem(problem);
  if (!problem.isEmpty()) return;
  name_->setModified(false);
  if (wanted == name || !bridge_.commit(tr("Rename %1").arg(name), renameEdits(*world_, *node_, wanted)))
    name_->setText(name);
}

void PropertiesPanel::showNameProblem(const QString& text) {
  name_problem_->setText(text);
  name_problem_->setVisible(!text.isEmpty());
  name_->setAccessibleDescription(text);
  if (name_->property("invalid").toBool() == !text.isEmpty()) return;
  name_->setProperty("invalid", !text.isEmpty());
  name_->style()->unpolish(name_);
  name_->style()->polish(name_);
}

bool PropertiesPanel::eventFilter(QObject* watched, QEvent* event) {
  if (watched == name_ && event->type() == QEvent::KeyPress &&
      static_cast<QKeyEvent*>(event)->key() == Qt::Key_Escape && name_->isModified() && node_) {
    name_->setModified(false);
    name_->setText(nodeName(*world_, *node_));
    showNameProblem({});
    return true;
  }
  return QWidget::eventFilter(watched, event);
}

// What is typed next is added to what was typed before, which the panel may not have been told of yet.
world::WorldPtr PropertiesPanel::worldOfNow() const {
  const auto world = bridge_.snapshot().world;
  const bool gone =
      std::any_of(nodes_.begin(), nodes_.end(), [&](const auto& node) { return nodeName(*world, node).isEmpty(); });
  return gone || !node_ ? nullptr : world;
}

// By value: clearing the preview lets the editor show other poses before these are committed.
void PropertiesPanel::commitPose(PoseChange change) {
  layer_.clear();
  const auto world = worldOfNow();
  if (!world) return;
  const auto edits = NodePoses(*world, nodes_, referenceOf(change, *pose_)).edits(change);
  if (!edits) {
    Q_EMIT refused(tr("These numbers give no orientation for one of them."),
                   tr("At least one number of each must be other than 0."));
    return showPose();
  }
  QString key = QStringLiteral("move");
  for (std::size_t i = 0; i < nodes_.size() && i < kMostNamed; ++i)
    key += QLatin1Char('-') + QString::fromStdString(world->display(nodes_[i]));
  const QString label = several() ? tr("Move %n things", "", static_cast<int>(nodes_.size()))
                                  : tr("Move %1").arg(nodeName(*world, *node_));
  // Too many for a key are a step each time.
  if (!bridge_.commit(label, edits, nodes_.size() > kMostNamed ? QString() : key) || change.in_world) showPose();
}

void PropertiesPanel::previewPose(const PoseChange& change) {
  const QSignalBlocker keep(this);
  if (const auto world = worldOfNow()) NodePoses(*world, nodes_, pose_->reference()).preview(change, layer_);
}

}  // namespace ww::ui
