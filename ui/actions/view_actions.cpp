// SPDX-License-Identifier: Apache-2.0
#include <QCoreApplication>

#include "ui/actions/action_table.h"

namespace ww::ui {
namespace {

struct ViewActions {
  Q_DECLARE_TR_FUNCTIONS(ViewActions)
};

ActionRow standard(ViewCommands* e, const char* id, const QString& text, const QString& tip, const char* icon,
                   QKeySequence key, StandardView view) {
  return {QLatin1String(id),
          text,
          tip,
          QLatin1String(icon),
          {key},
          KeyContext::kScene,
          [e, view] { e->setStandardView(view); }};
}

ActionRow step(ViewCommands* e, const char* id, const QString& text, const QString& tip, QKeySequence key,
               ViewStep to) {
  return {QLatin1String(id), text, tip, "", {key}, KeyContext::kScene, [e, to] { e->stepView(to); }};
}

// All sides, edges and corners of the view cube, by keys.
ActionRows stepRows(ViewCommands* e) {
  return {
      step(e, "view.step-left", ViewActions::tr("Look from further &left"),
           ViewActions::tr("Goes round to the next side or edge on the left"), Qt::Key_4, ViewStep::kLeft),
      step(e, "view.step-right", ViewActions::tr("Look from further &right"),
           ViewActions::tr("Goes round to the next side or edge on the right"), Qt::Key_6, ViewStep::kRight),
      step(e, "view.step-up", ViewActions::tr("Look from further &up"),
           ViewActions::tr("Goes up to the next edge or corner, at last to the top"), Qt::Key_8, ViewStep::kUp),
      step(e, "view.step-down", ViewActions::tr("Look from further &down"),
           ViewActions::tr("Goes down to the next edge or corner, at last to the bottom"), Qt::Key_2, ViewStep::kDown),
      step(e, "view.roll-left", ViewActions::tr("R&oll to the left"),
           ViewActions::tr("Turns the picture by 90 degrees to the left"), Qt::CTRL | Qt::Key_4, ViewStep::kRollLeft),
      step(e, "view.roll-right", ViewActions::tr("Ro&ll to the right"),
           ViewActions::tr("Turns the picture by 90 degrees to the right"), Qt::CTRL | Qt::Key_6, ViewStep::kRollRight),
  };
}

ActionRow shown(ViewCommands* e, const char* id, const QString& text, const QString& tip, const char* icon,
                QKeySequence key, Shown what) {
  return {QLatin1String(id),
          text,
          tip,
          QLatin1String(icon),
          {key},
          KeyContext::kScene,
          [e, what] { e->setShown(what, !e->isShown(what)); },
          {},
          [e, what] { return e->isShown(what); }};
}

ActionRow theme(WindowCommands* w, const char* id, const QString& text, const QString& tip, int choice) {
  return {QLatin1String(id),
          text,
          tip,
          choice == 0 ? QStringLiteral("theme") : QString(),
          {},
          KeyContext::kWindow,
          [w, choice] { w->setTheme(choice); },
          {},
          [w, choice] { return w->theme() == choice; }};
}

ActionRows windowRows(WindowCommands* w) {
  return {
      theme(w, "view.theme-system", ViewActions::tr("As the &desktop"),
            ViewActions::tr("Light or dark, as the desktop"), 0),
      theme(w, "view.theme-light", ViewActions::tr("&Light"), ViewActions::tr("Always light"), 1),
      theme(w, "view.theme-dark", ViewActions::tr("&Dark"), ViewActions::tr("Always dark"), 2),
      {"view.next-region",
       ViewActions::tr("&Next region"),
       ViewActions::tr("The keys go round: tool bar, scene, view, properties, lower panels"),
       "",
       {QKeySequence(Qt::Key_F6)},
       KeyContext::kWindow,
       [w] { w->goRound(true); }},
      {"view.previous-region",
       ViewActions::tr("Pre&vious region"),
       ViewActions::tr("The keys go round the other way"),
       "",
       {QKeySequence(Qt::SHIFT | Qt::Key_F6)},
       KeyContext::kWindow,
       [w] { w->goRound(false); }},
  };
}

}  // namespace

ActionRows viewActions(const EditorCommands& editor) {
  auto* e = &editor.view;
  ActionRows rows{
      {"view.fit",
       ViewActions::tr("Fit &all"),
       ViewActions::tr("Shows the whole world"),
       "fit",
       {QKeySequence(Qt::Key_Home)},
       KeyContext::kScene,
       [e] { e->fitAll(); }},
      {"view.fit-selection",
       ViewActions::tr("Fit &selection"),
       ViewActions::tr("Brings what is selected into view; with nothing selected, everything"),
       "fit-selection",
       {QKeySequence(Qt::Key_F)},
       KeyContext::kScene,
       [e] { e->fitSelection(); }},
      standard(e, "view.iso", ViewActions::tr("&Isometric"), ViewActions::tr("Looks from the front right above"),
               "view-iso", Qt::Key_0, StandardView::kIso),
      standard(e, "view.front", ViewActions::tr("&Front"), ViewActions::tr("Looks from the front"), "view-front",
               Qt::Key_1, StandardView::kFront),
      standard(e, "view.back", ViewActions::tr("&Back"), ViewActions::tr("Looks from behind"), "", Qt::CTRL | Qt::Key_1,
               StandardView::kBack),
      standard(e, "view.right", ViewActions::tr("&Right"), ViewActions::tr("Looks from the right"), "view-right",
               Qt::Key_3, StandardView::kRight),
      standard(e, "view.left", ViewActions::tr("&Left"), ViewActions::tr("Looks from the left"), "",
               Qt::CTRL | Qt::Key_3, StandardView::kLeft),
      standard(e, "view.top", ViewActions::tr("&Top"), ViewActions::tr("Looks from above"), "view-top", Qt::Key_7,
               StandardView::kTop),
      standard(e, "view.bottom", ViewActions::tr("B&ottom"), ViewActions::tr("Looks from below"), "",
               Qt::CTRL | Qt::Key_7, StandardView::kBottom),
      {"view.projection",
       ViewActions::tr("&Perspective or parallel"),
       ViewActions::tr("Changes between perspective and parallel projection"),
       "projection",
       {QKeySequence(Qt::Key_5)},
       KeyContext::kScene,
       [e] { e->toggleProjection(); }},
      shown(e, "view.grid", ViewActions::tr("&Grid"), ViewActions::tr("Shows the grid on the floor"), "grid", Qt::Key_G,
            Shown::kGrid),
      shown(e, "view.frames", ViewActions::tr("Fra&mes"), ViewActions::tr("Shows frames with their names"), "frame",
            Qt::Key_T, Shown::kFrames),
      shown(e, "view.collision", ViewActions::tr("&Collision geometry"),
            ViewActions::tr("Shows the geometry that collision checks use"), "collision", Qt::Key_C, Shown::kCollision),
      shown(e, "view.clearance", ViewActions::tr("C&learance of what is selected"),
            ViewActions::tr("Shows the smallest distance of what is selected to everything else, while it moves, too"),
            "", Qt::Key_D, Shown::kClearance),
      shown(e, "view.margins", ViewActions::tr("Mar&gins around what is selected"),
            ViewActions::tr("Shows what collision margins keep free around what is selected"), "",
            Qt::SHIFT | Qt::Key_D, Shown::kMargins),
  };
  for (const ActionRows& more : {stepRows(e), windowRows(&editor.window)})
    rows.insert(rows.end(), more.begin(), more.end());
  return rows;
}

}  // namespace ww::ui
