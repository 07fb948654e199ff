// SPDX-License-Identifier: Apache-2.0
#include "app/editor/program_chip.h"

namespace ww::editor {

using Kind = ui::Chip::Kind;
using State = usecase::PlanState;

namespace {

constexpr int kLateMs = 250;  // a look that takes less is not told: the chip would flicker with every edit

}  // namespace

ProgramChip::ProgramChip(const WindowParts& parts, ui::ProgramPanel& panel)
    : QObject(&parts.window), panel_(&panel), chip_(new ui::Chip(parts.view.chipRow()->parentWidget())) {
  chip_->setProperty("about", QStringLiteral("program"));
  const Look none = stateLook(State::kUnplanned);
  chip_->set(none.kind, none.text, none.tip);
  chip_->hide();
  parts.view.chipRow()->addWidget(chip_);
  connect(chip_, &ui::Chip::clicked, &parts.messages,
          [messages = &parts.messages] { Q_EMIT messages->panelAsked(QStringLiteral("program")); });
  connect(&panel, &ui::ProgramPanel::changed, this, &ProgramChip::update);
  connect(&panel, &ui::ProgramPanel::routeChanged, this, &ProgramChip::update);
  connect(&panel.watch(), &ui::ProgramWatch::changed, this, &ProgramChip::update);
  connect(&panel.planning(), &ui::ProgramPlanning::changed, this, &ProgramChip::update);
  late_.setSingleShot(true);
  late_.setInterval(kLateMs);
  connect(&late_, &QTimer::timeout, this, &ProgramChip::update);
  connect(&parts.bridge, &ui::SessionBridge::changed, this, &ProgramChip::follow);
  update();
}

void ProgramChip::follow() {
  if (!behind_.isValid()) behind_.start();
  if (!late_.isActive()) late_.start();
}

// What was found of an older world is no more than that once the new one takes its time.
bool ProgramChip::isLate() const { return behind_.isValid() && behind_.elapsed() >= kLateMs; }

void ProgramChip::update() {
  if (!panel_ || !chip_) return;
  if (panel_->watch().isUpToDate()) behind_.invalidate();
  const bool wanted = isWanted(), was = isShown();
  if (wanted) {
    const Look now = look();
    chip_->set(now.kind, now.text, now.tip);
  }
  if (wanted == was) return;
  chip_->setVisible(wanted);
  Q_EMIT shownChanged(wanted);
}

bool ProgramChip::isWanted() const {
  const std::string program = panel_->program();
  if (program.empty()) return false;
  const auto& states = panel_->watch().states();
  const auto state = states.find(program);
  return panel_->isVisible() || (state != states.end() && state->second != State::kUnplanned);
}

ProgramChip::Look ProgramChip::look() const {
  const std::string program = panel_->program();
  const QString name = QString::fromStdString(program) + QLatin1Char('\n');
  if (panel_->planning().isPlanning())
    return {Kind::kNeutral, tr("Planning..."), name + tr("The program is being planned.")};
  if (panel_->planning().failureOf(program))
    return {Kind::kError, tr("Program: no path"), name + tr("A step could not be planned: its panel says why.")};
  const auto& known = panel_->watch().known();
  const auto& states = panel_->watch().states();
  State state = State::kUnplanned;
  if (const auto at = states.find(program); at != states.end()) state = at->second;
  // What was found by looking at its motions.
  if (state == State::kChanged && known && known->program == program && known->is_judged) state = known->check.state;
  if (isLate() && (state == State::kFresh || state == State::kHolds)) state = State::kChanged;
  Look out = stateLook(state);
  out.tip = name + out.tip;
  return out;
}

ProgramChip::Look ProgramChip::stateLook(State state) const {
  switch (state) {
    case State::kUnplanned:
      return {Kind::kNeutral, tr("Program not planned"), tr("The steps of the program are not planned yet.")};
    case State::kFresh: return {Kind::kGood, tr("Program fresh"), tr("The planned program fits the world as it is.")};
    case State::kHolds:
      return {Kind::kGood, tr("Program holds"), tr("The world has changed, and every step of the plan still holds.")};
    case State::kStale:
      return {Kind::kWarning, tr("Program stale"), tr("The world has changed: steps no longer hold.")};
    case State::kChanged: break;
  }
  return {Kind::kNeutral, tr("Program: looking..."),
          tr("The world has changed: it is being looked whether the steps still hold.")};
}

}  // namespace ww::editor
