// SPDX-License-Identifier: Apache-2.0
#include "app/editor/revision_ghosts.h"

#include <algorithm>

#include "core/world/updates/edits.h"

namespace ww::editor {
namespace {

using ItemKind = usecase::RevisionItem::Kind;
using Shells = std::vector<ui::scene::BodyShell>;

const QColor kComes(0x2b, 0x8a, 0x3e), kMoves(0x1c, 0x7e, 0xd6), kGoes(0xe0, 0x31, 0x31);

bool isDrawnAlike(const world::Entity& a, const world::Entity& b) {
  return std::ranges::equal(a.visual, b.visual, [](const auto& x, const auto& y) {
    return x.geometry == y.geometry && x.ref_t_shape.matrix() == y.ref_t_shape.matrix();
  });
}

class GhostMaker {
 public:
  GhostMaker(const world::World& now, const world::World& then, ObjectId object)
      : now_(now), then_(then), before_(*now.peek(object)), after_(*then.peek(object)) {}

  Shells of(const usecase::RevisionItem& item) const {
    Shells out;
    // A mass, a limit, a frame: nothing that is seen.
    if (item.kind == ItemKind::kChanged || item.kind == ItemKind::kSetting || item.kind == ItemKind::kFollows ||
        item.feature_gone)
      return out;
    if (!item.shape.empty()) return ofShape(item);
    if (item.kind == ItemKind::kGone || item.kind == ItemKind::kLost) {
      if (const world::Entity* part = before_.entity(item.entity); part && !item.configuration) addGone(*part, {}, out);
      return out;
    }
    for (const auto& entity : after_.entities) {
      const bool is_new = before_.entity(entity->id) == nullptr;
      const bool meant = item.kind == ItemKind::kNew ? is_new && entity->name == item.part
                                                     : !is_new && (!item.entity || isBelow(*entity, item.entity));
      if (meant) addThen(*entity, is_new, out);
    }
    return out;
  }

 private:
  // Itself, or on it.
  bool isBelow(const world::Entity& entity, EntityId top) const {
    const world::Entity* at = &entity;
    while (at != nullptr && at->id != top) at = after_.entity(at->parent);
    return at != nullptr;
  }

  // One of several of a part.
  Shells ofShape(const usecase::RevisionItem& item) const {
    Shells out;
    const world::Entity *before = before_.entity(item.entity), *after = after_.entity(item.entity);
    if (before && item.kind == ItemKind::kGone) addGone(*before, item.shape, out);
    if (!after || item.kind == ItemKind::kGone || item.kind == ItemKind::kRenamed) return out;
    for (const auto& one : after->visual)
      if (one.name == item.shape)
        out.push_back({item.entity, one.geometry, one.ref_t_shape, item.kind == ItemKind::kNew ? kComes : kMoves});
    return out;
  }

  // A little larger than the part, so that it is seen before it; of the named shape alone, unless that is empty.
  static void addGone(const world::Entity& part, const std::string& shape, Shells& out) {
    constexpr double kLarger = 1.01;
    for (const auto& one : part.visual) {
      if (!shape.empty() && one.name != shape) continue;
      const Vec3 middle = one.geometry->bounds.center();
      const Eigen::Affine3d larger =
          Eigen::Translation3d(middle) * Eigen::Scaling(kLarger) * Eigen::Translation3d(-middle);
      out.push_back({part.id, one.geometry, one.ref_t_shape * larger, kGoes});
    }
  }

  // In the frame of what carries the object now, so that the ghost goes with it.
  void addThen(const world::Entity& entity, bool is_new, Shells& out) const {
    const Pose root_t_entity = then_.rootT(entity.id);
    if (!is_new) {
      const bool still = root_t_entity.isometry().isApprox(now_.rootT(entity.id).isometry(), 1e-9);
      if (still && isDrawnAlike(entity, *before_.entity(entity.id))) return;
    }
    const EntityId base = before_.rootEntity();
    const Eigen::Affine3d base_t_entity =
        (now_.rootT(base).inverse() * root_t_entity).isometry() * Eigen::Affine3d::Identity();
    for (const auto& one : entity.visual)
      out.push_back({base, one.geometry, base_t_entity * one.ref_t_shape, is_new ? kComes : kMoves});
  }

  const world::World& now_;
  const world::World& then_;
  const world::Object& before_;
  const world::Object& after_;
};

}  // namespace

RevisionGhosts revisionGhosts(const world::World& world, geometry::GeometryStore& store,
                              const usecase::Revision& revision) {
  RevisionGhosts out;
  usecase::Revision seen = revision;  // nobody sees what is checked, and it may take long to make
  seen.source.shapes.reset();
  for (usecase::RevisionItem& item : seen.items) item.remade_as.reset();
  const auto edits = usecase::revised(world, store, seen, {});
  if (!edits.ok() || !world.peek(revision.object)) return out;
  const auto then = world::apply(world, **edits, store);
  if (!then.ok() || !then->peek(revision.object)) return out;
  const GhostMaker maker(world, *then, revision.object);
  for (const usecase::RevisionItem& item : revision.items) {
    Shells shells = maker.of(item);
    if (!shells.empty()) out[item.id] = std::move(shells);
  }
  return out;
}

}  // namespace ww::editor
