// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <map>
#include <string>
#include <vector>

#include "core/usecase/revision/revision.h"
#include "intrinsic/scene/proto/v1/scene_object.pb.h"

namespace ww::usecase {

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

  // A part of the object that the file gave it.
  bool isOfFile(std::size_t here) const;
  // A part that is in the file and was, though the object has it no more: somebody deleted it.
  bool wasDeleted(std::size_t file) const;
};

}  // namespace ww::usecase
