// SPDX-License-Identifier: Apache-2.0
// One rigid object of one with links.
#include <algorithm>

#include "core/base/finding.h"
#include "core/scene/part_sources.h"
#include "core/scene/updates/mentions.h"
#include "core/usecase/failures.h"
#include "core/usecase/parts/part_physics.h"
#include "core/usecase/parts/parts_note.h"
#include "core/usecase/parts/scene_parts.h"
#include "core/world/records/canonical.h"

namespace ww::usecase {
namespace {

namespace so = scene_parts::so;
using scene_parts::Entities;
using scene_parts::ShapeAt;

class Fold {
 public:
  Fold(const PartObject& links, const PartsContext& context)
      : links_(links), before_(links.object), was_(partsNoteOf(links.object)) {
    out_.objects.push_back(links);
    next_ = &out_.objects.front().object;
    next_->clear_entities();
    note_.group = context.group;
    note_.whole = links.name;
    for (const scene::PartSource& source : scene::partSourcesOf(links.object).parts)
      paths_[source.entity] = source.path;
  }

  Regrouped run() {
    base_ = next_->add_entities();
    *base_ = before_.root();
    if (!base_->has_link()) base_->mutable_link();
    base_->mutable_link()->clear_geometry_component();
    nameShapes();
    for (const so::Entity* e : before_.parentsFirst()) {
      if (e->has_link()) foldLink(*e);
      else if (e->has_joint()) joints_.push_back(e->name());
    }
    for (const so::Entity* e : before_.parentsFirst())
      if ((e->has_frame() || e->has_sensor()) && e != &before_.root()) hang(*e);
    combine();
    takeNotes();
    return std::move(out_);
  }

 private:
  std::string pathOf(const so::Entity& link) const {
    if (const auto known = paths_.find(link.name()); known != paths_.end() && !known->second.empty())
      return known->second;
    std::string out = link.name();
    const so::Entity* at = before_.find(link.parent_name());
    for (; at && !at->parent_name().empty(); at = before_.find(at->parent_name()))
      if (at->has_link()) out = at->name() + "/" + out;
    return out;
  }

  // What the shapes of a link are called in the one: those of the base as they are.
  void nameShapes() {
    for (const so::Entity* e : before_.parentsFirst()) {
      std::set<std::string> names;
      for (const ShapeAt& shape : scene_parts::shapesOf(*e)) names.insert(shape.name);
      const bool is_base = e == &before_.root() && !paths_.contains(e->name());
      const std::string path = is_base ? std::string() : pathOf(*e);
      for (const std::string& name : names) {
        const std::string wished = is_base ? name : names.size() == 1 ? path : path + "/" + name;
        called_[e->name()][name] = texts_.addText(wished, "shape");
      }
    }
  }

  void foldLink(const so::Entity& link) {
    const EntityOf from = scene_parts::here(0, link.name()), to = scene_parts::here(0, base_->name());
    out_.carriers[from] = to;
    const Pose& root_t_link = before_.rootT(link.name());
    NotedLink noted{link.name(), above(link), root_t_link, {}, {}, {}, link.link().has_physics_component()};
    noted.physics = link.link().physics_component();
    const auto& called = called_[link.name()];
    for (const auto& [name, in_one] : called) noted.shapes.push_back({name, in_one});
    for (const ShapeAt& shape : scene_parts::shapesOf(link)) {
      auto& sets = *base_->mutable_link()->mutable_geometry_component()->mutable_named_geometries();
      (*sets[shape.kind].mutable_named_geometries())[called.at(shape.name)] =
          scene_parts::moved(*shape.placed, root_t_link);
      out_.shapes[from].insert(to);
    }
    if (noted.has_physics) masses_.push_back({noted.physics, root_t_link});
    if (&link != &before_.root()) gone_.insert(link.name());
    by_link_[link.name()] = note_.links.size();
    note_.links.push_back(std::move(noted));
  }

  // The link that one hangs on, joints between them left out.
  std::string above(const so::Entity& link) const {
    return link.parent_name().empty() ? std::string() : before_.linkOf(link.parent_name());
  }

  void hang(const so::Entity& entity) {
    out_.carriers[scene_parts::here(0, entity.name())] = scene_parts::here(0, entity.name());
    so::Entity& made = *next_->add_entities();
    base_ = next_->mutable_entities(0);
    made = entity;
    const so::Entity* parent = before_.find(entity.parent_name());
    if (parent && parent->has_frame()) return;
    const std::string& link = before_.linkOf(entity.name());
    if (const auto noted = by_link_.find(link); noted != by_link_.end())
      note_.links[noted->second].carried.push_back(entity.name());
    if (entity.parent_name() != base_->name()) scene_parts::hangOn(made, base_->name(), before_.rootT(entity.name()));
    const FeaturePlace feature = featurePlaceOf(*next_, entity.name());
    const auto called = called_.find(feature.link);
    if (called == called_.end()) return;
    const auto shape = called->second.find(feature.shape);
    placeFeature(*next_, entity.name(), {base_->name(), shape == called->second.end() ? feature.shape : shape->second});
  }

  // What was one before, and had its mass shared out, has it again unless a link changed since.
  bool restoresWhole() const {
    return was_.has_total && std::ranges::all_of(note_.links, [&](const NotedLink& link) {
             const NotedLink* old = was_.find(link.name);
             return old && old->has_physics == link.has_physics &&
                    world::canonicalBytes(old->physics) == world::canonicalBytes(link.physics) &&
                    positionDistance(old->root_t_link, link.root_t_link) < 1e-9 &&
                    rotationDistance(old->root_t_link, link.root_t_link) < 1e-9;
           });
  }

  void combine() {
    base_ = next_->mutable_entities(0);
    base_->mutable_link()->clear_physics_component();
    if (masses_.empty()) return;
    bool differ = false;
    PhysicsComponent whole = restoresWhole() ? was_.total : combinedPhysics(masses_, differ);
    if (differ) out_.notes.push_back(findingOf(fail(failures::kPartsSurfaces, {{"object", arg::Name{links_.name}}})));
    *base_->mutable_link()->mutable_physics_component() = whole;
    note_.total = std::move(whole);
    note_.has_total = true;
  }

  void takeNotes() {
    for (const std::string& joint : joints_) {
      gone_.insert(joint);
      out_.carriers[scene_parts::here(0, joint)] = scene_parts::here(0, base_->name());
    }
    scene::dropMentions(*next_, gone_);
    keepPartsNote(*next_, note_);
    scene::setPartSources(*next_, {});
    scene_parts::noteJointsGone(out_.notes, std::move(joints_), links_.name);
  }

  const PartObject& links_;
  const Entities before_;
  const PartsNote was_;
  Regrouped out_;
  so::SceneObject* next_ = nullptr;
  so::Entity* base_ = nullptr;
  PartsNote note_;
  std::map<std::string, std::string> paths_;                          // of links, in the file
  std::map<std::string, std::map<std::string, std::string>> called_;  // link -> its shape -> in the one
  std::map<std::string, std::size_t> by_link_;                        // into the note
  io::NameSet texts_;
  std::vector<MassAt> masses_;
  std::vector<std::string> joints_;
  std::set<std::string> gone_;
};

}  // namespace

Regrouped oneOfLinks(const PartObject& links, const PartsContext& context) { return Fold(links, context).run(); }

}  // namespace ww::usecase
