// SPDX-License-Identifier: Apache-2.0
// What of the world the view shows, and how. Nothing here is an edit.
#include <QCoreApplication>
#include <algorithm>

#include "ui/actions/action_table.h"

namespace ww::ui {
namespace {

struct ShowActions {
  Q_DECLARE_TR_FUNCTIONS(ShowActions)
};

QString whyNotSelected(const Selection& selection) {
  return selection.nodes().empty() ? ShowActions::tr("Select something first.") : QString();
}

bool all(const Selection& selection, const project::NodeIds& ids) {
  const auto& nodes = selection.nodes();
  return !nodes.empty() && std::all_of(nodes.begin(), nodes.end(), [&](const world::NodeRef& node) {
    return project::contains(ids, project::idOf(node));
  });
}

template <typename Change>
void change(ViewKeeper& view, Change&& with) {
  project::ViewState next = view.state();
  with(next);
  view.set(std::move(next));
}

ActionRows eyeRows(ViewKeeper* v, Selection* s) {
  return {
      {"view.hide",
       ShowActions::tr("&Hide"),
       ShowActions::tr("Hides what is selected with all that hangs on it; collision checks and plans do not care"),
       "eye-closed",
       {QKeySequence(Qt::Key_H)},
       KeyContext::kScene,
       [v, s] { v->setHidden(s->nodes(), !all(*s, v->state().hidden)); },
       [s] { return whyNotSelected(*s); },
       {},
       [v, s] { return all(*s, v->state().hidden) ? ShowActions::tr("&Show again") : ShowActions::tr("&Hide"); }},
      {"view.show-all",
       ShowActions::tr("Show &all"),
       ShowActions::tr("Opens all eyes, shows all kinds and ends the isolation"),
       "eye",
       {QKeySequence(Qt::SHIFT | Qt::Key_H)},
       KeyContext::kScene,
       [v] { v->showAll(); },
       [v] { return v->hidesAny() ? QString() : ShowActions::tr("Nothing is hidden."); }},
      {"view.isolate",
       ShowActions::tr("&Isolate"),
       ShowActions::tr("Shows what is selected alone, until this is chosen again or Esc is pressed"),
       "isolate",
       {QKeySequence(Qt::Key_I)},
       KeyContext::kScene,
       [v, s] { v->visibility().isIsolating() ? v->endIsolation() : v->isolate(s->nodes()); },
       [v, s] { return v->visibility().isIsolating() ? QString() : whyNotSelected(*s); },
       [v] { return v->visibility().isIsolating(); }},
  };
}

ActionRows lockRows(ViewKeeper* v, Selection* s) {
  return {
      {"view.lock",
       ShowActions::tr("&Lock"),
       ShowActions::tr("Nothing in the view chooses or drags what is locked; the scene tree still does"),
       "lock",
       {QKeySequence(Qt::Key_K)},
       KeyContext::kScene,
       [v, s] { v->setLocked(s->nodes(), !all(*s, v->state().locked)); },
       [s] { return whyNotSelected(*s); },
       {},
       [v, s] { return all(*s, v->state().locked) ? ShowActions::tr("Un&lock") : ShowActions::tr("&Lock"); }},
      {"view.unlock-all",
       ShowActions::tr("&Unlock all"),
       ShowActions::tr("Opens all locks"),
       "lock-open",
       {QKeySequence(Qt::SHIFT | Qt::Key_K)},
       KeyContext::kScene,
       [v] { change(*v, [](project::ViewState& next) { next.locked.clear(); }); },
       [v] { return v->state().locked.empty() ? ShowActions::tr("Nothing is locked.") : QString(); }},
  };
}

ActionRow xRayRow(ViewKeeper* v, const char* id, const QString& text, const QString& tip, QKeySequence key,
                  project::XRay what) {
  return {QLatin1String(id),
          text,
          tip,
          QStringLiteral("x-ray"),
          {key},
          KeyContext::kScene,
          [v, what] {
            change(*v,
                   [what](project::ViewState& next) { next.x_ray = next.x_ray == what ? project::XRay::kOff : what; });
          },
          {},
          [v, what] { return v->state().x_ray == what; }};
}

ActionRow kindRow(ViewKeeper* v, const char* id, const QString& text, const QString& tip, const char* icon,
                  bool project::ViewState::*hidden) {
  return {QLatin1String(id),
          text,
          tip,
          QLatin1String(icon),
          {},
          KeyContext::kWindow,
          [v, hidden] { change(*v, [hidden](project::ViewState& next) { next.*hidden = !(next.*hidden); }); },
          {},
          [v, hidden] { return !(v->state().*hidden); }};
}

ActionRow overRow(ViewKeeper* v) {
  using project::CollisionShown;
  return {"view.collision-over",
          ShowActions::tr("Collision geometry &over the visual"),
          ShowActions::tr("Shows the geometry that collision checks use, hatched, over what is seen otherwise"),
          "collision",
          {QKeySequence(Qt::SHIFT | Qt::Key_C)},
          KeyContext::kScene,
          [v] {
            change(*v, [](project::ViewState& next) {
              next.collision = next.collision == CollisionShown::kOver ? CollisionShown::kNo : CollisionShown::kOver;
            });
          },
          {},
          [v] { return v->state().collision == CollisionShown::kOver; }};
}

ActionRows lookRows(ShowCommands* e) {
  return {
      {"view.section",
       ShowActions::tr("Sectio&n plane"),
       ShowActions::tr("Cuts the view open along a plane; the world stays as it is"),
       "section",
       {QKeySequence(Qt::Key_P)},
       KeyContext::kScene,
       [e] { e->setSection(!e->keeper().state().section.on); },
       {},
       [e] { return e->keeper().state().section.on; }},
      {"view.saved-views",
       ShowActions::tr("Sa&ved views"),
       ShowActions::tr("Cameras that were saved, with their pictures: a click goes there"),
       "saved-view",
       {QKeySequence(Qt::Key_V)},
       KeyContext::kScene,
       [e] { e->openSavedViews(); }},
      {"view.save-view",
       ShowActions::tr("Sa&ve this view"),
       ShowActions::tr("Keeps the camera as it is now in the file, with a picture"),
       "",
       {QKeySequence(Qt::SHIFT | Qt::Key_V)},
       KeyContext::kScene,
       [e] { e->saveView(); },
       [e] { return e->whyNotSaveView(); }},
      {"view.surroundings",
       ShowActions::tr("&Background and floor"),
       ShowActions::tr("What is behind the world, and how high its floor is; kept in the file"),
       "",
       {},
       KeyContext::kWindow,
       [e] { e->openSurroundings(); }},
  };
}

}  // namespace

ActionRows showActions(ShowCommands& show, Selection& selection) {
  auto* v = &show.keeper();
  auto* s = &selection;
  using project::ViewState;
  ActionRows rows = eyeRows(v, s);
  const auto add = [&rows](ActionRows more) { std::move(more.begin(), more.end(), std::back_inserter(rows)); };
  add(lockRows(v, s));
  add({xRayRow(v, "view.x-ray", ShowActions::tr("&X-ray of what is selected"),
               ShowActions::tr("Draws what is selected as a ghost, so that what lies in it and behind it is seen"),
               Qt::Key_X, project::XRay::kSelected),
       xRayRow(v, "view.x-ray-all", ShowActions::tr("X-ra&y of all"), ShowActions::tr("Draws everything as a ghost"),
               Qt::SHIFT | Qt::Key_X, project::XRay::kAll),
       kindRow(v, "view.robots", ShowActions::tr("&Robots"), ShowActions::tr("Shows objects with joints"), "robot",
               &ViewState::robots_hidden),
       kindRow(v, "view.parts", ShowActions::tr("&Parts"), ShowActions::tr("Shows objects without joints"), "object",
               &ViewState::parts_hidden),
       overRow(v)});
  add(lookRows(&show));
  return rows;
}

}  // namespace ww::ui
