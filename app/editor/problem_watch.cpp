// SPDX-License-Identifier: Apache-2.0
#include "app/editor/problem_watch.h"

#include <QFileInfo>
#include <algorithm>

#include "app/editor/repairs.h"
#include "core/usecase/edit_notes.h"
#include "core/world/views/references.h"
#include "ui/bridge/collision_pair.h"
#include "ui/bridge/quiet_notes.h"
#include "ui/bridge/status_text.h"
#include "ui/panels/motion_panel.h"
#include "ui/scene/viewport.h"

namespace ww::editor {
namespace {

using Level = ui::LogLine::Level;

// What belongs to a world begins with "world", and goes with it.
QString collisionsSource() { return QStringLiteral("world.collisions"); }
QString planSource() { return QStringLiteral("world.plan"); }
QString notesSource() { return QStringLiteral("world.notes"); }
QString suspicionsSource() { return QStringLiteral("world.suspicions"); }

// Of a finding that tells of no loss.
QString noteOf(const Diagnostic& d) { return ui::isNote(d) ? ui::noteCode(d) : QString(); }

ui::Problem problemOf(const world::World& world, const Diagnostic& d) {
  const ui::Message m = ui::toMessage(d);
  std::vector<world::NodeRef> nodes;
  const auto named = world::resolveText(world, m.subject.toStdString());
  if (named.ok()) nodes.push_back(*named);
  return {Level::kWarning, m.title, m.hint, {}, nodes, {}, false, m.action, ui::noteCode(d)};
}

bool isThere(const world::World& world, const world::NodeRef& node) {
  const auto* id = std::get_if<ObjectId>(&node);
  return !id || world.object(*id);
}

}  // namespace

ProblemWatch::ProblemWatch(const WindowParts& parts, const Sources& sources)
    : QObject(&parts.window),
      parts_(parts),
      problems_(parts.messages.problems()),
      collisions_(sources.collisions),
      motion_(sources.motion) {
  auto* document = &parts_.document;
  auto* share = &sources.share;
  connect(&parts_.messages, &Messages::listed, this, &ProblemWatch::set);
  connect(&parts_.bridge, &ui::SessionBridge::changed, this, &ProblemWatch::worldChanged);
  connect(document, &Document::opened, this, &ProblemWatch::worldReplaced);
  connect(document, &Document::saved, this, [this, document](const QString& path) {
    // Of a copy this world is not saved.
    if (path == document->path()) problems_.clear(saving());
    problems_.clear(file(path));
  });
  connect(&collisions_, &ui::CollisionWatch::checked, this, &ProblemWatch::showCollisions);
  connect(&motion_, &ui::MotionPanel::stateChanged, this, &ProblemWatch::showPlan);
  connect(share, &ui::Share::stateChanged, this, [this, share] {
    if (share->state() != ui::Share::State::kOff) problems_.clear(sharing());
  });
}

QString ProblemWatch::edits() { return QStringLiteral("world.edits"); }
QString ProblemWatch::saving() { return QStringLiteral("world.saving"); }
QString ProblemWatch::keeping() { return QStringLiteral("keeping"); }
QString ProblemWatch::sharing() { return QStringLiteral("sharing"); }
QString ProblemWatch::file(const QString& path) { return QStringLiteral("file:") + path; }
QString ProblemWatch::lost(const QString& path) { return QStringLiteral("lost:") + path; }
QString ProblemWatch::import(const QString& file) { return QStringLiteral("world.import:") + file; }

void ProblemWatch::set(const QString& source, const QList<ui::Problem>& problems) {
  if (source == edits()) refused_at_ = parts_.bridge.snapshot().revision;
  problems_.set(source, problems);
}

int ProblemWatch::imported(const QString& file, const Diagnostics& diagnostics,
                           const std::vector<world::NodeRef>& objects, const std::function<void(double)>& again) {
  QList<ui::Problem> found;
  for (const Diagnostic& d : ui::shownNotes(diagnostics)) {
    const bool note = ui::isNote(d);
    if (d.severity == Diagnostic::Severity::kInfo && !note) continue;
    const auto level = d.severity == Diagnostic::Severity::kError ? Level::kError : Level::kWarning;
    const ui::Message m = ui::toMessage(d);
    // In the list it stands beside what is told of other files.
    const QString line = ui::toLine(d), name = QFileInfo(file).fileName();
    const QString text = line.contains(name) ? line : QStringLiteral("%1: %2").arg(name, line);
    ui::Problem problem{level, text, m.hint, m.subject, objects, {}, false, m.action, noteOf(d)};
    if (const auto remedy = importsAgain(d, again)) problem.remedies << *remedy;
    found << problem;
  }
  // It could be imported after all; what another import of the file brought is still so.
  problems_.clear(import(file));
  const auto number = [](const auto& id) { return QString::number(id.value); };
  const QString one = objects.empty() ? QString() : std::visit(number, objects.front());
  problems_.set(import(file) + QLatin1Char('#') + one, found);
  return static_cast<int>(found.size());
}

// What is odd about the last edit: of the next one there is something else to say.
void ProblemWatch::showNotes(const ui::ChangePtr& change) {
  if (!put_offer_.isEmpty()) parts_.messages.notifications().withdraw(std::exchange(put_offer_, {}));
  if (change->kind != session::Change::Kind::kCommit && change->kind != session::Change::Kind::kRedo)
    return problems_.clear(notesSource());
  QList<ui::Problem> found;
  // Where a base stands in something, the collisions tell.
  const Diagnostics notes = usecase::editNotes(*change->before.world, *change->after.world, false);
  for (const Diagnostic& d : ui::shownNotes(notes)) {
    ui::Problem problem = problemOf(*change->after.world, d);
    if (const auto remedy = remedyOf(parts_.bridge, d, notes, *change)) problem.remedies << *remedy;
    if (const auto remedy = putsThere(parts_.bridge, d)) {
      problem.remedies << *remedy;
      if (change->author.empty()) offerToPut(problem);
    }
    found << problem;
  }
  problems_.set(notesSource(), found);
  showSuspicions();
}

// What was just hung somewhere else is looked for there.
void ProblemWatch::offerToPut(const ui::Problem& problem) {
  const ui::Remedy& put = problem.remedies.back();
  put_offer_ = problem.text;
  parts_.messages.notifyOfWorld({ui::Notice::Kind::kWarning, problem.text, problem.hint, put.text, put.run});
}

// As a collision, with the same button: one fact has one row.
bool ProblemWatch::isListed(const Diagnostic& held) const {
  const auto world = parts_.bridge.snapshot().world;
  const auto& all = collisions_.collisions();
  return std::ranges::any_of(all, [&](const ui::Collision& c) { return tellsOfPair(*world, held, c.a, c.b); });
}

// What is odd about the world as it stands, however it came to that; not twice what the last edit tells.
void ProblemWatch::showSuspicions() {
  const QList<ui::Problem> told = problems_.of(notesSource());
  const auto isTold = [&](const ui::Problem& problem) {
    return std::ranges::any_of(told, [&](const ui::Problem& t) {
      return t.note == problem.note && (t.nodes.empty() || t.nodes == problem.nodes);
    });
  };
  QList<ui::Problem> found;
  for (const Diagnostic& d : ui::shownNotes(collisions_.suspicions())) {
    ui::Problem problem = problemOf(*parts_.bridge.snapshot().world, d);
    problem.lasts = true;
    if (const auto remedy = excludesHeld(parts_.bridge, d)) problem.remedies << *remedy;
    if (const auto remedy = putsThere(parts_.bridge, d)) problem.remedies << *remedy;
    if (!isTold(problem) && !isListed(d)) found << problem;
  }
  problems_.set(suspicionsSource(), found);
}

// ---- what ends a problem

void ProblemWatch::worldReplaced(const QString& path) {
  problems_.clearAll(QStringLiteral("world"));
  problems_.clearAll(file({}));
  problems_.clearAll(lost({}), path.isEmpty() ? QString() : lost(path));
}

void ProblemWatch::worldChanged(const ui::ChangePtr& change) {
  if (change->author.empty() && change->after.revision > refused_at_) problems_.clear(edits());
  // What was imported has gone, and with it what was to say about it.
  showNotes(change);
  const auto& world = *parts_.bridge.snapshot().world;
  QList<int> gone;
  for (int row = 0; row < problems_.rowCount(); ++row) {
    const ui::Problem& problem = problems_.problem(row);
    const auto& nodes = problem.nodes;
    if (!problem.lasts && !nodes.empty() &&
        std::none_of(nodes.begin(), nodes.end(), [&](const world::NodeRef& node) { return isThere(world, node); }))
      gone << row;
  }
  problems_.dismiss(gone);
}

// ---- states of the world

// Of the world: what is dragged collides only as long as it is held there.
void ProblemWatch::showCollisions() {
  if (collisions_.isMoving()) return;
  showSuspicions();
  QList<ui::Problem> found;
  for (const ui::Collision& c : collisions_.collisions()) {
    ui::Problem problem{Level::kError, tr("%1.").arg(c.text), {}, {}, {c.a, c.b}, {c.point_a, c.point_b}, true};
    problem.hint = tr("Move one of the two, or allow it where they may touch.");
    problem.remedies << ui::Remedy{tr("Allow this pair"), {}, [this, nodes = problem.nodes] { allow(nodes); }};
    if (const auto out = movesOut(parts_.bridge, c.a, c.b)) problem.remedies << *out;
    for (const Diagnostic& d : ui::shownNotes(collisions_.suspicions())) {
      if (!tellsOfPair(*parts_.bridge.snapshot().world, d, c.a, c.b)) continue;
      problem.hint = ui::toMessage(d).hint;
      if (const auto excludes = excludesHeld(parts_.bridge, d)) problem.remedies.prepend(*excludes);
    }
    found << problem;
  }
  if (collisions_.hasMore()) {
    const QString text = tr("More than %n pairs collide: these are the deepest.", "", static_cast<int>(found.size()));
    found << ui::Problem{Level::kError, text, tr("The others are listed when there are fewer."), {}, {}, {}, true};
  }
  if (collisions_.coverage().nothing == collision::Coverage::Nothing::kSwitchedOff && collisions_.hasResult())
    found << ui::Problem{Level::kWarning,
                         tr("This world is not checked for collisions: checking is switched off."),
                         tr("Switch it on to see what collides."),
                         {},
                         {},
                         {},
                         true,
                         QStringLiteral("edit.enable-collisions")};
  problems_.set(collisionsSource(), found);
}

// A rule of the world, which Undo takes back.
void ProblemWatch::allow(const std::vector<world::NodeRef>& nodes) {
  const auto pair = ui::collisionPair(*parts_.bridge.snapshot().world, nodes);
  const QString why_not = ui::whyNotAllow(parts_.bridge, pair);
  if (!why_not.isEmpty()) return parts_.messages.say(why_not);
  ui::allowCollisions(parts_.bridge, *pair);
}

void ProblemWatch::showPlan() {
  using State = ui::MotionPanel::State;
  if (motion_.state() == State::kPlanning) return;  // it will be known soon
  if (!motion_.failure() || (motion_.state() != State::kFailed && motion_.state() != State::kStale))
    return problems_.clear(planSource());
  const ui::MotionOutcome& outcome = *motion_.failure();
  ui::Problem problem;
  problem.lasts = true;
  problem.nodes = outcome.involved;
  problem.points = outcome.points_in_root;
  const ui::Message m = ui::toMessage(outcome.status);
  problem.text = tr("No path: %1").arg(m.title);
  problem.hint = m.hint;
  problem.action = m.action;
  if (motion_.state() == State::kStale) {
    problem.level = Level::kWarning;
    problem.hint = tr("The world has changed since: plan again.");
    problem.action = QStringLiteral("motion.plan");
  }
  problems_.set(planSource(), {problem});
}

void ProblemWatch::goTo(int row) {
  if (row < 0 || row >= problems_.rowCount()) return;
  const ui::Problem problem = problems_.problem(row);
  auto& selection = parts_.selection;
  const auto world = parts_.bridge.snapshot().world;
  std::vector<world::NodeRef> nodes = problem.nodes;
  if (const auto named = world::resolveText(*world, problem.subject.toStdString());
      nodes.empty() && !problem.subject.isEmpty() && named.ok())
    nodes = {*named};
  if (nodes.empty()) return;
  selection.select(problem.points.empty() ? nodes : ui::wholeObjects(*world, nodes));
  selection.prune(*world);  // it may be newer than what was found
  if (problem.points.empty()) return parts_.view.fitSelection();
  std::vector<EntityId> bodies;
  for (const auto& node : nodes)
    if (const auto* id = std::get_if<EntityId>(&node)) bodies.push_back(*id);
  parts_.view.view()->lookAt({problem.points, bodies});
}

void ProblemWatch::goTo(const QString& subject) {
  const auto node = world::resolveText(*parts_.bridge.snapshot().world, subject.toStdString());
  if (!node.ok()) return;
  parts_.selection.select({*node});
  parts_.view.fitSelection();
}

}  // namespace ww::editor
