// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <set>
#include <string>

namespace intrinsic_proto::scene_object::v1 {
class SceneObject;
}

// What an object says about its entities beside themselves: own collision rules, named configurations, solvers, joints
// that follow others, devices and cameras of simulations, lenses, surfaces and chains of its user data. The entities of
// the message are not looked at.
namespace ww::scene {

bool mentions(const intrinsic_proto::scene_object::v1::SceneObject& object, const std::string& name);
void renameMentions(intrinsic_proto::scene_object::v1::SceneObject& object, const std::string& from,
                    const std::string& to);
// Takes out what is said about entities that are gone; configurations lose their positions alone.
void dropMentions(intrinsic_proto::scene_object::v1::SceneObject& object, const std::set<std::string>& gone);

}  // namespace ww::scene
