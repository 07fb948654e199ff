// SPDX-License-Identifier: Apache-2.0
#include "ui/panels/program/step_text.h"

#include <QCoreApplication>
#include <QLocale>
#include <algorithm>

#include "core/program/target_words.h"
#include "core/usecase/programs/show.h"
#include "ui/bridge/motion_text.h"
#include "ui/bridge/status_text.h"
#include "ui/widgets/shown_decimals.h"

namespace ww::ui {
namespace {

struct ProgramStep {
  Q_DECLARE_TR_FUNCTIONS(ProgramStep)
};

using namespace session;

// Of what a step leaves out.
QString nodeText(const StepNode& node) { return node.words.empty() ? QStringLiteral("?") : toQt(node.words); }

QString valueText(const program::SignalValue& value) {
  if (const bool* on = std::get_if<bool>(&value)) return *on ? ProgramStep::tr("on") : ProgramStep::tr("off");
  return QLocale().toString(std::get<double>(value), 'g', 6);
}

struct TextOf {
  QString operator()(const StrangeData&) const { return ProgramStep::tr("Something that a newer program knows"); }
  QString operator()(const MoveData& move) const {
    switch (move.kind) {
      case program::MotionKind::kLinear: return ProgramStep::tr("Straight to %1").arg(targetText(move));
      case program::MotionKind::kJoint: return ProgramStep::tr("By joints to %1").arg(targetText(move));
      case program::MotionKind::kAny: break;
    }
    return ProgramStep::tr("Move to %1").arg(targetText(move));
  }
  QString operator()(const HoldData& hold) const {
    return (hold.attaches ? ProgramStep::tr("Attach %1") : ProgramStep::tr("Detach %1")).arg(nodeText(hold.object));
  }
  QString operator()(const WaitData& wait) const {
    return ProgramStep::tr("Wait %1 s").arg(QLocale().toString(wait.seconds, 'g', 6));
  }
  QString operator()(const SignalData& signal) const {
    return (signal.awaits ? ProgramStep::tr("Await %1: %2") : ProgramStep::tr("Set %1: %2"))
        .arg(toQt(signal.signal), valueText(signal.value));
  }
  QString operator()(const JointData& joint) const {
    return ProgramStep::tr("Set %1 of %2").arg(toQt(joint.joint), nodeText(joint.object));
  }
  QString operator()(const CallData& call) const { return ProgramStep::tr("Call %1").arg(toQt(call.program)); }
};

struct IconOf {
  QString operator()(const StrangeData&) const { return QStringLiteral("help"); }
  QString operator()(const MoveData&) const { return QStringLiteral("target"); }
  QString operator()(const HoldData&) const { return QStringLiteral("link"); }
  QString operator()(const WaitData&) const { return QStringLiteral("pause"); }
  QString operator()(const SignalData&) const { return QStringLiteral("sensor"); }
  QString operator()(const JointData&) const { return QStringLiteral("joint"); }
  QString operator()(const CallData&) const { return QStringLiteral("program"); }
};

// The first thing that stands against the step, if any does.
const usecase::StepFinding* findingOf(const std::vector<usecase::StepFinding>& findings, std::size_t number) {
  const auto found = std::ranges::find_if(findings, [&](const usecase::StepFinding& finding) {
    return !finding.place.empty() && finding.place.front() == number;
  });
  return found == findings.end() ? nullptr : &*found;
}

// Of a step that is not off.
void judge(StepRow& row, std::size_t number, const ProgramWatch::Known* known) {
  if (!known) return;
  const usecase::ProgramCheck& check = known->check;
  if (const auto* finding = findingOf(check.findings, number)) {
    row.state = StepState::kBroken;
    row.why = toLine(finding->status);
    return;
  }
  if (check.state == usecase::PlanState::kUnplanned) return;
  if (check.state == usecase::PlanState::kFresh) row.state = StepState::kPlanned;
  else if (!known->is_judged) row.state = StepState::kUnsure;
  // A plan of other steps says nothing of these.
  else if (check.open_from && number >= *check.open_from) row.state = StepState::kBroken;
  else row.state = StepState::kHolds;
}

}  // namespace

QString toQt(const std::string& text) { return QString::fromStdString(text); }

StateLook lookOf(StepState state) {
  switch (state) {
    case StepState::kOff: return {ProgramStep::tr("off"), QStringLiteral("eye-closed"), Role::kDim};
    case StepState::kNotPlanned: return {ProgramStep::tr("not planned"), QStringLiteral("dot"), Role::kDim};
    case StepState::kPlanned: return {ProgramStep::tr("planned"), QStringLiteral("check"), Role::kGood};
    case StepState::kHolds: return {ProgramStep::tr("still holds"), QStringLiteral("check"), Role::kGood};
    case StepState::kUnsure: return {ProgramStep::tr("being checked"), QStringLiteral("dot"), Role::kDim};
    case StepState::kBroken: return {ProgramStep::tr("no longer holds"), QStringLiteral("warning"), Role::kWarning};
    case StepState::kFailed: break;
  }
  return {ProgramStep::tr("failed"), QStringLiteral("error"), Role::kError};
}

StateLook lookOf(usecase::PlanState state) {
  switch (state) {
    case usecase::PlanState::kUnplanned: return lookOf(StepState::kNotPlanned);
    case usecase::PlanState::kFresh: return lookOf(StepState::kPlanned);
    case usecase::PlanState::kHolds: return lookOf(StepState::kHolds);
    case usecase::PlanState::kChanged:
      return {ProgramStep::tr("something has changed"), QStringLiteral("warning"), Role::kDim};
    case usecase::PlanState::kStale: break;
  }
  return lookOf(StepState::kBroken);
}

QString kindText(program::MotionKind kind) {
  switch (kind) {
    case program::MotionKind::kAny: return ProgramStep::tr("Any");
    case program::MotionKind::kLinear: return ProgramStep::tr("Linear");
    case program::MotionKind::kJoint: break;
  }
  return ProgramStep::tr("Joint");
}

QString targetText(const MoveData& move) {
  if (const auto* node = std::get_if<StepNode>(&move.target)) {
    const bool beside = move.frame_t_tool &&
                        (move.frame_t_tool->p.norm() > 1e-9 || rotationDistance(*move.frame_t_tool, Pose()) > 1e-9);
    return beside ? ProgramStep::tr("%1 with an offset").arg(nodeText(*node)) : nodeText(*node);
  }
  if (const auto* name = std::get_if<std::string>(&move.target)) return toQt(*name);
  if (std::holds_alternative<JointVector>(move.target)) return ProgramStep::tr("joint positions");
  return toText(program::targetWords(std::get<OtherTarget>(move.target).kind));
}

QString stepText(const StepData& step) { return std::visit(TextOf{}, step.what); }
QString stepIcon(const StepData& step) { return std::visit(IconOf{}, step.what); }

std::vector<StepRow> stepRows(const world::World& world, const ProgramData& program, const ProgramWatch::Known* known,
                              const ProgramPlanning::Failed* failed) {
  const auto lines = usecase::programLines(world, program.name);
  std::vector<StepRow> rows;
  for (std::size_t i = 0; i < program.steps.size(); ++i) {
    StepRow& row = rows.emplace_back();
    row.step = program.steps[i];
    if (lines.ok() && i < lines->size()) {
      row.begins = (*lines)[i].begins;
      row.ends = (*lines)[i].ends;
      row.corner_m = (*lines)[i].corner_m;
    }
    if (row.step.off) row.state = StepState::kOff;
    else judge(row, i + 1, known);
  }
  const std::size_t number = failed && !failed->story.place.empty() ? failed->story.place.front() : 0;
  if (number == 0 || number > rows.size()) return rows;
  rows[number - 1].state = StepState::kFailed;
  rows[number - 1].why = toLine(failed->story.status);
  return rows;
}

QString candidateText(const usecase::FailureStory& story, const usecase::Candidate& candidate) {
  const QString branch = toText(kinematics::nameOf(candidate.branch));
  QStringList against;
  if (candidate.joint >= 0 && story.before) {
    const world::Object* robot = story.before->peek(story.robot);
    const auto joint = static_cast<std::size_t>(candidate.joint);
    const bool turns = robot->movingJoint(joint).motion == world::MotionType::kRevolute;
    against << ProgramStep::tr("%1 beyond its limit by %2")
                   .arg(toQt(story.joint_names[joint]),
                        shownQuantity(candidate.excess, turns ? Quantity::kAngle : Quantity::kLength, 1));
  }
  if (candidate.contact && story.before) against << pairText(*story.before, *candidate.contact);
  const QString verdict = against.isEmpty() ? ProgramStep::tr("free") : against.join(QStringLiteral("; "));
  return branch.isEmpty() ? verdict : ProgramStep::tr("%1: %2").arg(branch, verdict);
}

}  // namespace ww::ui
