// SPDX-License-Identifier: Apache-2.0
// An object for each link of one.
#include <algorithm>

#include "core/geometry/placed_bounds.h"
#include "core/geometry/wire_convert.h"
#include "core/scene/part_sources.h"
#include "core/scene/updates/mentions.h"
#include "core/usecase/feature_link.h"
#include "core/usecase/parts/parts_note.h"
#include "core/usecase/parts/scene_parts.h"

namespace ww::usecase {
namespace {

namespace so = scene_parts::so;
using scene_parts::Entities;
using scene_parts::ShapeAt;

class Dispersal {
 public:
  Dispersal(const PartObject& links, const PartsContext& context)
      : links_(links), context_(context), before_(links.object), sources_(scene::partSourcesOf(links.object)) {
    for (scene::PartSource& source : sources_.parts) source_of_[source.entity] = std::move(source);
    sources_.parts.clear();
    sources_.mode = "objects";
  }

  Regrouped run() {
    findParts();
    for (std::size_t i = 0; i < parts_.size(); ++i) out_.objects.push_back(objectOf(i));
    for (const so::Entity* e : before_.parentsFirst()) place(*e);
    finishHeir();
    return std::move(out_);
  }

 private:
  void findParts() {
    for (const so::Entity* e : before_.parentsFirst()) {
      if (!scene_parts::hasShapes(*e)) continue;
      part_of_[e->name()] = parts_.size();
      parts_.push_back(e);
    }
    // What is on the root goes on with the object. Another link without shapes is that of the first part below it, else
    // of the one above.
    out_.heir = heirOf();
    part_of_.try_emplace(before_.root().name(), out_.heir);
    const auto& order = before_.parentsFirst();
    for (auto it = order.rbegin(); it != order.rend(); ++it) {
      if (!(*it)->has_link() || part_of_.contains((*it)->name())) continue;
      if (const std::optional<std::size_t> below = firstBelow(**it)) part_of_[(*it)->name()] = *below;
    }
    for (const so::Entity* e : order) {
      if (!e->has_link() || part_of_.contains(e->name())) continue;
      const auto above = part_of_.find(before_.linkOf(e->parent_name()));
      part_of_[e->name()] = above == part_of_.end() ? 0 : above->second;
    }
  }

  std::optional<std::size_t> firstBelow(const so::Entity& link) const {
    std::optional<std::size_t> out;
    for (const so::Entity* child : before_.childrenOf(link.name())) {
      std::optional<std::size_t> of;
      if (const auto known = part_of_.find(child->name()); known != part_of_.end()) of = known->second;
      else if (child->has_joint()) of = firstBelow(*child);
      if (of && (!out || *of < *out)) out = of;
    }
    return out;
  }

  // The object goes on as its root link, or else as the largest part.
  std::size_t heirOf() const {
    std::size_t best = 0;
    double most = -1.0;
    for (std::size_t i = 0; i < parts_.size(); ++i) {
      if (parts_[i] == &before_.root()) return i;
      Bounds box;
      for (const ShapeAt& shape : scene_parts::shapesOf(*parts_[i])) {
        const auto geometry = context_.find(shape.placed->geometry().geo_ref().exact_geometry_ref());
        const auto at = geometry::toAffine(shape.placed->ref_t_shape());
        if (geometry && at.ok()) box.add(geometry::placedBounds(*geometry, *at));
      }
      const double size = box.size().norm();
      if (size > most * (1.0 + 1e-9)) {
        best = i;
        most = size;
      }
    }
    return best;
  }

  PartObject objectOf(std::size_t i) {
    const so::Entity& link = *parts_[i];
    const bool is_heir = i == out_.heir;
    PartObject out;
    if (is_heir) {
      out.object = links_.object;
      out.object.clear_entities();
    } else {
      auto& simulation = *out.object.mutable_simulation_spec();
      simulation.set_is_static(links_.object.simulation_spec().is_static());
      simulation.set_disabled(links_.object.simulation_spec().disabled());
      if (!links_.object.has_simulation_spec()) out.object.clear_simulation_spec();
    }
    out.name = &link == &before_.root() ? links_.name : link.name();
    out.object.set_name(&link == &before_.root() && !links_.object.name().empty() ? links_.object.name() : link.name());
    out.at = links_.at * before_.rootT(link.name());
    keepPartsNote(out.object, noteOf(link, out.name));
    scene::PartSources sources = sources_;
    if (const auto own = source_of_.find(link.name()); own != source_of_.end()) sources.parts.push_back(own->second);
    scene::setPartSources(out.object, sources);
    return out;
  }

  // The way up to the root.
  PartsNote noteOf(const so::Entity& link, const std::string& called) const {
    PartsNote out;
    out.group = context_.group;
    out.whole = links_.name;
    out.link = link.name();
    out.called = called;
    out.parts = parts_.size();
    for (const so::Entity* at = &link; at; at = before_.find(at->parent_name())) {
      if (!at->has_link()) continue;
      NotedLink noted{at->name(), {}, before_.rootT(at->name()), {}, {}, {}, false};
      if (!at->parent_name().empty()) noted.parent = before_.linkOf(at->parent_name());
      if (!scene_parts::hasShapes(*at)) {
        noted.has_physics = at->link().has_physics_component();
        noted.physics = at->link().physics_component();
      }
      for (const so::Entity* child : before_.childrenOf(at->name()))
        if (child->has_frame() || child->has_sensor()) noted.carried.push_back(child->name());
      out.links.push_back(std::move(noted));
    }
    std::ranges::reverse(out.links);
    return out;
  }

  void place(const so::Entity& entity) {
    const std::string& link = before_.linkOf(entity.name());
    const auto known = part_of_.find(link);
    const std::size_t part = known == part_of_.end() ? out_.heir : known->second;
    const so::Entity& base = *parts_[part];
    const bool stays = &entity == &base || entity.has_frame() || entity.has_sensor();
    const EntityOf from = scene_parts::here(0, entity.name());
    out_.carriers[from] = scene_parts::here(part, stays ? entity.name() : base.name());
    if (&entity == &base) out_.shapes[from].insert(out_.carriers[from]);
    if (entity.has_joint()) joints_.push_back(entity.name());
    if (&entity != &base && (!stays || &entity == &before_.root())) return;
    so::Entity& made = *out_.objects[part].object.add_entities();
    made = entity;
    if (&entity == &base) {
      made.clear_parent_name();
      made.clear_parent_t_this();
      return;
    }
    takeFeature(entity.name(), part);
    const so::Entity* parent = before_.find(entity.parent_name());
    if (parent && parent->has_frame() && parent != &before_.root()) return;
    if (link != base.name() || entity.parent_name() != base.name())
      scene_parts::hangOn(made, base.name(), before_.rootT(base.name()).inverse() * before_.rootT(entity.name()));
  }

  void takeFeature(const std::string& frame, std::size_t part) {
    const auto found = links_.object.user_data().find(featureKey(frame));
    if (found == links_.object.user_data().end() || part == out_.heir) return;
    (*out_.objects[part].object.mutable_user_data())[found->first] = found->second;
    out_.objects[out_.heir].object.mutable_user_data()->erase(found->first);
  }

  // What is no longer in the object is not named there.
  void finishHeir() {
    so::SceneObject& heir = out_.objects[out_.heir].object;
    std::set<std::string> here, gone;
    for (const so::Entity& e : heir.entities()) here.insert(e.name());
    for (const so::Entity* e : before_.parentsFirst())
      if (!here.contains(e->name())) gone.insert(e->name());
    scene::dropMentions(heir, gone);
    scene_parts::noteJointsGone(out_.notes, std::move(joints_), links_.name);
  }

  const PartObject& links_;
  const PartsContext& context_;
  const Entities before_;
  scene::PartSources sources_;  // without parts
  std::map<std::string, scene::PartSource> source_of_;
  Regrouped out_;
  std::vector<const so::Entity*> parts_;        // links with shapes, parents first
  std::map<std::string, std::size_t> part_of_;  // of links
  std::vector<std::string> joints_;
};

}  // namespace

Regrouped objectsOfLinks(const PartObject& links, const PartsContext& context) {
  return Dispersal(links, context).run();
}

}  // namespace ww::usecase
