// SPDX-License-Identifier: Apache-2.0
#include "ui/panels/physics/push_page.h"

#include <QCoreApplication>
#include <QGridLayout>
#include <QPointer>
#include <QVBoxLayout>
#include <algorithm>
#include <memory>
#include <utility>

#include "ui/bridge/status_text.h"

namespace ww::ui {
namespace {

constexpr double kMostPush = 1e6;       // N and Nm
constexpr double kMostPushTime = 3600;  // seconds
constexpr int kFieldWidth = 80;         // pixels, at least
constexpr double kUsualPushTime = 0.1;  // seconds: in one step a force does next to nothing

// Before how numbers are written.
void explain(QuantityField& field, const QString& what) {
  field.edit()->setToolTip(what + QLatin1Char('\n') + field.edit()->toolTip());
}

// The first link of an object, or the one that is selected itself.
const world::Entity* pushedLink(const world::World& world, const world::NodeRef& node) {
  if (const auto* id = std::get_if<EntityId>(&node)) {
    const auto entity = world.entity(*id);
    return entity && entity->kind == world::EntityKind::kLink ? entity.get() : nullptr;
  }
  const auto* object = std::get_if<ObjectId>(&node);
  const world::Object* its = object && *object != world::kRootObject ? world.peek(*object) : nullptr;
  if (!its) return nullptr;
  for (const auto& entity : its->entities)
    if (entity->kind == world::EntityKind::kLink) return entity.get();
  return nullptr;
}

}  // namespace

PushPage::PushPage(SessionBridge& bridge, Selection& selection, Physics& physics, QWidget* parent)
    : QWidget(parent), bridge_(bridge), selection_(selection), physics_(physics) {
  build();
  connect(push_, &QPushButton::clicked, this, &PushPage::push);
  connect(end_, &QPushButton::clicked, this, &PushPage::endAll);
  connect(&selection_, &Selection::changed, this, &PushPage::update_);
  connect(&physics_, &Physics::changed, this, &PushPage::update_);
  update_();
}

QuantityField* PushPage::field(const QuantityField::Setup& setup) {
  auto* made = new QuantityField(setup, this);
  made->setMinimumWidth(kFieldWidth);
  return made;
}

QuantityField* PushPage::timeField(const QString& label, const QString& name, const QString& tip) {
  auto* made = field({label, name, Quantity::kTime, 0.1, 3});
  made->setCheck(
      [](double s) { return s >= 0.0 && s <= kMostPushTime ? QString() : tr("From 0 to %1 s").arg(kMostPushTime); });
  // The wheel goes no farther than that.
  connect(made, &QuantityField::edited, made, [made](double s) { made->setValue(std::clamp(s, 0.0, kMostPushTime)); });
  explain(*made, tip);
  return made;
}

void PushPage::buildFields() {
  for (int axis = 0; axis < 3; ++axis) {
    const QString name(QLatin1Char(static_cast<char>('X' + axis)));
    const auto at = static_cast<std::size_t>(axis);
    force_[at] = field({name, tr("Force %1").arg(name), Quantity::kForce, 1.0, 3, {}, kMostPush});
    torque_[at] = field({name, tr("Torque %1").arg(name), Quantity::kTorque, 1.0, 3, {}, kMostPush});
    explain(*force_[at], tr("How hard it is pushed, along this axis"));
    explain(*torque_[at], tr("How hard it is turned, about this axis"));
  }
  start_ = timeField(tr("in"), tr("Start of the push"), tr("How long until the push begins"));
  duration_ = timeField(tr("for"), tr("Duration of the push"), tr("How long the push lasts"));
  duration_->setValue(kUsualPushTime);
}

void PushPage::build() {
  buildFields();
  auto* grid = new QGridLayout(this);
  grid->setContentsMargins(0, 4, 0, 0);
  grid->addWidget(new QLabel(tr("Force"), this), 0, 0);
  grid->addWidget(new QLabel(tr("Torque"), this), 1, 0);
  // The columns are too narrow for what is wrong.
  auto* errors = new QVBoxLayout;
  for (int axis = 0; axis < 3; ++axis) {
    grid->addWidget(force(axis), 0, axis + 1);
    grid->addWidget(torque(axis), 1, axis + 1);
  }
  for (const QuantityField* one : fields()) errors->addWidget(one->errorLabel());
  frame_ = new QComboBox(this);
  frame_->setAccessibleName(tr("Axes of the push"));
  frame_->setToolTip(tr("The axes that force and torque are along"));
  frame_->addItem(tr("Axes of the world"));
  frame_->addItem(tr("Axes of the part"));
  push_ = new QPushButton(tr("Push"), this);
  push_->setToolTip(tr("Pushes what is selected at its centre of mass, in the simulation alone"));
  end_ = new QPushButton(tr("End all pushes of it"), this);
  end_->setToolTip(tr("Takes all forces and torques off what is selected, also those that have not begun"));
  said_ = new QLabel(this);
  said_->setWordWrap(true);
  said_->setObjectName(QStringLiteral("dim"));
  grid->addWidget(frame_, 2, 0);
  grid->addWidget(start_, 2, 1);
  grid->addWidget(duration_, 2, 2);
  grid->addWidget(push_, 2, 3);
  grid->addLayout(errors, 3, 0, 1, 4);
  grid->addWidget(said_, 4, 0, 1, 2);
  grid->addWidget(end_, 4, 2, 1, 2);
  grid->setRowStretch(5, 1);
}

std::array<QuantityField*, 8> PushPage::fields() const {
  return {force(0), force(1), force(2), torque(0), torque(1), torque(2), start_, duration_};
}

bool PushPage::allAreNumbers() {
  for (QuantityField* one : fields()) {
    if (one->typed()) continue;
    one->edit()->setFocus();
    return false;
  }
  return true;
}

std::string PushPage::body() const {
  const auto world = physics_.world() ? physics_.world() : bridge_.snapshot().world;
  const auto active = selection_.active();
  const world::Entity* link = active ? pushedLink(*world, *active) : nullptr;
  return link ? world->display(link->object) + "::" + link->name : std::string();
}

void PushPage::push() {
  simulation::BodyWrench wrench;
  wrench.body_name = body();
  if (wrench.body_name.empty() || !allAreNumbers()) return;
  const bool own = frame_->currentIndex() == 1;
  for (int axis = 0; axis < 3; ++axis) {
    wrench.force[axis] = *force(axis)->typed();
    wrench.torque[axis] = *torque(axis)->typed();
  }
  const double wait = *start_->typed();
  wrench.span.duration = *duration_->typed();
  // The point is told in the reference frame. What came of it is told on the Qt thread, if the page is still there.
  physics_.ask([wrench, own, wait, page = QPointer(this),
                told = std::make_shared<bool>()](simulation::Simulation& simulation) mutable {
    wrench.span.start = simulation.time() + wait;
    const auto link = simulation.linkProperties(wrench.body_name);
    const auto state = simulation.linkState(wrench.body_name, {});
    if (own) wrench.reference_frame = wrench.body_name;
    if (link.ok() && state.ok()) wrench.reference_point = own ? link->com.p : state->pose * link->com.p;
    const auto done = simulation.applyBodyWrench(wrench);
    const Status status = done.ok() ? okStatus() : done.status();
    if (std::exchange(*told, true)) return;  // it is done again
    QMetaObject::invokeMethod(
        QCoreApplication::instance(),
        [page, status] {
          if (page) page->tell(status);
        },
        Qt::QueuedConnection);
  });
}

void PushPage::endAll() {
  physics_.ask([body = body()](simulation::Simulation& simulation) { (void)simulation.clearBodyWrenches(body); });
}

void PushPage::tell(const Status& status) {
  said_->setText(status.ok() ? tr("%1 is pushed.").arg(QString::fromStdString(body())) : toLine(status));
}

void PushPage::update_() {
  const std::string name = body();
  const bool can = physics_.isOn() && !name.empty();
  push_->setEnabled(can);
  end_->setEnabled(can);
  const QString text = !physics_.isOn() ? tr("Play or step first.")
                       : name.empty()   ? tr("Select what is to be pushed.")
                                        : QString::fromStdString(name);
  if (!can || !said_->text().contains(text)) said_->setText(text);
}

}  // namespace ww::ui
