// SPDX-License-Identifier: Apache-2.0
#include <QCoreApplication>
#include <algorithm>
#include <functional>
#include <unordered_set>

#include "core/world/updates/dropped_rules.h"
#include "core/world/values/attachment.h"
#include "ui/actions/action_table.h"
#include "ui/bridge/collision_pair.h"
#include "ui/bridge/status_text.h"
#include "ui/widgets/pose_text.h"

namespace ww::ui {
namespace {

struct EditActions {
  Q_DECLARE_TR_FUNCTIONS(EditActions)
};

std::vector<ObjectId> selectedObjects(const Selection& selection) {
  std::vector<ObjectId> objects;
  for (const auto& node : selection.nodes())
    if (const auto* id = std::get_if<ObjectId>(&node); id && *id != world::kRootObject) objects.push_back(*id);
  return objects;
}

// Whether it is one of them, or hangs on one.
bool isBelowAny(const world::World& world, ObjectId id, const std::unordered_set<ObjectId>& objects) {
  const world::Object* at = world.peek(id);
  while (at && !objects.contains(at->id)) at = world.peek(at->parent);
  return at != nullptr;
}

// Those that do not go with another of them.
std::vector<ObjectId> topmost(const world::World& world, const std::vector<ObjectId>& objects) {
  const std::unordered_set<ObjectId> all(objects.begin(), objects.end());
  std::vector<ObjectId> top;
  for (const ObjectId id : objects)
    if (const world::Object* object = world.peek(id); object && !isBelowAny(world, object->parent, all))
      top.push_back(id);
  return top;
}

void deleteSelected(WindowCommands& window, SessionBridge& bridge, Selection& selection) {
  const auto world = bridge.snapshot().world;
  std::vector<session::EditsPtr> edits;
  std::vector<world::NodeRef> deleted;
  auto objects = topmost(*world, selectedObjects(selection));
  // The newest first: what is taken out at an end moves nothing else.
  std::sort(objects.begin(), objects.end(), std::greater<>());
  const std::unordered_set<ObjectId> going(objects.begin(), objects.end());
  for (const auto& node : selection.nodes()) {
    const auto* id = std::get_if<FrameId>(&node);
    if (!id) continue;
    const auto frame = world->frame(*id);
    const bool goes =
        frame && (isBelowAny(*world, frame->object, going) ||
                  world::ridesOnAny(*world, frame->parent_frame, [&](FrameId at) { return selection.contains(at); }));
    if (!frame || goes) continue;
    edits.push_back(session::deleteFrame(*id, true));
    deleted.emplace_back(*id);
  }
  deleted.insert(deleted.end(), objects.begin(), objects.end());
  if (deleted.empty()) return;
  if (!objects.empty()) edits.push_back(session::deleteObjects(objects, true));
  const QString label = deleted.size() == 1
                            ? EditActions::tr("Delete %1").arg(QString::fromStdString(world->display(deleted.front())))
                            : EditActions::tr("Delete %n things", "", static_cast<int>(deleted.size()));
  const auto rules = static_cast<int>(world::rulesDroppedWith(*world, deleted));
  if (!bridge.commit(label, edits.size() == 1 ? edits.front() : session::join(edits))) return;
  selection.clear();
  if (rules > 0)
    window.say(EditActions::tr("%n collision rules went too, which named what was deleted. Undo brings them back.", "",
                               rules));
}

void duplicateSelected(ObjectCommands& desk, SessionBridge& bridge, Selection& selection) {
  const auto world = bridge.snapshot().world;
  const auto objects = topmost(*world, selectedObjects(selection));
  if (objects.empty()) return;
  desk.duplicate(objects,
                 objects.size() == 1
                     ? EditActions::tr("Duplicate %1").arg(QString::fromStdString(world->object(objects.front())->name))
                     : EditActions::tr("Duplicate %n objects", "", static_cast<int>(objects.size())));
}

// An isolation was entered with its own nodes selected: what was selected since goes before it.
bool isNewest(const ViewKeeper& view, const Selection& selection) {
  const auto& isolated = view.state().isolated;
  return !isolated.empty() && (selection.nodes().empty() || project::nodeIds(selection.nodes()) == isolated);
}

// One step: a mode ends before the selection does.
void stepBack(ToolLock& lock, ViewKeeper& view, Selection& selection) {
  if (lock.isRedefining()) lock.setRedefining(false);
  else if (isNewest(view, selection)) view.endIsolation();
  else selection.clear();
}

QString whyNotObjects(const Selection& selection) {
  return selectedObjects(selection).empty() ? EditActions::tr("Select an object first.") : QString();
}

QString whyNotDelete(const Selection& selection) {
  if (selection.nodes().empty()) return EditActions::tr("Select something first.");
  for (const auto& node : selection.nodes())
    if (!std::holds_alternative<EntityId>(node) && node != world::NodeRef(world::kRootObject)) return {};
  if (selection.nodes() == std::vector<world::NodeRef>{world::kRootObject})
    return EditActions::tr("The world itself cannot be deleted. Select the objects in it, or start a new world.");
  return EditActions::tr("Links and joints belong to their object. Select the object to delete it.");
}

QString whyNotOne(const Selection& selection) {
  return selection.nodes().size() == 1 ? QString()
         : selection.nodes().empty()   ? EditActions::tr("Select something first.")
                                       : EditActions::tr("Select one thing only.");
}

void copyPose(WindowCommands& window, SessionBridge& bridge, Selection& selection) {
  const Pose root_t_node = bridge.snapshot().world->rootT(*selection.active());
  putPoseOnClipboard(root_t_node, poseToText(root_t_node, Notation::kQuaternion), true);
  window.say(EditActions::tr("Pose in the world copied: x y z (m), quaternion w x y z."));
}

void selectAll(SessionBridge& bridge, Selection& selection) {
  const auto world = bridge.snapshot().world;
  std::vector<world::NodeRef> all;
  for (const ObjectId id : world->childrenOf(world->root())) all.emplace_back(id);
  selection.select(all);
}

// For two things that are selected. The names stand in the text, so that it is clear who is meant.
ActionRows collisionRows(SessionBridge* b, Selection* s) {
  const auto pair = [b, s] { return collisionPair(*b->snapshot().world, s->nodes()); };
  const auto text = [pair](const QString& named, const QString& bare) {
    const auto p = pair();
    return p ? named.arg(QString(p->name_a).replace(QLatin1Char('&'), QLatin1String("&&")),
                         QString(p->name_b).replace(QLatin1Char('&'), QLatin1String("&&")))
             : bare;
  };
  const QString allow = EditActions::tr("Allow co&llisions between two objects"),
                check = EditActions::tr("&Check collisions between two objects");
  return {{"edit.allow-collisions",
           allow,
           EditActions::tr("Collision rule: the two that are selected are not checked against each other"),
           "collision",
           {},
           KeyContext::kWindow,
           [b, pair] { allowCollisions(*b, *pair()); },
           [b, pair] { return whyNotAllow(*b, pair()); },
           {},
           [text, allow] { return text(EditActions::tr("Allow co&llisions between %1 and %2"), allow); }},
          {"edit.check-collisions",
           check,
           EditActions::tr("Collision rule: the two that are selected are checked against each other again"),
           "collision",
           {},
           KeyContext::kWindow,
           [b, pair] { checkCollisions(*b, *pair()); },
           [b, pair] { return whyNotCheck(*b, pair()); },
           {},
           [text, check] { return text(EditActions::tr("&Check collisions between %1 and %2"), check); }},
          {"edit.enable-collisions",
           EditActions::tr("S&witch collision checking on"),
           EditActions::tr("What collides is found and told again, by the collision rules of this world"),
           "collision",
           {},
           KeyContext::kWindow,
           [b] { enableCollisions(*b); },
           [b] { return whyNotEnableCollisions(*b); }}};
}

QString nameOf(const session::WorldSession::StepName& step) {
  return SessionBridge::named(toText(step.label), QString::fromStdString(step.author));
}

ActionRows historyRows(SessionBridge* b) {
  return {{"edit.undo",
           EditActions::tr("&Undo"),
           EditActions::tr("Takes the last change back"),
           "undo",
           {QKeySequence::Undo},
           KeyContext::kWindow,
           [b] { b->undo(); },
           [b] {
             return b->session().canUndo()
                        ? QString()
                        : EditActions::tr(
                              "There is nothing to undo: nothing has been changed since this world was opened.");
           },
           {},
           [b] {
             const auto label = nameOf(b->session().undoName());
             return label.isEmpty() ? EditActions::tr("&Undo") : EditActions::tr("&Undo: %1").arg(label);
           },
           true},
          {"edit.redo",
           EditActions::tr("&Redo"),
           EditActions::tr("Does again what was undone"),
           "redo",
           {QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_Z), QKeySequence(Qt::CTRL | Qt::Key_Y)},
           KeyContext::kWindow,
           [b] { b->redo(); },
           [b] {
             return b->session().canRedo()
                        ? QString()
                        : EditActions::tr("There is nothing to redo: nothing has been undone since the last change.");
           },
           {},
           [b] {
             const auto label = nameOf(b->session().redoName());
             return label.isEmpty() ? EditActions::tr("&Redo") : EditActions::tr("&Redo: %1").arg(label);
           },
           true}};
}

ActionRows changeRows(const EditorCommands& editor, SessionBridge* b, Selection* s) {
  auto* w = &editor.window;
  auto* o = &editor.objects;
  return {{"edit.delete",
           EditActions::tr("&Delete"),
           EditActions::tr("Deletes what is selected"),
           "delete",
           {QKeySequence(Qt::Key_Delete)},
           KeyContext::kScene,
           [w, b, s] { deleteSelected(*w, *b, *s); },
           [s] { return whyNotDelete(*s); }},
          {"edit.rename",
           EditActions::tr("Re&name"),
           EditActions::tr("Gives what is selected another name"),
           "rename",
           {QKeySequence(Qt::Key_F2)},
           KeyContext::kWindow,
           [w] { w->renameSelected(); },
           [s] { return whyNotOne(*s); }},
          {"edit.duplicate",
           EditActions::tr("D&uplicate"),
           EditActions::tr("Copies the selected objects with all that hangs on them"),
           "duplicate",
           {QKeySequence(Qt::CTRL | Qt::Key_D)},
           KeyContext::kWindow,
           [o, b, s] { duplicateSelected(*o, *b, *s); },
           [s] { return whyNotObjects(*s); }},
          {"edit.attach",
           EditActions::tr("A&ttach to..."),
           EditActions::tr("Hangs what is selected on a frame, link or object that is chosen, and puts it there"),
           "link",
           {QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_T)},
           KeyContext::kWindow,
           [o] { o->attach(); },
           [o] { return o->whyNotAttach(); }}};
}

ActionRows selectionRows(const EditorCommands& editor, SessionBridge* b, Selection* s) {
  auto* w = &editor.window;
  auto* t = &editor.tools;
  auto* v = &editor.show.keeper();
  return {{"edit.select-all",
           EditActions::tr("Select &all"),
           EditActions::tr("Selects all objects of the world"),
           "select-all",
           {QKeySequence::SelectAll},
           KeyContext::kScene,
           [b, s] { selectAll(*b, *s); }},
          {"edit.deselect",
           EditActions::tr("Select n&othing"),
           EditActions::tr("Clears the selection, or ends an isolation"),
           "",
           {QKeySequence(Qt::Key_Escape)},
           KeyContext::kScene,
           [t, v, s] { stepBack(t->toolLock(), *v, *s); },
           [v, s] {
             return s->nodes().empty() && !v->visibility().isIsolating() ? EditActions::tr("Nothing is selected.")
                                                                         : QString();
           }},
          {"edit.copy-pose",
           EditActions::tr("Copy &pose"),
           EditActions::tr("Puts the pose in the world on the clipboard, as text"),
           "copy",
           {QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_C)},
           KeyContext::kWindow,
           [w, b, s] { copyPose(*w, *b, *s); },
           [s] { return whyNotOne(*s); }}};
}

ActionRows findRows(WindowCommands* w) {
  return {{"edit.find",
           EditActions::tr("&Find in scene"),
           EditActions::tr("Filters the scene tree by name or type"),
           "search",
           {QKeySequence::Find},
           KeyContext::kWindow,
           [w] { w->filterScene(); }},
          {"edit.commands",
           EditActions::tr("Search &actions..."),
           EditActions::tr("Finds any action by name and runs it"),
           "search",
           {QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_P), QKeySequence(Qt::Key_F3)},
           KeyContext::kWindow,
           [w] { w->showCommandSearch(); }}};
}

ActionRows shapeRows(WindowCommands* w) {
  return {
      {"edit.collision-shapes",
       EditActions::tr("Collision s&hapes..."),
       EditActions::tr("Chooses with what the selected parts are checked for collisions: hulls, pieces, primitives, "
                       "fewer triangles"),
       "collision",
       {},
       KeyContext::kWindow,
       [w] { w->chooseCollisionShapes(); },
       [w] { return w->whyNotCollisionShapes(); }}};
}

ActionRows partRows(ObjectCommands* o) {
  const auto row = [o](const char* id, const QString& text, const QString& tip, PartsForm form) {
    return ActionRow{QLatin1String(id),
                     text,
                     tip,
                     "",
                     {},
                     KeyContext::kWindow,
                     [o, form] { o->makeParts(form); },
                     [o, form] { return o->whyNotParts(form); }};
  };
  return {row("edit.parts-one", EditActions::tr("&One rigid object"),
              EditActions::tr("Puts the parts of what is selected together, as one link; each stays where it is"),
              PartsForm::kOne),
          row("edit.parts-links", EditActions::tr("&Links of one object"),
              EditActions::tr("Makes a link of each part of what is selected, all in one object"), PartsForm::kLinks),
          row("edit.parts-objects", EditActions::tr("&An object for each part"),
              EditActions::tr("Takes what is selected apart: each part becomes an object of its own"),
              PartsForm::kObjects)};
}

}  // namespace

ActionRows editActions(const EditorCommands& editor, SessionBridge& bridge, Selection& selection) {
  ActionRows rows = historyRows(&bridge);
  for (const ActionRows& more :
       {changeRows(editor, &bridge, &selection), selectionRows(editor, &bridge, &selection), findRows(&editor.window),
        collisionRows(&bridge, &selection), shapeRows(&editor.window), partRows(&editor.objects)})
    rows.insert(rows.end(), more.begin(), more.end());
  return rows;
}

}  // namespace ww::ui
