// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <map>
#include <stop_token>
#include <string>
#include <vector>

#include "core/geometry/bvh.h"
#include "core/geometry/store.h"
#include "core/world/values/world.h"

namespace intrinsic_proto::geometry {
class TransformedGeometryStorageRefs;
}
namespace intrinsic_proto::skills {
class Footprint;
}
namespace intrinsic_proto::world {
class AreFootprintsCompatibleRequest;
class AreFootprintsCompatibleResponse;
}  // namespace intrinsic_proto::world

namespace ww::world {

// Why two footprints cannot hold at once, one status for each reason; empty when they can.
// - lock_the_universe excludes everybody else.
// - Resources of one name: WRITE excludes all; WRITE_EXCLUSIVE_READ_NONEXCLUSIVE excludes all that write;
//   WRITE_NONEXCLUSIVE (and UNSPECIFIED) goes with itself and READ, READ with all but WRITE.
// - Objects and frames: only readers share a node. A reservation also reads what is above its node and has the
//   same right to all that is below (frames are below their object), unless skip_missing_permissions is set.
// - Volumes are in the root frame and must not meet.
// FAILED_PRECONDITION for a conflict; NOT_FOUND for a node or a geometry that is not there (nothing can be
// said then); INVALID_ARGUMENT for a reservation without a target.
std::vector<Status> footprintConflicts(const World& world, const geometry::GeometryStore& store,
                                       const intrinsic_proto::skills::Footprint& left,
                                       const intrinsic_proto::skills::Footprint& right);

// Each of the left set against each of the right: the first pair that is not compatible, or all of them;
// one google.rpc.Status a pair that names all its reasons. The world of the request is not looked up. Once it is
// asked to stop it ends soon, and what comes out is no answer.
intrinsic_proto::world::AreFootprintsCompatibleResponse compareFootprints(
    const World& world, const geometry::GeometryStore& store,
    const intrinsic_proto::world::AreFootprintsCompatibleRequest& request, const std::stop_token& stop = {});

// A mesh in the root frame. NOT_FOUND for one that is not in the store, INVALID_ARGUMENT for a place that is none.
struct Volume {
  geometry::GeometryPtr geometry;
  Eigen::Affine3d root_t_shape = Eigen::Affine3d::Identity();
};
Result<Volume> toVolume(const intrinsic_proto::geometry::TransformedGeometryStorageRefs& refs,
                        const geometry::GeometryStore& store);

// What is searched for in meshes, built once for volumes that are compared with many others. Not for threads.
class VolumeTrees {
 public:
  geometry::TriangleBvhPtr of(const geometry::GeometryPtr& geometry);

 private:
  std::map<geometry::GeometryPtr, geometry::TriangleBvhPtr> trees_;
  std::size_t triangles_ = 0;  // in all of them
};

// True when the surfaces meet or one holds the other; costs triangles * log(triangles). Exact up to faces
// that only touch. Once it is asked to stop, what comes out is no answer.
bool volumesMeet(const Volume& a, const Volume& b, VolumeTrees& trees, const std::stop_token& stop);

}  // namespace ww::world
