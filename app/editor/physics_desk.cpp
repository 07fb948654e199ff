// SPDX-License-Identifier: Apache-2.0
#include "app/editor/physics_desk.h"

#include <QCoreApplication>
#include <QLocale>
#include <algorithm>
#include <functional>

#include "app/editor/physics_film.h"
#include "core/usecase/simulation/contact_sense.h"
#include "core/usecase/simulation/force_rows.h"
#include "core/usecase/simulation/grip_state.h"
#include "ui/bridge/status_text.h"
#include "ui/panels/joints_panel.h"
#include "ui/panels/motion_panel.h"
#include "ui/panels/physics/checks_page.h"
#include "ui/panels/physics/forces_page.h"
#include "ui/panels/physics/push_page.h"
#include "ui/panels/program/program_panel.h"
#include "ui/widgets/shown_decimals.h"

namespace ww::editor {
namespace {

constexpr std::size_t kMostForces = 40, kNamedForces = 6;
constexpr double kLeastForce = 1e-3;    // N
constexpr double kLongestForce = 0.15;  // metres
constexpr double kShortestPull = 1e-4;  // metres
constexpr std::size_t kMostBoxes = 200;
constexpr double kCrossShare = 0.1, kLeastCross = 0.005, kMostCross = 0.05;  // of a box; metres

QString forceText(double newtons) {
  return QCoreApplication::translate("ww::editor::PhysicsDesk", "%1 N")
      .arg(newtons < 100.0 ? QLocale().toString(newtons, 'g', 3) : QLocale().toString(newtons, 'f', 0));
}

}  // namespace

PhysicsDesk::PhysicsDesk(const WindowParts& parts)
    : QObject(&parts.window),
      parts_(parts),
      physics_(new ui::Physics(parts.bridge, parts.selection, parts.layer, this)),
      panel_(new ui::PhysicsPanel(*physics_)),
      controllers_(new ui::ControllersPage(parts.bridge, *physics_)),
      view_(parts.view.view()),
      gesture_(new ui::scene::PullGesture(*parts.view.view(), parts.layer, parts.bridge, *this)) {
  makeChips();
  addPages();
  connect(physics_, &ui::Physics::changed, this, &PhysicsDesk::showChips);
  connect(physics_, &ui::Physics::moved, this, &PhysicsDesk::showChips);
  connect(physics_, &ui::Physics::moved, this, &PhysicsDesk::showMarks);
  // What is pulled is let go where it does not move any more.
  connect(physics_, &ui::Physics::changed, this, [this] {
    if (gesture_ && gesture_->isPulling() && physics_->state() != ui::Physics::State::kPlaying) gesture_->cancel();
    showMarks();
  });
  connect(physics_, &ui::Physics::failed, &parts_.messages,
          [this](const Status& status) { parts_.messages.say(ui::toLine(status)); });
  for (QToolButton* shown : {panel_->bar()->forcesButton(), panel_->bar()->massesButton()})
    connect(shown, &QToolButton::toggled, this, &PhysicsDesk::showMarks);
  connect(&parts_.layer, &ui::PoseLayer::changed, this, [this] {
    if (panel_ && panel_->bar()->massesButton()->isChecked()) showMarks();
  });
  connect(&parts_.bridge, &ui::SessionBridge::changed, this, [this] {
    if (panel_ && panel_->bar()->massesButton()->isChecked()) showMarks();
  });
  connect(panel_, &ui::PhysicsPanel::message, &parts_.messages, &Messages::say);
}

void PhysicsDesk::makeChips() {
  for (QPointer<ui::Chip>* made : {&chip_, &grip_chip_}) {
    *made = new ui::Chip(parts_.view.chipRow()->parentWidget());
    (*made)->hide();
    parts_.view.chipRow()->addWidget(*made);
    connect(*made, &ui::Chip::clicked, this, [this] { Q_EMIT panelAsked(QStringLiteral("physics")); });
  }
  chip_->setProperty("about", QStringLiteral("physics"));
  grip_chip_->setProperty("about", QStringLiteral("grip"));
  grip_chip_->setAccessibleName(tr("What is held"));
  chip_->set(ui::Chip::Kind::kNeutral, tr("Physics on a copy"),
             tr("What is shown is simulated, and the world stays as it is. A click opens what plays and ends it."));
}

void PhysicsDesk::addPages() {
  auto* checks = new ui::ChecksPage(parts_.bridge, parts_.selection, *physics_);
  panel_->addPage(QStringLiteral("checks"), tr("Checks"), checks);
  panel_->addPage(QStringLiteral("push"), tr("Push"), new ui::PushPage(parts_.bridge, parts_.selection, *physics_));
  panel_->addPage(QStringLiteral("forces"), tr("Forces"), new ui::ForcesPage(*physics_));
  panel_->addPage(QStringLiteral("controllers"), tr("Controllers"), controllers_);
  connect(checks, &ui::ChecksPage::countChanged, panel_, [panel = panel_.data(), checks](int count) {
    panel->pages()->setTabText(panel->pages()->indexOf(checks), count ? tr("Checks (%1)").arg(count) : tr("Checks"));
  });
}

void PhysicsDesk::showMarks() {
  if (!view_ || !panel_) return;
  using ui::scene::Measure;
  std::vector<Measure> measures;
  const auto& moment = physics_->shown();
  if (panel_->bar()->massesButton()->isChecked()) addMasses(measures);
  if (moment && panel_->bar()->forcesButton()->isChecked()) addForces(*moment, measures);
  // The last moment before a pause was pulled still, and nobody pulls any more.
  const bool let_go =
      gesture_ && !gesture_->isPulling() && physics_->state() == ui::Physics::State::kPaused && !physics_->scrubbed();
  if (moment && moment->pull && !let_go && (moment->pull->to - moment->pull->from).norm() > kShortestPull) {
    Measure m;
    m.kind = Measure::Kind::kForce;
    m.p_a = moment->pull->from;
    m.p_b = moment->pull->to;
    m.normal = (m.p_b - m.p_a).normalized();
    m.text = forceText(moment->pull->force.norm());
    if (moment->pull->is_most) m.text = tr("%1, no harder").arg(m.text);
    measures.push_back(std::move(m));
  }
  const bool had = !view_->marks().measures(ui::scene::MeasureOf::kPhysics).empty();
  if (had || !measures.empty()) view_->marks().setMeasures(ui::scene::MeasureOf::kPhysics, std::move(measures));
}

// Of the strongest contacts, on what moves: the longest arrow as long as the others are measured by; the first few say
// how strong.
void PhysicsDesk::addForces(const simulation::Moment& moment, std::vector<ui::scene::Measure>& out) const {
  using ui::scene::Measure;
  auto contacts = moment.contacts;
  std::erase_if(contacts, [](const auto& c) { return !(c.force.norm() > kLeastForce); });
  std::ranges::sort(contacts, std::greater<>(), [](const auto& c) { return c.force.norm(); });
  if (contacts.size() > kMostForces) contacts.resize(kMostForces);
  for (std::size_t i = 0; i < contacts.size(); ++i) {
    const auto contact = usecase::onWhatMoves(*physics_->world(), moment, contacts[i]);
    const double force = contact.force.norm(), length = kLongestForce * force / contacts.front().force.norm();
    Measure m;
    m.kind = contact.slip > usecase::kSlippingSpeed ? Measure::Kind::kSlip : Measure::Kind::kForce;
    m.p_a = contact.position;
    m.p_b = contact.position + length * contact.force / force;
    m.normal = contact.force / force;
    if (i < kNamedForces) m.text = forceText(force);
    out.push_back(std::move(m));
  }
}

// Boxes by their edges, with a small cross at the centre.
void PhysicsDesk::addMasses(std::vector<ui::scene::Measure>& out) {
  const auto world = parts_.bridge.snapshot().world;
  if (weighed_ != world) {
    boxes_ = usecase::massBoxes(*world, kMostBoxes);
    weighed_ = world;
  }
  for (const usecase::MassBox& box : boxes_) {
    const Pose root_t_box = parts_.layer.rootT(*world, box.link) * box.link_t_box;
    const auto line = [&](const Vec3& a, const Vec3& b) {
      ui::scene::Measure m;
      m.kind = ui::scene::Measure::Kind::kLine;
      m.p_a = root_t_box * a;
      m.p_b = root_t_box * b;
      out.push_back(std::move(m));
    };
    const double cross = std::clamp(kCrossShare * box.size.maxCoeff(), kLeastCross, kMostCross);
    for (int axis = 0; axis < 3; ++axis) {
      const Vec3 unit = Vec3::Unit(axis);
      line(-cross * unit, cross * unit);
      for (int corner = 0; corner < 4 && box.size.maxCoeff() > 0.0; ++corner) {
        const Vec3 sides = Vec3::Unit((axis + 1) % 3) * (corner & 1 ? 0.5 : -0.5) +
                           Vec3::Unit((axis + 2) % 3) * (corner & 2 ? 0.5 : -0.5);
        line(box.size.cwiseProduct(sides - 0.5 * unit), box.size.cwiseProduct(sides + 0.5 * unit));
      }
    }
  }
}

static QString whatHelps(const usecase::GripState& grip) {
  if (grip.isWeak())
    return PhysicsDesk::tr(
               "At a friction of %1 it takes %2 to carry its weight: press harder, or give the surfaces more "
               "friction.")
        .arg(grip.friction, 0, 'g', 3)
        .arg(forceText(grip.needed));
  return PhysicsDesk::tr(
      "That carries its weight. It is moved too fast for it, pushed, or gripped beside its centre: more "
      "force or friction helps, as do soft surfaces (contact_kp).");
}

void PhysicsDesk::showChips() {
  if (chip_ && chip_->isHidden() == physics_->isOn()) chip_->setVisible(physics_->isOn());
  if (!grip_chip_) return;
  std::vector<usecase::GripState> grips;
  if (physics_->shown() && physics_->world()) grips = usecase::gripsAt(*physics_->world(), *physics_->shown());
  if (grips.empty()) return grip_chip_->hide();
  const auto slipping = std::ranges::find_if(grips, &usecase::GripState::slips);
  const bool slips = slipping != grips.end();
  const usecase::GripState& told = slips ? *slipping : grips.front();
  QString text = (slips ? tr("Slipping: %1") : tr("Held: %1"))
                     .arg(QString::fromStdString(physics_->world()->display(told.object)));
  if (grips.size() > 1) text = tr("%1 and %2 more").arg(text).arg(grips.size() - 1);
  QStringList tip;
  for (const usecase::GripState& grip : grips) {
    const QString object = QString::fromStdString(physics_->world()->display(grip.object)),
                  holder = QString::fromStdString(physics_->world()->display(grip.holder));
    tip << (grip.is_fast   ? tr("%1 is held fast by %2.").arg(object, holder)
            : grip.slips() ? tr("%1 slips in %2 by %3/s, pressed with %4.")
                                 .arg(object, holder, ui::shownQuantity(grip.slip, ui::Quantity::kLength, 1),
                                      forceText(grip.force))
                           : tr("%1 is held by %2, pressed with %3.").arg(object, holder, forceText(grip.force)));
    if (grip.slips()) tip << whatHelps(grip);
  }
  grip_chip_->set(slips ? ui::Chip::Kind::kWarning : ui::Chip::Kind::kGood, text, tip.join(QLatin1Char('\n')));
  grip_chip_->show();
}

// The motion that is planned, as what controllers may play beside the programs.
void PhysicsDesk::offerMotion(ui::MotionPanel& motion) {
  if (!controllers_) return;
  const auto& plan = motion.currentPlan();
  if (!plan || plan->trajectory.empty()) return controllers_->setMotion(std::nullopt);
  controllers_->setMotion(
      ui::ControllersPage::Motion{motion.title(), [robot = motion.plannedRobot(), trajectory = plan->trajectory,
                                                   title = motion.title().toStdString()](const world::World& world) {
                                    return usecase::controllerRunOf(world, robot, trajectory, title);
                                  }});
}

void PhysicsDesk::filmBy(FilmDesk& films) {
  connect(panel_->bar(), &ui::PhysicsBar::filmAsked, &films, [this, &films](bool movie) {
    if (films.isFilming()) return parts_.messages.say(FilmDesk::tr("Pictures of a motion are being saved."));
    films.ask(movie ? FilmDesk::Kind::kMovie : FilmDesk::Kind::kFrames, physicsStrip(*physics_));
  });
}

void PhysicsDesk::end() { physics_->stop(); }

void PhysicsDesk::connectTo(ui::MotionPanel& motion, ui::ProgramPanel& programs, ui::JointsPanel& joints) {
  joints.setPhysics(*physics_);
  connect(physics_, &ui::Physics::began, &motion, [&motion, programs = QPointer(&programs)] {
    if (motion.isPreviewing()) motion.stop();
    if (programs && programs->isPreviewing()) programs->stop();
  });
  // What is previewed is looked at: physics waits.
  connect(&programs, &ui::ProgramPanel::previewBegan, physics_, &ui::Physics::pause);
  connect(&motion, &ui::MotionPanel::momentChanged, physics_, [physics = physics_, &motion] {
    if (motion.isPreviewing()) physics->pause();
  });
  connect(&motion, &ui::MotionPanel::stateChanged, this, [this, &motion] { offerMotion(motion); });
  offerMotion(motion);
}

}  // namespace ww::editor
