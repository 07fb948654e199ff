// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "core/world/values/world.h"

// Hashes of parts. A part knows its own once it was asked, so that a world's hash after an edit costs the edit.
namespace ww::world {

// Of what a part is, without its state: poses of objects and frames, joint positions; of an object without its
// entities.
Sha256 structureDigest(const Object& object);
Sha256 structureDigest(const Entity& entity);
Sha256 structureDigest(const Frame& frame);

// Of all that a part holds, unknown fields included; of an object with its entities.
Sha256 contentDigest(const Object& object);
Sha256 contentDigest(const Entity& entity);
Sha256 contentDigest(const Frame& frame);

// True when two versions of a part are alike but for their state, as far as can be told without reading their
// messages.
bool sameStructure(const Object& a, const Object& b);
bool sameStructure(const Entity& a, const Entity& b);
bool sameStructure(const Frame& a, const Frame& b);

// The only way to exchange them: their hash goes with them.
void setCollisionSettings(WorldData& data, std::shared_ptr<const intrinsic_proto::world::CollisionSettings> settings);

}  // namespace ww::world
