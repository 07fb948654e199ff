// SPDX-License-Identifier: Apache-2.0
#include "app/editor/program_times.h"

#include <QAction>
#include <QLocale>
#include <QMenu>
#include <algorithm>

#include "core/usecase/curves/motion_marks.h"
#include "core/usecase/programs/last_plan.h"
#include "core/usecase/programs/show.h"
#include "ui/bridge/motion_text.h"
#include "ui/bridge/status_text.h"
#include "ui/panels/timeline/mark_text.h"
#include "ui/panels/timeline/motion_plots.h"
#include "ui/panels/timeline/report_page.h"
#include "ui/widgets/icons.h"

namespace ww::editor {
namespace {

using program::PlannedProgram;
using program::PlannedStep;
constexpr double kSameMoment = 1e-9;  // seconds

std::optional<std::size_t> longestMover(const PlannedProgram& program) {
  std::vector<double> seconds(program.movers.size(), 0.0);
  for (const PlannedStep& step : program.steps)
    if (step.mover && !step.motion.empty()) seconds.at(*step.mover) += step.motion.times.back();
  const auto most = std::ranges::max_element(seconds);
  if (most == seconds.end() || *most <= 0.0) return std::nullopt;
  return static_cast<std::size_t>(most - seconds.begin());
}

void addState(planning::Trajectory& out, double seconds, model::JointState state) {
  if (!out.empty() && seconds < out.times.back() + kSameMoment) {
    out.states.back().a = state.a;  // that of what follows
    return;
  }
  out.times.push_back(seconds);
  out.states.push_back(std::move(state));
}

model::JointState resting(const JointVector& q) {
  return {q, JointVector::Zero(q.size()), JointVector::Zero(q.size())};
}

// All of the program: where others are at work the joints rest.
planning::Trajectory wayOf(const PlannedProgram& program, std::size_t mover) {
  planning::Trajectory out;
  for (const PlannedStep& step : program.steps) {
    if (step.mover != mover || step.motion.empty()) continue;
    const program::Motion& motion = step.motion;
    if (out.empty() && step.begins > kSameMoment) addState(out, 0.0, resting(motion.q.front()));
    if (!out.empty() && step.begins > out.times.back() + kSameMoment) {
      out.states.back() = resting(out.states.back().q);
      addState(out, step.begins, resting(motion.q.front()));
    }
    for (std::size_t i = 0; i < motion.times.size(); ++i)
      addState(out, step.begins + motion.times[i], {motion.q[i], motion.v[i], motion.a[i]});
  }
  if (!out.empty() && program.duration() > out.times.back() + kSameMoment) {
    out.states.back() = resting(out.states.back().q);
    addState(out, program.duration(), out.states.back());
  }
  return out;
}

QString secondsFigure(double seconds) { return QLocale().toString(seconds, 'f', 3); }

// "3, reach", or what it does where it has no name: "3, Move straight to pick".
QString placeAndName(const PlannedStep& step, const QString& words) {
  const QString name = step.name.empty() ? words : QString::fromStdString(step.name);
  const QString place = QString::fromStdString(program::placeText(step.place));
  return name.isEmpty() ? place : ProgramTimes::tr("%1, %2").arg(place, name);
}

// The least of all steps: "12 mm at 3.412 s in step 3, reach: gripper and table".
QString clearanceFigure(const world::World& world, const PlannedProgram& program, const QStringList& words) {
  const PlannedStep* step = program::nearestStep(program);
  if (!step) return ProgramTimes::tr("nothing was looked at");
  const QString metres = ui::lengthText(*step->min_clearance);
  const QString place = placeAndName(*step, words.value(step - program.steps.data()));
  if (!step->nearest) return ProgramTimes::tr("%1 in step %2").arg(metres, place);
  const program::Nearest& nearest = *step->nearest;
  return ProgramTimes::tr("%1 at %2 s in step %3: %4 and %5")
      .arg(metres, secondsFigure(step->begins + nearest.seconds), place,
           QString::fromStdString(usecase::nearestName(world, nearest.a, nearest.a_name)),
           QString::fromStdString(usecase::nearestName(world, nearest.b, nearest.b_name)));
}

QString stepLine(const PlannedStep& step, const QString& words) {
  return ProgramTimes::tr("Step %1: from %2 to %3 s")
      .arg(placeAndName(step, words), secondsFigure(step.begins), secondsFigure(step.ends));
}

// What each step does.
QStringList stepWords(const world::World& world, const std::string& program) {
  QStringList out;
  if (const auto* plan = usecase::lastPlanOf(world, program))
    for (const Phrase& words : usecase::stepWords(world, *plan)) out << ui::toText(words);
  return out;
}

}  // namespace

ProgramTimes::ProgramTimes(const WindowParts& parts, ui::ProgramPanel& panel, std::shared_ptr<ui::WorldScenes> scenes)
    : QObject(&parts.view), parts_(parts), panel_(panel), curves_(new ui::PathCurves(std::move(scenes), this)) {
  fillMenu();
  connect(&panel_, &ui::ProgramPanel::routeChanged, this, [this] {
    follow();
    Q_EMIT followed();
  });
  connect(panel_.clock(), &ui::MotionClock::rangeChanged, this, &ProgramTimes::followed);
  connect(curves_, &ui::PathCurves::changed, this, &ProgramTimes::update);
  connect(panel_.clock(), &ui::MotionClock::plotsShown, this, [this](bool on) {
    curves_action_->setChecked(on);
    Q_EMIT changed();
  });
}

void ProgramTimes::fillMenu() {
  QMenu* menu = panel_.clock()->menu();
  curves_action_ = menu->addAction(ui::icon(QStringLiteral("curves")), tr("&Curves"));
  curves_action_->setCheckable(true);
  connect(curves_action_, &QAction::triggered, this, &ProgramTimes::showCurves);
  QAction* report = menu->addAction(ui::icon(QStringLiteral("info")), tr("&Report..."));
  connect(report, &QAction::triggered, this, &ProgramTimes::showReport);
  connect(menu, &QMenu::aboutToShow, this, [this, report] { report->setEnabled(panel_.whyNotPlay().isEmpty()); });
}

bool ProgramTimes::isShown() const { return panel_.isVisible() && panel_.whyNotPlay().isEmpty(); }

bool ProgramTimes::isStale() const {
  const auto& known = panel_.watch().known();
  return !known ||
         (known->check.state != usecase::PlanState::kFresh && known->check.state != usecase::PlanState::kHolds);
}

void ProgramTimes::follow() {
  const auto& known = panel_.watch().known();
  const auto playback = known && known->program == panel_.program() ? known->playback : nullptr;
  if (playback == playback_) return update();
  playback_ = playback;
  plan_ = {};
  const auto mover = playback ? longestMover(playback->program()) : std::nullopt;
  if (!mover) {
    curves_->clear();
    return update();
  }
  plan_.world = known->world;
  plan_.target.robot = playback->program().movers[*mover].object;
  plan_.trajectory = wayOf(playback->program(), *mover);
  curves_->set(plan_.world, plan_);
  update();
}

void ProgramTimes::update() {
  auto* clock = panel_.clock();
  const auto curves = curves_->curves();
  const bool stale = curves && isStale();
  if (curves == drawn_ && stale == drawn_stale_) return;
  drawn_stale_ = stale;
  clock->plots()->setCurves(curves, stale);
  marks_.clear();
  if (curves)
    for (const auto& mark : usecase::motionMarks(*curves, {}, 0.0))
      if (mark.kind != usecase::MotionMark::Kind::kStop) marks_.push_back(ui::timeMark(mark, *curves, *plan_.world));
  drawn_ = curves;
  clock->marks()->setMarks(marks_);
  updateReport();
}

FilmStrip ProgramTimes::strip() {
  FilmStrip out;
  out.name = QString::fromStdString(panel_.program());
  out.moments = FilmDesk::momentsOf(*panel_.clock(), panel_.clock()->duration());
  out.begin = [this] {
    if (panel_.isPlaying()) panel_.playOrPause();
  };
  out.show = [this, name = panel_.program()](double seconds) {
    if (panel_.program() != name || !panel_.whyNotPlay().isEmpty()) return false;
    panel_.scrub(seconds);
    return true;
  };
  out.end = [this] { panel_.stop(); };
  return out;
}

void ProgramTimes::showCurves(bool on) {
  panel_.clock()->showPlots(on);
  curves_action_->setChecked(on);
  Q_EMIT changed();
}

bool ProgramTimes::areCurvesShown() const { return !panel_.clock()->plots()->isHidden(); }

void ProgramTimes::showReport() {
  if (!report_) report_ = new ui::ReportPage(&parts_.window);
  report_->show();
  report_->raise();
  updateReport();
}

void ProgramTimes::updateReport() {
  const auto curves = curves_->curves();
  if (!report_ || !report_->isVisible() || !curves || !playback_) return;
  const program::PlannedProgram& program = playback_->program();
  const QString robot = QString::fromStdString(plan_.world->display(plan_.target.robot));
  const QString title = tr("Program %1, %2").arg(QString::fromStdString(program.name), robot);
  ui::MotionReport made = ui::motionReport({title, plan_, *curves, marks_, isStale()});
  const QStringList words = stepWords(*plan_.world, program.name);
  if (made.figures.size() > 1) made.figures[1].value = clearanceFigure(*plan_.world, program, words);
  QStringList steps;
  for (const PlannedStep& step : program.steps) steps << stepLine(step, words.value(steps.size()));
  made.marks = steps + made.marks;
  report_->setReport(made);
}

}  // namespace ww::editor
