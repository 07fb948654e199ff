// SPDX-License-Identifier: Apache-2.0
#include "ui/panels/properties_joints.h"

#include <QPushButton>
#include <algorithm>
#include <cmath>

#include "ui/bridge/status_text.h"
#include "ui/widgets/flow_layout.h"
#include "ui/widgets/joint_text.h"
#include "ui/widgets/wrap_label.h"

namespace ww::ui {
namespace {

// Radians or metres: below what the fields show.
constexpr double kSame = 1e-8;

bool slides(const world::Joint& joint) { return joint.motion == world::MotionType::kPrismatic; }

double limitOf(const world::Joint& joint, bool is_lower) {
  return is_lower ? joint.application.lower : joint.application.upper;
}

const world::Joint* jointAt(const world::World& world, ObjectId id, std::size_t index) {
  const auto* object = world.peek(id);
  return object && index < object->moving_joints.size() ? &object->movingJoint(index) : nullptr;
}

}  // namespace

// A link is not looked at for the joint above it: the entity of a joint is one of its own.
std::vector<JointLimits::SameJoints> JointLimits::shared(const world::World& world,
                                                         const std::vector<world::NodeRef>& nodes) {
  std::vector<SameJoints> shared;
  for (std::size_t n = 0; n < nodes.size(); ++n) {
    const auto* entity = std::get_if<EntityId>(&nodes[n]);
    const auto* id = std::get_if<ObjectId>(&nodes[n]);
    const auto* owner = entity ? world.owner(*entity) : nullptr;
    const auto* object = id ? world.peek(*id) : owner ? world.peek(owner->object) : nullptr;
    std::vector<SameJoints> here;
    for (std::size_t i = 0; object && i < object->moving_joints.size(); ++i) {
      if (entity && object->entities[object->moving_joints[i]]->id != *entity) continue;
      // Joints that were selected themselves belong together whatever they are called.
      here.push_back(
          {entity && nodes.size() > 1 ? tr("all selected joints") : QString::fromStdString(object->movingJointName(i)),
           {{object->id, i}}});
    }
    if (n == 0) {
      shared = std::move(here);
      continue;
    }
    std::erase_if(shared, [&](SameJoints& same) {
      const auto found =
          std::find_if(here.begin(), here.end(), [&](const SameJoints& one) { return one.name == same.name; });
      const JointAt first = same.joints.front();
      if (found == here.end() || slides(*jointAt(world, first.object, first.index)) !=
                                     slides(*jointAt(world, found->joints[0].object, found->joints[0].index)))
        return true;
      same.joints.push_back(found->joints[0]);
      return false;
    });
  }
  return shared;
}

Section* followerSection(const world::World& world, const world::NodeRef& node) {
  const auto* entity = std::get_if<EntityId>(&node);
  const auto* owner = entity ? world.owner(*entity) : nullptr;
  const auto* object = owner && !owner->frame ? world.peek(owner->object) : nullptr;
  const auto* joint = object ? object->entity(*entity) : nullptr;
  const auto* follower = joint ? object->followerNamed(joint->name) : nullptr;
  if (!follower) return nullptr;
  auto* section = new Section(QStringLiteral("joints"), JointLimits::tr("Joint"));
  section->body()->addWidget(
      new WrapLabel(followerText(*object, *follower, object->movingJoint(follower->leader).value)));
  return section;
}

JointLimits* JointLimits::of(SessionBridge& bridge, Selection& selection, const world::WorldPtr& world,
                             const std::vector<world::NodeRef>& nodes) {
  const auto shared = JointLimits::shared(*world, nodes);
  if (shared.empty()) return nullptr;
  const bool several = nodes.size() > 1, one = std::holds_alternative<EntityId>(nodes.back()) && !several;
  const QString title = one ? tr("Joint") : several ? tr("Joints that all have") : tr("Joint limits");
  auto* section = new JointLimits(one ? QStringLiteral("joints") : QStringLiteral("limits"), title, bridge, selection);
  section->several_ = several;
  if (!one) section->setCount(static_cast<int>(shared.size()));
  section->whenOpen([section, world, shared] {
    for (const SameJoints& same : shared) section->add(*world, same);
  });
  return section;
}

JointLimits::JointLimits(const QString& id, const QString& title, SessionBridge& bridge, Selection& selection)
    : Section(id, title), bridge_(bridge), selection_(selection) {}

void JointLimits::add(const world::World& world, const SameJoints& same) {
  auto* head = new ElidedButton(same.name);
  head->setObjectName(QStringLiteral("link"));
  head->setToolTip(several_ ? tr("Select these joints") : tr("Select this joint"));
  head->setAccessibleName(same.name);
  head->setCursor(Qt::PointingHandCursor);
  std::vector<world::NodeRef> entities;
  for (const JointAt& at : same.joints) {
    const auto* object = world.peek(at.object);
    entities.emplace_back(object->entities[object->moving_joints[at.index]]->id);
  }
  connect(head, &QPushButton::clicked, this, [this, entities] { selection_.select(entities); });
  body()->addWidget(head);
  auto* limits = new QWidget;
  auto* row = new FlowLayout(limits, 6, 4, FlowLayout::Spare::kShared);
  for (const bool is_lower : {true, false}) {
    QuantityField::Setup setup;
    setup.label = is_lower ? tr("min") : tr("max");
    setup.name = (is_lower ? tr("Lower limit of %1") : tr("Upper limit of %1")).arg(same.name);
    setup.quantity =
        slides(*jointAt(world, same.joints[0].object, same.joints[0].index)) ? Quantity::kLength : Quantity::kAngle;
    setup.decimals = 2;
    auto* field = new QuantityField(setup);
    row->addWidget(field);
    showLimit(world, field, same, is_lower);
    edit(field, same, is_lower);
  }
  body()->addWidget(limits);
}

void JointLimits::showLimit(const world::World& world, QuantityField* field, const SameJoints& same, bool is_lower) {
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

session::EditsPtr JointLimits::editsFor(const world::World& world, const SameJoints& same, const LimitChange& change) {
  std::vector<session::EditsPtr> edits;
  for (const JointAt& at : same.joints) {
    const auto* joint = jointAt(world, at.object, at.index);
    if (!joint) return nullptr;
    const double limit = change.number + (change.is_step ? limitOf(*joint, change.is_lower) : 0.0);
    edits.push_back(session::setJointLimits(at.object, world.peek(at.object)->movingJointName(at.index),
                                            change.is_lower ? limit : joint->application.lower,
                                            change.is_lower ? joint->application.upper : limit));
  }
  return session::join(edits);
}

// What the world would refuse is told at the field, in its units.
QString JointLimits::problem(const SameJoints& same, const LimitChange& change) const {
  const auto snapshot = bridge_.snapshot();
  const auto edits = editsFor(*snapshot.world, same, change);
  if (!edits) return tr("This joint has gone.");
  for (const JointAt& at : same.joints) {
    const world::Joint& joint = *jointAt(*snapshot.world, at.object, at.index);
    const double limit = change.number + (change.is_step ? limitOf(joint, change.is_lower) : 0.0);
    const auto* object = snapshot.world->peek(at.object);
    const QString found = limitsProblem(QString::fromStdString(object->movingJointName(at.index)), joint,
                                        change.is_lower ? limit : joint.application.lower,
                                        change.is_lower ? joint.application.upper : limit);
    if (!found.isEmpty())
      return several_ ? QStringLiteral("%1: %2").arg(QString::fromStdString(object->name), found) : found;
  }
  const Status status = bridge_.tryOut(*snapshot.world, edits);
  return status.ok() ? QString() : toLine(status);
}

void JointLimits::edit(QuantityField* field, const SameJoints& same, bool is_lower) {
  field->setCheck([this, same, is_lower](double typed) { return problem(same, {is_lower, typed}); });
  const auto enter = [this, field, same, is_lower](const LimitChange& change) {
    const QString reason = problem(same, change);
    const auto edits = reason.isEmpty() ? editsFor(*bridge_.snapshot().world, same, change) : nullptr;
    if (edits && bridge_.commit(tr("Limits of %1").arg(same.name), edits)) return;
    showLimit(*bridge_.snapshot().world, field, same, is_lower);
    field->complain(reason);
  };
  connect(field, &QuantityField::edited, this, [enter, is_lower](double typed) { enter({is_lower, typed}); });
  connect(field, &QuantityField::shifted, this, [enter, is_lower](double by, bool done) {
    if (done) enter({is_lower, by, true});
  });
}

}  // namespace ww::ui
