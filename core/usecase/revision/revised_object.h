// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <set>
#include <string>
#include <vector>

#include "core/usecase/revision/configurations.h"
#include "core/usecase/revision/revision_sides.h"

namespace ww::usecase {

// The object of a revision as it is to be.
struct RevisedObject {
  intrinsic_proto::scene_object::v1::SceneObject object;  // with its note
  std::set<std::string> gone;                             // entities of the object as it was
  std::vector<ConfigurationFit> fits;                     // by the names that joints have in it
  std::map<std::string, std::string> names;               // of parts in the file -> in it
};
// Without what is refused, which soundRefusals() has made sound. Fails as scene objects are judged.
Result<RevisedObject> revisedObject(const Revision& revision, const std::set<std::string>& refused);
// Whether or not it is sound, and without a note; as it is where that cannot be had.
RevisedObject objectAsDrawn(const Revision& revision, const std::set<std::string>& refused);

// What is left out for a start (Revision::usually_refused).
std::set<std::string> usualRefusals(const Revision& revision);

std::string itemId(RevisionItem::Kind kind, const std::string& part);
// There is such an item, or are such ones of its shapes, and not all are refused.
bool isAccepted(const Revision& revision, const std::set<std::string>& refused, RevisionItem::Kind kind,
                const std::string& part);

}  // namespace ww::usecase
