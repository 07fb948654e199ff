// SPDX-License-Identifier: Apache-2.0
// One object, with a link for each of several.
#include <algorithm>

#include "core/base/finding.h"
#include "core/scene/own_data.h"
#include "core/scene/part_sources.h"
#include "core/scene/updates/mentions.h"
#include "core/usecase/failures.h"
#include "core/usecase/feature_link.h"
#include "core/usecase/parts/parts_note.h"
#include "core/usecase/parts/scene_parts.h"
#include "core/world/records/canonical.h"

namespace ww::usecase {
namespace {

namespace so = scene_parts::so;
using scene_parts::Entities;

// A link of what the objects were before they were taken apart.
struct FormerLink {
  const NotedLink* noted = nullptr;
  std::optional<std::size_t> object;  // that it is now
  std::string name;                   // that it gets
};

class Nest {
 public:
  explicit Nest(const std::vector<PartObject>& objects) : objects_(objects) {
    for (const PartObject& one : objects_) {
      entities_.emplace_back(one.object);
      notes_.push_back(partsNoteOf(one.object));
    }
    parent_.resize(objects_.size());
    called_.resize(objects_.size());
  }

  Regrouped run() {
    out_.objects.push_back(objects_.front());
    next_ = &out_.objects.front().object;
    next_->clear_entities();
    gatherFormer();
    makeRoot();
    out_.objects.front().at = at_;
    addFormer();
    for (std::size_t i = 0; i < objects_.size(); ++i) nameRoot(i);
    for (const std::size_t i : inOrder()) addObject(i);
    carryFrames();
    mergeData();
    return std::move(out_);
  }

 private:
  // ---- as they were before

  bool isOfFirst(std::size_t i) const {
    return !notes_[i].link.empty() && notes_[i].group == notes_.front().group && notes_[i].find(notes_[i].link);
  }

  // Those that were one object: all of it, or of some the lowest link that has them.
  void gatherFormer() {
    std::vector<const NotedLink*> common;
    for (std::size_t i = 0; i < objects_.size() && isOfFirst(0); ++i) {
      if (!isOfFirst(i) || by_former_.contains(notes_[i].link)) continue;
      by_former_[notes_[i].link] = i;
      std::vector<const NotedLink*> up;
      for (const NotedLink& link : notes_[i].links) up.push_back(&link);
      if (i == 0) common = up;
      std::size_t same = 0;
      while (same < common.size() && same < up.size() && common[same]->name == up[same]->name) ++same;
      common.resize(same);
    }
    if (common.empty() || (by_former_.size() == 1 && objects_.size() > 1)) {
      by_former_.clear();
      return;
    }
    const bool all = by_former_.size() == notes_.front().parts;
    top_ = all ? common.front()->name : common.back()->name;
    for (const auto& [link, i] : by_former_)
      for (const NotedLink& noted : notes_[i].links) addNoted(noted, i);
  }

  bool isBelowTop(const NotedLink& noted, std::size_t i) const {
    for (const NotedLink* at = &noted; at; at = notes_[i].find(at->parent))
      if (at->name == top_) return true;
    return false;
  }

  void addNoted(const NotedLink& noted, std::size_t i) {
    if (!isBelowTop(noted, i) || former_.contains(noted.name)) return;
    FormerLink link;
    link.noted = &noted;
    if (const auto own = by_former_.find(noted.name); own != by_former_.end()) link.object = own->second;
    former_[noted.name] = link;
    former_order_.push_back(noted.name);
  }

  // ---- the links

  // The link that all others hang on: one of the objects, or one of its own.
  void makeRoot() {
    if (!top_.empty()) {
      const FormerLink& top = former_.at(top_);
      const NotedLink& first = *notes_.front().find(notes_.front().link);
      structure_at_ = objects_.front().at * first.root_t_link.inverse();
      root_ = top.object;
      at_ = root_ ? objects_[*root_].at : structure_at_ * top.noted->root_t_link;
      nameWhole(*top.noted);
      return;
    }
    at_ = objects_.front().at;
    const bool all_on_first = std::ranges::all_of(
        objects_, [&](const PartObject& one) { return &one == &objects_.front() || one.on.has_value(); });
    if (all_on_first) root_ = 0;
    else addLink("base", {}, {});
  }

  void nameWhole(const NotedLink& top) {
    const PartsNote& note = notes_.front();
    if (note.called == objects_.front().name) out_.objects.front().name = top.parent.empty() ? note.whole : top.name;
    out_.objects.front().object.set_name(out_.objects.front().name);
  }

  so::Entity& addLink(const std::string& name, const std::string& parent, const Pose& parent_t_link) {
    so::Entity& link = *next_->add_entities();
    link.set_name(names_.add(name, "part"));
    link.mutable_link();
    if (!parent.empty()) scene_parts::hangOn(link, parent, parent_t_link);
    return link;
  }

  void addFormer() {
    for (const std::string& name : former_order_) {
      FormerLink& link = former_.at(name);
      if (link.object) {
        const PartsNote& note = notes_[*link.object];
        link.name = names_.add(note.called == objects_[*link.object].name ? name : objects_[*link.object].name, "part");
        called_[*link.object] = link.name;
        if (name != top_) parent_[*link.object] = former_.at(link.noted->parent).name;
        continue;
      }
      const bool is_top = name == top_;
      const FormerLink* const above = is_top ? nullptr : &former_.at(link.noted->parent);
      so::Entity& made =
          addLink(name, is_top ? std::string() : above->name,
                  is_top ? Pose{} : commonOf(*above).inverse() * structure_at_ * link.noted->root_t_link);
      link.name = made.name();
      if (link.noted->has_physics) *made.mutable_link()->mutable_physics_component() = link.noted->physics;
    }
  }

  Pose commonOf(const FormerLink& link) const {
    return link.object ? objects_[*link.object].at : structure_at_ * link.noted->root_t_link;
  }

  // A link is called as its object: names such as base or link say nothing among many.
  void nameRoot(std::size_t i) {
    if (called_[i].empty()) called_[i] = names_.add(objects_[i].name, "part");
  }

  // Roots before what hangs on them.
  std::vector<std::size_t> inOrder() const {
    std::vector<std::size_t> order;
    std::vector<bool> done(objects_.size());
    const auto visit = [&](const auto& self, std::size_t i) -> void {
      if (done[i]) return;
      done[i] = true;
      if (objects_[i].on && parent_[i].empty() && objects_[i].on->object < objects_.size())
        self(self, objects_[i].on->object);
      order.push_back(i);
    };
    if (root_) visit(visit, *root_);
    for (std::size_t i = 0; i < objects_.size(); ++i) visit(visit, i);
    return order;
  }

  std::string parentOf(std::size_t i) const {
    if (!parent_[i].empty()) return parent_[i];
    if (root_ == i) return {};
    if (objects_[i].on) {
      const auto found = out_.carriers.find(*objects_[i].on);
      if (found != out_.carriers.end()) return linkIn(found->second.entity);
    }
    return root_ ? called_[*root_] : next_->entities(0).name();
  }

  std::string linkIn(const std::string& name) const {
    for (std::string at = name; !at.empty();) {
      const auto found = std::ranges::find(next_->entities(), at, &so::Entity::name);
      if (found == next_->entities().end() || found->has_link()) return at;
      at = found->parent_name();
    }
    return name;
  }

  Pose commonOfLink(const std::string& name) const {
    const auto found = common_.find(name);
    if (found != common_.end()) return found->second;
    for (const auto& [noted, link] : former_)
      if (link.name == name) return commonOf(link);
    return at_;
  }

  void addObject(std::size_t i) {
    const PartObject& one = objects_[i];
    so::SceneObject own = one.object;
    for (const so::Entity* e : entities_[i].parentsFirst()) {
      const bool is_root = e == &entities_[i].root();
      const std::string name = is_root ? called_[i] : names_.add(e->name(), "part");
      renamed_[{i, e->name()}] = name;
      const EntityOf from = scene_parts::here(i, e->name()), to = scene_parts::here(0, name);
      out_.carriers[from] = to;
      if (scene_parts::hasShapes(*e)) out_.shapes[from].insert(to);
      common_[name] = one.at * entities_[i].rootT(e->name());
    }
    for (const so::Entity* e : entities_[i].parentsFirst()) {
      so::Entity& made = *next_->add_entities();
      made = *e;
      made.set_name(renamed_.at({i, e->name()}));
      if (e != &entities_[i].root()) {
        made.set_parent_name(renamed_.at({i, e->parent_name()}));
        continue;
      }
      if (!made.has_link()) made.mutable_link();
      const std::string parent = parentOf(i);
      made.clear_parent_name();
      made.clear_parent_t_this();
      if (!parent.empty()) scene_parts::hangOn(made, parent, commonOfLink(parent).inverse() * one.at);
    }
    own.clear_entities();
    renameIn(i, own);
    owns_.push_back({i, std::move(own)});
  }

  // Frames that came to the object of another link when it was taken apart.
  void carryFrames() {
    for (const auto& [link, i] : by_former_) {
      for (const NotedLink& noted : notes_[i].links) {
        const auto former = former_.find(noted.name);
        if (noted.name == link || former == former_.end()) continue;
        for (const std::string& frame : noted.carried) {
          const auto name = renamed_.find({i, frame});
          if (name == renamed_.end()) continue;
          const auto entity = std::ranges::find(*next_->mutable_entities(), name->second, &so::Entity::name);
          if (entity->parent_name() != called_[i]) continue;
          scene_parts::hangOn(*entity, former->second.name,
                              commonOf(former->second).inverse() * common_.at(name->second));
        }
      }
    }
  }

  // ---- what objects say beside their entities

  void renameIn(std::size_t i, so::SceneObject& own) {
    // Through names that nobody has, as two may change places.
    std::vector<std::pair<std::string, std::string>> changes;
    for (const so::Entity* e : entities_[i].parentsFirst()) {
      const std::string& name = renamed_.at({i, e->name()});
      const FeaturePlace feature = featurePlaceOf(own, e->name());
      if (const auto link = renamed_.find({i, feature.link}); link != renamed_.end())
        placeFeature(own, e->name(), {link->second, feature.shape});
      if (name != e->name()) changes.emplace_back(e->name(), name);
    }
    for (std::size_t k = 0; k < changes.size(); ++k) renameOne(own, changes[k].first, passing(k));
    for (std::size_t k = 0; k < changes.size(); ++k) renameOne(own, passing(k), changes[k].second);
    scene::PartSources sources = scene::partSourcesOf(objects_[i].object);
    for (scene::PartSource& source : sources.parts)
      if (const auto name = renamed_.find({i, source.entity}); name != renamed_.end()) source.entity = name->second;
    scene::setPartSources(own, sources);
  }

  static std::string passing(std::size_t k) { return "//" + std::to_string(k); }

  static void renameOne(so::SceneObject& own, const std::string& from, const std::string& to) {
    scene::renameMentions(own, from, to);
    auto& data = *own.mutable_user_data();
    const auto feature = data.find(featureKey(from));
    if (feature == data.end()) return;
    const google::protobuf::Any value = feature->second;
    data.erase(feature);
    data[featureKey(to)] = value;
  }

  void mergeData() {
    std::ranges::sort(owns_, {}, [](const auto& own) { return own.first; });
    so::SceneObject whole = owns_.front().second;
    whole.mutable_entities()->Swap(next_->mutable_entities());
    whole.set_name(next_->name());
    *next_ = std::move(whole);
    scene::PartSources sources = scene::partSourcesOf(owns_.front().second);
    std::vector<std::string> lost, other_simulation;
    for (std::size_t i = 1; i < owns_.size(); ++i) {
      const so::SceneObject& own = owns_[i].second;
      if (own.has_collision_rules()) next_->mutable_collision_rules()->MergeFrom(own.collision_rules());
      if (world::canonicalBytes(own.simulation_spec()) != world::canonicalBytes(next_->simulation_spec()))
        other_simulation.push_back(objects_[owns_[i].first].name);
      takeData(own, objects_[owns_[i].first].name, lost);
      takeSources(scene::partSourcesOf(own), sources);
    }
    sources.mode = "links";
    scene::setPartSources(*next_, sources);
    next_->mutable_user_data()->erase(scene::kPartsNoteKey);
    tell(failures::kPartsDataLost, std::move(lost));
    tell(failures::kPartsSimulation, std::move(other_simulation));
  }

  void takeData(const so::SceneObject& own, const std::string& name, std::vector<std::string>& lost) {
    for (const auto& [key, value] :
         std::map<std::string, google::protobuf::Any>(own.user_data().begin(), own.user_data().end())) {
      if (key == scene::kImportNoteKey || key == scene::kPartsNoteKey || key == scene::kPartSourcesKey) continue;
      const auto [known, is_new] = next_->mutable_user_data()->insert({key, value});
      if (!is_new && world::canonicalBytes(known->second) != world::canonicalBytes(value))
        lost.push_back(name + ": " + key);
    }
  }

  static void takeSources(const scene::PartSources& own, scene::PartSources& sources) {
    if (own.parts.empty()) return;
    if (sources.parts.empty()) {
      sources = own;
      return;
    }
    if (own.sha256 == sources.sha256 && own.file == sources.file)
      sources.parts.insert(sources.parts.end(), own.parts.begin(), own.parts.end());
  }

  void tell(const FailureRow& row, std::vector<std::string> names) {
    if (names.empty()) return;
    const std::size_t count = names.size();
    out_.notes.push_back(findingOf(fail(row, {{"count", arg::Count{count}},
                                              {"names", arg::Names{std::move(names)}},
                                              {"object", arg::Name{out_.objects.front().name}}})));
  }

  const std::vector<PartObject>& objects_;
  std::vector<Entities> entities_;
  std::vector<PartsNote> notes_;
  Regrouped out_;
  so::SceneObject* next_ = nullptr;
  io::NameSet names_;
  std::string top_;  // of the former links; empty: there are none
  std::map<std::string, std::size_t> by_former_;
  std::map<std::string, FormerLink> former_;
  std::vector<std::string> former_order_;
  Pose structure_at_, at_;
  std::optional<std::size_t> root_;           // the object that is the root link
  std::vector<std::string> parent_, called_;  // of root links: what they hang on, as former links; names
  std::map<std::pair<std::size_t, std::string>, std::string> renamed_;
  std::map<std::string, Pose> common_;
  std::vector<std::pair<std::size_t, so::SceneObject>> owns_;
};

}  // namespace

Regrouped linksOfObjects(const std::vector<PartObject>& objects) { return Nest(objects).run(); }

}  // namespace ww::usecase
