// SPDX-License-Identifier: Apache-2.0
#include "ui/bridge/clearance_check.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <unordered_set>

#include "core/collision/margins.h"
#include "core/collision/rules/rules.h"
#include "core/geometry/offset.h"

namespace ww::ui {
namespace {

constexpr std::size_t kMostFollowed = 800;       // the checker looks at each pair of these
constexpr std::size_t kMostTriangles = 300'000;  // of all shells: more would be seen as a block
constexpr double kLeastMargin = 1e-4;            // metres; less could not be seen

bool canHaveBodies(const world::World& world, const world::NodeRef& node) {
  if (const auto* id = std::get_if<ObjectId>(&node)) return *id != world::kRootObject && world.peek(*id);
  const auto* id = std::get_if<EntityId>(&node);
  return id && world.owner(*id) && !world.owner(*id)->frame;
}

// Two of one shape, placement and margin are one.
std::string shellName(const world::PlacedGeometry& placed, double margin) {
  std::string name = fmt::format("margin:{}:{:.6f}", placed.geometry->ref, margin);
  for (int row = 0; row < 3; ++row)
    for (int column = 0; column < 4; ++column)
      name += fmt::format(":{:.17g}", placed.ref_t_shape.matrix()(row, column));
  return name;
}

geometry::GeometryPtr shellOf(const world::PlacedGeometry& placed, double margin, const std::string& name) {
  geometry::Mesh stands = *placed.geometry->mesh;
  for (Vec3& p : stands.vertices) p = placed.ref_t_shape * p;
  const auto mesh = std::make_shared<const geometry::Mesh>(geometry::offsetMesh(stands, margin));
  geometry::Geometry out;
  out.ref = name;
  out.shape.mesh = mesh;
  out.mesh = mesh;
  out.bounds = mesh->bounds();
  out.from_mesh = true;
  return std::make_shared<const geometry::Geometry>(std::move(out));
}

}  // namespace

std::vector<EntityId> bodiesOf(const world::World& world, const std::vector<world::NodeRef>& nodes) {
  std::vector<world::NodeRef> all;
  std::unordered_set<ObjectId> seen;
  for (const auto& node : nodes)
    if (canHaveBodies(world, node)) all.push_back(node);
  std::vector<EntityId> out;
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (const auto* id = std::get_if<ObjectId>(&all[i])) {
      if (!seen.insert(*id).second) continue;
      for (const ObjectId child : world.childrenOf(*world.peek(*id))) all.emplace_back(child);
    }
    const auto bodies = collision::bodiesOf(world, all[i]);
    out.insert(out.end(), bodies.begin(), bodies.end());
  }
  std::ranges::sort(out);
  out.erase(std::unique(out.begin(), out.end()), out.end());
  return out;
}

ClearanceCheck::ClearanceCheck(std::shared_ptr<WorldScenes> scenes)
    : scenes_(scenes ? std::move(scenes) : std::make_shared<WorldScenes>()) {}

// False when so much moves that no check could follow it.
bool ClearanceCheck::prepare(const world::WorldPtr& world, const model::Overrides& shown) {
  const std::vector<EntityId> movers = shown.movers(*world);
  if (prepared_for_ == world && movers_ == movers) return checker_.has_value();
  prepared_for_ = world;
  movers_ = movers;
  checker_.reset();
  std::vector<ObjectId> floating;
  for (const auto& [id, root_t_object] : shown.floating(*world)) floating.push_back(id);
  collision::Scene scene = scenes_->of(*world);
  if (!floating.empty()) scene = scene.floating(std::move(floating));
  if (collision::countMoving(scene, movers, kMostFollowed + 1) > kMostFollowed) return false;
  state_.emplace(scene.model());
  checker_.emplace(scene, movers);
  return true;
}

Clearance ClearanceCheck::of(const world::WorldPtr& world, const model::Overrides& shown,
                             const std::vector<world::NodeRef>& nodes) {
  Clearance out;
  const std::vector<EntityId> bodies = bodiesOf(*world, nodes);
  out.has_bodies = !bodies.empty();
  if (!out.has_bodies) return out;
  out.is_told = bodies.size() <= kMostFollowed && prepare(world, shown);
  if (!out.is_told) return out;
  shown.apply(*state_);
  out.nearest = checker_->nearestOf(bodies, *state_, std::numeric_limits<double>::infinity());
  return out;
}

std::vector<MarginShell> ClearanceCheck::shells(const world::WorldPtr& world,
                                                const std::vector<world::NodeRef>& nodes) {
  std::vector<MarginShell> out;
  std::map<std::string, geometry::GeometryPtr> made;
  std::size_t triangles = 0;
  const std::vector<EntityId> bodies = bodiesOf(*world, nodes);
  if (bodies.size() > kMostFollowed) return out;
  for (const auto& around : collision::marginsAround(scenes_->of(*world), bodies)) {
    const auto entity = world->entity(around.entity);
    if (!entity || !around.is_checked || around.margin_m < kLeastMargin) continue;
    for (const auto& placed : entity->collision) {
      if (!placed.geometry) continue;
      triangles += placed.geometry->mesh->triangles.size();
      if (triangles > kMostTriangles) continue;
      const std::string name = shellName(placed, around.margin_m);
      const auto known = made_.find(name);
      const auto shape = known != made_.end() ? known->second : shellOf(placed, around.margin_m, name);
      made[name] = shape;
      out.push_back({around.entity, around.margin_m, shape});
    }
  }
  made_ = std::move(made);
  return out;
}

}  // namespace ww::ui
