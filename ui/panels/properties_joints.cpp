// SPDX-License-Identifier: Apache-2.0
// The limits of joints: of one joint, of all joints of an object, of those that all selected objects have.
#include <QPushButton>
#include <algorithm>
#include <cmath>

#include "ui/bridge/status_text.h"
#include "ui/panels/properties_panel.h"
#include "ui/widgets/joint_text.h"

namespace ww::ui {
namespace {

// Radians or metres: below what the fields show.
constexpr double kSame = 1e-8;

bool slides(const world::Joint& joint) { return joint.motion == world::MotionType::kPrismatic; }

double limitOf(const world::Joint& joint, bool is_lower) { return is_lower ? joint.application.lower : joint.application.upper; }

const world::Joint* jointAt(const world::World& world, ObjectId id, std::size_t index) {
  const auto* object = world.peek(id);
  return object && index < object->moving_joints.size() ? &object->movingJoint(index) : nullptr;
}

}  // namespace

// A link is not looked at for the joint above it: the entity of a joint is one of its own.
std::vector<PropertiesPanel::SameJoints> PropertiesPanel::sharedJoints() const {
  std::vector<SameJoints> shared;
  for (std::size_t n = 0; n < nodes_.size(); ++n) {
    const auto* entity = std::get_if<EntityId>(&nodes_[n]);
    const auto* id = std::get_if<ObjectId>(&nodes_[n]);
    const auto* owner = entity ? world_->owner(*entity) : nullptr;
    const auto* object = id ? world_->peek(*id) : owner ? world_->peek(owner->object) : nullptr;
    std::vector<SameJoints> here;
    for (std::size_t i = 0; object && i < object->moving_joints.size(); ++i) {
      if (entity && object->entities[object->moving_joints[i]]->id != *entity) continue;
      // Joints that were selected themselves belong together whatever they are called.
      here.push_back({entity && several() ? tr("all selected joints") : QString::fromStdString(object->movingJointName(i)), {{object->id, i}}});
    }
    if (n == 0) { shared = std::move(here); continue; }
    std::erase_if(shared, [&](SameJoints& same) {
      const auto found = std::find_if(here.begin(), here.end(), [&](const SameJoints& one) { return one.name == same.name; });
      const JointAt first = same.joints.front();
      if (found == here.end() || slides(*jointAt(*world_, first.object, first.index)) != slides(*jointAt(*world_, found->joints[0].object, found->joints[0].index))) return true;
      same.joints.push_back(found->joints[0]);
      return false;
    });
  }
  return shared;
}

void PropertiesPanel::addJoints() {
  const auto shared = sharedJoints();
  if (shared.empty()) return;
  const bool one = std::holds_alternative<EntityId>(*node_) && !several();
  auto* section = new Section(QStringLiteral("joints"), one ? tr("Joint") : several() ? tr("Joints that all have") : tr("Joints"));
  for (const SameJoints& same : shared) addJointLimits(same, *section);
  details_->addWidget(section);
}

void PropertiesPanel::addJointLimits(const SameJoints& same, Section& section) {
  auto* head = new QPushButton(same.name);
  head->setObjectName(QStringLiteral("link"));
  head->setToolTip(several() ? tr("Select these joints") : tr("Select this joint"));
  head->setAccessibleName(same.name);
  head->setCursor(Qt::PointingHandCursor);
  std::vector<world::NodeRef> entities;
  for (const JointAt& at : same.joints) {
    const auto* object = world_->peek(at.object);
    entities.emplace_back(object->entities[object->moving_joints[at.index]]->id);
  }
  connect(head, &QPushButton::clicked, this, [this, entities] { selection_.select(entities); });
  section.body()->addWidget(head);
  auto* row = new QHBoxLayout;
  for (const bool is_lower : {true, false}) {
    QuantityField::Setup setup;
    setup.label = is_lower ? tr("min") : tr("max");
    setup.name = (is_lower ? tr("Lower limit of %1") : tr("Upper limit of %1")).arg(same.name);
    setup.quantity = slides(*jointAt(*world_, same.joints[0].object, same.joints[0].index)) ? Quantity::kLength : Quantity::kAngle;
    setup.decimals = 2;
    auto* field = new QuantityField(setup);
    row->addWidget(field);
    showJointLimit(*world_, field, same, is_lower);
    editJointLimit(field, same, is_lower);
  }
  section.body()->addLayout(row);
}

void PropertiesPanel::showJointLimit(const world::World& world, QuantityField* field, const SameJoints& same, bool is_lower) {
  std::optional<double> shown;
  bool mixed = false;
  for (const JointAt& at : same.joints) {
    const auto* joint = jointAt(world, at.object, at.index);
    if (!joint) return;
    const double limit = limitOf(*joint, is_lower);
    mixed = mixed || (shown && std::abs(*shown - limit) > kSame);
    shown = limit;
  }
  if (mixed) field->setMixed(*shown);
  else field->setValue(*shown);
}

session::EditsPtr PropertiesPanel::limitEdits(const world::World& world, const SameJoints& same, const LimitChange& change) const {
  std::vector<session::EditsPtr> edits;
  for (const JointAt& at : same.joints) {
    const auto* joint = jointAt(world, at.object, at.index);
    if (!joint) return nullptr;
    const double limit = change.number + (change.is_step ? limitOf(*joint, change.is_lower) : 0.0);
    edits.push_back(session::setJointLimits(at.object, world.peek(at.object)->movingJointName(at.index), change.is_lower ? limit : joint->application.lower,
                                            change.is_lower ? joint->application.upper : limit));
  }
  return session::join(edits);
}

// What the world would refuse is told at the field, in its units.
QString PropertiesPanel::limitProblem(const SameJoints& same, const LimitChange& change) const {
  const auto snapshot = bridge_.snapshot();
  const auto edits = limitEdits(*snapshot.world, same, change);
  if (!edits) return tr("This joint has gone.");
  for (const JointAt& at : same.joints) {
    const world::Joint& joint = *jointAt(*snapshot.world, at.object, at.index);
    const double limit = change.number + (change.is_step ? limitOf(joint, change.is_lower) : 0.0);
    const auto* object = snapshot.world->peek(at.object);
    const QString problem = limitsProblem(QString::fromStdString(object->movingJointName(at.index)), joint, change.is_lower ? limit : joint.application.lower,
                                          change.is_lower ? joint.application.upper : limit);
    if (!problem.isEmpty()) return several() ? QStringLiteral("%1: %2").arg(QString::fromStdString(object->name), problem) : problem;
  }
  const Status status = bridge_.tryOut(*snapshot.world, edits);
  return status.ok() ? QString() : toLine(status);
}

void PropertiesPanel::editJointLimit(QuantityField* field, const SameJoints& same, bool is_lower) {
  field->setCheck([this, same, is_lower](double typed) { return limitProblem(same, {is_lower, typed}); });
  const auto enter = [this, field, same, is_lower](const LimitChange& change) {
    const QString reason = limitProblem(same, change);
    const auto edits = reason.isEmpty() ? limitEdits(*bridge_.snapshot().world, same, change) : nullptr;
    if (edits && bridge_.commit(tr("Limits of %1").arg(same.name), edits)) return;
    showJointLimit(*bridge_.snapshot().world, field, same, is_lower);
    field->complain(reason);
  };
  connect(field, &QuantityField::edited, this, [enter, is_lower](double typed) { enter({is_lower, typed}); });
  connect(field, &QuantityField::shifted, this, [enter, is_lower](double by, bool done) {
    if (done) enter({is_lower, by, true});
  });
}

}  // namespace ww::ui
