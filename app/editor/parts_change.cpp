// SPDX-License-Identifier: Apache-2.0
#include "app/editor/parts_change.h"

#include <QCoreApplication>
#include <algorithm>

#include "ui/bridge/failures.h"
#include "ui/bridge/status_text.h"

namespace ww::editor {
namespace {

struct PartsChange {
  Q_DECLARE_TR_FUNCTIONS(PartsChange)
};

constexpr std::size_t kMostLookedAt = 200;  // objects, before a menu opens
constexpr std::size_t kFewShapes = 30;      // some milliseconds

ObjectId behindNode(const world::World& world, const world::NodeRef& node) {
  if (const auto* id = std::get_if<ObjectId>(&node)) return world.peek(*id) ? *id : ObjectId{};
  if (const auto* id = std::get_if<FrameId>(&node)) return world.peek(*id) ? world.peek(*id)->object : ObjectId{};
  const auto* owner = world.owner(std::get<EntityId>(node));
  return owner ? owner->object : ObjectId{};
}

}  // namespace

io::PartMode modeOf(ui::PartsForm form) {
  switch (form) {
    case ui::PartsForm::kOne: return io::PartMode::kOne;
    case ui::PartsForm::kLinks: return io::PartMode::kLinks;
    case ui::PartsForm::kObjects: return io::PartMode::kObjects;
  }
  return io::PartMode::kOne;
}

std::vector<ObjectId> objectsBehind(const world::World& world, const ui::Selection& selection) {
  std::vector<ObjectId> out;
  for (const world::NodeRef& node : selection.nodes())
    if (const ObjectId id = behindNode(world, node); id && id != world::kRootObject) out.push_back(id);
  std::vector<ObjectId> seen = out;
  std::ranges::sort(seen);
  if (std::ranges::adjacent_find(seen) == seen.end()) return out;
  std::vector<ObjectId> once;
  for (const ObjectId id : out)
    if (std::ranges::find(once, id) == once.end()) once.push_back(id);
  return once;
}

QStringList partsActions(const world::World& world, const std::vector<ObjectId>& objects) {
  const auto present = usecase::presentParts(world, objects);
  QStringList out;
  for (const auto& [id, form] : {std::pair(QStringLiteral("edit.parts-one"), ui::PartsForm::kOne),
                                 std::pair(QStringLiteral("edit.parts-links"), ui::PartsForm::kLinks),
                                 std::pair(QStringLiteral("edit.parts-objects"), ui::PartsForm::kObjects)})
    if (present != modeOf(form)) out << id;
  return out;
}

QString whyNotParts(const world::World& world, const std::vector<ObjectId>& objects, ui::PartsForm form) {
  if (objects.empty()) return PartsChange::tr("Select an object first.");
  if (objects.size() > kMostLookedAt) return {};
  const Status can = usecase::checkParts(world, objects, modeOf(form));
  return can.ok() ? QString() : ui::toLine(can);
}

Result<PartsDone> commitParts(session::WorldSession& session, const std::vector<ObjectId>& objects, ui::PartsForm form,
                              const std::string& label, const std::function<bool()>& ended) {
  constexpr int kTries = 20;
  session::CommitRequest request;
  request.label = label;
  for (int i = 1;; ++i) {
    const session::Snapshot now = session.snapshot();
    WW_ASSIGN(usecase::PartsChange change, usecase::partsAs(*now.world, *session.sharedStore(), objects, modeOf(form)));
    if (ended()) return fail(ui::failures::kCancelled);
    request.edits = change.edits;
    request.base_revision = now.revision;  // the ids of what is made are those of this world
    const auto done = session.commitAndSee(request);
    if (!done.ok() && done.status().code == Code::kAborted && i < kTries) continue;
    if (!done.ok()) return done.status();
    PartsDone out;
    out.nodes.assign(change.objects.begin(), change.objects.end());
    out.notes = std::move(change.notes);
    return out;
  }
}

bool takesLong(const world::World& world, const std::vector<ObjectId>& objects) {
  std::size_t shapes = 0;
  for (const ObjectId id : objects) {
    const world::Object* object = world.peek(id);
    if (!object) continue;
    for (const world::EntityPtr& e : object->entities) shapes += 1 + e->visual.size() + e->collision.size();
    if (shapes > kFewShapes) return true;
  }
  return false;
}

}  // namespace ww::editor
