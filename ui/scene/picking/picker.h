// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QRectF>
#include <vector>

#include "ui/scene/camera_state.h"
#include "ui/scene/overlays/frame_markers.h"
#include "ui/scene/world_mirror.h"

namespace ww::ui::scene {

struct SurfaceHit {
  std::uint32_t slot = 0;
  ObjectId object;
  EntityId entity;
  Vec3 point, normal;  // root frame
};

// The nearest surface under a pixel, or what the filter lets through of it.
std::optional<SurfaceHit> surfaceAt(WorldMirror& mirror, const Ray& ray, const geometry::SceneBvh::Filter& filter = {});
// Where the floor at that height (metres) is seen under a pixel, root frame; none above the horizon and farther than
// 1 km from the eye.
std::optional<Vec3> floorAt(const ViewTransform& view, const Eigen::Vector2d& pixel, double height);
// Everything under a pixel that is not locked: frames whose origin is near first, then objects from front to back.
std::vector<world::NodeRef> nodesAt(WorldMirror& mirror, const FrameMarkers& frames, const ViewTransform& view,
                                    const Eigen::Vector2d& pixel, std::size_t at_most = 32);
// Objects and frames in a rectangle of the surface that are not locked; `touch`: partly inside is enough.
std::vector<world::NodeRef> nodesIn(WorldMirror& mirror, const FrameMarkers& frames, const ViewTransform& view,
                                    const QRectF& rect, bool touch);

}  // namespace ww::ui::scene
