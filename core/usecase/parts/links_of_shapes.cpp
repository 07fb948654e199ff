// SPDX-License-Identifier: Apache-2.0
// One rigid object, taken apart into links.
#include <algorithm>
#include <sstream>

#include "core/base/finding.h"
#include "core/geometry/placed_bounds.h"
#include "core/geometry/wire_convert.h"
#include "core/scene/part_sources.h"
#include "core/usecase/failures.h"
#include "core/usecase/parts/part_physics.h"
#include "core/usecase/parts/parts_note.h"
#include "core/usecase/parts/scene_parts.h"
#include "core/world/records/canonical.h"

namespace ww::usecase {
namespace {

namespace so = scene_parts::so;
using scene_parts::Entities;
using scene_parts::Placed;
using scene_parts::ShapeAt;

std::vector<std::string> stepsOf(const std::string& path) {
  std::vector<std::string> out;
  std::istringstream in(path);
  for (std::string step; std::getline(in, step, '/');)
    if (!step.empty()) out.push_back(step);
  return out;
}

std::string joined(const std::vector<std::string>& steps, std::size_t count) {
  std::string out;
  for (std::size_t i = 0; i < count; ++i) out += (i > 0 ? "/" : "") + steps[i];
  return out;
}

// A link to be.
struct LinkToBe {
  std::string name, parent;
  Pose link_t_this;                          // in the one link
  std::map<std::string, std::string> names;  // of its shapes: in the one link, here
  std::string path;                          // of its part in the file
  const NotedLink* noted = nullptr;
};

class ShapeSplit {
 public:
  ShapeSplit(const PartObject& one, const PartsContext& context)
      : one_(one), context_(context), before_(one.object), note_(partsNoteOf(one.object)) {
    out_.objects.push_back(one);
    next_ = &out_.objects.front().object;
    names_ = scene_parts::takenNames(one.object);
    link_ =
        &*std::ranges::find_if(one.object.entities(), [](const so::Entity& e) { return scene_parts::hasShapes(e); });
    shapes_ = scene_parts::shapesOf(*link_);
    for (const ShapeAt& shape : shapes_) by_name_[shape.name].push_back(&shape);
  }

  Regrouped run() {
    for (const auto& entity : one_.object.entities())
      out_.carriers[scene_parts::here(0, entity.name())] = scene_parts::here(0, entity.name());
    plan();
    assignOthers();
    cutShapes();
    addLinks();
    hangFrames();
    sharePhysics();
    takeNotes();
    return std::move(out_);
  }

 private:
  // ---- which links there will be

  void plan() {
    todo_ = scene_parts::partNames(*link_);
    if (!note_.links.empty() && note_.link.empty()) planAsBefore();
    planByPaths();
  }

  bool isWanted(const NotedLink& noted) const {
    const auto has = [&](const NotedLink& link) {
      return std::ranges::any_of(link.shapes, [&](const NotedShape& s) { return todo_.contains(s.in_one); });
    };
    const auto below = [&](const NotedLink& link) {
      for (const NotedLink* at = &link; at; at = note_.find(at->parent))
        if (at == &noted) return true;
      return false;
    };
    return std::ranges::any_of(note_.links, [&](const NotedLink& link) { return has(link) && below(link); }) ||
           std::ranges::none_of(note_.links,
                                [&](const NotedLink& link) { return below(link) && !link.shapes.empty(); });
  }

  // As they were before they became one.
  void planAsBefore() {
    std::map<std::string, std::string> called;
    std::set<std::string> taken;
    for (const NotedLink& noted : note_.links) {
      if (noted.parent.empty()) {
        called[noted.name] = link_->name();
        for (const NotedShape& shape : noted.shapes) {
          if (!todo_.contains(shape.in_one)) continue;
          kept_[shape.in_one] = shape.name;
          taken.insert(shape.in_one);
        }
        continue;
      }
      if (!isWanted(noted) || !called.contains(noted.parent)) continue;
      LinkToBe link{
          names_.add(noted.name, "part"), called[noted.parent], noted.root_t_link, {}, notedPath(noted), &noted};
      called[noted.name] = link.name;
      for (const NotedShape& shape : noted.shapes) {
        if (!by_name_.contains(shape.in_one)) continue;
        link.names[shape.in_one] = shape.name;
        taken.insert(shape.in_one);
      }
      add(std::move(link));
    }
    for (const std::string& name : taken) todo_.erase(name);
  }

  // What all its shapes were called after.
  static std::string notedPath(const NotedLink& noted) {
    if (noted.shapes.empty()) return {};
    const NotedShape& first = noted.shapes.front();
    const std::string tail = "/" + first.name;
    if (noted.shapes.size() == 1) return first.in_one;
    return first.in_one.ends_with(tail) ? first.in_one.substr(0, first.in_one.size() - tail.size()) : std::string();
  }

  void add(LinkToBe link) {
    for (const auto& [shape, name] : link.names) owner_[shape] = links_.size();
    by_link_[link.name] = links_.size();
    links_.push_back(std::move(link));
  }

  // "gearbox/cover/bolt": the first step is the object where all share it.
  void planByPaths() {
    std::set<std::string> firsts;
    bool all_below = !todo_.empty();
    for (const std::string& path : todo_) {
      const auto steps = stepsOf(path);
      if (!steps.empty()) firsts.insert(steps.front());
      all_below = all_below && steps.size() > 1;
    }
    const std::size_t skip = all_below && firsts.size() == 1 ? 1 : 0;
    std::map<std::string, std::string> called;
    for (const std::string& path : todo_) {
      const auto steps = stepsOf(path);
      std::string parent = link_->name();
      for (std::size_t count = skip + 1; count < steps.size(); ++count) {
        const std::string above = joined(steps, count);
        if (!called.contains(above)) called[above] = addPlanned(steps[count - 1], parent, above);
        parent = called[above];
      }
      if (called.contains(path)) continue;  // it carries others, and was made with them
      called[path] = addPlanned(steps.empty() ? path : steps.back(), parent, path);
    }
  }

  std::string addPlanned(const std::string& name, const std::string& parent, const std::string& path) {
    LinkToBe link{names_.add(name, "part"), parent, {}, {}, {}, nullptr};
    if (todo_.contains(path)) {
      link.path = path;
      link.names[path] = name;
      link.link_t_this = placeOf(path);
    } else if (const auto above = by_link_.find(parent); above != by_link_.end()) {
      link.link_t_this = links_[above->second].link_t_this;
    }
    add(std::move(link));
    return links_.back().name;
  }

  Pose placeOf(const std::string& shape) const {
    for (const char* kind : {scene_parts::kSeen, scene_parts::kChecked, ""})
      for (const ShapeAt* at : by_name_.at(shape))
        if (*kind == '\0' || at->kind == kind) return scene_parts::rigidPartOf(*at->placed);
    return {};
  }

  // ---- shapes that go by no name of a part: collision shapes that were made of all, for instance

  Bounds boxOf(const Placed& placed) const {
    const auto shape = context_.find(placed.geometry().geo_ref().exact_geometry_ref());
    const auto at = geometry::toAffine(placed.ref_t_shape());
    return shape && at.ok() ? geometry::placedBounds(*shape, *at) : Bounds();
  }

  LinkToBe* ownerOf(const std::string& shape) {
    const auto found = owner_.find(shape);
    return found == owner_.end() ? nullptr : &links_[found->second];
  }

  // The one part whose box holds it.
  LinkToBe* holderOf(const Placed& other) {
    const Bounds box = boxOf(other);
    if (box.empty()) return nullptr;
    const double slack = 0.02 * box.size().norm();
    LinkToBe* holder = nullptr;
    for (const ShapeAt& seen : shapes_) {
      LinkToBe* const link = ownerOf(seen.name);
      if (!link || seen.kind != scene_parts::kSeen || link == holder) continue;
      const Bounds around = boxOf(*seen.placed);
      if (around.empty() || ((around.min - box.min).array() > slack).any() ||
          ((box.max - around.max).array() > slack).any())
        continue;
      if (holder) return nullptr;
      holder = link;
    }
    return holder;
  }

  void assignOthers() {
    std::vector<std::string> stay;
    for (const ShapeAt& shape : shapes_) {
      if (ownerOf(shape.name) || kept_.contains(shape.name)) continue;
      if (LinkToBe* const holder = holderOf(*shape.placed)) {
        holder->names[shape.name] = shape.name;
        owner_[shape.name] = static_cast<std::size_t>(holder - links_.data());
      } else {
        kept_[shape.name] = shape.name;
        stay.push_back(shape.name);
      }
    }
    if (stay.empty()) return;
    const std::size_t count = stay.size();
    out_.notes.push_back(findingOf(fail(failures::kPartsShapesStay, {{"count", arg::Count{count}},
                                                                     {"shapes", arg::Names{std::move(stay)}},
                                                                     {"link", arg::Name{link_->name()}},
                                                                     {"object", arg::Name{one_.name}}})));
  }

  // ---- the object as it is to be

  so::Entity& entity(const std::string& name) {
    if (places_.empty())
      for (int i = 0; i < next_->entities_size(); ++i) places_[next_->entities(i).name()] = i;
    return *next_->mutable_entities(places_.at(name));
  }

  void cutShapes() {
    auto& sets = *entity(link_->name()).mutable_link()->mutable_geometry_component()->mutable_named_geometries();
    for (auto& [kind, set] : sets) set.clear_named_geometries();
    for (const ShapeAt& shape : shapes_)
      if (const auto kept = kept_.find(shape.name); kept != kept_.end())
        (*sets[shape.kind].mutable_named_geometries())[kept->second] = *shape.placed;
    for (auto it = sets.begin(); it != sets.end();) it = it->second.named_geometries().empty() ? sets.erase(it) : ++it;
  }

  void addLinks() {
    const EntityOf was = scene_parts::here(0, link_->name());
    if (!kept_.empty()) out_.shapes[was].insert(was);
    std::map<std::string, Pose> at = {{link_->name(), Pose{}}};
    for (const LinkToBe& link : links_) {
      so::Entity& made = *next_->add_entities();
      made.set_name(link.name);
      at[link.name] = link.link_t_this;
      scene_parts::hangOn(made, link.parent, at[link.parent].inverse() * link.link_t_this);
      made.mutable_link();
      for (const auto& [in_one, name] : link.names) {
        auto& sets = *made.mutable_link()->mutable_geometry_component()->mutable_named_geometries();
        for (const ShapeAt* shape : by_name_.at(in_one))
          (*sets[shape->kind].mutable_named_geometries())[name] =
              scene_parts::moved(*shape->placed, link.link_t_this.inverse());
        out_.shapes[was].insert(scene_parts::here(0, link.name));
      }
    }
    places_.clear();
  }

  // Frames that were on a link before, or stand on a feature of a shape, go with it.
  void hangFrames() {
    for (so::Entity& e : *next_->mutable_entities()) {
      if (e.parent_name() != link_->name() || !(e.has_frame() || e.has_sensor())) continue;
      FeaturePlace feature = featurePlaceOf(*next_, e.name());
      LinkToBe* to = feature.link == link_->name() ? ownerOf(feature.shape) : nullptr;
      if (to) placeFeature(*next_, e.name(), {to->name, to->names.at(feature.shape)});
      else if (const auto kept = kept_.find(feature.shape); feature.link == link_->name() && kept != kept_.end())
        placeFeature(*next_, e.name(), {feature.link, kept->second});
      const auto carried = [&](const LinkToBe& link) {
        return link.noted && std::ranges::find(link.noted->carried, e.name()) != link.noted->carried.end();
      };
      if (const auto noted = std::ranges::find_if(links_, carried); !to && noted != links_.end()) to = &*noted;
      if (to)
        scene_parts::hangOn(
            e, to->name, to->link_t_this.inverse() * before_.rootT(link_->name()).inverse() * before_.rootT(e.name()));
    }
  }

  // ---- mass

  PieceAt pieceOf(const so::Entity& link) const {
    PieceAt out;
    for (const ShapeAt& shape : scene_parts::shapesOf(link)) {
      const auto at = geometry::toAffine(shape.placed->ref_t_shape());
      if (shape.kind != scene_parts::kSeen || !at.ok()) continue;
      out.shapes.emplace_back(context_.find(shape.placed->geometry().geo_ref().exact_geometry_ref()), *at);
    }
    return out;
  }

  bool restoresPhysics() const {
    return note_.has_total && !note_.links.empty() &&
           std::ranges::all_of(links_, [](const LinkToBe& link) { return link.noted != nullptr; }) &&
           world::canonicalBytes(note_.total) == world::canonicalBytes(link_->link().physics_component());
  }

  void sharePhysics() {
    if (!link_->link().has_physics_component()) return;
    const PhysicsComponent whole = link_->link().physics_component();
    so::Entity& base = entity(link_->name());
    if (restoresPhysics()) {
      base.mutable_link()->clear_physics_component();
      for (const NotedLink& noted : note_.links)
        if (noted.parent.empty() && noted.has_physics)
          *base.mutable_link()->mutable_physics_component() = noted.physics;
      for (const LinkToBe& link : links_)
        if (link.noted->has_physics)
          *entity(link.name).mutable_link()->mutable_physics_component() = link.noted->physics;
      return;
    }
    std::vector<PieceAt> pieces = {pieceOf(base)};
    for (const LinkToBe& link : links_) pieces.push_back(pieceOf(entity(link.name)));
    bool by_boxes = false;
    const auto shared = sharedPhysics(whole, pieces, by_boxes);
    if (kept_.empty()) base.mutable_link()->clear_physics_component();
    else *base.mutable_link()->mutable_physics_component() = shared.front();
    for (std::size_t i = 0; i < links_.size(); ++i)
      if (!pieces[i + 1].shapes.empty())
        *entity(links_[i].name).mutable_link()->mutable_physics_component() = shared[i + 1];
    if (!(whole.mass_kg() > 0)) return;
    out_.notes.push_back(findingOf(fail(by_boxes ? failures::kPartsMassByBoxes : failures::kPartsMassByVolume,
                                        {{"object", arg::Name{one_.name}}, {"mass", arg::Number{whole.mass_kg()}}})));
    keepWhole(whole);
  }

  // So that it can be the same one again.
  void keepWhole(const PhysicsComponent& whole) {
    PartsNote note;
    note.total = whole;
    note.has_total = true;
    const Entities now(*next_);
    for (const so::Entity* e : now.parentsFirst()) {
      if (!e->has_link()) continue;
      NotedLink link{e->name(), e->parent_name(), now.rootT(e->name()), {}, {}, {}, e->link().has_physics_component()};
      link.physics = e->link().physics_component();
      note.links.push_back(std::move(link));
    }
    keepPartsNote(*next_, note);
    has_kept_whole_ = true;
  }

  // ---- what the object says of its parts

  void takeNotes() {
    if (!has_kept_whole_) keepPartsNote(*next_, {});
    scene::PartSources sources = scene::partSourcesOf(one_.object);
    sources.mode = "links";
    sources.parts.clear();
    for (const LinkToBe& link : links_) {
      if (link.path.empty()) continue;
      const auto name = link.names.find(link.path);
      sources.parts.push_back({link.name, link.path, name == link.names.end() ? link.name : name->second});
    }
    scene::setPartSources(*next_, sources);
  }

  const PartObject& one_;
  const PartsContext& context_;
  const Entities before_;
  const PartsNote note_;
  Regrouped out_;
  so::SceneObject* next_ = nullptr;
  io::NameSet names_;
  const so::Entity* link_ = nullptr;
  std::vector<ShapeAt> shapes_;  // of the link
  std::map<std::string, std::vector<const ShapeAt*>> by_name_;
  std::set<std::string> todo_;               // shapes that are parts, and in no link yet
  std::map<std::string, std::string> kept_;  // shapes that stay on the link, and their names there
  std::vector<LinkToBe> links_;
  std::map<std::string, std::size_t> owner_, by_link_;  // indices into links_: by shape, by name
  std::map<std::string, int> places_;                   // of entities of the object that is made
  bool has_kept_whole_ = false;
};

}  // namespace

Regrouped linksOfShapes(const PartObject& one, const PartsContext& context) { return ShapeSplit(one, context).run(); }

}  // namespace ww::usecase
