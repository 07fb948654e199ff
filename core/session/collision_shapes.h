// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <stop_token>

#include "core/geometry/collision/collision_kinds.h"
#include "core/session/edit_builders.h"

namespace ww::session {

// What a link is checked with from now on.
struct LinkShapes {
  std::string link;                    // its name
  std::vector<geometry::Shape> parts;  // in the frame of the link; one named geometry each
  std::size_t seen_triangles = 0;
  std::size_t triangles = 0;
  geometry::CollisionDeviation deviation;  // metres
};

// The triangles of what is seen of a link, in its frame, metres.
geometry::Mesh seenMesh(const world::Entity& link);

// Of the link's visible shapes together. INVALID_ARGUMENT when nothing of it is seen, and the other failures of
// makeCollisionShapes.
Result<LinkShapes> collisionShapesOf(const world::Entity& link, const geometry::CollisionWish& wish,
                                     std::stop_token stop = {}, const Progress& progress = {});

// The links of an object that something is seen of; `entity`: that one alone.
std::vector<const world::Entity*> linksWithShapes(const world::World& world, ObjectId object, EntityId entity = {});

// One batch for one object: replaces what these links are checked with; all else of the object stays.
EditsPtr setCollisionShapes(ObjectId object, std::span<const LinkShapes> links);

}  // namespace ww::session
