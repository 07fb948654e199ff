// SPDX-License-Identifier: Apache-2.0
#include <QCoreApplication>

#include "ui/actions/action_table.h"

namespace ww::ui {
namespace {

struct ProgramActions {
  Q_DECLARE_TR_FUNCTIONS(ProgramActions)
};

}  // namespace

ActionRows programActions(ProgramCommands& programs) {
  auto* p = &programs;
  return {
      {"program.new",
       ProgramActions::tr("&New program"),
       ProgramActions::tr("Adds a program: what a robot does, step by step"),
       "program",
       {},
       KeyContext::kWindow,
       [p] { p->newProgram(); }},
      {"program.teach",
       ProgramActions::tr("&Teach this posture"),
       ProgramActions::tr("Adds a move to where the robot is shown now, behind the chosen step of the program"),
       "teach",
       {QKeySequence(Qt::CTRL | Qt::Key_T)},
       KeyContext::kWindow,
       [p] { p->teach(); },
       [p] { return p->whyNotTeach(); }},
      {"program.lock",
       ProgramActions::tr("Loc&k or unlock steps"),
       ProgramActions::tr("The chosen steps keep their planned motions when the program is planned anew, or no longer"),
       "lock",
       {},
       KeyContext::kWindow,
       [p] { p->lockSteps(); },
       [p] { return p->whyNotLockSteps(); }},
      {"program.plan",
       ProgramActions::tr("Plan the p&rogram"),
       ProgramActions::tr("Plans all steps of the program that is shown, and keeps the plan in the world"),
       "plan",
       {},
       KeyContext::kWindow,
       [p] { p->planProgram(); },
       [p] { return p->whyNotPlanProgram(); }},
      {"program.plan-all",
       ProgramActions::tr("Plan &all programs"),
       ProgramActions::tr("Plans those programs of the world whose plans are missing or no longer hold"),
       "",
       {},
       KeyContext::kWindow,
       [p] { p->planAll(); },
       [p] { return p->whyNotPlanAll(); }},
      {"program.export",
       ProgramActions::tr("&Export the program..."),
       ProgramActions::tr("Writes the planned program in the language of a controller, or as CSV or JSON"),
       "export",
       {},
       KeyContext::kWindow,
       [p] { p->exportProgram(); },
       [p] { return p->whyNotExport(); }}};
}

}  // namespace ww::ui
