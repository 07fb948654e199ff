// SPDX-License-Identifier: Apache-2.0
// What belongs together of what a file changed.
#include <algorithm>

#include "core/usecase/revision/revised_object.h"

namespace ww::usecase {
namespace {

using ItemKind = RevisionItem::Kind;
using Indices = std::vector<std::size_t>;

class SoundChoice {
 public:
  SoundChoice(const Revision& revision, std::set<std::string> refused)
      : r_(revision), s_(*revision.sides), refused_(std::move(refused)) {
    for (std::size_t h = 0; h < s_.here_parts.size(); ++h) on_here_[s_.here_parts[h].parent].push_back(h);
    for (std::size_t f = 0; f < s_.file_parts.size(); ++f) {
      on_file_[s_.file_parts[f].parent].push_back(f);
      in_file_[s_.file_parts[f].name] = f;
    }
  }

  std::set<std::string> run() && {
    std::size_t before = 0;
    do {
      before = refused_.size();
      for (const RevisionItem& item : r_.items) keepTogether(item);
      if (s_.is_gone) continue;
      for (std::size_t f = 0; f < s_.file_parts.size(); ++f) lookAtFile(f);
      for (std::size_t h = 0; h < s_.here_parts.size(); ++h)
        if (s_.here.entities(static_cast<int>(h)).has_joint()) lookAtJoint(h);
    } while (refused_.size() != before);
    return std::move(refused_);
  }

 private:
  bool takes(ItemKind kind, const std::string& part) const {
    const std::string id = itemId(kind, part);
    return r_.hasItem(id) && !refused_.contains(id);
  }
  void refuse(ItemKind kind, const std::string& part) {
    if (const std::string id = itemId(kind, part); r_.hasItem(id)) refused_.insert(id);
  }
  const std::string& here(std::size_t h) const { return s_.here_parts[h].name; }

  // A part that stays keeps what hangs on it, and what is to stay on it keeps the part.
  void keepTogether(const RevisionItem& lost) {
    if (lost.kind == ItemKind::kFollows && !isAccepted(r_, refused_, ItemKind::kReshaped, lost.part))
      refused_.insert(lost.id);
    if (lost.kind != ItemKind::kLost) return;
    for (const RevisionItem& cause : r_.items) {
      if (cause.part != lost.part || !isCause(cause, lost)) continue;
      if (refused_.contains(lost.id)) refused_.insert(cause.id);
      else if (refused_.contains(cause.id) && cause.shape.empty()) refused_.insert(lost.id);
    }
  }
  static bool isCause(const RevisionItem& cause, const RevisionItem& lost) {
    if (lost.feature_gone) return cause.kind == ItemKind::kReshaped || !cause.shape.empty();
    if (!lost.configuration) return cause.kind == ItemKind::kGone && cause.shape.empty();
    if (!lost.to) return cause.kind == ItemKind::kGone || cause.kind == ItemKind::kChanged;
    return cause.kind == ItemKind::kChanged || (!lost.from && cause.kind == ItemKind::kNew);
  }

  bool isRefusedNew(std::size_t f) const {
    return s_.here_of_file[f] < 0 && !takes(ItemKind::kNew, s_.file_parts[f].name);
  }

  // A joint comes with its link, and a link with its joint.
  void lookAtFile(std::size_t f) {
    const PartNote& part = s_.file_parts[f];
    const int h = s_.here_of_file[f];
    const auto above = in_file_.find(part.parent);
    const bool on_joint = above != in_file_.end() && s_.file.entities(static_cast<int>(above->second)).has_joint();
    if (on_joint && isRefusedNew(above->second)) {
      if (h < 0) refuse(ItemKind::kNew, part.name);
      else refuse(ItemKind::kMoved, here(static_cast<std::size_t>(h)));
    }
    if (h < 0 && s_.file.entities(static_cast<int>(f)).has_joint() && takes(ItemKind::kNew, part.name) && !comes(f))
      refuse(ItemKind::kNew, part.name);
  }

  // A link on it that is new or moves there.
  bool comes(std::size_t joint) const {
    const auto on = on_file_.find(s_.file_parts[joint].name);
    return on != on_file_.end() && std::ranges::any_of(on->second, [&](std::size_t f) {
             if (!s_.file.entities(static_cast<int>(f)).has_link()) return false;
             const int h = s_.here_of_file[f];
             if (h < 0) return takes(ItemKind::kNew, s_.file_parts[f].name);
             return takes(ItemKind::kMoved, here(static_cast<std::size_t>(h)));
           });
  }

  bool goes(std::size_t h) const { return takes(ItemKind::kGone, here(h)); }
  bool leaves(std::size_t h) const {
    return std::ranges::any_of(r_.items, [&](const RevisionItem& item) {
      return item.kind == ItemKind::kMoved && item.part == here(h) && item.shape.empty() && !item.hangs_on.empty() &&
             !refused_.contains(item.id);
    });
  }

  void lookAtJoint(std::size_t joint) {
    Indices links;
    if (const auto on = on_here_.find(here(joint)); on != on_here_.end())
      for (const std::size_t h : on->second)
        if (s_.here.entities(static_cast<int>(h)).has_link()) links.push_back(h);
    const auto stays = [&](std::size_t h) { return !goes(h) && !leaves(h); };
    if (goes(joint)) {
      // Its link stays, as somebody wanted: on its joint.
      const auto wanted = [&](std::size_t h) { return stays(h) && isOfChoice(h); };
      if (std::ranges::any_of(links, wanted)) refuse(ItemKind::kGone, here(joint));
      return;
    }
    if (std::ranges::any_of(links, stays)) return;
    const int f = s_.file_of_here[joint];
    if (f >= 0 && comes(static_cast<std::size_t>(f))) return;
    for (const std::size_t h : links) {
      refuse(ItemKind::kGone, here(h));
      if (leaves(h)) refuse(ItemKind::kMoved, here(h));
    }
  }
  bool isOfChoice(std::size_t h) const {
    return r_.hasItem(itemId(ItemKind::kGone, here(h))) || r_.hasItem(itemId(ItemKind::kMoved, here(h)));
  }

  const Revision& r_;
  const RevisionSides& s_;
  std::set<std::string> refused_;
  std::map<std::string, Indices> on_here_, on_file_;
  std::map<std::string, std::size_t> in_file_;
};

}  // namespace

std::set<std::string> soundRefusals(const Revision& revision, std::set<std::string> refused) {
  return SoundChoice(revision, std::move(refused)).run();
}

// What cannot be taken as a whole is left out by kinds, until what is left can be.
std::set<std::string> usualRefusals(const Revision& revision) {
  std::set<std::string> refused;
  for (const RevisionItem& item : revision.items)
    if (item.edited || item.refused_before) refused.insert(item.id);
  refused = soundRefusals(revision, std::move(refused));
  if (revision.items.empty() || revisedObject(revision, refused).ok()) return refused;
  constexpr std::size_t kMostTried = 64;
  for (std::size_t i = 0; i < std::min(kMostTried, revision.items.size()); ++i) {
    std::set<std::string> one = refused;
    one.insert(revision.items[i].id);
    one = soundRefusals(revision, std::move(one));
    if (revisedObject(revision, one).ok()) return one;
  }
  for (const ItemKind kind :
       {ItemKind::kSetting, ItemKind::kChanged, ItemKind::kMoved, ItemKind::kNew, ItemKind::kGone}) {
    for (const RevisionItem& item : revision.items)
      if (item.kind == kind) refused.insert(item.id);
    refused = soundRefusals(revision, std::move(refused));
    if (revisedObject(revision, refused).ok()) return refused;
  }
  for (const RevisionItem& item : revision.items) refused.insert(item.id);
  return refused;
}

}  // namespace ww::usecase
