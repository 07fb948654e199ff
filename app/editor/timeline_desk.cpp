// SPDX-License-Identifier: Apache-2.0
#include "app/editor/timeline_desk.h"

#include <QActionGroup>
#include <QMenu>

#include "app/editor/film_desk.h"
#include "app/editor/program_times.h"
#include "core/usecase/curves/motion_marks.h"
#include "ui/actions/action_table.h"
#include "ui/panels/timeline/mark_text.h"
#include "ui/panels/timeline/motion_plots.h"
#include "ui/panels/timeline/report_page.h"
#include "ui/scene/viewport.h"
#include "ui/settings/preferences.h"
#include "ui/settings/user_settings.h"

namespace ww::editor {
namespace {

constexpr auto kCurvesKey = "motion/curves";
constexpr auto kOnionCountKey = "motion/ghosts";
constexpr int kUsualOnion = 5, kMostOnion = 50;

}  // namespace

TimelineDesk::TimelineDesk(const WindowParts& parts, const Sources& sources)
    : QObject(&parts.view),
      parts_(parts),
      motion_(sources.motion),
      clearance_(sources.clearance),
      curves_(new ui::PathCurves(sources.scenes, this)),
      films_(new FilmDesk(parts, sources.motion)),
      onion_count_(std::clamp(ui::settings::value(QLatin1String(kOnionCountKey), kUsualOnion).toInt(), 1, kMostOnion)) {
  connect(&motion_, &ui::MotionPanel::planned, this,
          [this](const ui::MotionPlan& plan) { curves_->set(plan.world, plan); });
  connect(&motion_, &ui::MotionPanel::stateChanged, this, &TimelineDesk::follow);
  connect(curves_, &ui::PathCurves::changed, this, &TimelineDesk::update);
  connect(&clearance_, &ui::PathClearance::changed, this, &TimelineDesk::update);
  connect(&ui::Preferences::instance(), &ui::Preferences::changed, this, &TimelineDesk::update);
  connect(motion_.clock(), &ui::MotionClock::rangeChanged, this, &TimelineDesk::updateOnion);
  connect(motion_.clock(), &ui::MotionClock::plotsShown, this, &TimelineDesk::changed);
  connect(films_, &FilmDesk::changed, this, &TimelineDesk::changed);
  if (ui::settings::value(QLatin1String(kCurvesKey), false).toBool()) motion_.clock()->showPlots(true);
}

void TimelineDesk::setProgram(ProgramTimes& program) {
  program_ = &program;
  connect(program_, &ProgramTimes::changed, this, &TimelineDesk::changed);
  connect(program_, &ProgramTimes::followed, this, &TimelineDesk::updateOnion);
}

bool TimelineDesk::isProgramShown() const { return program_ && program_->isShown(); }

void TimelineDesk::follow() {
  if (!motion_.currentPlan()) curves_->clear();
  update();
  updateOnion();
}

// ---- marks and curves

void TimelineDesk::update() {
  const auto& plan = motion_.currentPlan();
  const auto curves = plan ? curves_->curves() : nullptr;
  auto* clock = motion_.clock();
  if (curves != drawn_ || isStale() != drawn_stale_) {
    drawn_ = curves;
    drawn_stale_ = isStale();
    clock->plots()->setCurves(curves, drawn_stale_);
  }
  marks_.clear();
  if (curves)
    for (const auto& mark : usecase::motionMarks(*curves, clearance_.samples(), motion_.warnBelow()->value()))
      marks_.push_back(ui::timeMark(mark, *curves, *plan->world));
  clock->marks()->setMarks(marks_);
  updateReport();
}

void TimelineDesk::showCurves(bool on) {
  if (isProgramShown()) return program_->showCurves(on);
  ui::settings::set(QLatin1String(kCurvesKey), on);
  if (on) Q_EMIT parts_.messages.panelAsked(QStringLiteral("motion"));
  motion_.clock()->showPlots(on);
  Q_EMIT changed();
}

bool TimelineDesk::areCurvesShown() const {
  if (isProgramShown()) return program_->areCurvesShown();
  return !motion_.clock()->plots()->isHidden();
}

QString TimelineDesk::whyNoMotion() const { return isProgramShown() ? QString() : motion_.whyNotPlay(); }

// ---- the report

void TimelineDesk::showReport() {
  if (isProgramShown()) return program_->showReport();
  if (!report_) report_ = new ui::ReportPage(&parts_.window);
  report_->show();
  report_->raise();
  updateReport();
}

void TimelineDesk::updateReport() {
  const auto& plan = motion_.currentPlan();
  if (!report_ || !report_->isVisible() || !plan || !drawn_) return;
  report_->setReport(ui::motionReport({motion_.title(), *plan, *drawn_, marks_, isStale()}));
}

// ---- ghosts

void TimelineDesk::showOnion(bool on) {
  onion_ = on;
  updateOnion();
  Q_EMIT changed();
}

void TimelineDesk::setOnionCount(int count) {
  onion_count_ = count;
  ui::settings::set(QLatin1String(kOnionCountKey), count);
  showOnion(true);
}

// At equal times within what is played; start and end are shown by the robot itself and the ghost of the goal. Of the
// program while one is shown.
void TimelineDesk::updateOnion() {
  auto& marks = parts_.view.view()->marks();
  const bool of_program = isProgramShown() && program_->plan();
  const ui::MotionPlan* of_motion = motion_.currentPlan() ? &*motion_.currentPlan() : nullptr;
  const ui::MotionPlan* plan = of_program ? program_->plan() : of_motion;
  std::vector<JointVector> poses;
  if (onion_ && plan && plan->duration() > 0.0) {
    const auto& range = of_program ? program_->clock().range() : motion_.clock()->range();
    const double from = range ? range->from : 0.0, to = range ? range->to : plan->duration();
    for (int i = 1; i <= onion_count_; ++i) poses.push_back(plan->at(from + (to - from) * i / (onion_count_ + 1)));
  }
  marks.setOnion(plan ? plan->target.robot : ObjectId{}, std::move(poses));
}

void TimelineDesk::addToMenus(const ui::ActionTable& actions) {
  addCounts(*motion_.clock()->menu());
  if (!program_) return;
  actions.fill(program_->menu(),
               {QStringLiteral("motion.onion"), QStringLiteral("-"), QStringLiteral("motion.picture"),
                QStringLiteral("motion.frames"), QStringLiteral("motion.movie"), QStringLiteral("-")});
  addCounts(*program_->menu());
}

void TimelineDesk::addCounts(QMenu& menu) {
  auto* counts = menu.addMenu(tr("&Number of ghosts"));
  auto* group = new QActionGroup(counts);
  for (const int count : {3, 5, 10, 20}) {
    auto* action = counts->addAction(QString::number(count));
    action->setCheckable(true);
    group->addAction(action);
    connect(counts, &QMenu::aboutToShow, action, [this, action, count] { action->setChecked(count == onion_count_); });
    connect(action, &QAction::triggered, this, [this, count] { setOnionCount(count); });
  }
}

// ---- pictures

void TimelineDesk::savePicture() { films_->askPicture(); }
void TimelineDesk::saveFrames() { films_->ask(FilmDesk::Kind::kFrames, strip()); }
void TimelineDesk::saveMovie() { films_->ask(FilmDesk::Kind::kMovie, strip()); }
FilmStrip TimelineDesk::strip() { return isProgramShown() ? program_->strip() : films_->motionStrip(); }

QString TimelineDesk::whyNotFilm() const {
  return isProgramShown() && !films_->isFilming() ? QString() : films_->whyNot();
}

}  // namespace ww::editor
