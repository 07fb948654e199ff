// SPDX-License-Identifier: Apache-2.0
#include "ui/panels/properties_panel.h"

#include <QFormLayout>
#include <QKeyEvent>
#include <QPushButton>
#include <QScrollArea>
#include <QStyle>
#include <utility>

#include "core/world/attachment.h"
#include "ui/models/node_text.h"
#include "ui/widgets/icons.h"

namespace ww::ui {

PropertiesPanel::PropertiesPanel(SessionBridge& bridge, Selection& selection, PoseLayer& layer, QWidget* parent)
    : QWidget(parent), bridge_(bridge), selection_(selection), layer_(layer), world_(bridge.snapshot().world),
      pages_(new QStackedWidget(this)), empty_(new QLabel(this)), name_(new QLineEdit), name_problem_(new QLabel), type_(new QLabel),
      parent_label_(new QLabel), attachment_(new QWidget), go_to_frame_(new QPushButton), detach_(new QPushButton), pose_(new PoseEditor), transform_(new Section(QStringLiteral("transform"), tr("Transform"))),
      details_(new QVBoxLayout) {
  empty_->setText(tr("Select something in the tree or in the view to see its properties."));
  empty_->setObjectName(QStringLiteral("dim"));
  empty_->setWordWrap(true);
  empty_->setAlignment(Qt::AlignCenter);
  empty_->setMargin(16);
  name_->setAccessibleName(tr("Name"));
  name_->setToolTip(tr("Letters, digits and underscores, first a letter"));
  name_problem_->setObjectName(QStringLiteral("errorText"));
  name_problem_->setWordWrap(true);
  name_problem_->hide();
  type_->setObjectName(QStringLiteral("dim"));
  parent_label_->setObjectName(QStringLiteral("dim"));
  parent_label_->setWordWrap(true);
  attachment_->setObjectName(QStringLiteral("scrollBody"));
  go_to_frame_->setObjectName(QStringLiteral("link"));
  go_to_frame_->setCursor(Qt::PointingHandCursor);
  go_to_frame_->setIcon(icon(QStringLiteral("frame"), Role::kDim));
  go_to_frame_->setToolTip(tr("Select what this is attached to"));
  detach_->setText(tr("Detach"));
  detach_->setAccessibleName(tr("Detach"));
  auto* attached = new QHBoxLayout(attachment_);
  attached->setContentsMargins(0, 0, 0, 0);
  attached->addWidget(go_to_frame_);
  attached->addStretch(1);
  attached->addWidget(detach_);
  transform_->body()->addWidget(pose_);
  auto* body = new QWidget;
  body->setObjectName(QStringLiteral("scrollBody"));
  auto* box = new QVBoxLayout(body);
  box->setContentsMargins(8, 8, 8, 8);
  box->setSpacing(6);
  box->addWidget(name_);
  box->addWidget(name_problem_);
  box->addWidget(type_);
  box->addWidget(parent_label_);
  box->addWidget(attachment_);
  box->addWidget(transform_);
  box->addLayout(details_);
  box->addStretch(1);
  auto* scroll = new QScrollArea;
  scroll->setWidgetResizable(true);
  scroll->setFrameShape(QFrame::NoFrame);
  scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  scroll->setWidget(body);
  scroll->setAccessibleName(tr("Properties"));
  pages_->addWidget(empty_);
  pages_->addWidget(scroll);
  auto* outer = new QVBoxLayout(this);
  outer->setContentsMargins(0, 0, 0, 0);
  outer->addWidget(pages_);
  connect(&selection_, &Selection::changed, this, &PropertiesPanel::showActive);
  connect(&bridge_, &SessionBridge::changed, this, &PropertiesPanel::follow);
  connect(&layer_, &PoseLayer::changed, this, &PropertiesPanel::showPose);
  connect(name_, &QLineEdit::editingFinished, this, &PropertiesPanel::rename);
  connect(name_, &QLineEdit::textEdited, this, [this] { showNameProblem({}); });
  name_->installEventFilter(this);
  connect(go_to_frame_, &QPushButton::clicked, this, [this] {
    if (const FrameId frame = attachedTo()) selection_.select({frame});
  });
  connect(detach_, &QPushButton::clicked, this, &PropertiesPanel::detach);
  connect(pose_, &PoseEditor::referenceChanged, this, &PropertiesPanel::showPose);
  connect(pose_, &PoseEditor::edited, this, &PropertiesPanel::commitPose);
  connect(pose_, &PoseEditor::dragged, this, &PropertiesPanel::previewPose);
  connect(pose_, &PoseEditor::message, this, &PropertiesPanel::message);
  showActive();
}

void PropertiesPanel::showActive() {
  world_ = bridge_.snapshot().world;
  const auto active = selection_.active();
  const bool other = active != node_;
  node_ = active;
  if (other) {
    name_->setModified(false);
    showNameProblem({});
    pose_->discard();
  }
  if (other) rebuild();
  else refresh();
}

void PropertiesPanel::follow(const ChangePtr& change) {
  const world::WorldPtr shown = std::exchange(world_, change->after.world);
  if (!node_) return;
  const auto diff = shown == change->before.world ? change->diff : world::diff(*shown, *world_);
  const ObjectId owner = ownerOf(*shown, *node_);
  bool other_make_up = change->kind == session::Change::Kind::kReplace;
  for (const auto& c : diff.objects) {
    const ObjectId id = c.after ? c.after->id : c.before->id;
    if (id != owner) continue;
    if (!c.before || !c.after) { other_make_up = true; continue; }
    // Joint values and poses are numbers that follow; all else changes what is listed.
    const unsigned what = world::whatChanged(*c.before, *c.after);
    if (what & ~(world::kPoseChanged | world::kJointsChanged | world::kNameChanged | world::kParentChanged)) other_make_up = true;
  }
  for (const auto& c : diff.frames)
    if ((c.before && c.before->object == owner) || (c.after && c.after->object == owner))
      other_make_up = other_make_up || std::holds_alternative<ObjectId>(*node_);
  if (diff.collision_settings) other_make_up = true;
  if (other_make_up) rebuild();
  else refresh();
}

world::NodeRef PropertiesPanel::parentOf(const world::NodeRef& node) const {
  if (const auto* id = std::get_if<ObjectId>(&node)) {
    const auto object = world_->object(*id);
    return object && object->parent_entity ? world::NodeRef(object->parent_entity) : world::NodeRef(world::kRootObject);
  }
  if (const auto* id = std::get_if<FrameId>(&node)) {
    const auto frame = world_->frame(*id);
    if (!frame) return world::kRootObject;
    return frame->parent_frame ? world::NodeRef(frame->parent_frame) : world::NodeRef(frame->parent_entity);
  }
  const auto entity = world_->entity(std::get<EntityId>(node));
  if (entity && entity->parent) return entity->parent;
  return entity ? world::NodeRef(entity->object) : world::NodeRef(world::kRootObject);
}

void PropertiesPanel::rebuild() {
  clearLayout(details_);
  size_ = nullptr;
  const bool there = node_ && !nodeName(*world_, *node_).isEmpty();
  pages_->setCurrentIndex(there ? 1 : 0);
  if (!there) {
    node_.reset();
    return;
  }
  addJoint(*world_);
  addGeometry(*world_);
  addConfigurations(*world_);
  addFrames(*world_);
  addRules(*world_);
  addUserData(*world_);
  refresh();
}

void PropertiesPanel::refresh() {
  if (!node_) return;
  const QString name = nodeName(*world_, *node_);
  if (name.isEmpty()) {
    rebuild();
    return;
  }
  if (!name_->isModified()) name_->setText(name);
  const auto n = selection_.nodes().size();
  QString type = nodeTypeTitle(*world_, *node_);
  if (n > 1) type += tr(" (the last of %n selected)", "", static_cast<int>(n));
  type_->setText(type);
  const world::NodeRef parent = parentOf(*node_);
  const bool world_parent = ownerOf(*world_, parent) == world::kRootObject;
  showParent(world_parent ? tr("world") : QString::fromStdString(world_->display(parent)));
  if (const auto* id = std::get_if<ObjectId>(&*node_); id && size_) size_->follow(world_, *id);
  showPose();
}

FrameId PropertiesPanel::attachedTo() const {
  const auto* id = node_ ? std::get_if<ObjectId>(&*node_) : nullptr;
  const auto* object = id ? world_->peek(*id) : nullptr;
  return object ? world::attachedTo(*world_, *object) : FrameId{};
}

void PropertiesPanel::showParent(const QString& parent) {
  const FrameId frame = attachedTo();
  const QString name = frame ? nodeName(*world_, frame) : QString();
  parent_label_->setText(frame ? tr("On: %1, attached to %2").arg(parent, name) : tr("On: %1").arg(parent));
  attachment_->setVisible(bool(frame));
  go_to_frame_->setText(tr("Go to %1").arg(name));
  go_to_frame_->setAccessibleName(go_to_frame_->text());
  detach_->setToolTip(tr("No longer goes with %1; stays where it is").arg(name));
}

void PropertiesPanel::detach() {
  const FrameId frame = attachedTo();
  if (!frame) return;
  const auto* object = world_->peek(std::get<ObjectId>(*node_));
  bridge_.commit(tr("Detach %1 from %2").arg(nodeName(*world_, *node_), nodeName(*world_, frame)),
                 session::reparentObject(object->id, object->parent, object->parent_entity));
}

void PropertiesPanel::showPose() {
  if (!node_ || nodeName(*world_, *node_).isEmpty()) return;
  const Pose root_t_node = layer_.rootT(*world_, *node_);
  const bool editable = !std::holds_alternative<EntityId>(*node_) && *node_ != world::NodeRef(world::kRootObject);
  pose_->setEditable(editable);
  if (pose_->reference() == PoseEditor::Reference::kWorld) {
    pose_->setPose(root_t_node);
    return;
  }
  // The stored pose as it is, not recomputed, when nothing lies over it.
  if (layer_.empty()) {
    if (const auto* id = std::get_if<ObjectId>(&*node_)) { pose_->setPose(world_->object(*id)->parent_entity_t_this); return; }
    if (const auto* id = std::get_if<FrameId>(&*node_)) { pose_->setPose(world_->frame(*id)->parent_t_this); return; }
  }
  pose_->setPose(layer_.rootT(*world_, parentOf(*node_)).inverse() * root_t_node);
}

void PropertiesPanel::rename() {
  if (!node_ || !name_->isModified()) return;
  const QString wanted = name_->text().trimmed();
  const QString name = nodeName(*world_, *node_);
  // A name that cannot be keeps standing there with the reason, to be corrected; Esc takes it back.
  const QString problem = wanted == name ? QString() : renameProblem(bridge_, *node_, wanted);
  showNameProblem(problem);
  if (!problem.isEmpty()) return;
  name_->setModified(false);
  if (wanted == name || !bridge_.commit(tr("Rename %1").arg(name), renameEdits(*world_, *node_, wanted))) name_->setText(name);
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
  if (watched == name_ && event->type() == QEvent::KeyPress && static_cast<QKeyEvent*>(event)->key() == Qt::Key_Escape && name_->isModified() && node_) {
    name_->setModified(false);
    name_->setText(nodeName(*world_, *node_));
    showNameProblem({});
    return true;
  }
  return QWidget::eventFilter(watched, event);
}

// By value: clearing the preview lets the editor show another pose before this one is committed.
void PropertiesPanel::commitPose(Pose reference_t_node) {
  if (!node_) return;
  layer_.clear();
  const world::NodeRef reference = pose_->reference() == PoseEditor::Reference::kWorld ? world::NodeRef(world::kRootObject) : parentOf(*node_);
  const bool moved = bridge_.commit(tr("Move %1").arg(nodeName(*world_, *node_)), session::setPose(*node_, reference, reference_t_node),
                                    QStringLiteral("move-") + QString::fromStdString(world_->display(*node_)));
  if (!moved) showPose();
}

void PropertiesPanel::previewPose(const Pose& reference_t_node) {
  if (!node_) return;
  const Pose root_t_reference = pose_->reference() == PoseEditor::Reference::kWorld ? Pose::identity() : world_->rootT(parentOf(*node_));
  const QSignalBlocker keep(this);
  if (const auto* object = std::get_if<ObjectId>(&*node_)) layer_.setRootTObject(*object, root_t_reference * reference_t_node);
  if (const auto* frame = std::get_if<FrameId>(&*node_)) layer_.setRootTFrame(*frame, root_t_reference * reference_t_node);
}

}  // namespace ww::ui
