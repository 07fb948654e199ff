// SPDX-License-Identifier: Apache-2.0
#include "app/editor/repairs.h"

#include <QCoreApplication>
#include <algorithm>

#include "core/base/failure.h"
#include "core/usecase/failures.h"
#include "core/usecase/mount.h"
#include "core/usecase/repairs.h"
#include "core/usecase/rules/held_overlaps.h"
#include "core/validate/failures.h"
#include "core/world/values/attachment.h"
#include "core/world/views/references.h"

namespace ww::editor {
namespace {

struct Repairs {
  Q_DECLARE_TR_FUNCTIONS(Repairs)
};
using Rows = std::initializer_list<const FailureRow*>;
using Nodes = std::vector<world::NodeRef>;

bool isOneOf(const Diagnostic& note, Rows rows) {
  return note.failure && std::ranges::find(rows, note.failure->row) != rows.end();
}

// What the notes of these kinds are about; `key`: the field that names it.
Nodes nodesOf(const world::World& world, const Diagnostics& notes, Rows rows, std::string_view key) {
  Nodes nodes;
  for (const Diagnostic& note : notes) {
    const auto* value = isOneOf(note, rows) ? note.failure->find(key) : nullptr;
    const auto* named = value ? std::get_if<arg::Node>(value) : nullptr;
    const auto* all = value ? std::get_if<arg::Names>(value) : nullptr;
    for (const std::string& name : named ? std::vector{named->display} : all ? all->texts : std::vector<std::string>())
      if (const auto node = world::resolveText(world, name);
          node.ok() && std::ranges::find(nodes, *node) == nodes.end())
        nodes.push_back(*node);
  }
  return nodes;
}

QString nameOf(const world::World& world, const Nodes& nodes) {
  return nodes.size() == 1 ? QString::fromStdString(world.display(nodes.front()))
                           : Repairs::tr("%n things", "", static_cast<int>(nodes.size()));
}

ui::Remedy inMillimetres(ui::SessionBridge& bridge, const world::WorldPtr& before, const world::World& world,
                         const Nodes& nodes) {
  const QString label = Repairs::tr("Read the position of %1 as millimetres").arg(nameOf(world, nodes));
  return {Repairs::tr("Read as millimetres"),
          Repairs::tr("Divides what was set of the position by 1000; Undo takes it back"),
          [&bridge, before, nodes, label] {
            bridge.commit(label, usecase::readAsMillimetres(*before, *bridge.snapshot().world, nodes));
          }};
}

ui::Remedy inDegrees(ui::SessionBridge& bridge, const world::WorldPtr& before, const world::World& world,
                     const Nodes& nodes) {
  std::vector<ObjectId> robots;
  for (const auto& node : nodes)
    if (const auto* id = std::get_if<ObjectId>(&node)) robots.push_back(*id);
  const QString label = Repairs::tr("Read the joints of %1 as degrees").arg(nameOf(world, nodes));
  return {Repairs::tr("Read as degrees"),
          Repairs::tr("Takes all joints that were set with it for degrees; Undo takes it back"),
          [&bridge, before, robots, label] {
            bridge.commit(label, usecase::readAsDegrees(*before, *bridge.snapshot().world, robots));
          }};
}

}  // namespace

std::optional<ui::Remedy> remedyOf(ui::SessionBridge& bridge, const Diagnostic& note, const Diagnostics& all,
                                   const session::Change& change) {
  const world::World& world = *change.after.world;
  const Rows far_off{&usecase::failures::kFarAway, &usecase::failures::kSeveralFarAway,
                     &usecase::failures::kFrameFarOff};
  if (isOneOf(note, far_off)) {
    Nodes nodes = nodesOf(world, all, {&usecase::failures::kFarAway}, "object");
    for (const auto& node : nodesOf(world, all, {&usecase::failures::kSeveralFarAway}, "objects"))
      nodes.push_back(node);
    for (const auto& frame : nodesOf(world, all, {&usecase::failures::kFrameFarOff}, "frame")) nodes.push_back(frame);
    if (!nodes.empty()) return inMillimetres(bridge, change.before.world, world, nodes);
  }
  if (isOneOf(note, {&usecase::failures::kJointInDegrees})) {
    const Nodes nodes = nodesOf(world, all, {&usecase::failures::kJointInDegrees}, "robot");
    if (!nodes.empty()) return inDegrees(bridge, change.before.world, world, nodes);
  }
  return std::nullopt;
}

std::optional<ui::Remedy> importsAgain(const Diagnostic& note, const std::function<void(double)>& again) {
  const std::string_view code = note.failure ? note.failure->row->code : std::string_view();
  const QString tip = Repairs::tr("Deletes what came in, and asks about the file again; Undo brings it back");
  if (code == "io.perhaps-millimetres" || code == "usecase.large-here")
    return ui::Remedy{Repairs::tr("Import again in mm"), tip, [again] { again(1e-3); }};
  if (code == "io.perhaps-metres") return ui::Remedy{Repairs::tr("Import again in m"), tip, [again] { again(1.0); }};
  return std::nullopt;
}

std::optional<ui::Remedy> excludesHeld(ui::SessionBridge& bridge, const Diagnostic& note) {
  const Rows rows{&usecase::failures::kHeldOverlaps};
  if (!isOneOf(note, rows)) return std::nullopt;
  const auto seen = bridge.snapshot().world;
  const Nodes held = nodesOf(*seen, {note}, rows, "object"), named = nodesOf(*seen, {note}, rows, "links");
  std::vector<EntityId> links;
  for (const auto& node : named)
    if (const auto* link = std::get_if<EntityId>(&node)) links.push_back(*link);
  const auto* object = held.empty() ? nullptr : std::get_if<ObjectId>(&held.front());
  if (!object || links.empty()) return std::nullopt;
  const QString label = Repairs::tr("Exclude %1 from checks against %2").arg(nameOf(*seen, held), nameOf(*seen, named));
  return ui::Remedy{Repairs::tr("Exclude them"),
                    Repairs::tr("Adds a collision rule for what is mounted; Undo takes it back"),
                    [&bridge, id = *object, links, label] {
                      const auto now = bridge.snapshot().world;
                      const auto isThere = [&](EntityId link) { return now->owner(link) != nullptr; };
                      if (!now->peek(id) || !std::ranges::all_of(links, isThere)) return;
                      bridge.commit(label, usecase::excludeHeld(*now, id, links));
                    }};
}

bool tellsOfPair(const world::World& world, const Diagnostic& held, EntityId a, EntityId b) {
  const Rows rows{&usecase::failures::kHeldOverlaps};
  const Nodes objects = nodesOf(world, {held}, rows, "object"), links = nodesOf(world, {held}, rows, "links");
  const auto is = [&](EntityId own, EntityId link) {
    const auto* owner = world.owner(own);
    return owner && std::ranges::find(objects, world::NodeRef(owner->object)) != objects.end() &&
           std::ranges::find(links, world::NodeRef(link)) != links.end();
  };
  return is(a, b) || is(b, a);
}

std::optional<ui::Remedy> putsThere(ui::SessionBridge& bridge, const Diagnostic& note) {
  const Rows rows{&validate::failures::kToolOffMount};
  if (!isOneOf(note, rows)) return std::nullopt;
  const auto seen = bridge.snapshot().world;
  const Nodes tools = nodesOf(*seen, {note}, rows, "object");
  const auto* id = tools.empty() ? nullptr : std::get_if<ObjectId>(&tools.front());
  const auto object = id ? seen->object(*id) : nullptr;
  if (!object || !object->parent_entity) return std::nullopt;
  const FrameId frame = world::attachedTo(*seen, *object);
  const world::NodeRef target = frame ? world::NodeRef(frame) : world::NodeRef(object->parent_entity);
  const QString label =
      Repairs::tr("Put %1 on %2").arg(nameOf(*seen, tools), QString::fromStdString(seen->display(target)));
  return ui::Remedy{Repairs::tr("Put it there"),
                    Repairs::tr("Its origin comes onto that of what carries it; Undo takes it back"),
                    [&bridge, tools, target, label] {
                      bridge.commitMade(label, [&](const world::World& now, const ui::TryEdits& tried) {
                        return usecase::attached(now, tried, tools, target, usecase::AttachWay::kPutThere);
                      });
                    }};
}

std::optional<ui::Remedy> movesOut(ui::SessionBridge& bridge, EntityId a, EntityId b) {
  const auto world = bridge.snapshot().world;
  const ObjectId robot = usecase::robotStandingIn(*world, a, b);
  if (!robot) return std::nullopt;
  const auto* owner = world->owner(a);
  const EntityId other = owner && owner->object == robot ? b : a;
  const QString name = nameOf(*world, {robot});
  return ui::Remedy{Repairs::tr("Move %1 out").arg(name),
                    Repairs::tr("Moves %1 the shortest way to where it touches nothing of %2; Undo takes it back")
                        .arg(name, QString::fromStdString(world->display(other))),
                    [&bridge, robot, other, name] {
                      bridge.commitMade(Repairs::tr("Move %1 out").arg(name),
                                        [robot, other](const world::World& now, const ui::TryEdits& tried) {
                                          return usecase::movedOut(now, tried, robot, other);
                                        });
                    }};
}

}  // namespace ww::editor
