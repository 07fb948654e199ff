// SPDX-License-Identifier: Apache-2.0
#include "ui/panels/joints_panel.h"

#include <QEvent>
#include <QVBoxLayout>
#include <algorithm>

#include "ui/bridge/motion_names.h"
#include "ui/models/node_text.h"
#include "ui/widgets/joint_text.h"
#include "ui/widgets/name_box.h"
#include "ui/widgets/section.h"
#include "ui/widgets/wrap_label.h"

namespace ww::ui {
namespace {

constexpr int kRefreshMs = 100;
constexpr int kColumnWidth = 248, kBetweenColumns = 24, kBetweenRows = 6;  // pixels

}  // namespace

ObjectId robotFor(const world::World& world, const Selection& selection, ObjectId current) {
  if (const auto active = selection.active()) {
    for (ObjectId id = ownerOf(world, *active); id;) {
      const auto object = world.object(id);
      if (!object) break;
      if (object->isKinematic()) return id;
      id = object->parent;
    }
  }
  if (const auto object = world.object(current); object && object->isKinematic()) return current;
  // The first arm rather than a gripper.
  ObjectId first, arm;
  world.forEachObject([&](const world::Object& object) {
    if (arm || !object.isKinematic()) return;
    if (!first) first = object.id;
    if (isArm(world, object.id)) arm = object.id;
  });
  return arm ? arm : first;
}

JointsPanel::JointsPanel(SessionBridge& bridge, Selection& selection, PoseLayer& layer, QWidget* parent)
    : QWidget(parent),
      bridge_(bridge),
      selection_(selection),
      layer_(layer),
      objects_(new NameBox(this)),
      empty_(new QLabel(this)),
      simulated_(new WrapLabel({}, this)),
      scroll_(new QScrollArea(this)),
      body_(new QWidget),
      columns_(new QHBoxLayout(body_)) {
  objects_->setAccessibleName(tr("Object whose joints are shown"));
  objects_->setToolTip(tr("Object whose joints are shown"));
  objects_->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
  empty_->setText(
      tr("No object of this world has joints. Import a URDF or SDF file, or add a robot from the library."));
  empty_->setObjectName(QStringLiteral("dim"));
  empty_->setWordWrap(true);
  simulated_->setText(tr("These joints are simulated. Stop physics to move those of the world."));
  simulated_->setObjectName(QStringLiteral("dim"));
  simulated_->hide();
  soon_.setSingleShot(true);
  soon_.setInterval(kRefreshMs);
  connect(&soon_, &QTimer::timeout, this, &JointsPanel::showSimulated);
  body_->setObjectName(QStringLiteral("scrollBody"));
  columns_->setContentsMargins(0, 0, 8, 0);
  columns_->setSpacing(kBetweenColumns);
  scroll_->setWidgetResizable(true);
  scroll_->setFrameShape(QFrame::NoFrame);
  scroll_->setWidget(body_);
  scroll_->setAccessibleName(tr("Joints"));
  scroll_->installEventFilter(this);
  auto* box = new QVBoxLayout(this);
  box->setContentsMargins(8, 8, 8, 8);
  box->addWidget(objects_);
  box->addWidget(empty_);
  box->addWidget(simulated_);
  box->addWidget(scroll_, 1);
  connect(objects_, &QComboBox::activated, this,
          [this](int row) { show(ObjectId{objects_->itemData(row).toULongLong()}); });
  connect(&selection_, &Selection::changed, this,
          [this] { show(robotFor(*bridge_.snapshot().world, selection_, object_)); });
  connect(&bridge_, &SessionBridge::changed, this, &JointsPanel::follow);
  fillObjects();
  show(robotFor(*bridge_.snapshot().world, selection_, object_));
}

void JointsPanel::fillObjects() {
  const auto world = bridge_.snapshot().world;
  objects_->clear();
  world->forEachObject([this](const world::Object& object) {
    if (object.isKinematic())
      objects_->addItem(QString::fromStdString(object.name), QVariant::fromValue<quint64>(object.id.value));
  });
  objects_->setVisible(objects_->count() > 0);
  empty_->setVisible(objects_->count() == 0);
  objects_->setCurrentIndex(objects_->findData(QVariant::fromValue<quint64>(object_.value)));
}

void JointsPanel::follow(const ChangePtr& change) {
  const auto& world = *change->after.world;
  bool list_changed = change->kind == session::Change::Kind::kReplace, rows_changed = list_changed;
  for (const auto& c : change->diff.objects) {
    const bool was = c.before && c.before->isKinematic(), is = c.after && c.after->isKinematic();
    if (was != is || (was && is && c.before->name != c.after->name)) list_changed = true;
    if (c.after && c.after->id == object_ && c.before)
      rows_changed = rows_changed || !(c.before->moving_joints == c.after->moving_joints) ||
                     !(c.before->followers == c.after->followers);
  }
  if (list_changed) fillObjects();
  const ObjectId next = robotFor(world, selection_, object_);
  const auto object = world.object(next);
  if (next != object_) show(next);
  else if (rows_changed || (object && rows_.size() != object->moving_joints.size())) rebuild();
  if (!object || rows_.size() != object->moving_joints.size()) return;
  for (std::size_t i = 0; i < rows_.size(); ++i) rows_[i]->setJoint(object->movingJoint(i));
  showFollowers(*object);
  showSimulated();
}

void JointsPanel::setPhysics(Physics& physics) {
  physics_ = &physics;
  const auto soon = [this] {
    if (isVisible() && !soon_.isActive()) soon_.start();
  };
  connect(&physics, &Physics::changed, this, soon);
  connect(&physics, &Physics::moved, this, soon);
  showSimulated();
}

void JointsPanel::showEvent(QShowEvent* event) {
  QWidget::showEvent(event);
  showSimulated();
}

// Or again those of the world.
void JointsPanel::showSimulated() {
  const auto object = bridge_.snapshot().world->object(object_);
  if (!object || rows_.size() != object->moving_joints.size()) return;
  const simulation::JointMoment* now = nullptr;
  const simulation::MomentPtr moment = physics_ ? physics_->shown() : nullptr;
  for (std::size_t i = 0; moment && i < moment->joints.size(); ++i)
    if (moment->joints[i].object == object_) now = &moment->joints[i];
  const bool is_on = now && now->positions.size() == static_cast<Eigen::Index>(rows_.size());
  if (!is_on && simulated_->isHidden()) return;
  simulated_->setHidden(!is_on);
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    rows_[i]->setEnabled(!is_on);
    if (is_on) rows_[i]->setValue(now->positions[static_cast<Eigen::Index>(i)]);
    else rows_[i]->setJoint(object->movingJoint(i));
  }
  showFollowers(*object);
}

void JointsPanel::show(ObjectId object) {
  if (object == object_) return;
  object_ = object;
  objects_->setCurrentIndex(objects_->findData(QVariant::fromValue<quint64>(object_.value)));
  rebuild();
}

void JointsPanel::rebuild() {
  const QuietRebuild quiet(body_);
  clearLayout(columns_);
  groups_.clear();
  shown_columns_ = 0;
  rows_.clear();
  followers_.clear();
  const auto object = bridge_.snapshot().world->object(object_);
  if (!object) return simulated_->hide();
  followers_.resize(object->followers.size());
  for (std::size_t i = 0; i < object->moving_joints.size(); ++i) {
    auto* group = new QWidget(body_);
    auto* lines = new QVBoxLayout(group);
    lines->setContentsMargins(0, 0, 0, 0);
    lines->setSpacing(kBetweenRows);
    auto* row = new JointRow(QString::fromStdString(object->movingJointName(i)), object->movingJoint(i));
    connect(row, &JointRow::moved, this, &JointsPanel::preview);
    connect(row, &JointRow::released, this, [this, i] { commit(i); });
    lines->addWidget(row);
    rows_.push_back(row);
    groups_.push_back(group);
    addFollowers(*object, i, group);
  }
  arrange();
  showFollowers(*object);
  showSimulated();
}

bool JointsPanel::eventFilter(QObject* watched, QEvent* event) {
  if (watched == scroll_ && event->type() == QEvent::Resize) arrange();
  return QWidget::eventFilter(watched, event);
}

// As many columns as there is room for, and no more than make the longest one shorter.
void JointsPanel::arrange() {
  const std::size_t all = groups_.size();
  if (all == 0) return;
  int wide = kColumnWidth;  // names may be long
  for (const auto* row : rows_) wide = std::max(wide, row->minimumSizeHint().width());
  const int room = (scroll_->width() + kBetweenColumns) / (wide + kBetweenColumns);
  const std::size_t most = std::clamp<std::size_t>(static_cast<std::size_t>(std::max(room, 1)), 1, all);
  const std::size_t high = (all + most - 1) / most, columns = (all + high - 1) / high;
  if (columns == shown_columns_) return;
  shown_columns_ = columns;
  while (QLayoutItem* item = columns_->takeAt(0)) delete item;  // what is in it stays
  for (std::size_t first = 0; first < all; first += high) {
    auto* column = new QVBoxLayout;
    column->setSpacing(kBetweenRows);
    for (std::size_t i = first; i < std::min(all, first + high); ++i) column->addWidget(groups_[i]);
    column->addStretch(1);
    columns_->addLayout(column, 1);
  }
}

void JointsPanel::addFollowers(const world::Object& object, std::size_t leader, QWidget* group) {
  for (std::size_t k = 0; k < followers_.size(); ++k) {
    if (object.followers[k].leader != leader) continue;
    followers_[k] = new WrapLabel;
    followers_[k]->setObjectName(QStringLiteral("dim"));
    followers_[k]->setIndent(12);
    group->layout()->addWidget(followers_[k]);
  }
}

void JointsPanel::showFollowers(const world::Object& object) {
  if (followers_.size() != object.followers.size() || rows_.size() != object.moving_joints.size()) return;
  for (std::size_t k = 0; k < followers_.size(); ++k) {
    const world::Follower& f = object.followers[k];
    followers_[k]->setText(followerText(object, f, rows_[f.leader]->value()));
  }
}

JointVector JointsPanel::positions() const {
  JointVector q(static_cast<Eigen::Index>(rows_.size()));
  for (std::size_t i = 0; i < rows_.size(); ++i) q[static_cast<Eigen::Index>(i)] = rows_[i]->value();
  return q;
}

void JointsPanel::preview() {
  layer_.setJoints(object_, positions());
  if (const auto object = bridge_.snapshot().world->object(object_)) showFollowers(*object);
}

void JointsPanel::commit(std::size_t joint) {
  const auto object = bridge_.snapshot().world->object(object_);
  if (!object || joint >= object->moving_joints.size()) return;
  const QString name = QString::fromStdString(object->movingJointName(joint));
  bridge_.commit(tr("Jog %1").arg(name), session::setJoint(object_, name.toStdString(), rows_[joint]->value()),
                 QStringLiteral("jog-%1-%2").arg(object_.value).arg(joint));
  layer_.clear();
}

}  // namespace ww::ui
