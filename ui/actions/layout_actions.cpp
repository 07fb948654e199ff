// SPDX-License-Identifier: Apache-2.0
#include <QCoreApplication>

#include "ui/actions/action_table.h"

namespace ww::ui {
namespace {

struct LayoutActions {
  Q_DECLARE_TR_FUNCTIONS(LayoutActions)
};

ActionRow workspace(LayoutCommands* l, const char* id, const QString& text, const QString& tip, Qt::Key key,
                    Workspace which) {
  return {QLatin1String(id),
          text,
          tip,
          "",
          {QKeySequence(Qt::ALT | key)},
          KeyContext::kWindow,
          [l, which] { l->setWorkspace(which); },
          {},
          [l, which] { return l->workspace() == which; }};
}

ActionRow panel(LayoutCommands* l, const char* name, const QString& text, const QString& tip, QKeySequence key) {
  const QString id = QLatin1String(name);
  return {QStringLiteral("panel.") + id,
          text,
          tip,
          "",
          {key},
          KeyContext::kWindow,
          [l, id] { l->togglePanel(id); },
          {},
          [l, id] { return l->isPanelOpen(id); }};
}

ActionRows panelRows(LayoutCommands* l) {
  return {
      panel(l, "scene", LayoutActions::tr("&Scene"),
            LayoutActions::tr("Opens or folds the tree of what is in the world"), Qt::Key_F7),
      panel(l, "properties", LayoutActions::tr("&Properties"),
            LayoutActions::tr("Opens or folds the numbers of what is selected"), Qt::Key_F4),
      panel(l, "motion", LayoutActions::tr("&Motion"), LayoutActions::tr("Opens or folds what plans and plays motions"),
            Qt::ALT | Qt::Key_5),
      panel(l, "program", LayoutActions::tr("Pro&gram"), LayoutActions::tr("Opens or folds the steps of programs"),
            Qt::Key_F12),
      panel(l, "joints", LayoutActions::tr("&Joints"), LayoutActions::tr("Opens or folds the positions of the joints"),
            Qt::ALT | Qt::Key_6),
      panel(l, "problems", LayoutActions::tr("P&roblems"),
            LayoutActions::tr("Opens or folds the list of what is wrong"), Qt::ALT | Qt::Key_7),
      panel(l, "collisions", LayoutActions::tr("&Collisions"),
            LayoutActions::tr("Opens or folds the collision rules, and why two things are checked or not"), Qt::Key_F5),
      panel(l, "physics", LayoutActions::tr("Ph&ysics"),
            LayoutActions::tr("Opens or folds what plays physics on a copy of the world"), Qt::SHIFT | Qt::Key_F5),
      panel(l, "history", LayoutActions::tr("&History"), LayoutActions::tr("Opens or folds the list of edits"),
            Qt::ALT | Qt::Key_8),
      panel(l, "sharing", LayoutActions::tr("Sh&aring"),
            LayoutActions::tr("Opens or folds what other programs do here"), Qt::ALT | Qt::Key_9),
      panel(l, "jobs", LayoutActions::tr("J&obs"), LayoutActions::tr("Opens or folds what is being worked at"),
            Qt::ALT | Qt::Key_0),
      panel(l, "log", LayoutActions::tr("&Log"), LayoutActions::tr("Opens or folds what was said"), Qt::Key_F8),
      {"view.room",
       LayoutActions::tr("All room &to the view"),
       LayoutActions::tr("Folds all panels, and opens those again"),
       "",
       {QKeySequence(Qt::Key_F9)},
       KeyContext::kWindow,
       [l] { l->toggleRoom(); },
       {},
       [l] { return l->hasAllRoom(); }},
  };
}

}  // namespace

ActionRows layoutActions(LayoutCommands& layout) {
  auto* l = &layout;
  ActionRows rows{
      workspace(l, "workspace.layout", LayoutActions::tr("&Layout"), LayoutActions::tr("Panels for placing things"),
                Qt::Key_1, Workspace::kLayout),
      workspace(l, "workspace.motion", LayoutActions::tr("&Motion"),
                LayoutActions::tr("Panels for planning and playing motions"), Qt::Key_2, Workspace::kMotion),
      workspace(l, "workspace.collisions", LayoutActions::tr("&Collisions"),
                LayoutActions::tr("Panels for finding what collides, and why"), Qt::Key_3, Workspace::kCollisions),
      workspace(l, "workspace.review", LayoutActions::tr("&Review"),
                LayoutActions::tr("Panels for looking at what was made"), Qt::Key_4, Workspace::kReview),
      {"view.reset-layout",
       LayoutActions::tr("Reset &workspace"),
       LayoutActions::tr("Puts all panels of this workspace back to where they were at first"),
       "",
       {},
       KeyContext::kWindow,
       [l] { l->resetWorkspace(); }},
  };
  const ActionRows panels = panelRows(l);
  rows.insert(rows.end(), panels.begin(), panels.end());
  return rows;
}

}  // namespace ww::ui
