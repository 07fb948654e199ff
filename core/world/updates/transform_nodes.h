// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "core/world/values/world.h"

namespace intrinsic_proto::world {
class ObjectEntityFilter;
class TransformNodeReference;
class UpdateTransformRequest;
}  // namespace intrinsic_proto::world

namespace ww::world {

// The node that a request means: with a filter, the one entity of the object that it selects (the object
// itself for its root entity). Null: no filter. NOT_FOUND, INVALID_ARGUMENT.
Result<NodeRef> resolveNode(const World& world, const intrinsic_proto::world::TransformNodeReference& ref,
                            const intrinsic_proto::world::ObjectEntityFilter* filter);

// The object or frame whose pose such an update sets. Fails so, too.
Result<NodeRef> nodeToUpdate(const World& world, const intrinsic_proto::world::UpdateTransformRequest& request);

}  // namespace ww::world
