// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "core/planning/plan.h"

namespace intrinsic_proto::motion_planning::v1 {
class BlendingParameters;
class CheckCollisionsRequest;
class CheckCollisionsResponse;
class FkRequest;
class FkResponse;
class IkRequest;
class IkResponse;
class MotionPipelineError;
class MotionPlanningRequest;
class PathPlanningResponse;
class TrajectoryPlanningResponse;
}  // namespace intrinsic_proto::motion_planning::v1

namespace ww::planning {

namespace mp = intrinsic_proto::motion_planning::v1;

// The motion planner service over one world, without the service. world_id is not looked at. What is
// asked for and not supported is INVALID_ARGUMENT that names the field; nothing is left out silently.
//
// Collision settings, and with them the spacing of checks: a segment's own, else the world's; the planner
// configuration's spacing, if given, holds for all segments. Targets may be of each kind of constraint. IkRequest: none
// means no check. CheckCollisionsRequest: none means a margin of zero; the world's exclusions hold, as they do for a
// plan.

// Of the wire's request in our own terms. Of the options those count that keep locked motions and meshes: what cannot
// be kept is refused.
Result<MotionRequest> toMotionRequest(const world::World& world, const mp::MotionPlanningRequest& request,
                                      const PlanOptions& options = {});
// INVALID_ARGUMENT for a size below zero, or that is no number.
Result<Rounding> toRounding(const mp::BlendingParameters& wire);
// The request's own time limit, from now on; else none.
Result<Clock::time_point> deadlineOf(const mp::MotionPlanningRequest& request);

// What a request sets and nothing here looks at (WIRE_FIELDS.md), a finding each.
Diagnostics ignoredFields(const mp::MotionPlanningRequest& request);
Diagnostics ignoredFields(const mp::IkRequest& request);
Diagnostics ignoredFields(const mp::FkRequest& request);
Diagnostics ignoredFields(const mp::CheckCollisionsRequest& request);

struct WireReply {
  Plan plan;
  Diagnosis why;
};
// `error` and `reply` (each may be null) get the details: of a failure, and of a plan.
Result<mp::TrajectoryPlanningResponse> planTrajectory(const world::World& world,
                                                      const mp::MotionPlanningRequest& request,
                                                      const PlanOptions& options,
                                                      mp::MotionPipelineError* error = nullptr,
                                                      WireReply* reply = nullptr);
// Waypoints without corners rounded.
Result<mp::PathPlanningResponse> planPath(const world::World& world, const mp::MotionPlanningRequest& request,
                                          const PlanOptions& options, mp::MotionPipelineError* error = nullptr,
                                          WireReply* reply = nullptr);
// No solution is OUT_OF_RANGE (reach, limits) or FAILED_PRECONDITION (all collide); `options.seed`, stop
// and deadline count. `notes` (may be null) gets what is odd, of a failure, too; `coverage` what was looked at;
// `branches` what the solutions are called, one each, or none where they have no names.
Result<mp::IkResponse> computeIk(const world::World& world, const mp::IkRequest& request, const PlanOptions& options,
                                 mp::MotionPipelineError* error = nullptr, Diagnostics* notes = nullptr,
                                 collision::Coverage* coverage = nullptr,
                                 std::vector<kinematics::IkBranch>* branches = nullptr);
// In the model's world. NOT_FOUND for a robot or node that is not there, INVALID_ARGUMENT for positions that are too
// few, too many or no numbers. Limits are not checked.
// `notes` (may be null) tells of those outside.
Result<mp::FkResponse> computeFk(const model::Model& model, const mp::FkRequest& request, Diagnostics* notes = nullptr);
// Where a path collides.
struct PathHit {
  int waypoint = -1;   // -1: nowhere
  double share = 1.0;  // of the way to it from the one before, 0 to 1 without a unit; 1: the waypoint itself
  collision::Contact contact;
  bool anywhere = false;  // no joint positions can help it
  bool at_waypoint() const { return waypoint == 0 || share >= 1.0; }
};
// A free path of which nothing was looked at says so in `collision_debug_msg`. `coverage` (may be null) gets what was,
// `notes` what is odd, and what overlaps at a waypoint where a rule hides it, `spacing` the distance between two checks
// (radians or metres), `proved` whether all of the path is known to be free, between these, too; where it is not,
// places alone were looked at, as for a coarse spacing. What collides wherever the robot stands is a collision as well,
// told where the path has no other, and else a note; see tellAnywhere().
Result<mp::CheckCollisionsResponse> checkCollisions(const world::World& world,
                                                    const mp::CheckCollisionsRequest& request,
                                                    const PlanOptions& options, collision::Coverage* coverage = nullptr,
                                                    Diagnostics* notes = nullptr, PathHit* hit = nullptr,
                                                    double* spacing = nullptr, bool* proved = nullptr);

// An answer from another state of the world, if it is one in this world as well; see recheck(). Fails, too, where it
// has more than a trajectory.
Result<Plan> recheckWire(const world::World& world, const mp::MotionPlanningRequest& request,
                         const mp::TrajectoryPlanningResponse& answer, const PlanOptions& options);

// Details of a failed plan for google.rpc.Status; of what the wire has no case for, and of time that ran out, the
// segment alone.
mp::MotionPipelineError toWire(const world::World& world, const Diagnosis& why);
mp::TrajectoryPlanningResponse toWire(const Trajectory& trajectory);
// A trajectory that somebody brings; nothing is judged but its form. INVALID_ARGUMENT for states without position,
// velocity and acceleration of as many joints as the first, numbers that are none, as many times as states, times
// before the start.
Result<Trajectory> toTrajectory(const mp::TrajectoryPlanningResponse& response);

}  // namespace ww::planning
