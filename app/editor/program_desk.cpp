// SPDX-License-Identifier: Apache-2.0
#include "app/editor/program_desk.h"

#include <QFileInfo>
#include <QLocale>
#include <QSaveFile>
#include <numbers>

#include "app/editor/program_chase.h"
#include "app/editor/program_export_dialog.h"
#include "app/editor/target_bar.h"
#include "core/usecase/programs/export_notes.h"
#include "core/usecase/programs/robot_of.h"
#include "ui/bridge/failures.h"
#include "ui/bridge/status_text.h"
#include "ui/models/node_text.h"
#include "ui/panels/motion_panel.h"

namespace ww::editor {
namespace {

using Leg = ui::scene::RouteLeg;
using Files = std::vector<program::dialects::ExportedFile>;

QString programPanelId() { return QStringLiteral("program"); }
QString qs(const std::string& text) { return QString::fromStdString(text); }

Leg::State stateOf(ui::StepState state, bool is_planned) {
  if (state == ui::StepState::kBroken || state == ui::StepState::kFailed) return Leg::State::kBroken;
  return is_planned ? Leg::State::kPlanned : Leg::State::kOpen;
}

// One alone by the name that was chosen; several beside it by their own, which name each other.
Status writeFiles(const QString& path, const Files& files) {
  for (const auto& file : files) {
    const QString to = files.size() == 1 ? path : QFileInfo(path).absolutePath() + QLatin1Char('/') + qs(file.name);
    QSaveFile out(to);
    const QByteArray bytes = QByteArray::fromStdString(file.text);
    if (!out.open(QIODevice::WriteOnly) || out.write(bytes) != bytes.size() || !out.commit())
      return fail(ui::failures::kExportNotWritten,
                  {{"file", arg::Name{to.toStdString()}}, {"reason", arg::Words{out.errorString().toStdString()}}});
  }
  return okStatus();
}

}  // namespace

ProgramDesk::ProgramDesk(const WindowParts& parts)
    : QObject(&parts.window),
      parts_(parts),
      panel_(new ui::ProgramPanel({parts.bridge, parts.selection, parts.layer, parts.jobs})),
      view_(parts.view.view()),
      bar_(new TargetBar(&parts.view)),
      chase_(new ProgramChase(parts, *panel_)) {
  parts_.view.addBar(bar_);
  bar_->hide();
  connect(panel_, &ui::ProgramPanel::routeChanged, this, &ProgramDesk::showRoute);
  connect(chase_, &ProgramChase::changed, this, &ProgramDesk::showRoute);
  connect(panel_, &ui::ProgramPanel::changed, this, &ProgramDesk::changed);
  connect(panel_, &ui::ProgramPanel::message, &parts_.messages, &Messages::say);
  connect(panel_, &ui::ProgramPanel::exportAsked, this, &ProgramDesk::exportProgram);
  connect(&panel_->planning(), &ui::ProgramPlanning::planned, this, &ProgramDesk::tellPlanned);
  connect(&panel_->planning(), &ui::ProgramPlanning::failed, this, &ProgramDesk::tellFailed);
  connect(view_, &ui::Viewport::stepChosen, this, &ProgramDesk::chooseInView);
  connect(view_, &ui::Viewport::aimedAt, this, &ProgramDesk::aim);
  connect(&parts_.view, &ViewHost::toolChanged, this, [this] {
    const bool aims = parts_.view.tool() == ui::Tool::kTarget;
    bar_->setVisible(aims);
    if (aims) Q_EMIT panelAsked(programPanelId());
  });
}

void ProgramDesk::connectTo(ui::MotionPanel& motion) {
  connect(panel_, &ui::ProgramPanel::previewBegan, &motion, [&motion] {
    if (motion.isPreviewing()) motion.stop();
  });
  connect(&motion, &ui::MotionPanel::momentChanged, panel_, [panel = panel_.data(), &motion, layer = &parts_.layer] {
    if (!motion.isPreviewing() || !panel->isPreviewing()) return;
    panel->leavePreview();
    // What the program shows besides goes.
    model::Overrides own;
    if (const auto at = layer->joints().find(motion.plannedRobot()); at != layer->joints().end())
      own.joints.insert(*at);
    layer->set(std::move(own));
  });
}

// ---- what its actions do

void ProgramDesk::newProgram() {
  Q_EMIT panelAsked(programPanelId());
  panel_->list()->add();
}

void ProgramDesk::teach() {
  Q_EMIT panelAsked(programPanelId());
  panel_->writer()->teach();
}

QString ProgramDesk::whyNotTeach() const { return panel_ ? panel_->writer()->whyNotTeach() : QString(); }

void ProgramDesk::lockSteps() { panel_->writer()->run(ui::StepDo::kLock); }

QString ProgramDesk::whyNotLockSteps() const { return panel_ ? panel_->writer()->whyNotLock() : QString(); }

void ProgramDesk::planProgram() {
  Q_EMIT panelAsked(programPanelId());
  panel_->plan();
}

QString ProgramDesk::whyNotPlanProgram() const { return panel_ ? panel_->whyNotPlan() : QString(); }

void ProgramDesk::planAll() {
  Q_EMIT panelAsked(programPanelId());
  panel_->planAll();
}

QString ProgramDesk::whyNotPlanAll() const { return panel_ ? panel_->whyNotPlanAll() : QString(); }

QString ProgramDesk::whyNotExport() const { return panel_ ? panel_->whyNotExport() : QString(); }

void ProgramDesk::tellPlanned(const QString& name, double seconds) {
  const QString text = tr("Program %1 planned: it takes %2 s").arg(name, QLocale().toString(seconds, 'f', 2));
  parts_.messages.log().add(ui::LogLine::Level::kInfo, text);
  parts_.messages.tell(text);
}

void ProgramDesk::tellFailed(const QString& name, const Status& status) {
  const QString text = tr("Program %1 was not planned: %2").arg(name, ui::toMessage(status).title);
  parts_.messages.tell(text);
  parts_.messages.log().add(ui::LogLine::Level::kError, text, {}, {});
}

// ---- in the view

void ProgramDesk::showRoute() {
  if (!view_ || !panel_) return;
  bar_->setProgram(qs(panel_->program()));
  std::vector<Leg> legs;
  const auto& known = panel_->watch().known();
  const auto& rows = panel_->model()->steps();
  const QList<int> chosen = panel_->steps()->chosen();
  if (known && panel_->isVisible() && known->program == panel_->program()) {
    const bool follows = chase_->isOn() && chase_->found();
    for (const usecase::RouteLeg& leg : follows ? *chase_->found() : known->route) {
      if (leg.step >= rows.size()) continue;
      const Leg::State state = chase_->isOn() ? (follows ? Leg::State::kPlanned : Leg::State::kOld)
                                              : stateOf(rows[leg.step].state, leg.is_planned);
      legs.push_back({leg.step, leg.points, leg.root_t_target, state, chosen.contains(static_cast<int>(leg.step))});
    }
  }
  view_->marks().setRoute(std::move(legs));
}

// What it goes to can be moved then.
void ProgramDesk::chooseInView(int step) {
  panel_->steps()->choose({step});
  const auto data = session::programData(*parts_.bridge.snapshot().world, panel_->program());
  if (!data || step >= static_cast<int>(data->steps.size())) return;
  const auto* move = std::get_if<session::MoveData>(&data->steps[static_cast<std::size_t>(step)].what);
  const auto* node = move ? std::get_if<session::StepNode>(&move->target) : nullptr;
  if (node && node->node) parts_.selection.select({*node->node});
}

// ---- targets where one looks

void ProgramDesk::aim(const ui::Touch& touch) {
  const auto world = parts_.bridge.snapshot().world;
  const auto* owner = world->owner(touch.entity);
  const auto robot = usecase::robotOfProgram(*world, panel_->program());
  if (!owner) return;
  if (!robot) return parts_.messages.say(panel_->writer()->whyNotTeach());
  if (world->isAncestor(*robot, owner->object))
    return parts_.messages.say(tr("A target on the robot itself would move away from it. Click something else."));
  makeTarget(touch, owner->object);
}

void ProgramDesk::makeTarget(const ui::Touch& touch, ObjectId object) {
  // The tool looks along its z axis, against the surface.
  const Pose entity_t_target = touch.entity_t_point * Pose::rotation(Vec3::UnitX(), std::numbers::pi);
  const double stand_off = bar_->standOff(), approach = std::max(0.0, bar_->approach());
  const std::string program = panel_->writer()->programToFill();
  const std::size_t at = panel_->writer()->place();
  const auto kind = panel_->writer()->newKind();
  panel_->list()->choose(program);
  panel_->steps()->chooseNext(approach > 0.0 ? QList<int>{static_cast<int>(at) + 1} : QList<int>{static_cast<int>(at)});
  const QString on = ui::nodeName(*parts_.bridge.snapshot().world, object);
  const bool done = parts_.bridge.commitMade(
      tr("Add a target on %1").arg(on),
      [&](const world::World& now, const ui::TryEdits& tried) -> Result<session::EditsPtr> {
        std::string name = "target";
        for (int i = 2; now.frameNamed(object, name) || now.childNamed(object, name); ++i)
          name = "target_" + std::to_string(i);
        const Pose object_t_target = world::World::objectTEntity(*now.object(object), touch.entity) * entity_t_target;
        const auto frame = session::createFrame(object, touch.entity, name, object_t_target);
        WW_ASSIGN(world::World after, tried(frame));
        session::MoveSpec move;
        move.target = world::NodeRef(after.frameNamed(object, name));
        const auto before = [&](double metres) { return Pose::translation(0, 0, -metres); };
        if (stand_off != 0.0) move.frame_t_tool = before(stand_off);
        if (approach <= 0.0) {
          move.kind = kind;
          return session::join({frame, session::addMove(after, program, at, move)});
        }
        session::MoveSpec above = move;
        above.frame_t_tool = before(stand_off + approach);
        WW_ASSIGN(after, tried(session::join({frame, session::addMove(after, program, at, above)})));
        move.kind = program::MotionKind::kLinear;
        return session::join({frame, session::addMove(after, program, at + 1, move)});
      });
  if (!done) panel_->steps()->forgetNext();
}

// ---- exports

void ProgramDesk::exportProgram() {
  if (!whyNotExport().isEmpty()) return;
  Q_EMIT panelAsked(programPanelId());
  const auto world = parts_.bridge.snapshot().world;
  if (dialog_) dialog_->close();
  dialog_ =
      new ProgramExportDialog(qs(panel_->program()), usecase::exportNeeds(*world, panel_->program()), &parts_.window);
  dialog_->setAttribute(Qt::WA_DeleteOnClose);
  connect(dialog_, &QDialog::accepted, this, [this] { write(*dialog_); });
  dialog_->open();
}

// Whether the plan still holds is looked at first, which takes a moment.
void ProgramDesk::write(const ProgramExportDialog& dialog) {
  const auto world = parts_.bridge.snapshot().world;
  const QString path = dialog.path();
  const std::string name = panel_->program();
  parts_.jobs.run<Files>(
      tr("Export %1").arg(qs(name)),
      [world, name, path, dialect = dialog.dialect(), choices = dialog.choices()](
          const std::stop_token& stop, const Progress& progress) -> Result<Files> {
        planning::PlanOptions options;
        options.stop = stop;
        options.progress = progress;
        WW_ASSIGN(Files files, usecase::exportProgramOf(*world, name, dialect, choices, options));
        WW_TRY(writeFiles(path, files));
        return files;
      },
      [this, guard = QPointer<ProgramDesk>(this), name, path, world,
       dialect = dialog.dialect()](const Result<Files>& files) {
        if (!guard || files.status().code == Code::kCancelled) return;
        if (!files.ok()) return parts_.messages.report(tr("%1 was not exported").arg(qs(name)), files.status());
        parts_.messages.say(tr("%1 exported to %2").arg(qs(name), path));
        for (const Status& note : usecase::exportNotes(*world, name, dialect))
          parts_.messages.warn(tr("%1 exported").arg(qs(name)), note);
      });
}

}  // namespace ww::editor
