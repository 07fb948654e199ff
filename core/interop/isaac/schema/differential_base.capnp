# SPDX-License-Identifier: Apache-2.0
@0xba18c848441db03c;
using Pose2dProto = import "math.capnp".Pose2dProto;
using Vector2dProto = import "math.capnp".Vector2dProto;

struct DifferentialState {
  positionX @0: Float64;
  positionY @1: Float64;
  heading @2: Float64;
  speedX @3: Float64;
  speedY @4: Float64;
  angularSpeed @5: Float64;
  timestamp @6: Float64;
}

struct DifferentialTrajectoryPlanProto {
  states @0: List(DifferentialState);
  planFrame @1: Text;
}

struct Goal2FeedbackProto {
  robotTGoal @0: Pose2dProto;
  hasGoal @1: Bool;
  hasArrived @2: Bool;
  isStationary @3: Bool;
}

struct Goal2Proto {
  goal @0: Pose2dProto;
  tolerance @1: Float32;
  goalFrame @2: Text;
  stopRobot @3: Bool;
}

struct GoalWaypointProto {
  waypoint @0: Text;
}

struct Odometry2Proto {
  odomTRobot @0: Pose2dProto;
  speed @1: Vector2dProto;
  angularSpeed @2: Float64;
  acceleration @3: Vector2dProto;
  odometryFrame @4: Text;
  robotFrame @5: Text;
}

struct Plan2Proto {
  poses @0: List(Pose2dProto);
  planFrame @1: Text;
}
