// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <vector>

#include "core/usecase/features.h"

namespace intrinsic_proto::scene_object::v1 {
class SceneObject;
}

namespace ww::usecase {

// Which feature a frame was put on. Kept in the user data of the object, under featureKey(frame), as lines that people
// and programs can read.
struct FeatureLink {
  std::string frame;      // the name that the frame had then
  std::string kind;       // featureWord()
  std::string geometry;   // the ref of the shape
  std::size_t index = 0;  // in the features of that
  bool is_lost = false;   // the file has changed, and the shape has it no more
};

// `link` is the name of the entity that the feature is of.
std::string featureLinkText(const PlacedFeature& on, const std::string& link);

// In the order of their keys; entries that say no feature are left out.
std::vector<FeatureLink> featureLinks(const intrinsic_proto::scene_object::v1::SceneObject& object);

// The text under the key of that frame, as it stands in a world; empty when there is none. Costs one look-up.
std::string featureLinkOf(const world::Object& object, const std::string& frame);
// In the place of what is under the key of that frame.
void keepFeatureLink(intrinsic_proto::scene_object::v1::SceneObject& object, const std::string& frame,
                     const std::string& text);
// Notes that what the frame was put on is gone; nothing where there is no link.
void markFeatureLost(intrinsic_proto::scene_object::v1::SceneObject& object, const std::string& frame);

}  // namespace ww::usecase
