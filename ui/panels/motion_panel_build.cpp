// SPDX-License-Identifier: Apache-2.0
// What the Motion panel is made of.
#include <QHBoxLayout>
#include <QVBoxLayout>
#include <algorithm>

#include "ui/panels/motion_panel.h"
#include "ui/panels/target_turn.h"
#include "ui/settings/user_settings.h"
#include "ui/widgets/icons.h"

namespace ww::ui {
namespace {

constexpr double kWarnBelow = 0.005;            // metres, until the user sets another clearance
constexpr int kWarnWidth = 52, kButtonGap = 6;  // pixels
const char* const kWarnBelowKey = "motion/warn_below_m";

}  // namespace

void MotionPanel::setActions(ActionTable& actions) {
  actions_ = &actions;
  QStringList ids;
  for (const char* id :
       {"motion.curves", "motion.report", "motion.onion", "-", "motion.picture", "motion.frames", "motion.movie", "-"})
    ids << QLatin1String(id);
  actions.fill(clock_->menu(), ids);
}

void MotionPanel::buildChoice() {
  choice_ = new MotionChoice(bridge_, selection_, this);
  plan_button_ = new QPushButton(icon(QStringLiteral("plan"), Role::kOnAccent), tr("Plan"), this);
  plan_button_->setObjectName(QStringLiteral("primary"));
  cancel_button_ = new QPushButton(tr("Cancel"), this);
  cancel_button_->setToolTip(tr("Stops planning"));
  auto* buttons = new QHBoxLayout;
  buttons->setSpacing(kButtonGap);
  buildWarning();
  buttons->addWidget(warn_below_);
  buttons->addStretch(1);
  buttons->addWidget(cancel_button_);
  buttons->addWidget(plan_button_);
  auto* left = new QVBoxLayout;
  left->addWidget(choice_);
  left->addLayout(buttons);
  left->addStretch(1);
  // The style sheet's least width of a button counts for more than its text.
  int wide = 0;
  for (auto* button : {plan_button_, cancel_button_}) {
    button->ensurePolished();
    wide = std::max(wide, button->sizeHint().width());
  }
  left->addStrut(warn_below_->sizeHint().width() + kButtonGap + wide);
  static_cast<QHBoxLayout*>(layout())->addLayout(left, 3);
  connect(choice_, &MotionChoice::changed, this, [this] { setState(state_); });
  connect(plan_button_, &QPushButton::clicked, this, &MotionPanel::plan);
  connect(cancel_button_, &QPushButton::clicked, this, &MotionPanel::cancel);
}

// A plan that comes nearer to something than this is one to look at.
void MotionPanel::buildWarning() {
  QuantityField::Setup setup{tr("Warn below"), tr("Warn below this clearance")};
  setup.step = 0.001;
  setup.decimals = 2;
  setup.most = 10.0;
  warn_below_ = new QuantityField(setup, this);
  warn_below_->edit()->setFixedWidth(kWarnWidth);  // else it takes the room of the button beside it
  warn_below_->setToolTip(
      tr("A plan that comes nearer to anything than this is a warning, with the pair and the moment"));
  warn_below_->setCheck([](double si) { return si < 0.0 ? tr("Not less than 0 mm") : QString(); });
  warn_below_->setValue(std::clamp(settings::value(QLatin1String(kWarnBelowKey), kWarnBelow).toDouble(), 0.0, 10.0));
  connect(warn_below_, &QuantityField::edited, this, [this](double si) {
    settings::set(QLatin1String(kWarnBelowKey), std::max(0.0, si));
    warn_below_->setValue(std::max(0.0, si));
    setState(state_);
  });
}

void MotionPanel::buildResult() {
  card_ = new MotionCard(this);
  clock_ = new MotionClock(this);
  auto* right = new QVBoxLayout;
  right->setSpacing(6);
  right->addWidget(card_, 1);
  right->addWidget(clock_);
  right->addStretch(0);
  static_cast<QHBoxLayout*>(layout())->addLayout(right, 5);
  const MotionCard::Links& links = card_->links();
  connect(links.act, &QPushButton::clicked, this, [this] { actions_->start(helpingAction()); });
  connect(links.show, &QPushButton::clicked, this, &MotionPanel::showPlace);
  connect(links.place, &QPushButton::clicked, this, &MotionPanel::showPlace);
  connect(links.move, &QPushButton::clicked, this, &MotionPanel::moveHere);
  connect(links.end, &QPushButton::clicked, this, &MotionPanel::moveToEnd);
  connect(links.exclude, &QPushButton::clicked, this, &MotionPanel::excludePair);
  connect(links.turn, &QPushButton::clicked, this, [this] { turnOver(bridge_, targetFrame(planned_)); });
  connect(links.again, &QPushButton::clicked, this, &MotionPanel::plan);
  connect(clock_, &MotionClock::shown, this, &MotionPanel::preview);
  connect(clock_, &MotionClock::playingChanged, this, &MotionPanel::stateChanged);
  // Curves take the height, and leave the report some lines of it.
  connect(clock_, &MotionClock::plotsShown, this,
          [this, right](bool on) { right->setStretchFactor(clock_, on ? 4 : 0); });
}

}  // namespace ww::ui
