// SPDX-License-Identifier: Apache-2.0
#include <QCoreApplication>
#include <QWhatsThis>

#include "ui/actions/action_table.h"

namespace ww::ui {
namespace {
struct ToolActions {
  Q_DECLARE_TR_FUNCTIONS(ToolActions)
};
struct MotionActions {
  Q_DECLARE_TR_FUNCTIONS(MotionActions)
};
struct HelpActions {
  Q_DECLARE_TR_FUNCTIONS(HelpActions)
};

void redefineTool(ToolCommands& tools) {
  ToolLock& lock = tools.toolLock();
  lock.setRedefining(!lock.isRedefining());
  if (lock.isRedefining() && tools.tool() == Tool::kSelect) tools.setTool(Tool::kMove);
}

ActionRow redefineRow(ToolCommands* e) {
  return {"tool.redefine",
          ToolActions::tr("Re&define tool"),
          ToolActions::tr(
              "Lets the handles move the frame of a tool: the tool is another one then, the robot does not follow"),
          "frame",
          {},
          KeyContext::kWindow,
          [e] { redefineTool(*e); },
          [e] { return e->toolLock().whyNotRedefine(); },
          [e] { return e->toolLock().isRedefining(); }};
}

ActionRow shareRow(ShareCommands* s) {
  return {"tools.share",
          ToolActions::tr("S&hare this world"),
          ToolActions::tr("Lets other programs read and change this world over gRPC"),
          "share",
          {},
          KeyContext::kWindow,
          [s] { s->setSharing(!s->isSharing()); },
          [s] { return s->whyNotShare(); },
          [s] { return s->isSharing(); }};
}

ActionRow messagesRow(ShareCommands* s) {
  return {
      "tools.messages",
      ToolActions::tr("&Isaac messages..."),
      ToolActions::tr("Reads, writes, exchanges and records messages of the Isaac SDK, and streams what sensors see"),
      "share",
      {},
      KeyContext::kWindow,
      [s] { s->showMessages(); }};
}

ActionRows spaceRows(ToolCommands* e) {
  return {
      {"tool.world",
       ToolActions::tr("&World axes"),
       ToolActions::tr("Handles follow the axes of the world"),
       "world",
       {QKeySequence(Qt::Key_W)},
       KeyContext::kScene,
       [e] { e->setSpace(Space::kWorld); },
       {},
       [e] { return e->space() == Space::kWorld; }},
      {"tool.local",
       ToolActions::tr("&Own axes"),
       ToolActions::tr("Handles follow the axes of what is selected"),
       "local",
       {QKeySequence(Qt::Key_L)},
       KeyContext::kScene,
       [e] { e->setSpace(Space::kLocal); },
       {},
       [e] { return e->space() == Space::kLocal; }},
      {"tool.snap",
       ToolActions::tr("S&nap"),
       ToolActions::tr("Moves and turns in steps; the preferences say how large"),
       "snap",
       {QKeySequence(Qt::Key_N)},
       KeyContext::kScene,
       [e] { e->setSnap(!e->snap()); },
       {},
       [e] { return e->snap(); }},
  };
}
}  // namespace

ActionRows toolActions(const EditorCommands& editor) {
  auto* e = &editor.tools;
  const auto tool = [e](const char* id, const QString& text, const QString& tip, const char* icon, Qt::Key key,
                        Tool t) {
    return ActionRow{QLatin1String(id),
                     text,
                     tip,
                     QLatin1String(icon),
                     {QKeySequence(key)},
                     KeyContext::kScene,
                     [e, t] { e->setTool(t); },
                     {},
                     [e, t] { return e->tool() == t; }};
  };
  ActionRows rows{
      tool("tool.select", ToolActions::tr("&Select"), ToolActions::tr("Click selects, drag selects a box"), "select",
           Qt::Key_S, Tool::kSelect),
      tool("tool.move", ToolActions::tr("&Move and turn"),
           ToolActions::tr("Drag an arrow or a square to move what is selected, a ring to turn it"), "move", Qt::Key_M,
           Tool::kMove),
      tool("tool.rotate", ToolActions::tr("&Rotate only"), ToolActions::tr("Drag a ring to turn what is selected"),
           "rotate", Qt::Key_R, Tool::kRotate),
      tool(
          "tool.hand", ToolActions::tr("H&and"),
          ToolActions::tr("Drag a robot by its tool: it follows, stops before collisions and says why. The keys 1 to 8 "
                          "choose a posture then, in place of a view"),
          "hand", Qt::Key_J, Tool::kHand),
      tool("tool.target", ToolActions::tr("&Target"),
           ToolActions::tr(
               "Click a surface: a target with the tool along its normal, and the steps of the program that go "
               "there"),
           "target", Qt::Key_A, Tool::kTarget),
  };
  for (ActionRow& row : spaceRows(e)) rows.push_back(std::move(row));
  rows.push_back(redefineRow(e));
  rows.push_back(shareRow(&editor.sharing));
  rows.push_back(messagesRow(&editor.sharing));
  return rows;
}

ActionRows motionActions(MotionCommands& motion) {
  auto* e = &motion;
  return {
      {"motion.plan",
       MotionActions::tr("&Plan"),
       MotionActions::tr("Plans a motion of the robot to the chosen target"),
       "plan",
       {QKeySequence(Qt::CTRL | Qt::Key_P)},
       KeyContext::kWindow,
       [e] { e->plan(); },
       [e] { return e->whyNotPlan(); }},
      {"motion.play",
       MotionActions::tr("P&lay or pause"),
       MotionActions::tr("Plays the planned motion, or holds it"),
       "play",
       {QKeySequence(Qt::Key_Space)},
       KeyContext::kScene,
       [e] { e->playOrPause(); },
       [e] { return e->whyNotPlay(); },
       [e] { return e->isPlaying(); }},
      {"motion.stop",
       MotionActions::tr("&Stop"),
       MotionActions::tr("Ends the preview; the robot is shown where it is"),
       "stop",
       {},
       KeyContext::kWindow,
       [e] { e->stopMotion(); },
       [e] { return e->whyNotPlay(); }},
  };
}

ActionRows helpActions(WindowCommands& window) {
  auto* e = &window;
  return {{"edit.preferences",
           HelpActions::tr("Pre&ferences..."),
           HelpActions::tr("Units, decimals, mouse, theme, language, shortcuts"),
           "settings",
           {QKeySequence(Qt::CTRL | Qt::Key_Comma)},
           KeyContext::kWindow,
           [e] { e->showPreferences(); }},
          {"help.page",
           HelpActions::tr("&Help on this panel"),
           HelpActions::tr("A page on the panel that has the keys, with a picture; all pages can be searched"),
           "help",
           {QKeySequence(Qt::Key_F1)},
           KeyContext::kWindow,
           [e] { e->showHelp(); }},
          {"help.whats-this",
           HelpActions::tr("&What is this?"),
           HelpActions::tr("Click a field or a button then: it says what it is for"),
           "help",
           {QKeySequence(Qt::SHIFT | Qt::Key_F1)},
           KeyContext::kWindow,
           [] { QWhatsThis::enterWhatsThisMode(); }},
          {"help.welcome",
           HelpActions::tr("Wel&come page"),
           HelpActions::tr("Recent worlds, sample cells, how to begin"),
           "",
           {},
           KeyContext::kWindow,
           [e] { e->showWelcome(); }},
          {"help.about",
           HelpActions::tr("&About Worldwright"),
           HelpActions::tr("Version and licence"),
           "info",
           {},
           KeyContext::kWindow,
           [e] { e->about(); }}};
}

}  // namespace ww::ui
