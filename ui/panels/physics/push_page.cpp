// SPDX-License-Identifier: Apache-2.0
#include "ui/panels/physics/push_page.h"

#include <QCoreApplication>
#include <QGridLayout>
#include <QPointer>

#include "ui/bridge/status_text.h"

namespace ww::ui {
namespace {

constexpr double kMostPush = 1e6;       // N and Nm
constexpr double kMostPushTime = 3600;  // seconds
constexpr int kFieldWidth = 80;         // pixels, at least
constexpr double kUsualPushTime = 0.1;  // seconds: in one step a force does next to nothing

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

QDoubleSpinBox* PushPage::field(const QString& name, const QString& tip, double most, const QString& unit) {
  auto* made = new QDoubleSpinBox(this);
  made->setRange(-most, most);
  made->setDecimals(3);
  made->setSuffix(QLatin1Char(' ') + unit);
  made->setAccessibleName(name);
  made->setToolTip(tip);
  made->setMinimumWidth(kFieldWidth);
  made->setButtonSymbols(QAbstractSpinBox::NoButtons);  // the wheel and the keys do
  return made;
}

void PushPage::build() {
  auto* grid = new QGridLayout(this);
  grid->setContentsMargins(0, 4, 0, 0);
  grid->addWidget(new QLabel(tr("Force"), this), 0, 0);
  grid->addWidget(new QLabel(tr("Torque"), this), 1, 0);
  for (int axis = 0; axis < 3; ++axis) {
    const QString name(QLatin1Char(static_cast<char>('X' + axis)));
    force_[static_cast<std::size_t>(axis)] =
        field(tr("Force %1").arg(name), tr("How hard it is pushed, along this axis"), kMostPush, QStringLiteral("N"));
    torque_[static_cast<std::size_t>(axis)] =
        field(tr("Torque %1").arg(name), tr("How hard it is turned, about this axis"), kMostPush, QStringLiteral("Nm"));
    for (auto* one : {force(axis), torque(axis)}) one->setPrefix(name + QLatin1Char(' '));
    grid->addWidget(force(axis), 0, axis + 1);
    grid->addWidget(torque(axis), 1, axis + 1);
  }
  frame_ = new QComboBox(this);
  frame_->setAccessibleName(tr("Axes of the push"));
  frame_->setToolTip(tr("The axes that force and torque are along"));
  frame_->addItem(tr("Axes of the world"));
  frame_->addItem(tr("Axes of the part"));
  start_ = field(tr("Start of the push"), tr("How long until the push begins"), kMostPushTime, QStringLiteral("s"));
  start_->setMinimum(0.0);
  start_->setPrefix(tr("in "));
  duration_ = field(tr("Duration of the push"), tr("How long the push lasts"), kMostPushTime, QStringLiteral("s"));
  duration_->setMinimum(0.0);
  duration_->setValue(kUsualPushTime);
  duration_->setPrefix(tr("for "));
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
  grid->addWidget(said_, 3, 0, 1, 2);
  grid->addWidget(end_, 3, 2, 1, 2);
  grid->setRowStretch(4, 1);
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
  if (wrench.body_name.empty()) return;
  const bool own = frame_->currentIndex() == 1;
  for (int axis = 0; axis < 3; ++axis) {
    wrench.force[axis] = force(axis)->value();
    wrench.torque[axis] = torque(axis)->value();
  }
  const double wait = start_->value();
  wrench.span.duration = duration_->value();
  // The point is told in the reference frame. What came of it is told on the Qt thread, if the page is still there.
  physics_.ask([wrench, own, wait, page = QPointer(this)](simulation::Simulation& simulation) mutable {
    wrench.span.start = simulation.time() + wait;
    const auto link = simulation.linkProperties(wrench.body_name);
    const auto state = simulation.linkState(wrench.body_name, {});
    if (own) wrench.reference_frame = wrench.body_name;
    if (link.ok() && state.ok()) wrench.reference_point = own ? link->com.p : state->pose * link->com.p;
    const auto done = simulation.applyBodyWrench(wrench);
    const Status status = done.ok() ? okStatus() : done.status();
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
