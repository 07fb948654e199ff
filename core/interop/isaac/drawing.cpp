// SPDX-License-Identifier: Apache-2.0
#include "core/interop/isaac/drawing.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "core/interop/isaac/drawn_pictures.h"
#include "core/interop/isaac/dynamic_values.h"
#include "core/interop/isaac/failures.h"
#include "core/interop/isaac/sensor_messages.h"
#include "core/interop/isaac/spatial.h"
#include "core/interop/isaac/types.h"

namespace ww::isaac {
namespace {

using capnp::DynamicStruct;

constexpr std::size_t kMostPoints = 200'000, kMostPlaces = 2'000;
constexpr int kCircleSteps = 24;

void addPlace(Drawing& out, const Pose& pose, std::string name) {
  const Quat& q = pose.q;
  if (out.places.size() >= kMostPlaces || !pose.p.allFinite() || !q.coeffs().allFinite()) return;
  if (q.norm() < 1e-6) return;
  out.places.push_back({{pose.p, q.normalized()}, std::move(name)});
}

void addPoint(Drawing& out, const Vec3& p) {
  if (out.points.size() < kMostPoints && p.allFinite()) out.points.push_back(p);
}

void addLine(Drawing& out, const Vec3& a, const Vec3& b) {
  if (out.lines.size() < kMostPoints && a.allFinite() && b.allFinite()) out.lines.push_back({a, b});
}

void addWay(Drawing& out, const std::vector<Vec3>& way) {
  for (std::size_t i = 1; i < way.size(); ++i) addLine(out, way[i - 1], way[i]);
  for (const Vec3& p : way) addPoint(out, p);
}

Status drawTree(const Message& message, Drawing& out) {
  WW_ASSIGN(const auto nodes, poseTreeOf(message));
  for (const TreeNode& node : nodes) {
    addPlace(out, node.world_t_node, node.name);
    if (node.parent >= 0)
      addLine(out, nodes[static_cast<std::size_t>(node.parent)].world_t_node.p, node.world_t_node.p);
  }
  return okStatus();
}

Status drawEdge(const Message& message, Drawing& out) {
  WW_ASSIGN(const PoseEdge edge, poseEdgeOf(message));
  addPlace(out, Pose(), edge.lhs);
  addPlace(out, edge.lhs_t_rhs, edge.rhs);
  addLine(out, Vec3::Zero(), edge.lhs_t_rhs.p);
  return okStatus();
}

Status drawBodies(const Message& message, Drawing& out) {
  WW_ASSIGN(const BodyGroup group, bodyGroupOf(message));
  for (const RigidBody& body : group.bodies) {
    addPlace(out, body.frame_t_body, body.name);
    // Where it is in a second, at this speed.
    if (!body.linear.isZero(0.0)) addLine(out, body.frame_t_body.p, body.frame_t_body.p + body.linear);
  }
  return okStatus();
}

Status drawActors(const Message& message, Drawing& out) {
  WW_ASSIGN(const ActorRequests requests, actorRequestsOf(message));
  for (const SpawnRequest& wish : requests.spawn) addPlace(out, wish.world_t_actor, wish.name);
  return okStatus();
}

Status drawCollision(const Message& message, Drawing& out) {
  WW_ASSIGN(const CollisionEvent event, collisionOf(message));
  addPlace(out, event.world_t_this, event.name);
  addPlace(out, event.world_t_other, event.other_name);
  addPoint(out, event.world_point);
  addLine(out, event.world_point, event.world_point + 0.1 * event.world_normal);
  return okStatus();
}

Status drawCloud(const Message& message, Drawing& out) {
  WW_ASSIGN(const auto points, pointsOf(message));
  // Evenly, where there are too many.
  const std::size_t step = points.size() / kMostPoints + 1;
  for (std::size_t i = 0; i < points.size(); i += step) addPoint(out, points[i]);
  return okStatus();
}

Status drawScan(const Message& message, Drawing& out) {
  WW_ASSIGN(const Scan scan, scanOf(message));
  addPlace(out, Pose(), {});
  const std::size_t rows = scan.phi_rad.size();
  for (std::size_t i = 0; i < scan.ranges_m.size(); ++i) {
    const double around = scan.theta_rad[i / rows], up = scan.phi_rad[i % rows], r = scan.ranges_m[i];
    if (!(r >= 0.0)) continue;
    addPoint(out, r * Vec3(std::cos(up) * std::cos(around), std::cos(up) * std::sin(around), std::sin(up)));
  }
  return okStatus();
}

Status drawFlatScan(const Message& message, Drawing& out) {
  addPlace(out, Pose(), {});
  return readAs("FlatscanProto", message, [&](const Reader& in) {
    const auto angles = in.get("angles").as<capnp::DynamicList>(), ranges = in.get("ranges").as<capnp::DynamicList>();
    const double nearest = in.get("invalidRangeThreshold").as<double>();
    const double farthest = in.get("outOfRangeThreshold").as<double>();
    for (unsigned i = 0; i < std::min(angles.size(), ranges.size()); ++i) {
      const double angle = angles[i].as<double>(), r = ranges[i].as<double>();
      if (!(r > nearest) || (farthest > 0.0 && r >= farthest)) continue;
      addPoint(out, r * Vec3(std::cos(angle), std::sin(angle), 0.0));
    }
  });
}

Status drawTrajectories(const Message& message, Drawing& out) {
  return readAs("Vector3TrajectoryListProto", message, [&](const Reader& in) {
    forEachIn(in, "trajectories", [&](const Reader& one) {
      std::vector<Vec3> way;
      forEachIn(one, "states", [&](const Reader& v) {
        way.emplace_back(v.get("x").as<double>(), v.get("y").as<double>(), v.get("z").as<double>());
      });
      addWay(out, way);
      if (!way.empty()) addPlace(out, {way.front(), Quat::Identity()}, textIn(one, "frame"));
    });
  });
}

Status drawMarkers(const Message& message, Drawing& out) {
  return readAs("MarkerListProto", message, [&](const Reader& in) {
    forEachIn(in, "markers", [&](const Reader& one) {
      addPlace(out, {vectorIn(one, "worldTMarker"), Quat::Identity()}, textIn(one, "name"));
    });
  });
}

std::string labelIn(const Reader& parent, unsigned index) {
  const auto list = parent.get("predictions").as<capnp::DynamicList>();
  return index < list.size() ? textIn(list[index].as<DynamicStruct>(), "label") : std::string();
}

// x of a vector in a picture is the row.
Status drawBoxes(const Message& message, Drawing& out) {
  return readAs("Detections2Proto", message, [&](const Reader& in) {
    unsigned i = 0;
    forEachIn(in, "boundingBoxes", [&](const Reader& box) {
      const auto low = box.get("min").as<DynamicStruct>(), high = box.get("max").as<DynamicStruct>();
      Drawing::Box one{low.get("y").as<double>(), low.get("x").as<double>(), high.get("y").as<double>(),
                       high.get("x").as<double>(), labelIn(in, i++)};
      const double sum = std::abs(one.left) + std::abs(one.top) + std::abs(one.right) + std::abs(one.bottom);
      if (std::isfinite(sum) && out.boxes.size() < kMostPlaces) out.boxes.push_back(std::move(one));
    });
  });
}

Status drawThings(const Message& message, Drawing& out) {
  return readAs("Detections3Proto", message, [&](const Reader& in) {
    const auto poses = in.get("poses").as<capnp::DynamicList>();
    for (unsigned i = 0; i < poses.size(); ++i) {
      const auto pose = poses[i].as<DynamicStruct>();
      const auto q = pose.get("rotation").as<DynamicStruct>().get("q").as<DynamicStruct>();
      const Quat turn(q.get("w").as<double>(), q.get("x").as<double>(), q.get("y").as<double>(),
                      q.get("z").as<double>());
      addPlace(out, {vectorIn(pose, "translation"), turn.coeffs().isZero(0.0) ? Quat::Identity() : turn},
               labelIn(in, i));
    }
  });
}

Status drawTags(const Message& message, Drawing& out) {
  addPlace(out, Pose(), {});
  return readAs("FiducialListProto", message, [&](const Reader& in) {
    forEachIn(in, "fiducialList",
              [&](const Reader& one) { addPlace(out, poseIn(one, "cameraTTag"), textIn(one, "id")); });
  });
}

Status drawPlan(const Message& message, Drawing& out) {
  return readAs("Plan2Proto", message, [&](const Reader& in) {
    std::vector<Vec3> way;
    forEachIn(in, "poses", [&](const Reader& pose) {
      const auto t = pose.get("translation").as<DynamicStruct>();
      way.emplace_back(t.get("x").as<double>(), t.get("y").as<double>(), 0.0);
    });
    addWay(out, way);
    addPlace(out, Pose(), textIn(in, "planFrame"));
  });
}

Status drawStates(const Message& message, Drawing& out) {
  return readAs("DifferentialTrajectoryPlanProto", message, [&](const Reader& in) {
    std::vector<Vec3> way;
    forEachIn(in, "states", [&](const Reader& one) {
      way.emplace_back(one.get("positionX").as<double>(), one.get("positionY").as<double>(), 0.0);
    });
    addWay(out, way);
    addPlace(out, Pose(), textIn(in, "planFrame"));
  });
}

Status drawGoal(const Message& message, Drawing& out) {
  return readAs("Goal2Proto", message, [&](const Reader& in) {
    addPlace(out, Pose(), textIn(in, "goalFrame"));
    addPlace(out, flatPoseIn(in, "goal"), "goal");
  });
}

Status drawOdometry(const Message& message, Drawing& out) {
  return readAs("Odometry2Proto", message, [&](const Reader& in) {
    addPlace(out, Pose(), textIn(in, "odometryFrame"));
    addPlace(out, flatPoseIn(in, "odomTRobot"), textIn(in, "robotFrame"));
  });
}

Status drawObstacles(const Message& message, Drawing& out) {
  return readAs("ObstaclesProto", message, [&](const Reader& in) {
    addPlace(out, Pose(), textIn(in, "robotFrame"));
    forEachIn(in, "obstacles", [&](const Reader& one) {
      const Vec3 middle = vectorIn(one, "center");
      const double r = one.get("radius").as<double>();
      for (int plane = 0; plane < 3; ++plane) {
        Vec3 last = Vec3::Zero();
        for (int i = 0; i <= kCircleSteps; ++i) {
          const double angle = 2.0 * M_PI * i / kCircleSteps;
          Vec3 p = middle;
          p[plane] += r * std::cos(angle);
          p[(plane + 1) % 3] += r * std::sin(angle);
          if (i > 0) addLine(out, last, p);
          last = p;
        }
      }
    });
  });
}

struct DrawRow {
  const char* type;
  Status (*draw)(const Message&, Drawing&);  // null: a picture
};
constexpr DrawRow kDrawRows[] = {{"PoseTreeProto", drawTree},
                                 {"PoseTreeEdgeProto", drawEdge},
                                 {"RigidBody3GroupProto", drawBodies},
                                 {"ActorGroupProto", drawActors},
                                 {"CollisionProto", drawCollision},
                                 {"PointCloudProto", drawCloud},
                                 {"RangeScanProto", drawScan},
                                 {"FlatscanProto", drawFlatScan},
                                 {"Vector3TrajectoryListProto", drawTrajectories},
                                 {"MarkerListProto", drawMarkers},
                                 {"Detections2Proto", drawBoxes},
                                 {"Detections3Proto", drawThings},
                                 {"FiducialListProto", drawTags},
                                 {"Plan2Proto", drawPlan},
                                 {"DifferentialTrajectoryPlanProto", drawStates},
                                 {"Goal2Proto", drawGoal},
                                 {"Odometry2Proto", drawOdometry},
                                 {"ObstaclesProto", drawObstacles},
                                 {"ImageProto", nullptr},
                                 {"ColorCameraProto", nullptr},
                                 {"DepthCameraProto", nullptr},
                                 {"DisparityCameraProto", nullptr},
                                 {"HeatmapProto", nullptr},
                                 {"SegmentationCameraProto", nullptr}};

const DrawRow* drawRow(std::uint64_t type_id) {
  const std::string name = typeName(type_id);
  const auto* at = std::ranges::find_if(kDrawRows, [&](const DrawRow& row) { return name == row.type; });
  return at == std::end(kDrawRows) ? nullptr : at;
}

}  // namespace

bool canDraw(std::uint64_t type_id) { return drawRow(type_id) != nullptr; }

Result<Drawing> drawingOf(const Message& message, const std::stop_token& stop) {
  const DrawRow* row = drawRow(message.type_id);
  if (!row)
    return fail(failures::kWrongType,
                {{"type", arg::Words{typeName(message.type_id)}}, {"wanted", arg::Words{"PoseTreeProto"}}});
  Drawing out;
  WW_TRY(row->draw ? row->draw(message, out) : drawPicture(message, stop, out));
  if (row->draw == drawObstacles) WW_TRY(drawDistanceMaps(message, stop, out));
  return out;
}

}  // namespace ww::isaac
