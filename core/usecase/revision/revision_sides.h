// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "core/usecase/revision/revision.h"
#include "intrinsic/scene/proto/v1/scene_object.pb.h"

namespace ww::usecase {

// What became of the feature that a frame stands on.
struct AnchorChange {
  std::string frame, part;                 // as the object calls them
  std::string shape;                       // of the part: the one with the feature
  std::string noted_as;                    // the name that the frame had when it was put there
  bool is_found = true;                    // the new shape has the feature
  Pose part_t_frame;                       // with what it stands on, metres; where it is, when that is gone
  double moved_m = 0.0, turned_rad = 0.0;  // from where it is
  std::string link;                        // the new text of its link, when found
};

// Whether what the file changed is taken over: what people changed, too, only when somebody insists.
inline bool isTaken(std::uint64_t base, std::uint64_t now, std::uint64_t mine, bool insist) {
  return base != now && (base == mine || insist);
}
// Some of what changed in its shapes and colours is as the file had it.
inline bool hasUntouched(const PartNote& base, const PartNote& now, const PartNote& mine) {
  return isTaken(base.visual, now.visual, mine.visual, false) ||
         isTaken(base.collision, now.collision, mine.collision, false) ||
         isTaken(base.looks, now.looks, mine.looks, false);
}
// Its collision shape is one that people had made of what is seen, so that it goes with that.
inline bool isMadeOfOld(const PartNote& base, const PartNote& mine) {
  return mine.collision != 0 && mine.collision != base.collision;
}

std::string followsId(const AnchorChange& change);  // of its item

// What was compared, for whoever applies it.
struct RevisionSides {
  world::ObjectPtr object;  // as it was then
  intrinsic_proto::scene_object::v1::SceneObject here, file;
  std::vector<PartNote> here_parts, file_parts;     // by the indices of the entities
  std::vector<int> here_of_file, file_of_here;      // -1: none
  std::map<std::string, PartNote> base;             // of the file as it was, by the name in the object
  std::map<std::string, std::string> here_of_base;  // name in the file -> in the object
  bool has_base = false;
  Pose old_file_t_object, file_t_object;
  std::vector<geometry::GeometryPtr> geometries;  // what `file` refers to
  std::vector<AnchorChange> anchors;              // of frames that stand on features of what was reshaped
  std::vector<io::ImportedObject> models;         // of the file
  bool is_gone = false;                           // the file holds its model no more: all of `file` is empty
  std::set<std::string> shaped;                   // parts whose shapes are told of one by one
  std::optional<geometry::CollisionWish> shapes;  // for checks, as the import wished them for all links

  // A part of the object that the file gave it.
  bool isOfFile(std::size_t here) const;
  // A part that is in the file and was, though the object has it no more: somebody deleted it.
  bool wasDeleted(std::size_t file) const;
};

}  // namespace ww::usecase
