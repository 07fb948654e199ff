// SPDX-License-Identifier: Apache-2.0
#include "ui/panels/physics/physics_bar.h"

#include <QHBoxLayout>
#include <QLocale>
#include <QMenu>
#include <QSignalBlocker>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>

#include "ui/panels/physics/physics_text.h"
#include "ui/widgets/flow_layout.h"
#include "ui/widgets/icons.h"

namespace ww::ui {
namespace {

constexpr int kMostAtOnce = 10'000;
constexpr double kFastStep = 1.0 / 240.0;  // seconds
constexpr double kExactStep = 1e-3;
constexpr double kFactors[] = {0.1, 0.25, 0.5, 1.0, 2.0, 5.0};

}  // namespace

PhysicsBar::PhysicsBar(Physics& physics, QWidget* parent) : QWidget(parent), physics_(physics) {
  setObjectName(QStringLiteral("physicsBar"));
  build();
  buildChoices();
  buildKeep();
  buildFilm();
  connectAll();
  update_();
}

QToolButton* PhysicsBar::button(const QString& icon_name, const QString& name, const QString& tip) {
  auto* made = new QToolButton(this);
  made->setIcon(icon(icon_name));
  made->setAccessibleName(name);
  made->setToolTip(tip);
  made->setAutoRaise(true);
  return made;
}

void PhysicsBar::build() {
  play_ = button(QStringLiteral("play"), tr("Play physics"), tr("Plays physics on a copy of the world"));
  step_ = button(QStringLiteral("step"), tr("Step"), tr("Makes so many time steps, and pauses"));
  step_->setAutoRepeat(true);
  reset_ = button(QStringLiteral("to-start"), tr("Reset"), tr("Puts everything back to where the simulation began"));
  stop_ = button(QStringLiteral("stop"), tr("Stop physics"), tr("Ends the simulation: the view shows the world again"));
  forces_ = button(QStringLiteral("collision"), tr("Contact forces"),
                   tr("Shows the forces at contacts as arrows, in another colour where surfaces slip"));
  forces_->setCheckable(true);
  masses_ = button(QStringLiteral("box"), tr("Centres of mass and inertias"),
                   tr("Shows where masses are, and boxes of even density that have the same inertias"));
  masses_->setCheckable(true);
  film_ = button(QStringLiteral("export"), tr("Film"), tr("Saves what was simulated as a movie or as pictures"));
  steps_ = new QuantityField({{}, tr("Time steps at once"), Quantity::kNumber, 1.0, 0}, this);
  constexpr int kStepsWidth = 64;  // pixels
  steps_->setFixedWidth(kStepsWidth);
  steps_->setValue(1);
  steps_->setCheck([](double n) {
    return n >= 1 && n <= kMostAtOnce && n == std::floor(n) ? QString()
                                                            : tr("A whole number from 1 to %1").arg(kMostAtOnce);
  });
  // The wheel goes no farther than that.
  connect(steps_, &QuantityField::edited, this,
          [this](double n) { steps_->setValue(std::clamp(n, 1.0, static_cast<double>(kMostAtOnce))); });
  steps_->edit()->setToolTip(tr("How many time steps a click on Step makes"));
  speed_ = new QComboBox(this);
  time_step_ = new QComboBox(this);
  joints_ = new QComboBox(this);
  pace_ = new QLabel(this);
  pace_->setObjectName(QStringLiteral("dim"));
  pace_->setAccessibleName(tr("Speed reached"));
  time_ = new QLabel(this);
  time_->setAccessibleName(tr("Time of the simulation"));
  line_ = new QSlider(Qt::Horizontal, this);
  line_->setAccessibleName(tr("Moments of the simulation"));
  line_->setToolTip(tr("Looks back at what was simulated"));
  go_on_ = new QPushButton(tr("Go on from here"), this);
  go_on_->setToolTip(tr("The simulation goes on from the moment that is shown; what came after it is dropped"));
  keep_ = new QPushButton(tr("Keep poses"), this);
  arrange();
}

// Figures that change do not move what stands beside them.
void PhysicsBar::arrange() {
  auto* tools = new QWidget(this);
  auto* row = new FlowLayout(tools, 6, 2);
  for (QWidget* widget : std::initializer_list<QWidget*>{play_, step_, steps_, reset_, stop_, speed_, time_step_,
                                                         joints_, forces_, masses_, film_, keep_})
    row->addWidget(widget);
  time_->setMinimumWidth(time_->fontMetrics().horizontalAdvance(tr("%1 s").arg(QLatin1String("000.000"))) + 4);
  pace_->setMinimumWidth(pace_->fontMetrics().horizontalAdvance(tr("%1 x").arg(QLatin1String("0.00"))) + 4);
  auto* below = new QHBoxLayout;
  below->addWidget(time_);
  below->addWidget(line_, 1);
  below->addWidget(pace_);
  below->addWidget(go_on_);
  auto* all = new QVBoxLayout(this);
  all->setContentsMargins(0, 0, 0, 0);
  all->setSpacing(4);
  all->addWidget(tools);
  all->addWidget(steps_->errorLabel());
  all->addLayout(below);
}

void PhysicsBar::buildChoices() {
  speed_->setAccessibleName(tr("Speed"));
  speed_->setToolTip(tr("How fast it plays, beside the clock"));
  for (const double factor : kFactors) speed_->addItem(tr("%1 x").arg(QLocale().toString(factor)), factor);
  speed_->addItem(tr("as fast as possible"), 0.0);
  speed_->setCurrentIndex(speed_->findData(1.0));
  time_step_->setAccessibleName(tr("Time step"));
  time_step_->setToolTip(tr("Exact: 1 ms. Fast: 1/240 s, for looks only. Holds from the next start on."));
  time_step_->addItem(tr("exact"), kExactStep);
  time_step_->addItem(tr("fast"), kFastStep);
  joints_->setAccessibleName(tr("Joints"));
  joints_->setToolTip(
      tr("Whether drives hold joints where they are until something moves them, or joints are loose. "
         "Holds from the next start on."));
  joints_->addItem(tr("joints hold"), true);
  joints_->addItem(tr("joints are loose"), false);
}

void PhysicsBar::buildKeep() {
  auto* menu = new QMenu(keep_);
  menu->setToolTipsVisible(true);
  const QString texts[] = {tr("&All"), tr("&Selected"), tr("What &rests")};
  const QString tips[] = {tr("The poses of all that has moved"), tr("The poses of what is selected"),
                          tr("The poses of what lies still")};
  for (std::size_t i = 0; i < keeps_.size(); ++i) {
    keeps_[i] = menu->addAction(texts[i]);
    keeps_[i]->setToolTip(tips[i]);
    connect(keeps_[i], &QAction::triggered, this, [this, i] { keep(static_cast<Physics::Keep>(i)); });
  }
  keep_->setMenu(menu);
  keep_->setToolTip(tr("The poses that are shown become those of the world, which Undo takes back, and physics ends"));
}

void PhysicsBar::buildFilm() {
  auto* menu = new QMenu(film_);
  connect(menu->addAction(tr("&Movie...")), &QAction::triggered, this, [this] { Q_EMIT filmAsked(true); });
  connect(menu->addAction(tr("&Pictures, one a frame...")), &QAction::triggered, this,
          [this] { Q_EMIT filmAsked(false); });
  film_->setMenu(menu);
  film_->setPopupMode(QToolButton::InstantPopup);
}

void PhysicsBar::connectAll() {
  connect(play_, &QToolButton::clicked, this, [this] {
    const auto state = physics_.state();
    if (state == Physics::State::kPlaying) physics_.pause();
    else physics_.play();
  });
  connect(step_, &QToolButton::clicked, this, [this] {
    if (const auto steps = steps_->typed()) physics_.step(static_cast<int>(*steps));
    else steps_->edit()->setFocus();
  });
  connect(reset_, &QToolButton::clicked, &physics_, &Physics::reset);
  connect(stop_, &QToolButton::clicked, &physics_, &Physics::stop);
  connect(go_on_, &QPushButton::clicked, &physics_, &Physics::goOn);
  connect(speed_, &QComboBox::activated, this, [this] { physics_.setSpeed(speed_->currentData().toDouble()); });
  connect(time_step_, &QComboBox::activated, this, [this] {
    auto options = physics_.options();
    options.physics.time_step = time_step_->currentData().toDouble();
    physics_.setOptions(options);
  });
  connect(joints_, &QComboBox::activated, this, [this] {
    auto options = physics_.options();
    options.plan.hold_joints = joints_->currentData().toBool();
    physics_.setOptions(options);
  });
  connect(line_, &QSlider::valueChanged, this,
          [this](int value) { physics_.scrub(physics_.status().first + static_cast<std::size_t>(value)); });
  connect(&physics_, &Physics::changed, this, &PhysicsBar::update_);
  connect(&physics_, &Physics::moved, this, &PhysicsBar::updateLine);
}

void PhysicsBar::keep(Physics::Keep which) {
  const Physics::Kept kept = physics_.keep(which);
  QStringList said;
  if (kept.count > 0) said << tr("%n pose(s) were kept. Undo takes them back.", nullptr, static_cast<int>(kept.count));
  if (kept.left > 0)
    said << tr(
        "%n object(s) that you moved since physics began stay where they are: select them to keep their poses, too.",
        nullptr, static_cast<int>(kept.left));
  if (said.isEmpty()) said << tr("There is no pose to keep: nothing of it has moved.");
  Q_EMIT message(said.join(u' '));
}

void PhysicsBar::update_() {
  const auto state = physics_.state();
  const bool playing = state == Physics::State::kPlaying, on = physics_.isOn();
  play_->setIcon(icon(playing ? QStringLiteral("pause") : QStringLiteral("play")));
  play_->setAccessibleName(playing ? tr("Pause physics") : tr("Play physics"));
  step_->setEnabled(!playing && state != Physics::State::kMaking);
  reset_->setEnabled(on);
  stop_->setEnabled(on);
  keep_->setEnabled(on && physics_.shown());
  go_on_->setEnabled(physics_.scrubbed().has_value());
  pace_->setText(paceText(physics_));
  pace_->setToolTip(whySlow(physics_));
  updateLine();
}

void PhysicsBar::updateLine() {
  const QSignalBlocker quiet(line_);
  const auto& status = physics_.status();
  const std::size_t count = status.end - status.first;
  line_->setEnabled(count > 1);
  film_->setEnabled(count > 1);
  line_->setRange(0, count > 0 ? static_cast<int>(count) - 1 : 0);
  const auto& at = physics_.scrubbed();
  line_->setValue(at ? static_cast<int>(*at - status.first) : line_->maximum());
  const auto& shown = physics_.shown();
  time_->setText(shown ? tr("%1 s").arg(QLocale().toString(shown->time, 'f', 3)) : QString());
}

}  // namespace ww::ui
